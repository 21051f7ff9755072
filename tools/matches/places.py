"""Where a board's files are: on a board at a serial port, or in an image of its flash."""

import re
import time
from pathlib import Path

from littlefs import LittleFSError

from picogammon import VERSION
from picogammon.devices.archive import newest_first
from tools import files
from tools.command import typed
from tools.emulator import files as disks
from tools.files import FileError
from tools.flash import FlashError, ports
from tools.flash.board import PLAYS, connect
from tools.image import uf2
from tools.matches import log

PATIENCE_S = 10
_COMMAND = typed("save-match")
_STUCK = "The board does not say that it plays on. If it does not, unplug it for a moment."
_OLDER = """\
The board has version {}, and this is {}. To update it: "Hardware set-up", "Update" in
its menu, then copy its .uf2 file onto the drive that appears; or {} again. Matches stay."""
_EMPTY = b"\xff"  # flash that nobody wrote to
_MATCH = re.compile(r"(\d{5,})(?:-(\d{4})(\d\d)(\d\d))?\.log", re.A)


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

    def close(self, error):
        """All is done, or ended with this exception."""

    def matches(self):
        """{number: (name, day as YYYY.MM.DD or "")} of the archived matches, newest first."""
        found = [_MATCH.fullmatch(name) for name in newest_first(self.names(log.MATCHES))]
        return {int(f[1]): (f[0], ".".join(f.groups()[1:]) if f[2] else "") for f in found if f}


class OnBoard(Place):
    """A board at a serial port (None: it is looked for). Its clock is set; it plays on at the end.

    `say` is called with a line for the user. `board`: one that is connected already. Raises
    FlashError.
    """

    def __init__(self, port, say, patience=PATIENCE_S, board=None, command=_COMMAND):
        self._board = board or connect(port or ports.find(command=command), patience, command)
        self._say = say
        self._patience = patience
        self._board.identity()
        self._board.set_clock(time.localtime())

    def names(self, folder=""):
        return self._board.names(folder)

    def read(self, path):
        return self._board.read(path)

    def put(self, path, content):
        folder = path.rpartition("/")[0]
        if folder and folder not in self._board.names(""):
            self._board.make_folders([folder])
        self._board.write(f"{path}.new", content)
        self._board.rename(f"{path}.new", path)

    def remove(self, path):
        folder, _, name = path.rpartition("/")
        if name in self._board.names(folder):
            self._board.remove([path])

    def close(self, error):
        try:
            if not isinstance(error, FlashError):
                plays, said = self._board.restart(PLAYS.search, self._patience)
                told = PLAYS.search(said)[0] if plays else _STUCK
                self._say(told)
                if plays and () < _numbers(told) < _numbers(VERSION):
                    self._say(_OLDER.format(told.split()[1], VERSION, typed("flash")))
        finally:
            self._board.close()


def _numbers(text):
    """The numbers of the version in a text as a tuple, to be compared; () if there is none."""
    found = re.search(r"\b(\d+)\.(\d+)\.(\d+)", text, re.A)
    return tuple(map(int, found.groups())) if found else ()


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
