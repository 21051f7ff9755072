"""Replacing a file so that a pulled plug leaves the old or the new one; putting files aside.

On littlefs (the Pico), on POSIX (the unix port, CPython on Linux and macOS) and on WebAssembly's
MEMFS a rename over an existing file is atomic, and on littlefs nothing written to a file exists
until it is flushed or closed.
"""

import os
from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    Sync = Callable[[], object]
    Binary = BinaryIO

_NO_ENTRY = (2, 44)  # ENOENT, and what WebAssembly's file system says for it
_CHUNK = const(512)
_NAMES = const(9)

# CPython on Windows renames over a file only by this name; MicroPython has `rename` alone.
_rename = getattr(os, "replace", os.rename)


def size(path: str) -> int:
    """Bytes in the file, or -1 where there is none. Raises OSError where that cannot be told."""
    for _ in range(2):  # a match may hang on it: the file system says it twice
        try:
            return os.stat(path)[6]
        except OSError as error:
            if error.args[0] not in _NO_ENTRY:
                raise
    return -1


def let_go(file: "BinaryIO | None") -> None:
    """Closes a file that was appended to; None is none."""
    if file is not None:
        try:
            file.close()
        except OSError:
            pass  # the append that failed has said so


def replace(path: str, chunks: "Iterable[bytes]", sync: "Sync | None" = None) -> int:
    """Give `path` the new content `chunks` (an iterable of bytes), atomically. Returns its size.

    `sync()`, where given, is called when all is written. Raises OSError, the old content untouched.
    """
    try:
        length = prepare(path, chunks)
        _rename(path + ".new", path)
    except OSError:
        remove_leftover(path)  # a half-written file would only fill the flash
        raise
    _settle(sync)
    return length


def replace_aside(
    path: str, chunks: "Iterable[bytes]", sync: "Sync | None" = None, kept: str | None = None
) -> int:
    """As `replace`, and the old file is kept whole, under the name `kept` or as `path`.bad.

    A pulled plug may leave `path`.new alone: `finish` goes on from there.
    """
    try:
        length = prepare(path, chunks)
        if kept:
            _rename(path, kept)
        else:
            put_aside(path)
    except OSError:
        remove_leftover(path)
        raise
    try:
        _rename(path + ".new", path)
    except OSError:
        _rename(kept or path + ".bad", path)
        remove_leftover(path)
        raise
    _settle(sync)
    return length


def _settle(sync: "Sync | None") -> None:
    if sync:
        try:
            sync()
        except OSError:
            pass  # the new content is there, and raising would say that it is not


def prepare(path: str, chunks: "Iterable[bytes]") -> int:
    """Writes what shall replace `path`, beside it. Returns its size."""
    length = 0
    with open(path + ".new", "wb") as file:
        for chunk in chunks:
            file.write(chunk)
            length += len(chunk)
        file.flush()
    return length


def finish(path: str) -> None:
    """Lets what `prepare` wrote take the place of `path`."""
    _rename(path + ".new", path)


def part(path: str, start: int, end: int) -> "Iterator[bytes]":
    """The bytes `start` to `end` of a file, in chunks that fit into small memory."""
    with open(path, "rb") as file:
        file.seek(start)
        while start < end:
            chunk = file.read(min(_CHUNK, end - start))
            if not chunk:
                break
            yield chunk
            start += len(chunk)


def put_aside(path: str) -> None:
    """Rename a file, or whatever has that name, to `path`.bad.

    What was kept there becomes `path`.bad.old: a plug that is pulled while a damaged file is
    repaired leaves another one.
    """
    bad = path + ".bad"
    if size(bad) >= 0:
        _rename(bad, bad + ".old")
    _rename(path, bad)


def put_away(path: str) -> str:
    """Rename what cannot be read to a name that nothing has yet; returns the name.

    Raises OSError when that fails, or all names are taken.
    """
    for i in range(1, _NAMES + 1):
        name = "%s.unread%d" % (path, i)
        if size(name) < 0:
            _rename(path, name)
            return name
    raise OSError("there is no name left to keep %s under" % path)


def remove(path: str) -> None:
    """Remove a file. Raises OSError when that fails."""
    os.remove(path)


def remove_leftover(path: str) -> None:
    """Remove what a replacement that never finished may have left behind."""
    try:
        os.remove(path + ".new")
    except OSError:
        pass  # as nearly always, there is none
