"""Labelled positions on disk, which the stages hand to each other.

A record has 38 bytes: the position as the player sees it who has just played, the five chances of
that player in 1/65535, 1 if a list begins here, and how many plays the roll had. The records of a
list are plays of one roll.
"""

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tools.fast_engine.net import featurize

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


class Prepared(NamedTuple):
    """Records as the net sees them, in memory: thirty million of them take 4 GB."""

    rows: np.ndarray  # [n, MOST]
    count: np.ndarray  # of rows
    bucket: np.ndarray
    chances: np.ndarray  # [n, 5]
    first: np.ndarray  # 1 where a list begins


class DamagedError(Exception):
    """A file lacks records; the message says which."""


def write(path, data):
    """Writes a file whole or not at all."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def read(path, lists=None):
    """Returns the records of a file. Raises DamagedError if it has another number of `lists`."""
    size = os.path.getsize(path)
    if size % RECORD.itemsize:
        raise DamagedError(f"{path} ends within a record: delete it, it will be made again")
    records = np.fromfile(path, RECORD)
    if lists is not None and np.count_nonzero(records["first"]) != lists:
        found = np.count_nonzero(records["first"])
        raise DamagedError(f"{path} has {found} lists, not {lists}: delete it or set it aside")
    return records


def judged(positions, chances):
    """Returns records of positions ([n, 26]) with chances ([n, 5]), each a list of its own."""
    records = np.zeros(len(positions), RECORD)
    records["pos"] = positions
    records["chances"] = chances
    records["first"] = 1
    records["plays"] = 1
    return records


def prepare(labelled):
    """Returns the Prepared of records."""
    rows, count, bucket = featurize(labelled["pos"])
    chances = (labelled["chances"] / np.float32(CERTAIN)).astype(np.float32)
    return Prepared(rows, count, bucket, chances, labelled["first"].copy())


def spans(first):
    """Returns (begins, ends) of the lists."""
    begins = np.flatnonzero(first)
    return begins, np.append(begins[1:], len(first))


def made_of(*what):
    """Returns a short name that changes with any of the things: bytes, or what repr tells apart."""
    seen = hashlib.sha256()
    for thing in what:
        seen.update(thing if isinstance(thing, bytes) else repr(thing).encode())
        seen.update(b"\0")
    return seen.hexdigest()[:16]
