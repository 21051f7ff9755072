"""A board's matches: fetched and sent, backed up and restored."""

import io
import re
import struct
import tempfile
import zipfile
import zlib

from picogammon.devices import transfer
from picogammon.devices.files import MATCHES, SECRETS
from tools.matches import MatError, log, restoring
from tools.matches.places import RUNNING, SENT

_KEPT = re.compile(rf"{log.NAME}|[\w-]+\.bin|{MATCHES}/\d+(-\d{{8}})?\.log", re.A)
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
_NO_SECRET = "The backup lacks the secret of sealed dice: the board keeps it until the match ends"


def running(place):
    """The records of the match that a place's board plays. Raises MatError or FlashError."""
    content = place.match(RUNNING)
    if content is None:
        raise MatError("there is no match on this board yet")
    return list(log.match_log(content).open())


def earlier(place):
    """The places.Kept of each match on a place's board but the one that is played, newest first."""
    return [kept for kept in place.matches() if kept.what != RUNNING]


def archived(place, number):
    """(the records of the earlier match of that number, its day as YYYY.MM.DD or "").

    Raises as `running` does.
    """
    days = {kept.number: kept.day for kept in earlier(place)}
    content = place.match(number) if number in days else None
    if content is None:
        numbers = ", ".join(map(str, days)) or "it has none"
        raise MatError(f"there is no match {number} among the board's earlier ones ({numbers})")
    return list(log.match_log(content).open()), days[number].replace("-", ".")


def send(place, records, day):
    """Gives a place's board an earlier match; returns its number there. `day`: YYYY.MM.DD."""
    place.send(log.content(records), day.replace(".", "-"))
    return next(kept.number for kept in place.matches() if kept.what == SENT)


def backup(place):
    """(a zip file, bytes, of all matches and preferences on a place's board; how many files; notes,
    a text each). The secret of sealed dice stays on the board."""
    names = place.names()
    found = {log.NAME: place.match(RUNNING)}
    for kept in earlier(place):
        found[restoring.name_of(kept.number, kept.day)] = place.match(kept.number)
    found |= {name: place.read(name) for name in names if name in transfer.KEPT}
    found = {name: content for name, content in found.items() if content is not None}
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in found.items():
            packed.writestr(name, content)
    return whole.getvalue(), len(found), [_NO_SECRET] if SECRETS in names else []


def planned(place, content):
    """The restoring.Plan for putting what `backup` made onto a place's board.

    Raises MatError for any other file, and where the board has no room for it.
    """
    found = unpack(content)
    there = {path: place.read(path) for path in place.names() if path in transfer.KEPT}
    matches = [place.match(kept.number) for kept in earlier(place)]
    matches = list(filter(None, matches))  # one may have just gone
    with tempfile.TemporaryDirectory() as folder:
        return restoring.plan(found, there, place.match(RUNNING), matches, place.room(), folder)


def restore(place, plan):
    """Does what a plan says. Wherever that is cut off, nothing is lost; then it can be repeated."""
    for path, content, day in plan.steps:
        if day is None:
            place.put(path, content)
        else:
            place.send(content, day)


def unpack(content):
    """The files in what `backup` made, {path: bytes}. Raises MatError for any other file."""
    if len(content) > _MOST_BYTES:
        raise MatError(restoring.NO_BACKUP)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            infos = packed.infolist()
            if not _is_sound(infos):
                raise MatError(restoring.NO_BACKUP)
            return {info.filename: packed.read(info) for info in infos}
    except _BROKEN as problem:
        raise MatError(f"{restoring.NO_BACKUP} ({problem})") from None


def _is_sound(infos):
    """Whether the files of a zip are such as a backup has, each once, and not too many or large."""
    names = {info.filename for info in infos}
    return (
        0 < len(names) == len(infos) <= _MOST_FILES
        and all(map(_KEPT.fullmatch, names))
        and all(info.compress_type in _PACKED for info in infos)
        and sum(info.file_size for info in infos) <= _MOST_BYTES
    )
