"""How far a log has come, noted away from it: so the board notices when the flash went back.

A bit that flips in a directory of littlefs undoes the last things written to it, as if they had
never been. So this note is in a folder of its own, which has a directory of its own on flash. It is
written while nobody waits, and may say less than there is; where it says more, something is lost.

The file `log` in the folder is `PGW`, a version byte, the log's serial number, its length and its
last CRC (4 bytes each, little-endian), and the CRC-32 of all before it.
"""

import os
from binascii import crc32
from micropython import const

from picogammon.devices.journal import bytes4

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.files import Sync

    Noted = tuple[int, ...]  # three

_HEADER = b"PGW\x01"
_BYTES = const(20)


class Witness:
    """The note in `folder`. What it says is (serial number, bytes, CRC) of a log."""

    def __init__(self, folder: str, sync: "Sync | None" = None) -> None:
        """`sync()` is called after each note, where a file system needs more than a flush."""
        self._folder = folder
        self._path = folder + "/log"
        self._sync = sync
        self._noted: "Noted | None" = None

    def read(self) -> "Noted | None":
        """What was noted last; None where there is nothing, or nothing to be trusted."""
        try:
            with open(self._path, "rb") as file:
                data = file.read(_BYTES + 1)
        except OSError:
            return None
        body = data[: _BYTES - 4]
        if len(data) != _BYTES or body[:4] != _HEADER or data[-4:] != bytes4(crc32(body)):
            return None
        self._noted = tuple([int.from_bytes(body[i : i + 4], "little") for i in (4, 8, 12)])
        return self._noted

    def note(self, noted: "Noted") -> bool:
        """Notes it; whether it was new. Raises OSError."""
        if noted == self._noted:
            return False
        body = _HEADER + b"".join([bytes4(number) for number in noted])
        try:
            file = open(self._path, "wb")
        except OSError:
            os.mkdir(self._folder)  # the first time
            file = open(self._path, "wb")
        with file:
            file.write(body + bytes4(crc32(body)))
        if self._sync:
            self._sync()
        self._noted = noted
        return True
