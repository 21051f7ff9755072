"""Files on a flash that may fail: how they are read, replaced, appended to and put aside.

Reading is tried three times: an error may be gone the next time, and a match depends on it. A
missing file counts as missing only if the folder's list says so as well. A rename over a file is
atomic on littlefs (the Pico), on POSIX (the unix port, CPython on Linux and macOS) and on
WebAssembly's MEMFS. On littlefs nothing written to a file exists until it is flushed or closed.
"""

import os
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, BinaryIO

MATCHES = "matches"  # the folder of the ring's sectors, where these are files
SETTINGS = "settings.bin"
DICE = "dice.bin"
SECRETS = "seal.bin"  # of sealed dice: it never leaves its board
SET_UP = "board.bin"
CRASHES = "crash.log"
CARDS = "cards.bin"  # of practice
SETS = "sets.bin"  # what was done of the practice sets
PEOPLE = "people.bin"  # what each person has done

_NO_ENTRY = (2, 44)  # ENOENT, and WebAssembly's number for it
_TRIES = const(3)
_CHUNK = const(512)
_NAMES = const(9)
_FLASH = const(1 << 20)  # bytes: a PC's file system is larger than a chip's


def damaged_end(count: int, path: str) -> str:
    """A sentence's beginning about the last `count` bytes of a file, which were damaged."""
    if count == 1:
        return "The last byte of %s was damaged" % path
    return "The last %d bytes of %s were damaged" % (count, path)


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
            raise OSError("%s is there, and is not" % path)
        return -1

    def changed(self, path: str) -> int:
        """When the file was last written to, as time.gmtime takes it. Raises OSError."""
        return int(self._os.stat(path)[8])

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

    def content(self, path: str, most: int) -> bytes | None:
        """The first `most` bytes of the file; None if there is no file. Raises OSError."""
        found: bytes | None = tried(self._content, path, most)
        return found

    def _content(self, path: str, most: int) -> bytes | None:
        if self.size(path) < 0:
            return None
        with self.open(path, "rb") as file:
            data: bytes = file.read(most)
            return data

    def part(self, path: str, start: int, end: int) -> "Iterator[bytes]":
        """Yields the bytes `start` to `end` of a file, in chunks that fit into small memory."""
        with self.open(path, "rb") as file:
            file.seek(start)
            while start < end:
                chunk = file.read(min(_CHUNK, end - start))
                if not chunk:
                    break
                yield chunk
                start += len(chunk)

    # Writing

    def write(self, path: str, data: "bytes | bytearray") -> None:
        """Writes a file whole, in no safe way. Raises OSError."""
        with self.open(path, "wb") as file:
            file.write(data)

    def replace(self, path: str, chunks: "Iterable[bytes]", kept: str | None = None) -> int:
        """Gives `path` the new content `chunks` atomically. Returns its size in bytes.

        `kept`: the name to keep the old file under; then a pulled plug may leave `path`.new without
        `path`, and `finish` goes on from there. Raises OSError, the old file in its place.
        """
        new = path + ".new"
        length = 0
        try:
            with self.open(new, "wb") as file:
                for chunk in chunks:
                    file.write(chunk)
                    length += len(chunk)
                file.flush()
            if kept:
                self.put_aside(path, kept)
        except OSError:
            self.remove_leftover(path)  # a half-written file would only fill the flash
            raise
        try:
            self._rename(new, path)
        except OSError:
            if kept:
                self._rename(kept, path)  # if not even that works, the new file stays for `finish`
            self.remove_leftover(path)
            raise
        try:
            self.sync()
        except OSError:
            pass  # the new content is there, and raising would say that it is not
        return length

    def finish(self, path: str) -> None:
        """Puts `path`.new in the place of `path`."""
        self.move(path + ".new", path)

    def move(self, path: str, other: str) -> None:
        """Gives a file another name, also that of a file, which is gone then. Raises OSError."""
        self._rename(path, other)

    def make_folder(self, path: str) -> None:
        """Makes a folder. Raises OSError."""
        self._os.mkdir(path)

    def put_aside(self, path: str, kept: str) -> None:
        """Renames a file, or whatever has that name, to `kept`.

        An older file of that name becomes `kept`.old: if the plug is pulled while a damaged file is
        repaired, there is another one to keep.
        """
        if self.size(kept) >= 0:
            self._rename(kept, kept + ".old")
        self._rename(path, kept)

    def put_away(self, path: str) -> str:
        """Renames an unreadable file to an unused name, `path`.unread1 to 9; returns the name.

        Raises OSError if that fails, or if all names are taken.
        """
        for i in range(1, _NAMES + 1):
            name = "%s.unread%d" % (path, i)
            if self.size(name) < 0:
                self._rename(path, name)
                return name
        raise OSError("there is no name left to keep %s under" % path)

    def remove(self, path: str) -> None:
        """Removes a file. Raises OSError if that fails."""
        self._os.remove(path)

    def remove_leftover(self, path: str) -> None:
        """Removes `path`.new, which an unfinished replacement may have left behind."""
        try:
            self._os.remove(path + ".new")
        except OSError:
            pass  # as a rule it does not exist


class Growing:
    """A file that is appended to. It stays open in between, which saves looking for its end."""

    def __init__(self, files: Files, path: str) -> None:
        self._files = files
        self._path = path
        self._file: "BinaryIO | None" = None

    @property
    def is_open(self) -> bool:
        """True after `add`, until `close` or an error."""
        return self._file is not None

    def add(self, data: "bytes | bytearray", anew: bool = False) -> None:
        """Appends; when this returns, `data` is on flash. `anew`: it becomes all of the file.

        Raises OSError; the file may then have any part of `data`.
        """
        try:
            if self._file is None:
                self._file = self._files.open(self._path, "wb" if anew else "ab")
            self._file.write(data)
            self._file.flush()
            self._files.sync()
        except BaseException:  # Ctrl-C as well: a file left open would be written to later on
            self.close()
            raise

    def close(self) -> None:
        """Closes the file; the next `add` opens it again."""
        file = self._file
        self._file = None
        if file is not None:
            try:
                file.close()
            except OSError:
                pass  # the append that failed has said so


def tried(act: "Callable[..., Any]", *what: object) -> "Any":
    """The result of act(*what), which is tried three times. Raises the last OSError."""
    for _ in range(_TRIES - 1):
        try:
            return act(*what)
        except OSError:
            pass
    return act(*what)


def bad(path: str) -> str:
    """The name under which a damaged file is kept."""
    return path + ".bad"
