"""A board's matches: fetched and sent, backed up and restored."""

import io
import re
import struct
import tempfile
import zipfile
import zlib
from pathlib import Path

from picogammon.devices import transfer
from picogammon.devices.files import MATCHES, SECRETS, Files
from picogammon.devices.journal import Journal
from tools.matches import MatError, log, restoring

_KEPT = re.compile(rf"{log.NAME}|{log.NEWEST}|[\w-]+\.bin|{MATCHES}/[\w-]+\.log", re.A)
_SAVED = (log.NAME, log.NEWEST, *transfer.KEPT)
_BACKUP = "picogammon-backup"
_MOST_BYTES = 1 << 20
_MOST_FILES = 256
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What zipfile raises for files that are none: ValueError for names as well, RuntimeError for a
# password, OSError for places before the beginning.
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    ValueError,
    RuntimeError,
)
_NO_SECRET = "The secret of sealed dice is not in it: it never leaves the board"
_NO_BACKUP = "this is no backup of a board: name a .zip file that backup or the page has made"


def running(place):
    """The records of the match that a place's board plays. Raises MatError or FlashError."""
    newest = place.read(log.NEWEST)  # first: what moves meanwhile is in both
    content = place.read(log.NAME)
    if content is None:
        raise MatError("there is no match on this board yet")
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
        Journal(Files(), str(path)).restart(records)
        content = path.read_bytes()
    place.put(f"{MATCHES}/{number:05}-{day.replace('.', '')}.log", content)
    return number


def backup(place):
    """(a zip file, bytes, of all matches and settings on a place's board; how many files; notes, a
    text each). The secret of sealed dice stays on the board."""
    names = sorted(place.names(), reverse=True)  # match.log.newest first, as in `running`
    paths = names + [f"{MATCHES}/{name}" for name in place.names(MATCHES)]
    whole = io.BytesIO()
    kept = [path for path in paths if path in _SAVED or transfer.is_match(path)]
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.comment = _BACKUP.encode()
        for path in kept:
            packed.writestr(path, place.read(path))
    return whole.getvalue(), len(kept), [_NO_SECRET] if SECRETS in names else []


def restore(place, content):
    """Puts back what `backup` made; returns the restoring.Plan that was carried out.

    The match that the board plays goes to its earlier ones. Wherever this is cut off, the board has
    that match or the backup's. Raises MatError, and nothing was changed, for any other file.
    """
    found = unpack(content)
    paths = restoring.wanted(place.names(), place.names(MATCHES))
    there = {path: place.read(path) for path in paths}
    plan = plan_for(found, {path: there[path] for path in paths if there[path] is not None})
    for path, new in plan.steps:
        if path == transfer.BACKUP:
            plan.notes.extend(place.restore(new))
        else:
            place.put(path, new)
    return plan


def plan_for(found, there):
    """The restoring.Plan for the files of a backup and of a board."""
    with tempfile.TemporaryDirectory() as folder:
        return restoring.plan(found, there, folder)


def unpack(content):
    """The files in what `backup` made, {path: bytes}. Raises MatError for any other file."""
    if len(content) > _MOST_BYTES:
        raise MatError(_NO_BACKUP)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            infos = packed.infolist()
            if packed.comment != _BACKUP.encode() or not _is_sound(infos):
                raise MatError(_NO_BACKUP)
            return {info.filename: packed.read(info) for info in infos}
    except _BROKEN as problem:
        raise MatError(f"{_NO_BACKUP} ({problem})") from None


def _is_sound(infos):
    """Whether the files of a zip are such as a backup has, each once, and not too many or large."""
    names = {info.filename for info in infos}
    return (
        len(names) == len(infos) <= _MOST_FILES
        and all(map(_KEPT.fullmatch, names))
        and all(info.compress_type in _PACKED for info in infos)
        and sum(info.file_size for info in infos) <= _MOST_BYTES
    )
