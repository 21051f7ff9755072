"""Files on a flash that may fail: how they are read, replaced and put aside.

Reading is tried three times: an error may be gone the next time. A missing file counts as missing
only if the folder's list says so as well. A rename over a file is atomic on littlefs (the Pico), on
POSIX (the unix port, CPython on Linux and macOS) and on WebAssembly's MEMFS. On littlefs nothing
written to a file exists until it is flushed or closed.
"""

import os
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from typing import Any

MATCHES = "matches"  # the folder of the ring's sectors, where these are files
SETTINGS = "settings.bin"
DICE = "dice.bin"
SECRETS = "seal.bin"  # of sealed dice: it never leaves its board
SET_UP = "board.bin"
CRASHES = "crash.log"
STARTS = "starts"  # that the power cut short, a byte each
CARDS = "cards.bin"  # of practice
SETS = "sets.bin"  # what was done of the practice sets
PEOPLE = "people.bin"  # what each person has done
_NEW = ".new"  # ends the name of what shall replace a file
_COMING = "coming"
COMING = _COMING + _NEW  # what a PC sends

_NO_ENTRY = (2, 44)  # ENOENT, and WebAssembly's number for it
_TRIES = const(3)
_FLASH = const(1 << 20)  # bytes: a PC's file system is larger than a chip's


class Files:
    """The files of a board, in one file system.

    `sync()` makes what was written last. `written()`, if it is set, is called after that.
    """

    def __init__(
        self,
        system: "Any" = os,
        open: "Callable[[str, str], Any]" = open,
        sync: "Callable[[], object] | None" = None,
    ) -> None:
        """`system`: has what is used of the module os; with `open`, by default the runtime's own.

        `sync()`: what a commit needs besides a flush.
        """
        self.open = open
        self.written: "Callable[[], object] | None" = None
        self._os = system
        self._sync = sync
        # On CPython for Windows only os.replace renames over a file; MicroPython only has rename.
        self._rename = getattr(system, "replace", system.rename)

    def sync(self) -> None:
        """Makes last what was written. Raises OSError."""
        if self._sync:
            self._sync()
        if self.written:
            self.written()

    # Looking

    def size(self, path: str) -> int:
        """The bytes in the file, or -1 if there is no file. Raises OSError if that is unknown."""
        for _ in range(2):
            try:
                found: int = self._os.stat(path)[6]
                return found
            except OSError as error:
                if error.args[0] not in _NO_ENTRY:
                    raise
        folder, _, name = path.rpartition("/")
        try:
            names = self.names(folder)
        except OSError as error:
            if error.args[0] in _NO_ENTRY and folder and self.size(folder) < 0:
                return -1
            raise
        if name in names:  # or the file's folder could not be read
            raise OSError("%s is listed, but missing" % path)
        return -1

    def names(self, folder: str) -> "list[str]":
        """The names in a folder, "" for that of all others. Raises OSError."""
        found: "list[str]" = self._os.listdir(folder or ".")
        return found

    def room(self) -> "tuple[int, int]":
        """(bytes in the file system, free bytes), each at most what a chip's flash has."""
        try:
            _, block, blocks, free = self._os.statvfs(".")[:4]
        except (AttributeError, OSError):  # WebAssembly, Windows
            return _FLASH, _FLASH
        return min(_FLASH, block * blocks), min(_FLASH, block * free)

    # Reading

    def read(self, path: str, start: int, end: int) -> bytes:
        """The bytes `start` to `end` of a file. Raises OSError."""
        data: bytes = tried(self._part, path, start, end)
        return data

    def _part(self, path: str, start: int, end: int) -> bytes:
        with self.open(path, "rb") as file:
            file.seek(start)
            data: bytes = file.read(end - start)
            return data

    # Writing

    def write(self, path: str, data: "bytes | bytearray") -> None:
        """Writes a file whole, in no safe way. Raises OSError."""
        with self.open(path, "wb") as file:
            file.write(data)

    def replace(self, path: str, chunks: "Iterable[bytes]") -> None:
        """Gives `path` the new content `chunks` atomically. Raises OSError, the old one safe."""
        try:
            for _ in self.prepare(path, chunks):
                pass
            self.finish(path)
        except OSError:
            self.remove_leftover(path)
            raise

    def prepare(self, path: str, chunks: "Iterable[bytes]") -> "Generator[None, None, None]":
        """Writes `path`.new, for `finish`; yields between slices. Nothing is left of it if it fails
        or is given up (closed).
        """
        whole = False
        try:
            with self.open(path + _NEW, "wb") as file:
                for chunk in chunks:
                    yield  # to make a chunk takes its time, and so does an erase
                    file.write(chunk)
                    yield
            whole = True
        finally:
            if not whole:
                self.remove_leftover(path)  # it would only fill the flash

    def finish(self, path: str) -> None:
        """Puts `path`.new in the place of `path`. Raises OSError, the old one safe."""
        self.move(path + _NEW, path)
        try:
            self.sync()
        except OSError:
            pass  # the new content is there, and raising would say that it is not

    def move(self, path: str, other: str) -> None:
        """Gives a file another name, also that of a file, which is gone then. Raises OSError."""
        self._rename(path, other)

    def make_folder(self, path: str) -> None:
        """Makes a folder. Raises OSError."""
        self._os.mkdir(path)

    def put_aside(self, path: str) -> None:
        """Renames a damaged file to `path`.bad. Raises OSError.

        An older file of that name becomes `path`.bad.old: if the plug is pulled while a damaged
        file is repaired, there is another one to keep.
        """
        kept = path + ".bad"
        if self.size(kept) >= 0:
            self._rename(kept, kept + ".old")
        self._rename(path, kept)

    def remove(self, path: str) -> None:
        """Removes a file. Raises OSError if that fails."""
        self._os.remove(path)

    def remove_leftover(self, path: str) -> None:
        """Removes `path`.new, which an unfinished replacement may have left behind."""
        try:
            self._os.remove(path + _NEW)
        except OSError:
            pass  # as a rule it does not exist

    def remove_leftovers(self) -> None:
        """Removes what a power cut has left of files that are large, or seldom opened."""
        try:
            names = self.names("")
        except OSError:
            return
        for path in (_COMING, PEOPLE, CARDS, SETS):
            # Without the old cards the new ones are whole: Slots.read puts them in their place.
            if path + _NEW in names and (path != CARDS or path in names):
                self.remove_leftover(path)


def tried(act: "Callable[..., Any]", *what: object) -> "Any":
    """The result of act(*what), which is tried three times. Raises the last OSError."""
    for _ in range(_TRIES - 1):
        try:
            return act(*what)
        except OSError:
            pass
    return act(*what)
