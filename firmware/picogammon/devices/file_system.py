"""The file system on the flash: mounted if possible, and made only on a blank flash.

What newer firmware laid out is neither mounted nor written. It is known by the file `layout.bin`,
`PGL` and a version byte, which layout 1 does not have; or because a file system begins farther on
than this image's, behind a larger image.

Layout 2's file system begins FIRST blocks behind layout 1's. The board moves layout 1's files there
(new_layout.py), or uses them where they are if they are too many.

`flash` is a MicroPython block device; `part` the one that begins FIRST blocks farther on, or None
where layout 1 leaves the image as much room; `vfs` MicroPython's module.
"""

import sys
from micropython import const

from picogammon.devices.files import Files, tried
from picogammon.devices.layouts import (
    FIRST,
    LAYOUT,
    is_erased,
    make,
    mark,
    mount,
    superblocks,
    write_mark,
)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_BLOCK = const(4096)
_PAGE = const(256)  # bytes that the flash programs at once

missing = False  # set by the image's _boot.py, and `move`: True if nothing is mounted
newer = False  # set by `take_up`: True if that is because the flash has a newer layout
old = False  # set by `take_up`: True if layout 1's files are mounted
kept = ""  # set by `move`: why they stay there


def own() -> "tuple[Any, Any]":
    """(flash, part) of the chip that this runs on."""
    import rp2

    flash = rp2.Flash()
    if sys.implementation._machine.endswith("RP2040"):
        return flash, rp2.Flash(start=FIRST * _BLOCK)
    return flash, None


def take_up_own() -> bool:
    """`take_up` for the chip that this runs on."""
    import vfs

    flash, part = own()
    return take_up(flash, vfs, "/", part)


def take_up(flash: "Any", vfs: "Any", place: str = "/", part: "Any" = None) -> bool:
    """Mounts the file system at `place`, and makes one first on a blank flash.

    Returns True if it is mounted. Raises OSError if even a blank flash cannot be used.
    """
    global newer, old
    old = False
    found = None
    # littlefs also mounts another directory that lies where the first one should.
    if not part or any(superblocks(part, (0, 1))):
        found = _mounted(part or flash, vfs, place)
    if part and not (found and (len(found) == 1 or found[0] > LAYOUT)):
        found = _taken_over(flash, vfs, place, part, found)
    if found is None:
        newer = _begins_farther_on(flash, part)
        if newer or not _is_blank(flash, part):
            return False
        _make(flash, vfs, place, part)
        return True
    newer = bool(found) and found[0] > LAYOUT
    if newer:
        old = False
        vfs.umount(place)
    return not newer


def move_own(breathe: "Callable[[], object]", told: "Callable[[int, int], object]") -> bool:
    """`move` for the chip that this runs on."""
    import vfs

    return move(own()[0], vfs, breathe, told)


def move(
    flash: "Any",
    vfs: "Any",
    breathe: "Callable[[], object]",
    told: "Callable[[int, int], object]",
    place: str = "/",
) -> bool:
    """Moves layout 1's files, which are mounted, to layout 2, which the next start mounts.

    `breathe()` is called now and then, `told(done, files)` before each file. Returns False if they
    stay where they are, and are mounted; or if the flash has failed when some were moved: then
    nothing is mounted, and the next start tries to go on.
    """
    global kept, missing
    from picogammon.devices import new_layout  # saves memory: needed once

    vfs.umount(place)
    try:
        new_layout.Move(flash, vfs, breathe).run(told)
    except new_layout.Kept as error:
        kept = str(error)
        mount(flash, vfs, place)
        return False
    except OSError:
        new_layout.unmount(vfs)
        missing = True
        return False
    return True


def erase_own(breathe: "Callable[[], object]") -> None:
    """`erase` for the chip that this runs on."""
    import vfs

    flash, part = own()
    erase(flash, vfs, breathe, "/", part)


def erase(
    flash: "Any",
    vfs: "Any",
    breathe: "Callable[[], object]",
    place: str = "/",
    part: "Any" = None,
) -> None:
    """Makes a new file system and mounts it, with the matches that can still be read.

    `breathe()` is called now and then meanwhile. Raises OSError.
    """
    from picogammon.devices import salvage  # saves memory: hardly ever needed

    logs: "salvage.Logs" = {}
    salvage.look(flash, logs, breathe)
    if part:  # where each block has another number
        salvage.look(part, logs, breathe)
    _make(flash, vfs, place, part)
    salvage.keep(Files(), logs, place, breathe)


def _mounted(flash: "Any", vfs: "Any", place: str) -> bytes | None:
    """The mark of what it mounts, b"\\0" if it cannot be read; None if nothing can be mounted."""
    try:
        tried(mount, flash, vfs, place)
    except OSError:
        return None
    try:
        return mark(place)
    except OSError:
        return b"\0"


def _taken_over(
    flash: "Any", vfs: "Any", place: str, part: "Any", found: bytes | None
) -> bytes | None:
    """The same where layout 1's files are to be moved, or are not yet moved to their end.

    `found`: the mark of what is mounted in layout 2's place, or None.
    """
    global old
    from picogammon.devices import new_layout  # saves memory: needed once

    if found is not None:
        vfs.umount(place)
    stand_in = found[1] if found else new_layout.finished(flash, vfs)
    if stand_in:
        new_layout.finish(flash, stand_in)
    else:
        before = _mounted(flash, vfs, place)
        if before is not None:
            old = True
            if before:  # some files are moved, and it must not be written to by itself
                vfs.umount(place)
                mount(new_layout.unwritten(flash), vfs, place)
            return before
        if found is None:
            return None
    mount(part, vfs, place)
    write_mark(place)
    return b""


def _make(flash: "Any", vfs: "Any", place: str, part: "Any") -> None:
    make(part or flash, vfs, place)
    if part:
        write_mark(place)


def _is_blank(flash: "Any", part: "Any") -> bool:
    """True if nothing was ever kept on the flash.

    If the plug is pulled while a file system is made, only the first page of its first two blocks
    is written.
    """
    begun = (0, 1, FIRST, FIRST + 1) if part else (0, 1)
    for block in range(flash.ioctl(4, 0)):
        if not is_erased(flash, block, _PAGE if block in begun else 0):
            return False
    return True


def _begins_farther_on(flash: "Any", part: "Any") -> bool:
    """True if a file system begins in a later block, and has all blocks from there on."""
    blocks = flash.ioctl(4, 0)
    for block, count in superblocks(flash, range(2, blocks)):
        if count == blocks - block and not (part and block == FIRST):
            return True
    return False
