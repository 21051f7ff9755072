"""How far a log has come, noted away from it, so that the board notices if the flash went back.

A bit that flips in a directory of littlefs undoes the last things written to it, as if they had
never been. So this note is in a folder of its own, which has a directory of its own on flash. It is
written while nobody waits, and may lag behind the log. If it is ahead of the log, something is
lost.

The file `log` in the folder is `PGW`, a version byte, the log's serial number, its length and its
last CRC (4 bytes each, little-endian), and the CRC-32 of all before it.
"""

import os
from binascii import crc32
from micropython import const

from picogammon.devices.entries import bytes4

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.files import Sync

    Noted = tuple[int, ...]  # (serial number, bytes, CRC) of a log

_HEADER = b"PGW\x01"
_BYTES = const(20)


class Witness:
    """The note in `folder`: (serial number, bytes, CRC) of a log."""

    def __init__(self, folder: str, sync: "Sync | None" = None) -> None:
        """`sync()` is called after each note, for a file system that needs more than a flush."""
        self._folder = folder
        self._path = folder + "/log"
        self._sync = sync
        self._noted: "Noted | None" = None

    def read(self) -> "Noted | None":
        """The last note; None if there is none, or if it cannot be trusted."""
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
        """Writes a note; True if it was new. Raises OSError."""
        if noted == self._noted:
            return False
        body = _HEADER + b"".join([bytes4(number) for number in noted])
        try:
            file = open(self._path, "wb")
        except OSError:
            os.mkdir(self._folder)  # the first note
            file = open(self._path, "wb")
        with file:
            file.write(body + bytes4(crc32(body)))
        if self._sync:
            self._sync()
        self._noted = noted
        return True
