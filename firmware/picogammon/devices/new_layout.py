"""Moves the files of flash layout 1 to layout 2, whose file system leaves the image more room.

Both lie in the same blocks: the old file system has all of them, the new one those from FIRST on.
The power may fail at any time:

1. The new one is made in blocks that the old one does not use. Two others stand in for its first
   two, which the old one may have.
2. The old one gets the mark of layout 2 (layouts.py), with the first block of the stand-in:
   older firmware leaves it alone from here on.
3. File by file: written to the new one, then removed from the old one.
4. The new one gets the same mark. From here on nobody looks at the old one.
5. The next start copies the stand-in to its place, and erases both beginnings (`finish`).
"""

import os
from micropython import const

from picogammon.devices import layouts
from picogammon.devices.files import Files
from picogammon.devices.flash_part import FILE, FREE, HELD, MOVED, Part
from picogammon.devices.layouts import FIRST

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Paths = list[tuple[str, int]]  # of files, with their bytes; of folders, with -1

_OLD = "/old"
_NEW = "/new"
_BLOCK = const(4096)
_SPARE = const(16)  # blocks for directories
_ERASE = const(6)  # of a block device's ioctl, as MicroPython numbers them
_FOLDER = const(0x4000)
_TOO_MUCH = "%d KB are kept: too much to move."
_UNREADABLE = "Cannot be read: %s"
_FAILED = "The flash fails: error %d."


class Kept(Exception):
    """Why the files stay where they are: a sentence. Nothing has changed."""


class Move:
    """The files' way from the old to the new file system of `flash`, of which none is mounted.

    `vfs`: MicroPython's module. `breathe()` is called every few erases. Raises Kept; and OSError
    if the flash fails, or is damaged, when some files are moved already.
    """

    def __init__(self, flash: "Any", vfs: "Any", breathe: "Callable[[], object]") -> None:
        self._flash = flash
        self._vfs = vfs
        self._breathe = breathe
        self._files = Files()
        self._taken = bytearray(flash.ioctl(4, 0))
        self._old = Part(flash, self._taken)
        layouts.mount(self._old, vfs, _OLD)
        mark = layouts.mark(_OLD)
        begun = len(mark) == 2
        try:
            self._paths: "Paths" = list(_below(_OLD))
            self._old.mark = FILE
            if not begun:
                self._check_room()
            self._read(_OLD, self._paths)
            if not begun:
                self._mount_new(self._free_pair(), layouts.make)
        except (OSError, Kept) as error:
            if begun:
                raise
            unmount(vfs)
            why = error.args[0]
            raise Kept(why if isinstance(why, str) else _FAILED % why) from None
        if begun:
            self._mount_new(mark[1], layouts.mount)
            self._read(_NEW, list(_below(_NEW)))
        else:
            layouts.write_mark(_OLD, self._stand_in)

    def run(self, told: "Callable[[int, int], object]") -> None:
        """Moves them. `told(done, files)` is called before each."""
        taken = self._taken
        for path, size in self._paths:
            if size < 0:
                try:
                    self._files.make_folder(_NEW + path)
                except OSError:
                    pass  # it is there, or what lies in it will say so
        self._old.mark = MOVED
        # Backwards: what the board needs to find its display comes late.
        files = sorted([entry for entry in self._paths if entry[1] >= 0], reverse=True)
        for done in range(len(files)):
            told(done, len(files))
            path, size = files[done]
            with self._files.open(_NEW + path, "wb") as file:
                for chunk in self._chunks(_OLD + path, size):
                    file.write(chunk)
            self._files.remove(_OLD + path)
            for block in range(len(taken)):
                if taken[block] == MOVED:
                    taken[block] = FREE
        layouts.write_mark(_NEW, self._stand_in)
        unmount(self._vfs)

    def _check_room(self) -> None:
        """Raises Kept if there is none for the largest file beside all that is kept."""
        _, _, blocks, free = os.statvfs(_OLD)[:4]
        used = blocks - free
        largest = max([0] + [size for _, size in self._paths]) // _BLOCK + 1
        if used + largest + _SPARE > blocks - FIRST:
            raise Kept(_TOO_MUCH % (used * _BLOCK >> 10))

    def _free_pair(self) -> int:
        """The first of two blocks that the old file system does not use. Raises Kept."""
        taken = self._taken
        for block in range(2, len(taken), 2):
            if taken[block] == taken[block + 1] == FREE and block != FIRST:
                return block
        raise Kept(_TOO_MUCH % (len(taken) * _BLOCK >> 10))

    def _mount_new(self, stand_in: int, mount: "Callable[[Any, Any, str], None]") -> None:
        self._stand_in = stand_in
        self._taken[stand_in] = self._taken[stand_in + 1] = HELD
        mount(Part(self._flash, self._taken, stand_in), self._vfs, _NEW)

    def _read(self, place: str, paths: "Paths") -> None:
        """Reads files, so that it is known which blocks they have. Raises OSError."""
        for path, size in paths:
            try:
                for _ in self._chunks(place + path, size) if size >= 0 else ():
                    pass
            except OSError:
                raise OSError(_UNREADABLE % path) from None

    def _chunks(self, path: str, size: int) -> "Iterator[bytes]":
        """Yields a whole file. Raises OSError."""
        for chunk in self._files.part(path, 0, size):
            self._breathe()
            size -= len(chunk)
            yield chunk
        if size > 0:
            raise OSError(path)


