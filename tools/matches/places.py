"""Where a board's files are: on a board at a serial port, or in an image of its flash."""

import binascii
import contextlib
import re
import tempfile
import time
from pathlib import Path

from littlefs import LittleFSError

from picogammon import VERSION
from picogammon.alarm import Alarm
from picogammon.app.modes.base import NO_ROOM
from picogammon.devices import transfer
from picogammon.devices.archive import newest_first
from picogammon.devices.files import MATCHES, SECRETS, SEEN
from tools import files
from tools.command import seconds
from tools.emulator import files as disks
from tools.files import FileError
from tools.flash import FlashError, ports
from tools.flash.board import PLAYS, connect
from tools.image import uf2
from tools.matches import at_board, log
from tools.typed import typed
from tools.ubgi.port import NoBoard, Port, older

PATIENCE_S = 10
_COMMAND = typed("save-match")
_SLOW_S = 30  # for a line, where a board compares a match with its earlier ones
_PIECE = 114  # bytes of a file in a line
_TRIES = 3
_EMPTY = b"\xff"  # flash that nobody wrote to
_MATCH = re.compile(r"(\d{5,})(?:-(\d{4})(\d\d)(\d\d))?\.log", re.A)


def options(parser):
    """Adds the options that say where the board is; returns the group of which one may be given."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--port", help="the board's serial port; looked for if not given")
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
    """The files of a board, by their paths. A context manager; what is put is there for good."""

    def __enter__(self):
        return self

    def __exit__(self, _, error, __):
        self.close(error)

    def names(self, folder=""):
        """The names of the files in a folder, [] where there is none."""
        raise NotImplementedError

    def read(self, path):
        """The bytes of a file, None where there is none."""
        raise NotImplementedError

    def put(self, path, content):
        """Puts a file there, whole or not at all; its folder is made."""
        raise NotImplementedError

    def remove(self, path):
        """Removes a file, if there is one."""
        raise NotImplementedError

    def restore(self, content):
        """Lets a backup's match, a sound log, take the place of the running one; returns notes.

        What a board does with it, its own code does here to a copy of the files.
        """
        with tempfile.TemporaryDirectory() as folder:
            before = self._copied(folder)
            Path(folder, transfer.BACKUP).write_bytes(content)
            notes = at_board.restore(f"{folder}/", dated=False)
            Path(folder, transfer.BACKUP).unlink()
            after = _contents(Path(folder))
        for path in sorted(before.keys() | after.keys()):
            if path not in after:
                self.remove(path)
            elif after[path] != before.get(path):
                self.put(path, after[path])
        return notes

    def _copied(self, folder):
        """{path: bytes} of the files that matches are made of; they are put into the folder."""
        own = [name for name in self.names() if name.startswith((log.NAME, SECRETS))]
        for name in (MATCHES, SEEN):
            Path(folder, name).mkdir()
            own += [f"{name}/{one}" for one in self.names(name)]
        for path in own:
            Path(folder, path).write_bytes(self.read(path))
        return _contents(Path(folder))

    def close(self, error):
        """All is done, or ended with this exception."""

    def matches(self):
        """{number: (name, day as YYYY.MM.DD or "")} of the archived matches, newest first."""
        found = [_MATCH.fullmatch(name) for name in newest_first(self.names(MATCHES))]
        return {int(f[1]): (f[0], ".".join(f.groups()[1:]) if f[2] else "") for f in found if f}


class OnLink(Place):
    """A board that plays, at a serial port (None: it is looked for); it plays on. Its clock is set.

    `say` is called with a line for the user. `port` may also be whatever has Port's `ask` and
    `close`. Raises FlashError.
    """

    def __init__(self, port, say, patience=PATIENCE_S, command=_COMMAND):
        self._say = say
        self._patience = patience
        self._command = command
        self._anew = False  # whether what was put counts only once the board starts anew
        self._path = port or ports.find(command=command)
        self._open()
        now = time.localtime()
        self._ask("clock", *now[:3], now.tm_wday, *now[3:6])

    def _open(self):
        with _told():
            self._board = self._path
            if isinstance(self._path, str):
                slow = max(self._patience, _SLOW_S)
                self._board = Port(self._path, slow, self._patience, _Hello())

    def names(self, folder=""):
        return [row[1] for row in self._ask("files", folder)[:-1]]

    def read(self, path):
        for _ in range(_TRIES):
            try:
                *rows, last = self._ask("get", path)
            except FlashError as error:
                why = str(error)  # perhaps it was replaced meanwhile
                continue
            if last[1] == "none":
                return None
            content = b"".join(binascii.a2b_base64(row[2]) for row in rows)
            if [str(len(content)), str(binascii.crc32(content))] == last[2:]:
                return content
            why = f"{path} does not come over the cable whole: try again"
        raise FlashError(why)

    def put(self, path, content):
        self._anew = self._anew or not path.startswith(MATCHES)
        self._ask("put", path, len(content), binascii.crc32(content))
        for at in range(0, len(content), _PIECE):
            piece = binascii.b2a_base64(content[at : at + _PIECE], newline=False)
            self._ask("data", piece.decode())

    def restore(self, content):
        self._anew = True
        self.put(transfer.BACKUP, content)
        try:
            return [" ".join(row[2:]) for row in self._ask("restore")[:-1]]
        except FlashError as refused:
            if NO_ROOM not in str(refused) or not isinstance(self._path, str):
                raise
        return self._restored_at_prompt(content)

    def _restored_at_prompt(self, content):
        """As `restore`, on a board that lacks the memory beside a match: stock MicroPython."""
        self._board.close()
        board = connect(self._path, self._patience, self._command)
        try:
            board.identity()
            board.write(transfer.BACKUP, content)  # the folder is there: it was put there before
            notes = board.restored(Path(at_board.__file__).read_text())
            board.remove([transfer.BACKUP])
            board.restart(PLAYS.search, self._patience)
        finally:
            board.close()
        self._open()
        return notes

    def close(self, error):
        try:
            if error is None:
                with _told():
                    self._end()
        finally:
            self._board.close()

    def _end(self):
        """Says that the board plays on, or starts anew; and where it should be updated."""
        rows = self._ask("mirror")
        name, version = rows[0][2:4]
        failed = [" ".join(row[2:]) for row in rows if row[1:4] == _FAILED]
        if failed:
            self._say(f"This board stands still: {failed[0]}")
        elif self._anew:
            self._ask("restart")
            self._say("The board starts anew with it.")
        else:
            self._say(f"Picogammon {version} plays on {name}")
        if () < _numbers(version) < _numbers(VERSION):
            self._say(older(version))

    def _ask(self, *words):
        """The words of each line that answers. Raises FlashError."""
        with _told():
            rows = list(self._board.ask(" ".join(map(str, words)).encode()))
        if rows[-1].startswith("error "):
            raise FlashError(f"The board says: {rows[-1].split(' ', 2)[-1]}")
        return [row.split(" ") for row in rows]


_FAILED = ["said", *f"{Alarm.title}.".split()]


class _Hello:
    """How a board is greeted for its files."""

    line = b"files"

    def __call__(self, reply):
        """Whether a line answers that. Raises NoBoard where the board's firmware is older."""
        if "'files' is no command" in reply:
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
            self._disk = disks.mount(self._flash)
        except (ValueError, LittleFSError) as problem:
            why = f" ({problem})" if isinstance(problem, ValueError) else ""
            raise FileError(
                f"{path} has no board's file system in it{why}: picotool save -a saves all of it"
            ) from None
        self._changed = False

    def names(self, folder=""):
        try:
            return self._disk.listdir(folder or "/")
        except LittleFSError:
            return []

    def read(self, path):
        folder, _, name = path.rpartition("/")
        if name not in self.names(folder):
            return None
        with self._disk.open(path, "rb") as file:
            return file.read()

    def put(self, path, content):
        self._changed = True
        try:
            self._disk.makedirs(path.rpartition("/")[0] or "/", exist_ok=True)
            with self._disk.open(path, "wb") as file:
                file.write(content)
        except LittleFSError as problem:
            raise FileError(f"{self._path} has no room for {path} ({problem})") from None

    def remove(self, path):
        if self.read(path) is not None:
            self._changed = True
            self._disk.remove(path)

    def close(self, error):
        if self._changed and error is None:
            flash = disks.rewritten(self._flash, self._disk)
            whole = uf2.pack(flash, self._chip) if self._uf2 else flash
            beside = self._path.with_suffix(".new")
            with files.writing(self._path):
                beside.write_bytes(whole)
                beside.replace(self._path)


def _contents(folder):
    """{path: bytes} of the files in a folder and those in it."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


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
