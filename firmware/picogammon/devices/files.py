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

    Sync = Callable[[], object]  # makes a commit last, where the file system needs more than flush

_NO_ENTRY = (2, 44)  # ENOENT, and WebAssembly's number for it
_TRIES = const(3)
_CHUNK = const(512)
_NAMES = const(9)

# On CPython for Windows only os.replace renames over a file; MicroPython only has os.rename.
_rename = getattr(os, "replace", os.rename)


def size(path: str) -> int:
    """The bytes in the file, or -1 if there is no file. Raises OSError if that cannot be told."""
    for _ in range(2):
        try:
            return os.stat(path)[6]
        except OSError as error:
            if error.args[0] not in _NO_ENTRY:
                raise
    folder, _, name = path.rpartition("/")
    try:
        names = os.listdir(folder or ".")
    except OSError as error:
        if error.args[0] in _NO_ENTRY and folder and size(folder) < 0:
            return -1
        raise
    if name in names:  # or the file's folder could not be read
        raise OSError("%s is there, and is not" % path)
    return -1


def tried(act: "Callable[..., Any]", *what: object) -> "Any":
    """The result of act(*what), which is tried three times. Raises the last OSError."""
    for _ in range(_TRIES - 1):
        try:
            return act(*what)
        except OSError:
            pass
    return act(*what)


def content(path: str, most: int) -> bytes | None:
    """The first `most` bytes of the file; None if there is no file. Raises OSError."""
    found: bytes | None = tried(_content, path, most)
    return found


def _content(path: str, most: int) -> bytes | None:
    if size(path) < 0:
        return None
    with open(path, "rb") as file:
        return file.read(most)


class Growing:
    """A file that is appended to. It stays open in between, which saves looking for its end."""

    def __init__(self, path: str, sync: "Sync | None" = None) -> None:
        self._path = path
        self._sync = sync
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
                self._file = open(self._path, "wb" if anew else "ab")
            self._file.write(data)
            self._file.flush()
            if self._sync:
                self._sync()
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


def replace(
    path: str, chunks: "Iterable[bytes]", sync: "Sync | None" = None, kept: str | None = None
) -> int:
    """Gives `path` the new content `chunks` atomically. Returns its size in bytes.

    `sync()`, if given, is called when all is written. `kept`: the name to keep the old file under;
    then a pulled plug may leave `path`.new without `path`, and `finish` goes on from there. Raises
    OSError, the old file in its place.
    """
    new = path + ".new"
    length = 0
    try:
        with open(new, "wb") as file:
            for chunk in chunks:
                file.write(chunk)
                length += len(chunk)
            file.flush()
        if kept:
            put_aside(path, kept)
    except OSError:
        remove_leftover(path)  # a half-written file would only fill the flash
        raise
    try:
        _rename(new, path)
    except OSError:
        if kept:
            _rename(kept, path)  # if not even that works, the new file stays for `finish`
        remove_leftover(path)
        raise
    if sync:
        try:
            sync()
        except OSError:
            pass  # the new content is there, and raising would say that it is not
    return length


def finish(path: str) -> None:
    """Puts `path`.new in the place of `path`."""
    move(path + ".new", path)


def move(path: str, other: str) -> None:
    """Gives a file another name, also that of a file, which is gone then. Raises OSError."""
    _rename(path, other)


def part(path: str, start: int, end: int) -> "Iterator[bytes]":
    """Yields the bytes `start` to `end` of a file, in chunks that fit into small memory."""
    with open(path, "rb") as file:
        file.seek(start)
        while start < end:
            chunk = file.read(min(_CHUNK, end - start))
            if not chunk:
                break
            yield chunk
            start += len(chunk)


def bad(path: str) -> str:
    """The name under which a damaged file is kept."""
    return path + ".bad"


def put_aside(path: str, kept: str) -> None:
    """Renames a file, or whatever has that name, to `kept`.

    An older file of that name becomes `kept`.old: if the plug is pulled while a damaged file is
    repaired, there is another one to keep.
    """
    if size(kept) >= 0:
        _rename(kept, kept + ".old")
    _rename(path, kept)


def put_away(path: str) -> str:
    """Renames an unreadable file to an unused name, `path`.unread1 to 9; returns the name.

    Raises OSError if that fails, or if all names are taken.
    """
    for i in range(1, _NAMES + 1):
        name = "%s.unread%d" % (path, i)
        if size(name) < 0:
            _rename(path, name)
            return name
    raise OSError("there is no name left to keep %s under" % path)


def remove(path: str) -> None:
    """Removes a file. Raises OSError if that fails."""
    os.remove(path)


def remove_leftover(path: str) -> None:
    """Removes `path`.new, which an unfinished replacement may have left behind."""
    try:
        os.remove(path + ".new")
    except OSError:
        pass  # as a rule it does not exist
