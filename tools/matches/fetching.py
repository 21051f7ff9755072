"""A board's matches and files: fetched and sent, backed up and restored.

The board is at a serial port, or in an image of its flash. In both, filing.py answers.
"""

import binascii
import io
import re
import struct
import tempfile
import time
import zipfile
import zlib
from collections import namedtuple
from pathlib import Path
from types import SimpleNamespace

from littlefs import LittleFSError

from picogammon import VERSION
from picogammon.alarm import Alarm
from picogammon.app.display.view import View
from picogammon.app.session.dice import MatchDice
from picogammon.app.session.players import Players
from picogammon.app.session.session import Session
from picogammon.devices import transfer
from picogammon.devices.files import MATCHES, SECRETS, SETTINGS, Store
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.filing import Filing
from tools import files
from tools.command import add_patience
from tools.emulator import files as disks
from tools.files import FileError
from tools.flash import FlashError, ports
from tools.image import uf2
from tools.matches import MatError, log, restoring
from tools.terminal import print
from tools.typed import typed
from tools.ubgi.port import Port, older

RUNNING = "running"  # the number, and the kind, of the match that is played
SENT = "sent"
_PATIENCE_S = 10
_SLOW_S = 30  # for a line, if a board has a long match
_PIECE = 114  # bytes in a line
_TRIES = 3
_EMPTY = b"\xff"  # erased flash
_UNKNOWN = "-"  # a day
_FAILED = ["said", *f"{Alarm.title}.".split()]
_KEPT = re.compile(rf"{log.NAME}|[\w-]+\.bin|{MATCHES}/\d+(-\d{{8}})?\.log", re.A)
_MOST_BYTES = 1 << 20
_MOST_FILES = 256
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# The exceptions of zipfile for other files: ValueError for names as well, RuntimeError for a
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

# A match of a board: its number, RUNNING, "played" or SENT, and its day as 2026-11-22 or "".
Kept = namedtuple("Kept", ("number", "what", "day"))


def options(parser):
    """Adds the options for `place_of`; returns the group of which one may be given."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--port", help="the board's serial port; default: the port with a board")
    place.add_argument("--flash", help="an image of the board's flash: picotool save -a FILE")
    add_patience(parser, _PATIENCE_S, "a board's answer")
    return place


def place_of(options, verb):
    """Returns the Place of these options; an error's text tells people to run `verb` again."""
    if options.flash:
        return InFlash(options.flash)
    return OnLink(options.port, print, options.patience, command=typed(verb))


class Place:
    """The matches and files of a board; a context manager. Methods raise FlashError.

    `board`: `ask(line)` yields the lines that answer it, and `close()` ends the connection.
    """

    def __init__(self, board):
        self._board = board

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._board.close()

    def names(self):
        """Returns the names of the files."""
        return [name for _, name in self._ask("files")[:-1]]

    def read(self, path):
        """Returns the bytes of a file, or None if there is none."""
        return self._fetched("get", path)

    def put(self, path, content):
        """Writes a file, whole or not at all."""
        self._give(content, "put", path)

    def matches(self):
        """Returns the Kept of each match, the one that was played last first."""
        rows = self._ask("matches")[:-1]
        return [Kept(int(row[1]), row[2], row[3].strip(_UNKNOWN)) for row in rows]

    def room(self):
        """Returns the number of free sectors."""
        *_, used, whole = self._ask("matches")[-1]
        return int(whole) - int(used)

    def match(self, number):
        """Returns a match as it travels (bytes), None if there is none. `number` may be RUNNING."""
        return self._fetched("match", number)

    def send(self, content, day):
        """Adds an earlier match. `day`: as 2026-11-22, or "" or "-"."""
        self._give(content, "send", after=(day or _UNKNOWN,))

    def _fetched(self, verb, what):
        for _ in range(_TRIES):
            try:
                *rows, last = self._ask(verb, what)
            except FlashError as error:
                why = str(error)  # perhaps the file was just replaced
                continue
            if last[1] == "none":
                return None
            content = b"".join(binascii.a2b_base64(row[2]) for row in rows)
            if [str(len(content)), str(binascii.crc32(content))] == last[2:]:
                return content
            why = f"{verb} {what} arrived damaged over the cable: try again"
        raise FlashError(why)

    def _give(self, content, *words, after=()):
        self._ask(*words, len(content), binascii.crc32(content), *after)
        for at in range(0, len(content), _PIECE):
            piece = binascii.b2a_base64(content[at : at + _PIECE], newline=False)
            self._ask("data", piece.decode())

    def _ask(self, *words):
        """Returns the words of each line of the answer."""
        rows = list(self._board.ask(" ".join(map(str, words)).encode()))
        if rows[-1].startswith("error "):
            raise FlashError(f"The board says: {rows[-1].split(' ', 2)[-1]}")
        return [row.split(" ") for row in rows]


class OnLink(Place):
    """A board that plays, at a serial port (None: the port with a board). Sets its clock.

    `say` is called with lines for the user. `port` may also be an object like a Port.
    """

    def __init__(self, port, say, patience=_PATIENCE_S, command=ports.COMMAND):
        self._say = say
        self._restarts = False
        port = port or ports.find(command=command)
        if isinstance(port, str):
            port = Port(port, max(patience, _SLOW_S), patience, hello=b"files")
        super().__init__(port)
        now = time.localtime()
        self._ask("clock", *now[:3], now.tm_wday, *now[3:6])

    def __exit__(self, _, error, __):
        try:
            if error is None:
                self._end()
        finally:
            self._board.close()

    def put(self, path, content):
        self._restarts = True  # only then does the board use the file
        super().put(path, content)

    def _end(self):
        rows = self._ask("mirror")
        name, version = rows[0][2:4]
        failed = [" ".join(row[2:]) for row in rows if row[1:4] == _FAILED]
        if failed:
            self._say(f"This board has stopped: {failed[0]}")
        elif self._restarts:
            self._ask("restart")
            self._say("The board restarts with it.")
        else:
            self._say(f"Picogammon {version} plays on {name}")
        if () < _numbers(version) < _numbers(VERSION):
            self._say(older(version))


