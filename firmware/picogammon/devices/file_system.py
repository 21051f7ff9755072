"""Mounts the file system on the flash; makes a new file system only on a blank flash.

The flash contains the firmware image, the matches (RESERVED blocks), then the files. The file
`layout.bin` contains `PGL` and the version of this layout. A newer layout is neither mounted nor
changed. Parameters: `flash` is the block device with the files, `vfs` is MicroPython's module vfs.
"""

import sys
from micropython import const

from picogammon import LAYOUT
from picogammon.devices.files import Files, tried

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

RESERVED = 64  # blocks before the files, for the matches
MARK = "/layout.bin"
_PGL = b"PGL"
_BLOCK = const(4096)
_PAGE = const(256)  # bytes that the flash programs at once
# Base-2 logarithms of flash sizes in bytes: needed by each chip's image, and the smallest on sale.
_NEEDED = {"RP2040": 21, "RP2350": 22}
_LEAST = const(16)

missing = False  # set by the image's _boot.py: True if nothing is mounted
newer = False  # set by `mount`: True if nothing is mounted because the flash has a newer layout
needs = 0  # set by `mount_own`: the MB that the image needs, if the flash has less


def _own() -> "tuple[Any, Any]":
    import vfs

    import rp2

    return rp2.Flash(start=RESERVED * _BLOCK), vfs


def mount_own() -> bool:
    """Mounts the file system of this chip, a new one if the flash is blank. False on failure.

    If the flash is too small, returns False and sets `needs` to the MB needed. Addresses beyond
    the flash's end wrap around to its start, so a write there would destroy the firmware image.
    """
    global needs
    from picogammon_flash import jedec_id  # type: ignore[import-not-found]

    needs = lacking(jedec_id(), sys.implementation._machine)
    return not needs and mount(*_own())


def lacking(number: bytes, chip: str) -> int:
    """Returns the MB that the firmware image for `chip` needs, or 0 if the flash has enough.

    `number`: the flash's JEDEC ID, whose third byte is usually the base-2 logarithm of the size.
    `chip`: sys.implementation._machine.
    """
    needed = _NEEDED[chip[-6:]]
    return 1 << needed - 20 if _LEAST <= number[2] < needed else 0


def mount(flash: "Any", vfs: "Any", place: str = "/") -> bool:
    """Mounts the file system at `place`, a new one if the flash is blank. False on failure."""
    global newer
    newer = False
    try:
        tried(_mount, flash, vfs, place)
    except OSError:
        if not _is_blank(flash):
            return False
        _make(flash, vfs, place)
        return True
    try:
        mark = Files().read(place.rstrip("/") + MARK, 0, len(_PGL) + 1)
    except OSError:
        mark = b""
    newer = is_newer(mark)
    if newer:
        vfs.umount(place)
    return not newer


def is_newer(mark: bytes) -> bool:
    """True if newer firmware has laid out the flash. `mark`: the first bytes of `layout.bin`."""
    return mark.startswith(_PGL) and mark[len(_PGL) :] > bytes((LAYOUT,))


def erase_own() -> None:
    """Makes and mounts an empty file system on the chip that runs this code."""
    _make(*_own(), "/")


def _mount(flash: "Any", vfs: "Any", place: str) -> None:
    vfs.mount(vfs.VfsLfs2(flash, progsize=_PAGE), place)


def _make(flash: "Any", vfs: "Any", place: str) -> None:
    vfs.VfsLfs2.mkfs(flash, progsize=_PAGE)
    _mount(flash, vfs, place)
    Files().write(place.rstrip("/") + MARK, _PGL + bytes((LAYOUT,)))


def _is_blank(flash: "Any") -> bool:
    for block in range(flash.ioctl(4, 0)):
        first = _PAGE if block < 2 else 0  # a power cut may have left data of a new file system
        buffer = bytearray(_BLOCK - first)
        flash.readblocks(block, buffer, first)
        if buffer.strip(b"\xff"):
            return False
    return True
