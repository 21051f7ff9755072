"""Replacing a file so that a pulled plug leaves the old or the new one; keeping what is damaged.

On littlefs (the Pico), on POSIX (the unix port, CPython on Linux and macOS) and on WebAssembly's
MEMFS a rename over an existing file is atomic, and on littlefs nothing written to a file exists
until it is flushed or closed.
"""

import os
from micropython import const

_KEPT_BYTES = const(16384)
_CHUNK = const(512)

# CPython on Windows renames over a file only by this name; MicroPython has `rename` alone.
_rename = getattr(os, "replace", os.rename)


def size(path):
    """Bytes in the file, or -1 where there is none."""
    try:
        return os.stat(path)[6]
    except OSError:
        return -1


def replace(path, chunks, sync=None):
    """Give `path` the new content `chunks` (an iterable of bytes), atomically. Returns its size.

    `sync()`, where given, is called when all is written. Raises OSError, the old content untouched.
    """
    new = path + ".new"
    length = 0
    try:
        with open(new, "wb") as file:
            for chunk in chunks:
                file.write(chunk)
                length += len(chunk)
            file.flush()
        _rename(new, path)
    except OSError:
        remove_leftover(path)  # a half-written file would only fill the flash
        raise
    if sync:
        sync()
    return length


def part(path, start, end):
    """The bytes `start` to `end` of a file, in chunks that fit into small memory."""
    with open(path, "rb") as file:
        file.seek(start)
        while start < end:
            chunk = file.read(min(_CHUNK, end - start))
            if not chunk:
                break
            yield chunk
            start += len(chunk)


def keep_aside(path, start, sync=None):
    """Copy what is damaged, `path` from `start` on, to `path`.bad: 16 KB of it at most."""
    replace(path + ".bad", part(path, start, start + _KEPT_BYTES), sync)


def remove(path):
    """Remove a file. Raises OSError when that fails."""
    os.remove(path)


def remove_leftover(path):
    """Remove what a replacement that never finished may have left behind."""
    try:
        os.remove(path + ".new")
    except OSError:
        pass  # as nearly always, there is none
