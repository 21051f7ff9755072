"""A part of a flash, as a block device, while two file systems share that flash.

A map says whose each block is. A file system claims what it reads and writes, and is refused what
the other has: littlefs takes such a block for a bad one, and looks for the next.
"""

from micropython import const

from picogammon.devices.layouts import FIRST

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

FREE, FILE, MOVED, FOLDER, NEW, HELD = range(6)  # whose a block is; MOVED: of the file on its way
_COUNT = const(4)  # of a block device's ioctl, as MicroPython numbers them
_ERASE = const(6)
_BAD = const(-84)  # littlefs's LFS_ERR_CORRUPT


class Part:
    """The old file system's blocks, all of `flash`; or the new one's, from block FIRST on.

    `taken`: the map, a bytearray. `mark`: what free blocks become that are read.
    """

    def __init__(self, flash: "Any", taken: bytearray, stand_in: int = 0) -> None:
        """`stand_in`: two blocks in place of the new file system's first two; 0: the old one."""
        self.mark = NEW if stand_in else FOLDER
        self._flash = flash
        self._taken = taken
        self._stand_in = stand_in
        self._first = FIRST if stand_in else 0

    def readblocks(self, block: int, buf: "Any", offset: int = 0) -> None:
        """Reads."""
        block = self._at(block)
        was = self._taken[block]
        if was == FREE or was == FILE and self.mark == MOVED:
            self._taken[block] = self.mark
        self._flash.readblocks(block, buf, offset)

    def writeblocks(self, block: int, buf: "Any", offset: int) -> int:
        """Programs what is erased."""
        if not self._claimed(block):
            return _BAD
        self._flash.writeblocks(self._at(block), buf, offset)
        return 0

    def ioctl(self, operation: int, argument: int) -> "Any":
        """Erases, or tells of the device."""
        if operation == _COUNT:
            return self._flash.ioctl(operation, 0) - self._first
        if operation == _ERASE:
            if not self._claimed(argument):
                return _BAD
            argument = self._at(argument)
        return self._flash.ioctl(operation, argument)

    def _at(self, block: int) -> int:
        """The flash's block."""
        return block + (self._stand_in if self._stand_in and block < 2 else self._first)

    def _claimed(self, block: int) -> bool:
        """True if this file system may write there; the block is its own then."""
        if self._stand_in and block < 2:
            return True
        block = self._at(block)
        was = self._taken[block]
        own = NEW if self._stand_in else FOLDER
        if was == HELD or was != FREE and (was == NEW) != (own == NEW):
            return False
        self._taken[block] = own
        return True
