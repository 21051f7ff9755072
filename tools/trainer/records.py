"""Labelled positions on disk: what the stages hand to each other.

A record is 38 bytes: the position as the one who has just played sees it (the opponent is to roll),
what its five chances are in 1/65535, whether a list begins with it, and how many plays the list
had. The records of a list are plays of one roll; they follow each other.
"""

import hashlib
import os
from pathlib import Path

import numpy as np

POSITION = 26  # bytes
RECORD = np.dtype(
    [
        ("pos", "i1", POSITION),
        ("chances", "<u2", 5),  # win, win gammon+, win backgammon, lose gammon+, lose backgammon
        ("first", "u1"),
        ("plays", "u1"),
    ]
)
CERTAIN = 65535
OUTPUTS = 5


class DamagedError(Exception):
    """A file does not hold what it should; the message says which."""


def write(path, data):
    """Writes bytes under another name first: whoever finds `path` finds it whole."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def read(path, lists=None):
    """The records of a file; DamagedError unless they are `lists` lists, where that is given."""
    size = os.path.getsize(path)
    if size % RECORD.itemsize:
        raise DamagedError(f"{path} ends within a record: delete it, it will be made again")
    records = np.fromfile(path, RECORD)
    if lists is not None and np.count_nonzero(records["first"]) != lists:
        found = np.count_nonzero(records["first"])
        raise DamagedError(f"{path} has {found} lists, not {lists}: delete it or set it aside")
    return records


def judged(positions, chances):
    """Makes records of positions ([n, 26]) with chances ([n, 5], 0 to 1), each its own list."""
    records = np.zeros(len(positions), RECORD)
    records["pos"] = positions
    records["chances"] = np.round(np.clip(chances, 0, 1) * CERTAIN)
    records["first"] = 1
    records["plays"] = 1
    return records


def spans(first):
    """(begins, ends) of the lists."""
    begins = np.flatnonzero(first)
    return begins, np.append(begins[1:], len(first))


def made_of(*what):
    """A short name that changes with any of the things: bytes, or what repr tells apart."""
    seen = hashlib.sha256()
    for thing in what:
        seen.update(thing if isinstance(thing, bytes) else repr(thing).encode())
        seen.update(b"\0")
    return seen.hexdigest()[:16]
