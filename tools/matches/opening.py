"""A match from a file that people name: .mat, .sgf, or a board's own .log, by its ending."""

import sys
from pathlib import Path

from picogammon.devices.files import Files
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from tools import files
from tools.files import FileError
from tools.matches import MatchFile, MatError, log, reading
from tools.terminal import print

_LOG = ".log"
_NO_MAT = "Name a .mat or .sgf file, as other programs export it, or a board's .log file."


def match(path):
    """Returns the MatchFile of a file in which something was played; a log's has no `names`.

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
    """Returns the records of a match as it travels, or of the running match in a folder of sectors.

    Prints on stderr if some of them are lost. Raises FileError.
    """
    path = Path(path)
    if path.is_dir():
        kept = MatchLog(Ring(SectorFiles(Files(), str(path), SECTORS)))
    else:
        kept = log.match_log(files.read(path))
    try:
        records = log.records_of(kept)
    except (MatError, OSError) as error:
        raise FileError(f"{path}: {error}") from None
    if kept.damage:
        print(f"{path} is damaged: its end is lost", file=sys.stderr)
    return records


def check_played(path, records):
    """Raises FileError if the records of a file are no match, or nothing was played."""
    try:
        log.played(records)
    except MatError as error:
        raise FileError(f"{path}: {error}") from None