def unmount(vfs: "Any") -> None:
    """Unmounts what a Move has mounted."""
    for place in (_OLD, _NEW):
        try:
            vfs.umount(place)
        except OSError:
            pass  # it was not mounted yet


def _below(top: str, folder: str = "") -> "Iterator[tuple[str, int]]":
    """Yields what is in a file system, but not its mark: (path, bytes); of a folder -1."""
    entries: "Any" = list(os.ilistdir(top + folder))
    for entry in entries:
        path = folder + "/" + entry[0]
        if entry[1] == _FOLDER:
            yield path, -1
            yield from _below(top, path)
        elif path != layouts.MARK:
            yield path, entry[3]


def unwritten(flash: "Any") -> Part:
    """The old file system's blocks, of which none can be written."""
    return Part(flash, _held(flash))


def finished(flash: "Any", vfs: "Any") -> int:
    """The first block of the stand-in, if there is one and all files are moved; else 0."""
    blocks = flash.ioctl(4, 0)
    for block, count in layouts.superblocks(flash, range(2, blocks)):
        stand_in = block & ~1
        if count != blocks - FIRST or stand_in == FIRST:
            continue
        try:
            layouts.mount(Part(flash, _held(flash), stand_in), vfs, _NEW)
        except OSError:
            continue
        try:
            mark = layouts.mark(_NEW)
        finally:
            vfs.umount(_NEW)
        if mark[1:] == bytes((stand_in,)):
            return stand_in
    return 0


def finish(flash: "Any", stand_in: int) -> None:
    """Puts the new file system's first two blocks into their place.

    The old one's are erased only then, and the stand-in after them: so it can be told how far this
    had come. Of the old one's the older one goes first, or an older image could mount it.
    """
    if not (layouts.is_erased(flash, 0) and layouts.is_erased(flash, 1)):
        block = bytearray(_BLOCK)
        for i in range(2):  # first: or what was there may seem to be one of the two
            flash.ioctl(_ERASE, FIRST + i)
        for i in range(2):
            flash.readblocks(stand_in + i, block)
            flash.writeblocks(FIRST + i, block, 0)
    older = _revision(flash, 0) > _revision(flash, 1)
    for at in (int(older), int(not older), stand_in, stand_in + 1):
        flash.ioctl(_ERASE, at)


def _revision(flash: "Any", block: int) -> int:
    """How often a directory's block was written anew, as it says itself."""
    number = bytearray(4)
    flash.readblocks(block, number, 0)
    return int.from_bytes(number, "little")


def _held(flash: "Any") -> bytearray:
    return bytearray([HELD] * flash.ioctl(4, 0))
