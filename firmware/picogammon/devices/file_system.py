"""The file system on the flash: mounted if possible, and made only on a blank flash.

The flash behind the image belongs to the matches (RESERVED blocks) and to the files. What newer
firmware has laid out is neither mounted nor written: its file `layout.bin`, `PGL` and a version
byte, has a higher version.

`flash` is a MicroPython block device, the files' part; `vfs` MicroPython's module.
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
# The logarithms of the flash's bytes: what the image of each chip needs, and the least that sells.
_NEEDED = {"RP2040": 21, "RP2350": 22}
_LEAST = const(16)

missing = False  # set by the image's _boot.py: True if nothing is mounted
newer = False  # set by `mount`: True if that is because the flash has a newer layout
needs = 0  # set by `mount_own`: the MB that the image needs, if that is because the flash has less


def _own() -> "tuple[Any, Any]":
    """(flash, vfs) of the chip that this runs on."""
    import vfs

    import rp2

    return rp2.Flash(start=RESERVED * _BLOCK), vfs


def mount_own() -> bool:
    """`mount` for the chip that this runs on; False if its flash is too small.

    Addresses beyond the end of a flash begin at its start again: to write there destroys the image.
    """
    global needs
    from picogammon_flash import jedec_id  # type: ignore[import-not-found]

    needs = lacking(jedec_id(), sys.implementation._machine)
    return not needs and mount(*_own())


def lacking(number: bytes, chip: str) -> int:
    """The MB that the image for that chip needs if a flash has less, or 0.

    `number`: the flash's JEDEC ID. With most makers its third byte is the logarithm of the size; a
    number that cannot be one is let pass.
    """
    needed = _NEEDED[chip[-6:]]
    return 1 << needed - 20 if _LEAST <= number[2] < needed else 0


def mount(flash: "Any", vfs: "Any", place: str = "/") -> bool:
    """Mounts the file system at `place`, and makes one first on a blank flash.

    Returns True if it is mounted. Raises OSError if even a blank flash cannot be used.
    """
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
    """True if those first bytes of `layout.bin` say that newer firmware has laid the flash out."""
    return mark.startswith(_PGL) and mark[len(_PGL) :] > bytes((LAYOUT,))


def erase_own() -> None:
    """Makes a new file system on the chip that this runs on, and mounts it. Raises OSError."""
    _make(*_own(), "/")


def _mount(flash: "Any", vfs: "Any", place: str) -> None:
    vfs.mount(vfs.VfsLfs2(flash, progsize=_PAGE), place)


def _make(flash: "Any", vfs: "Any", place: str) -> None:
    vfs.VfsLfs2.mkfs(flash, progsize=_PAGE)
    _mount(flash, vfs, place)
    Files().write(place.rstrip("/") + MARK, _PGL + bytes((LAYOUT,)))


def _is_blank(flash: "Any") -> bool:
    """True if nothing was ever kept on the flash.

    If the plug is pulled while a file system is made, only the first page of its first two blocks
    is written.
    """
    for block in range(flash.ioctl(4, 0)):
        first = _PAGE if block < 2 else 0
        buffer = bytearray(_BLOCK - first)
        flash.readblocks(block, buffer, first)
        if buffer.strip(b"\xff"):
            return False
    return True
