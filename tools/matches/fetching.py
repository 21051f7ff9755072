"""A board's matches: fetched and sent, backed up and restored."""

import io
import re
import tempfile
import zipfile
from pathlib import Path

from picogammon.devices.journal import Journal
from tools.matches import MatError, log
from tools.matches.places import MATCHES

_NOTED = "seen/log"  # how far the running log had come: what is restored may be older
_KEPT = re.compile(rf"{log.NAME}|{log.NEWEST}|[\w-]+\.bin|{MATCHES}/[\w-]+\.log", re.A)
_BACKUP = "picogammon-backup"
_MOST_BYTES = 4 << 20
_NO_BACKUP = "this is no backup of a board: name a .zip file that make backup or the page has made"


def running(place):
    """The records of the match that a place's board plays. Raises MatError or FlashError."""
    content = place.read(log.NAME)
    if content is None:
        raise MatError("there is no match on this board yet")
    newest = place.read(log.NEWEST)
    return log.records_in({log.NAME: content} | ({log.NEWEST: newest} if newest else {}))


def archived(place, number):
    """(the records of the archived match of that number, its day or ""). As `running`."""
    found = place.matches()
    if number not in found:
        numbers = ", ".join(map(str, found)) or "it has none"
        raise MatError(f"there is no match {number} in the board's archive ({numbers})")
    name, day = found[number]
    return log.records_in({log.NAME: place.read(f"{MATCHES}/{name}")}), day


def send(place, records, day):
    """Puts a match into a place's archive; returns its number there. `day`: YYYY.MM.DD."""
    number = max(place.matches(), default=0) + 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, log.NAME)
        Journal(str(path)).restart(records)
        content = path.read_bytes()
    place.put(f"{MATCHES}/{number:05}-{day.replace('.', '')}.log", content)
    return number


def backup(place):
    """(a zip file, bytes, of all matches and settings on a place's board; how many files)."""
    paths = place.names() + [f"{MATCHES}/{name}" for name in place.names(MATCHES)]
    whole = io.BytesIO()
    kept = [path for path in paths if _KEPT.fullmatch(path)]
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.comment = _BACKUP.encode()
        for path in kept:
            packed.writestr(path, place.read(path))
    return whole.getvalue(), len(kept)


def restore(place, content):
    """Puts back what `backup` made, in place of what is there; returns how many files.

    Raises MatError, and nothing was changed, for any other file. Archived matches that the backup
    does not have stay.
    """
    found = unpack(content)
    if log.NAME in found:
        place.remove(log.NEWEST)
        place.remove(_NOTED)
    for path in sorted(found, key=lambda path: path == log.NEWEST):  # it follows the log
        place.put(path, found[path])
    return len(found)


def unpack(content):
    """The files in what `backup` made, {path: bytes}. Raises MatError for any other file."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
            sound = packed.comment == _BACKUP.encode() and all(map(_KEPT.fullmatch, names))
            if not sound or sum(info.file_size for info in packed.infolist()) > _MOST_BYTES:
                raise MatError(_NO_BACKUP)
            return {name: packed.read(name) for name in names}
    except (zipfile.BadZipFile, EOFError, NotImplementedError) as problem:
        raise MatError(f"{_NO_BACKUP} ({problem})") from None
