"""Rows of one size behind a head, in one file: read row by row, and replaced whole.

The file is `PGT`, a version byte, the bytes of the head and of a row (2 each), the head, the rows,
and the CRC-32 of all before it; numbers are little-endian. A pulled plug leaves the old file or the
new one.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.entries import bytes4
from picogammon.devices.files import bad, tried

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from picogammon.devices.files import Files

_HEADER = b"PGT\x01"
_SIZES = const(4)
_BEGIN = const(8)  # bytes before the head
_CRC_BYTES = const(4)


class Table:
    """A table in the file `path`, with a head and rows of so many bytes.

    `count`: its rows, once it was opened. `damage`: None, or a sentence about what `open` found
    wrong; the file stays until `mend` or `save` keeps it as `path`.bad.
    """

    def __init__(self, files: "Files", path: str, head: int, row: int) -> None:
        self.damage: str | None = None
        self.count = 0
        self._files = files
        self._path = path
        self._head = head
        self._row = row
        self._header = _HEADER + head.to_bytes(2, "little") + row.to_bytes(2, "little")
        self._unread = True  # True if nobody knows what is in the file

    def open(self) -> bytes | None:
        """The head; None if there is no table, or if it is damaged.

        Raises OSError if the file cannot be read; then `save` keeps it aside.
        """
        self.damage = None
        self.count = 0
        self._unread = True
        self._files.remove_leftover(self._path)
        size = self._files.size(self._path)
        if size < 0:
            self._unread = False
            return None
        crc = tried(self._crc, size - _CRC_BYTES)
        start = self._part(0, _BEGIN + self._head)
        end = self._part(max(0, size - _CRC_BYTES), size)
        self._unread = False
        rest = size - _CRC_BYTES - _BEGIN - self._head
        sound = rest >= 0 and end == bytes4(crc)
        if not sound or start[:_BEGIN] != self._header or rest % self._row:
            what = "is of another version" if sound else "was damaged"
            self.damage = "%s %s; it is kept in %s.bad" % (self._path, what, self._path)
            return None
        self.count = rest // self._row
        return start[_BEGIN:]

    def row(self, number: int) -> bytes:
        """The row of that number, from 0. Raises OSError."""
        at = _BEGIN + self._head + number * self._row
        return self._part(at, at + self._row)

    def save(self, head: bytes, rows: "Iterable[bytes]") -> None:
        """Replaces the table; the `rows` may be read from it meanwhile.

        Raises OSError, the old one being safe.
        """
        self.mend()
        if self._unread and self._files.size(self._path) >= 0:
            self._files.put_away(self._path)
        self._unread = False
        size = self._files.replace(self._path, self._chunks(head, rows))
        self.count = (size - _BEGIN - self._head - _CRC_BYTES) // self._row

    def mend(self) -> None:
        """Keeps a damaged file aside. Raises OSError if that fails."""
        if self.damage:
            self._files.put_aside(self._path, bad(self._path))
            self.damage = None

    def _chunks(self, head: bytes, rows: "Iterable[bytes]") -> "Iterator[bytes]":
        crc = 0
        for chunk in (self._header, head):
            crc = crc32(chunk, crc)
            yield chunk
        for row in rows:
            crc = crc32(row, crc)
            yield row
        yield bytes4(crc)

    def _part(self, start: int, end: int) -> bytes:
        found: bytes = tried(self._read, start, end)
        return found

    def _read(self, start: int, end: int) -> bytes:
        return b"".join(self._files.part(self._path, start, end))

    def _crc(self, end: int) -> int:
        crc = 0
        for chunk in self._files.part(self._path, 0, end):
            crc = crc32(chunk, crc)
        return crc
