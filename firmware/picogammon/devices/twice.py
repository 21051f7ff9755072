"""Makes both blocks of a littlefs directory hold its present content.

littlefs (2.x) keeps a directory in two blocks, and adds to one of them until it is full; only then
does it write all of it to the other. Until then, a bit that flips there destroys the directory, and
with it the file system or its last changes. So a small file in it, `filler`, is written again and
again, a page each time, until the block must have been full.

The file holds how often it was written, and the CRC-32 of the names beside it.
"""

import os
from binascii import crc32
from micropython import const

from picogammon.devices.entries import bytes4

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.devices.files import Sync

_FILLER = "filler"
_ENOUGH = const(17)  # pages: one more than a block has


class Twice:
    """The directories `folders`, made if they are missing; "" is their parent.

    `untidy`: `tidy` may have something to do.
    """

    def __init__(self, folders: "Sequence[str]", sync: "Sync | None" = None) -> None:
        """`sync()` is called after each step, for a file system that needs more than a flush."""
        self.untidy = True
        self._folders = folders
        self._sync = sync

    def tidy(self) -> bool:
        """Does one small step while nobody waits; True if there was one to do."""
        try:
            for folder in self._folders:
                if self.untidy and _step(folder):
                    if self._sync:
                        self._sync()
                    return True
        except (OSError, MemoryError):
            pass  # a flash that is full, or dead, has other troubles; for want of memory: later
        self.untidy = False
        return False


def _step(folder: str) -> bool:
    """Writes once more if that is needed; True if it was."""
    try:
        names = os.listdir(folder or ".")
    except OSError:
        os.mkdir(folder)
        return True
    path = folder + "/" + _FILLER if folder else _FILLER
    noted = b""
    if _FILLER in names:
        names.remove(_FILLER)
        with open(path, "rb") as file:
            noted = file.read()
    check = bytes4(crc32("\n".join(sorted(names)).encode()))
    count = noted[0] if noted[1:] == check else 0
    if count >= _ENOUGH:
        return False
    with open(path, "wb") as file:
        file.write(bytes((count + 1,)) + check)
    return True