def _numbers(version):
    """Returns the numbers of a version, to be compared; () if it has none."""
    found = re.search(r"\b(\d+)\.(\d+)\.(\d+)", version, re.A)
    return tuple(map(int, found.groups())) if found else ()


class InFlash(Place):
    """An image of the flash in a .bin or .uf2 file of `picotool save -a`; changes are written into
    the file at the end. Raises FileError."""

    def __init__(self, path):
        self._path = Path(path)
        content = files.read(path)
        self._uf2 = self._path.suffix.lower() == ".uf2"
        try:
            self._chip, self._flash = _flat(content) if self._uf2 else (None, content)
            self._copy = disks.Copy(self._flash)
        except (ValueError, LittleFSError) as problem:
            why = f" ({problem})" if isinstance(problem, ValueError) else ""
            raise FileError(
                f"{path} has no board's file system in it{why}: picotool save -a saves all of it"
            ) from None
        super().__init__(_IdleBoard(self._copy))

    def __exit__(self, _, error, __):
        flash = self._copy.content()
        if flash != self._flash and error is None:
            whole = uf2.pack(flash, self._chip) if self._uf2 else flash
            part = self._path.with_suffix(".new")
            with files.writing(self._path):
                part.write_bytes(whole)
                part.replace(self._path)


class _IdleBoard:
    """A board that nobody plays on, with its matches and files in a disks.Copy."""

    def __init__(self, copy):
        store = Store(copy.files, SETTINGS)
        dice = MatchDice(None, store, store)
        archive = Archive(copy.ring, copy.files)
        session = _Session(Players(), dice, MatchLog(copy.ring), store, archive)
        navigator = SimpleNamespace(session=session, view=View())
        host = SimpleNamespace(ring=copy.ring, files=copy.files, machine=None)
        self._filing = Filing(host, navigator)

    def ask(self, line):
        try:
            yield from filter(None, self._filing.lines(line.decode().split(" ")))
        except LittleFSError as error:
            raise FlashError(f"The image has no room for it, or is damaged: {error}") from None


class _Session(Session):
    needs_both = False


def _flat(file):
    """Returns (the chip, its flash from the start) of a UF2 file. Raises ValueError."""
    chip, found = uf2.unpack(file)
    pages = [(address - uf2.FLASH, page) for address, page in found]
    if min(address for address, _ in pages) < 0:
        raise ValueError("it is not of the flash alone")
    flash = bytearray(_EMPTY * max(address + len(page) for address, page in pages))
    for address, page in pages:
        flash[address : address + len(page)] = page
    return chip, bytes(flash)


def running(place):
    """Returns the records of the match that is played. Raises MatError or FlashError."""
    content = place.match(RUNNING)
    if content is None:
        raise MatError("there is no match on this board yet")
    return list(log.match_log(content).open())


def earlier(place):
    """Returns the Kept of each earlier match, newest first."""
    return [kept for kept in place.matches() if kept.what != RUNNING]


def archived(place, number):
    """Returns (the records of an earlier match, its day as YYYY.MM.DD or "").

    Raises as `running` does.
    """
    days = {kept.number: kept.day for kept in earlier(place)}
    content = place.match(number) if number in days else None
    if content is None:
        numbers = ", ".join(map(str, days)) or "it has none"
        raise MatError(f"there is no match {number} among the board's earlier ones ({numbers})")
    return list(log.match_log(content).open()), days[number].replace("-", ".")


def send(place, records, day):
    """Adds an earlier match to a board; returns its number there. `day`: YYYY.MM.DD."""
    place.send(log.content(records), day.replace(".", "-"))
    return next(kept.number for kept in place.matches() if kept.what == SENT)


def backup(place):
    """Returns (a zip file, bytes, of all matches and preferences, the number of files, notes).

    The secret of sealed dice stays on the board.
    """
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
    """Returns the restoring.Plan that puts a backup onto a board.

    Raises MatError for any other file, and if the board has no room for it.
    """
    found = unpack(content)
    there = {path: place.read(path) for path in place.names() if path in transfer.KEPT}
    matches = [place.match(kept.number) for kept in earlier(place)]
    matches = list(filter(None, matches))  # one may have just gone
    with tempfile.TemporaryDirectory() as folder:
        return restoring.plan(found, there, place.match(RUNNING), matches, place.room(), folder)


def restore(place, plan):
    """Carries out a plan. If it is interrupted, nothing is lost, and it can be repeated."""
    for path, content, day in plan.steps:
        if day is None:
            place.put(path, content)
        else:
            place.send(content, day)


def unpack(content):
    """Returns the files of a backup, {path: bytes}. Raises MatError for any other file."""
    if len(content) > _MOST_BYTES:
        raise MatError(restoring.NO_BACKUP)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            infos = packed.infolist()
            names = {info.filename for info in infos}
            if not (
                0 < len(names) == len(infos) <= _MOST_FILES
                and all(map(_KEPT.fullmatch, names))
                and all(info.compress_type in _PACKED for info in infos)
                and sum(info.file_size for info in infos) <= _MOST_BYTES
            ):
                raise MatError(restoring.NO_BACKUP)
            return {info.filename: packed.read(info) for info in infos}
    except _BROKEN as problem:
        raise MatError(f"{restoring.NO_BACKUP} ({problem})") from None
