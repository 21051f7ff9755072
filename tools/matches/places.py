"""Where a board's matches and files are: on a board at a serial port, or in an image of its flash.

The board's own code answers in both (filing.py).
"""

import binascii
import contextlib
import re
import time
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
from picogammon.devices.files import SETTINGS, Store
from picogammon.devices.match_log import Archive, MatchLog
from picogammon.filing import Filing
from tools import files
from tools.command import seconds
from tools.emulator import files as disks
from tools.files import FileError
from tools.flash import FlashError, ports
from tools.image import uf2
from tools.typed import typed
from tools.ubgi.port import NoBoard, Port, older

PATIENCE_S = 10
RUNNING = "running"  # of the match that is played: its number, and what it is
SENT = "sent"
_COMMAND = typed("save-match")
_SLOW_S = 30  # for a line, where a board keeps a long match
_PIECE = 114  # bytes in a line
_TRIES = 3
_EMPTY = b"\xff"  # flash that nobody wrote to
_UNKNOWN = "-"  # a day

# A match of a board: its number, RUNNING, "played" or SENT, and its day as 2026-11-22 or "".
Kept = namedtuple("Kept", ("number", "what", "day"))


def options(parser):
    """Adds the options that say where the board is; returns the group of which one may be given."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--port", help="the board's serial port; default: the port with a board")
    place.add_argument("--flash", help="an image of the board's flash: picotool save -a FILE")
    parser.add_argument(
        "--patience",
        type=seconds,
        default=PATIENCE_S,
        metavar="SECONDS",
        help="how long to wait for a board's answer (%(default)s)",
    )
    return place


class Place:
    """The matches and files of a board. A context manager; what is put is there for good.

    `board`: `ask(line)` yields the lines that answer it, and `close()` lets go of it. Methods raise
    FlashError.
    """

    def __init__(self, board):
        self._board = board

    def __enter__(self):
        return self

    def __exit__(self, _, error, __):
        self.close(error)

    def close(self, error):
        """All is done, or ended with this exception."""
        self._board.close()

    def names(self):
        """The names of the files."""
        return [name for _, name in self._ask("files")[:-1]]

    def read(self, path):
        """The bytes of a file, None where there is none."""
        return self._fetched("get", path)

    def put(self, path, content):
        """Puts a file there, whole or not at all."""
        self._give(content, "put", path)

    def matches(self):
        """The Kept of each match, the one that was played last first."""
        rows = self._ask("matches")[:-1]
        return [Kept(int(row[1]), row[2], row[3].strip(_UNKNOWN)) for row in rows]

    def room(self):
        """Returns the number of free sectors."""
        *_, used, whole = self._ask("matches")[-1]
        return int(whole) - int(used)

    def match(self, number):
        """The bytes of a match as it travels, None where there is none; `number` may be RUNNING."""
        return self._fetched("match", number)

    def send(self, content, day):
        """Adds an earlier match. `day`: as 2026-11-22, or "" or "-"."""
        self._give(content, "send", after=(day or _UNKNOWN,))

    def _fetched(self, verb, what):
        for _ in range(_TRIES):
            try:
                *rows, last = self._ask(verb, what)
            except FlashError as error:
                why = str(error)  # perhaps it was replaced meanwhile
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
        """The words of each line that answers."""
        with _told():
            rows = list(self._board.ask(" ".join(map(str, words)).encode()))
        if rows[-1].startswith("error "):
            raise FlashError(f"The board says: {rows[-1].split(' ', 2)[-1]}")
        return [row.split(" ") for row in rows]


class OnLink(Place):
    """A board that plays, at a serial port (None: it is looked for); it plays on. Its clock is set.

    `say` is called with a line for the user. `port` may also be whatever has Port's `ask` and
    `close`.
    """

    def __init__(self, port, say, patience=PATIENCE_S, command=_COMMAND):
        self._say = say
        self._patience = patience
        self._command = command
        self._anew = False  # whether what was put counts only once the board starts anew
        self._path = port or ports.find(command=command)
        Place.__init__(self, self._opened())
        now = time.localtime()
        self._ask("clock", *now[:3], now.tm_wday, *now[3:6])

    def _opened(self):
        if not isinstance(self._path, str):
            return self._path
        with _told():
            return Port(self._path, max(self._patience, _SLOW_S), self._patience, _Hello())

    def put(self, path, content):
        self._anew = True
        Place.put(self, path, content)

    def close(self, error):
        try:
            if error is None:
                self._end()
        finally:
            self._board.close()

    def _end(self):
        """Says that the board plays on, or starts anew; and where it should be updated."""
        rows = self._ask("mirror")
        name, version = rows[0][2:4]
        failed = [" ".join(row[2:]) for row in rows if row[1:4] == _FAILED]
        if failed:
            self._say(f"This board has stopped: {failed[0]}")
        elif self._anew:
            self._ask("restart")
            self._say("The board restarts with it.")
        else:
            self._say(f"Picogammon {version} plays on {name}")
        if () < _numbers(version) < _numbers(VERSION):
            self._say(older(version))


_FAILED = ["said", *f"{Alarm.title}.".split()]


class _Hello:
    """How a board is greeted for its files."""

    line = b"files"

    def __call__(self, reply):
        """Whether a line answers that. Raises NoBoard where the board's firmware is older."""
        if "unknown_command 'files'" in reply:
            raise NoBoard(older())
        return reply == "files end"


def _numbers(text):
    """The numbers of a version as a tuple, to be compared; () if it has none."""
    found = re.search(r"\b(\d+)\.(\d+)\.(\d+)", text, re.A)
    return tuple(map(int, found.groups())) if found else ()


@contextlib.contextmanager
def _told():
    """What a port says is for people."""
    try:
        yield
    except NoBoard as problem:
        raise FlashError(str(problem)) from None


class InFlash(Place):
    """An image of the flash in a file, .bin or .uf2, as `picotool save -a` writes it; what is put
    goes into the same file at the end. Raises FileError."""

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
        Place.__init__(self, _IdleBoard(self._copy))

    def close(self, error):
        flash = self._copy.content()
        if flash != self._flash and error is None:
            whole = uf2.pack(flash, self._chip) if self._uf2 else flash
            beside = self._path.with_suffix(".new")
            with files.writing(self._path):
                beside.write_bytes(whole)
                beside.replace(self._path)


class _IdleBoard:
    """A board at which nobody plays, whose matches and files are in a disks.Copy."""

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
            yield from filter(None, self._filing.lines(line.decode().split(" "), 0))
        except LittleFSError as error:
            raise NoBoard(f"The image has no room for it, or is damaged: {error}") from None


class _Session(Session):
    needs_both = False


def _flat(file):
    """(the chip, its flash from the start) that a UF2 file holds. Raises ValueError."""
    chip, found = uf2.unpack(file)
    pages = [(address - uf2.FLASH, page) for address, page in found]
    if min(address for address, _ in pages) < 0:
        raise ValueError("it is not of the flash alone")
    flash = bytearray(_EMPTY * max(address + len(page) for address, page in pages))
    for address, page in pages:
        flash[address : address + len(page)] = page
    return chip, bytes(flash)
