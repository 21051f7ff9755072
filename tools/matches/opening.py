"""A match from a file that somebody names: a .mat or .sgf file, or the log that a board keeps.

Which of the two it is, its ending says. What is wrong with it is told with its name, and what to
do.
"""

import sys
import tempfile
from pathlib import Path

from picogammon.devices.files import Files
from picogammon.devices.recent import Recent
from picogammon.rules.match import Refusal
from tools import files
from tools.files import FileError
from tools.matches import MatchFile, MatError, log, reading
from tools.terminal import print

_LOG = ".log"
_NO_LOG = "this is no log of a board: name a copy of its match.log"
_NO_MAT = "Name a .mat or .sgf file, as other programs export it, or a board's match.log."


def match(path):
    """The MatchFile of a file in which something has been played; of a log it has no `names`.

    Raises FileError.
    """
    path = Path(path)
    if path.suffix.lower() == _LOG:
        records = from_log(path)
        check_played(path, records)
        return MatchFile(records, None, {}, [], [], [], log.sealed(records))
    content = files.read(path)
    try:
        found = reading.read(content)
    except MatError as error:
        remedy = "" if error.line else f". {_NO_MAT}"
        raise FileError(f"{path}: {error}{remedy}") from None
    check_played(path, found.records)
    return found


def from_log(path):
    """The records of a copy of match.log, and of match.log.newest beside it, as both are left.

    What is damaged at its end is told on stderr. Raises FileError where it is none.
    """
    path = Path(path)
    kept = {log.NAME: files.read(path)}
    newest = path.with_name(f"{path.name}.newest")
    if newest.exists():
        kept[log.NEWEST] = files.read(newest)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in kept.items():
            Path(folder, name).write_bytes(content)
        copy = str(Path(folder, log.NAME))
        whole = Recent(Files(), copy)
        records = list(whole.open())
    if not whole.journal.begin:
        raise FileError(f"{path}: {_NO_LOG}")
    if whole.damage:
        print(f"{path} is damaged: what came last in it is lost", file=sys.stderr)
    return records


def check_played(path, records):
    """Raises FileError where the records of a file are no match, or one of which nothing was
    played."""
    try:
        if any(True for _ in log.games(records)):
            return
    except Refusal as refusal:
        raise FileError(f"{path}: its records make no match: {refusal}. Copy it anew.") from None
    raise FileError(f"{path}: nothing has been played in it yet.")
