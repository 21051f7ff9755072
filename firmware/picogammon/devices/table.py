"""Rows of one size behind a head, in one file: read row by row, and replaced whole.

The file is `PGT`, a version byte, the bytes of the head and of a row (2 each), the head, the rows,
and the CRC-32 of all before it; numbers are little-endian. A pulled plug leaves the old file or the
new one.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import bad, tried

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from typing import BinaryIO

    from picogammon.devices.files import Files

_HEADER = b"PGT\x01"
_BEGIN = const(8)  # bytes before the head
_CRC_BYTES = const(4)
_PIECE = const(2048)  # bytes that are read without a pause


class Table:
    """A table in the file `path`, with a head and rows of so many bytes.

    `count`: its rows, once it was opened. `saved`: how often it was replaced. `damage`: None, or a
    sentence about what `open` found wrong; the file stays until it is replaced or `mend` is called,
    which keep it as `path`.bad.
    """

    def __init__(self, files: "Files", path: str, head: int, row: int) -> None:
        self.damage: str | None = None
        self.count = 0
        self.saved = 0
        self._files = files
        self._path = path
        self._head = head
        self._row = row
        self._header = _HEADER + head.to_bytes(2, "little") + row.to_bytes(2, "little")
        self._unread = True  # True if nobody knows what is in the file
        self._new: "BinaryIO | None" = None  # what `write` writes
        self._size: int | None = None  # bytes that it has written, once that is all

    def open(self) -> "Generator[None, None, bytes | None]":
        """Yields between slices, returns the head; None if there is no table, or it is damaged.

        Raises OSError if the file cannot be read; then what replaces it keeps it aside.
        """
        self._give_up()
        self.damage = None
        self.count = 0
        self._unread = True
        saved = None
        while saved != self.saved:  # or it was replaced meanwhile
            saved = self.saved
            size = self._files.size(self._path)
            if size < 0:
                self._unread = False
                return None
            crc = 0
            for at in range(0, size - _CRC_BYTES, _PIECE):
                crc = crc32(self._part(at, min(at + _PIECE, size - _CRC_BYTES)), crc)
                yield
        start = self._part(0, _BEGIN + self._head)
        end = self._part(max(0, size - _CRC_BYTES), size)
        self._unread = False
        rest = size - _CRC_BYTES - _BEGIN - self._head
        sound = rest >= 0 and end == crc.to_bytes(_CRC_BYTES, "little")
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

    def write(self, head: bytes, rows: "Iterable[bytes]") -> "Iterator[None]":
        """Writes what shall replace the table, and yields between slices; `keep` puts it there.

        The `rows` may be read from the table meanwhile. Raises OSError, the old table being safe.
        """
        self._give_up()
        size = 0
        try:
            new = self._new = self._files.open(self._path + ".new", "wb")
            for chunk in self._chunks(head, rows):
                yield  # to make a row takes its time, and so does an erase
                if self._new is not new:  # somebody else writes
                    return
                new.write(chunk)
                size += len(chunk)
                yield
                if self._new is not new:
                    return
            self._new = None
            new.close()
            self._size = size
        except OSError:
            self._give_up()
            raise

    def keep(self) -> bool:
        """Puts what was written whole in the place of the table; False if there is no such thing.

        Raises OSError, the old table being safe.
        """
        size = self._size
        if size is None:
            return False
        try:
            self.mend()
            if self._unread and self._files.size(self._path) >= 0:
                self._files.put_away(self._path)
            self._unread = False
            self._files.finish(self._path)
        except OSError:
            self._give_up()
            raise
        self._size = None
        self.saved += 1
        self.count = (size - _BEGIN - self._head - _CRC_BYTES) // self._row
        try:
            self._files.sync()
        except OSError:
            pass  # it is there, and raising would say that it is not
        return True

    def _give_up(self) -> None:
        """Removes what was written, or is being written."""
        new = self._new
        self._new = self._size = None
        if new is not None:
            try:
                new.close()
            except OSError:
                pass
        self._files.remove_leftover(self._path)

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
        yield crc.to_bytes(_CRC_BYTES, "little")

    def _part(self, start: int, end: int) -> bytes:
        found: bytes = tried(self._read, start, end)
        return found

    def _read(self, start: int, end: int) -> bytes:
        return b"".join(self._files.part(self._path, start, end))
