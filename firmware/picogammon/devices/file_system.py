"""The file system on the flash: mounted if possible, and made only on a blank flash.

What newer firmware laid out is neither mounted nor written. It is known by the file `layout.bin`,
`PGL` and a version byte, which layout 1 does not have; or because a file system begins farther on
than this image's, behind a larger image.

`flash` is a MicroPython block device, `vfs` MicroPython's module.
"""

from micropython import const

from picogammon.devices.files import Files, tried

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LAYOUT = 1  # the newest that this firmware knows
_PAGE = const(256)  # bytes that the flash programs at once
_MARK = b"PGL"
# What a littlefs begins with, after eight bytes. The last four of so many are its blocks.
_SUPERBLOCK = b"littlefs"
_START_BYTES = const(24)

missing = False  # set by the image's _boot.py: True if nothing is mounted
newer = False  # set by `take_up`: True if that is because the flash has a newer layout


def take_up(flash: "Any", vfs: "Any", place: str = "/") -> bool:
    """Mounts the file system at `place`, and makes one first on a blank flash.

    Returns True if it is mounted. Raises OSError if even a blank flash cannot be used.
    """
    global newer
    newer = False
    try:
        tried(_mount, flash, vfs, place)
    except OSError:
        newer = _begins_farther_on(flash)
        if newer or not _is_blank(flash):
            return False
        _make(flash, vfs, place)
        return True
    newer = _layout(place) > LAYOUT
    if newer:
        vfs.umount(place)
    return not newer


def erase_own(breathe: "Callable[[], object]") -> None:
    """`erase` for the chip that this runs on."""
    import vfs

    import rp2

    erase(rp2.Flash(), vfs, breathe)


def erase(flash: "Any", vfs: "Any", breathe: "Callable[[], object]", place: str = "/") -> None:
    """Makes a new file system and mounts it, with the matches that can still be read.

    `breathe()` is called now and then meanwhile. Raises OSError.
    """
    from picogammon.devices import salvage  # saves memory: hardly ever needed

    logs = salvage.logs_of(flash, breathe)
    _make(flash, vfs, place)
    salvage.keep(Files(), logs, place, breathe)


def _make(flash: "Any", vfs: "Any", place: str) -> None:
    vfs.VfsLfs2.mkfs(flash, progsize=_PAGE)
    _mount(flash, vfs, place)


def _mount(flash: "Any", vfs: "Any", place: str) -> None:
    vfs.mount(vfs.VfsLfs2(flash, progsize=_PAGE), place)


def _is_blank(flash: "Any") -> bool:
    """True if nothing was ever kept on the flash.

    If the plug is pulled while a file system is made, only the first page of the first two blocks
    is written.
    """
    buffer = bytearray(flash.ioctl(5, 0))
    erased = b"\xff" * len(buffer)
    for block in range(flash.ioctl(4, 0)):
        flash.readblocks(block, buffer)
        first = _PAGE if block < 2 else 0
        if buffer[first:] != erased[first:]:
            return False
    return True


def _layout(place: str) -> int:
    """The version of the layout of what is mounted there; 0 if it cannot be told."""
    try:
        mark = Files().content(place.rstrip("/") + "/layout.bin", len(_MARK) + 1) or b""
    except OSError:
        return 0
    return mark[len(_MARK)] if mark[:-1] == _MARK else 0


def _begins_farther_on(flash: "Any") -> bool:
    """True if a file system begins in a later block, and has all blocks from there on."""
    blocks = flash.ioctl(4, 0)
    start = bytearray(_START_BYTES)
    for block in range(2, blocks):
        flash.readblocks(block, start, 8)
        count = int.from_bytes(start[-4:], "little")
        if start[: len(_SUPERBLOCK)] == _SUPERBLOCK and count == blocks - block:
            return True
    return False
