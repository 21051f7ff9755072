"""The file system on the flash: mounted if possible, and made only on a blank flash.

`flash` is a MicroPython block device, `vfs` MicroPython's module.
"""

from micropython import const

from picogammon.devices import files

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PAGE = const(256)  # bytes that the flash programs at once

missing = False  # set by the image's _boot.py: True if nothing is mounted


def take_up(flash: "Any", vfs: "Any", place: str = "/") -> bool:
    """Mounts the file system at `place`, and makes one first on a blank flash.

    Returns True if it is mounted. Raises OSError if even a blank flash cannot be used.
    """
    try:
        files.tried(_mount, flash, vfs, place)
        return True
    except OSError:
        pass
    if not _is_blank(flash):
        return False
    _make(flash, vfs, place)
    return True


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
    salvage.keep(logs, place, breathe)


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
