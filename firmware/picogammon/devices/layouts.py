"""Where file systems begin on a flash, and how it is marked which layout of the flash they are of.

`flash` is a MicroPython block device, `vfs` MicroPython's module, `place` where it is mounted.
"""

from micropython import const

from picogammon.devices.files import Files

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

LAYOUT = 2  # the newest that this firmware knows, as in picogammon/__init__.py
FIRST = 64  # the block of layout 1's file system where layout 2's begins
MARK = "/layout.bin"
_PGL = b"PGL"
_BLOCK = const(4096)
_PAGE = const(256)  # bytes that the flash programs at once
# What a littlefs begins with, after eight bytes. The last four of so many are its blocks.
_SUPERBLOCK = b"littlefs"
_START_BYTES = const(24)


def mount(flash: "Any", vfs: "Any", place: str) -> None:
    """Mounts a file system. Raises OSError."""
    vfs.mount(vfs.VfsLfs2(flash, progsize=_PAGE), place)


def make(flash: "Any", vfs: "Any", place: str) -> None:
    """Makes a file system, and mounts it. Raises OSError."""
    vfs.VfsLfs2.mkfs(flash, progsize=_PAGE)
    mount(flash, vfs, place)


def mark(place: str) -> bytes:
    """What `layout.bin` says: b"", or the version, and the stand-in's block. Raises OSError."""
    found = Files().content(place.rstrip("/") + MARK, len(_PGL) + 2) or b""
    return found[len(_PGL) :] if found.startswith(_PGL) else b""


def write_mark(place: str, *stand_in: int) -> None:
    """Writes it, for this layout. Raises OSError."""
    Files().write(place.rstrip("/") + MARK, _PGL + bytes((LAYOUT,) + stand_in))


def superblocks(flash: "Any", blocks: "Iterable[int]") -> "Iterator[tuple[int, int]]":
    """Yields (block, blocks of the file system) for each of `blocks` that one begins in."""
    start = bytearray(_START_BYTES)
    for block in blocks:
        flash.readblocks(block, start, 8)
        if start.startswith(_SUPERBLOCK):
            yield block, int.from_bytes(start[-4:], "little")


def is_erased(flash: "Any", block: int, first: int = 0) -> bool:
    """True if all of a block is, from that byte on."""
    buffer = bytearray(_BLOCK - first)
    flash.readblocks(block, buffer, first)
    return not buffer.strip(b"\xff")
