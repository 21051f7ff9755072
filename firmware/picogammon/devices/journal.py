"""A log of records in a file: read from any record on, appended to, or replaced.

The file is `PGJ`, a version byte (2), a serial number (4 bytes), then one record after another: its
length (1 to 255), its bytes, and a CRC-32 of both; numbers are little-endian. Each CRC continues
that of the record before, the first one that of the header. A log that takes another's place has a
higher serial number.

The journal does not know what the records say. But as each CRC continues the one before it, which
stands in the file, a record can be checked without reading all before. So the last record of a kind
is found from the end.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.entries import (
    AROUND,
    HEADER,
    bytes4,
    entry_of,
    header_with,
    record_of,
)
from picogammon.devices.files import Growing, bad, damaged_end

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from picogammon.devices.entries import Entry
    from picogammon.devices.files import Files

    Wanted = tuple[int, int, int]  # (first byte, least length, greatest length): Journal.find

_HEADER_BYTES = const(8)
_CRC_BYTES = const(4)
_LONGEST = const(260)  # bytes of the longest entry
_CHUNK = const(512)
_WINDOW = const(2048)


class Journal:
    """A log of records (bytes, 1 to 255 of them each) in the file `path`.

    `size`: the bytes of the log that count, 0 before it was read; `crc`: the CRC of its last record
    that counts. `damage` is None, or a sentence about what reading found wrong with the file.
    Reading changes nothing. Methods raise OSError if the file system fails (it is full, …); what
    was appended before is safe then.
    """

    def __init__(self, files: "Files", path: str) -> None:
        self.damage: str | None = None
        self.serial = 0
        self.size = 0
        self.crc = 0
        self.total = 0  # bytes in the file at the last look
        self.begin = 0  # offset of the first record, 0 if the file is not a log
        self.base = 0  # the CRC that the first record continues
        self.breathe: "Callable[[], object] | None" = None  # called while much is written
        self._files = files
        self._path = path
        self._file = Growing(files, path)

    # Reading

    def look(self) -> None:
        """Reads the file's beginning: sets `total`, `begin`, `base` and `serial`."""
        self.close()
        self.damage = None
        self.serial = self.begin = 0
        self.stand(0, 0)
        self.total = self._files.size(self._path)
        if self.total < 0:
            self.total = self._finished()
            if not self.total:
                return
        else:
            self._files.remove_leftover(self._path)
        with self._files.open(self._path, "rb") as file:
            start = file.read(_HEADER_BYTES + _LONGEST)
        header = _header_of(start)
        if not header:
            self.damage = self._foreign(start)
        self.begin = len(header)
        self.serial = int.from_bytes(header[4:], "little")
        self.base = crc32(header)

    def open(self) -> "Iterator[bytes]":
        """Yields all records, oldest first, each checked; `damage` tells what is wrong after."""
        self.look()
        if self.begin:
            for record in self.read(self.begin, self.base, self.total):
                yield record

    def read(self, offset: int, crc: int, end: int) -> "Iterator[bytes]":
        """Yields the records from `offset` to `end`; the first continues `crc`.

        The log counts up to the record that was given last, and at the end up to there.
        """
        self.stand(offset, crc)
        for record, here in self.records(offset, crc, end) if offset < end else ():
            yield record
            self.stand(self.size + len(record) + AROUND, here)
        if self.size < end:
            damage = damaged_end(self.total - self.size, self._path)
            self.damage = "%s; the file is kept as %s.bad" % (damage, self._path)

    def stand(self, offset: int, crc: int) -> None:
        """Lets the log count up to `offset`, where the next record continues `crc`."""
        self.size = offset
        self.crc = crc

    def records(self, offset: int, crc: int, end: int) -> "Iterator[Entry]":
        """Yields (record, its CRC) from `offset` to `end`, up to the first damaged record."""
        with self._files.open(self._path, "rb") as file:
            file.seek(offset)
            data = b""
            at = 0
            while True:
                while len(data) - at < _LONGEST and offset < end:
                    more = file.read(min(_CHUNK, end - offset))
                    offset = offset + len(more) if more else end
                    data = data[at:] + more
                    at = 0
                if at == len(data):
                    return
                record, crc = record_of(data, at, crc)
                if not record:
                    return
                at += len(record) + AROUND
                yield record, crc

    def find(self, wanted: "Wanted", end: int, low: int = 0) -> tuple[int, int]:
        """(offset, CRC before it) of the last wanted record from `low` to `end`, or (0, 0).

        `wanted`: (its first byte, its least number of bytes, its greatest).
        """
        kind, least, most = wanted
        sign = bytes((kind,))
        low = max(low, self.begin)
        if end <= low:
            return 0, 0
        with self._files.open(self._path, "rb") as file:
            while end > low:
                first = max(low, end - _WINDOW)
                start = first - _CRC_BYTES  # of the data, which begins with the CRC before
                file.seek(start)
                data = file.read(end - start + most + AROUND)
                at = data.rfind(sign, first - start + 1, end - start + 1) - 1
                while at >= 0:
                    if least <= data[at] <= most:
                        offset = start + at
                        crc = self.base
                        if offset > self.begin:
                            crc = int.from_bytes(data[at - _CRC_BYTES : at], "little")
                        if record_of(data, at, crc)[0]:
                            return offset, crc
                    at = data.rfind(sign, first - start + 1, at + 1) - 1
                end = first
        return 0, 0

    def first(self, wanted: "Wanted") -> tuple[bytes, int, int]:
        """(first record, offset of the next one, CRC there), with one damaged byte mended.

        The record is b"" if it is damaged otherwise, or not `wanted`, as in `find`.
        """
        for record, crc in self.records(self.begin, self.base, self.total):
            if record[0] != wanted[0]:
                return b"", 0, 0
            return record, self.begin + len(record) + AROUND, crc
        mending = _mending()
        return mending.first_of(self.part(0, mending.ENOUGH), self.begin, wanted)

    def passes(self, offset: int, crc: int) -> bool:
        """True if a record, or the header, ends at `offset` with this CRC."""
        if offset == self.begin:
            return offset > 0 and crc == self.base
        return offset > self.begin > 0 and self.holds(offset - _CRC_BYTES, bytes4(crc))

    def holds(self, offset: int, data: bytes) -> bool:
        """True if the file has these bytes at `offset`."""
        if offset + len(data) > self.total:
            return False
        return self.part(offset, offset + len(data)) == data

    def part(self, offset: int, end: int) -> bytes:
        """The bytes of the file from `offset` to `end`, or to the file's end."""
        return b"".join(self._files.part(self._path, offset, min(end, self.total)))

    def check(self) -> None:
        """Raises OSError if the file is gone, or shorter than it was."""
        if self._files.size(self._path) < self.size:
            raise OSError("%s was changed by someone else" % self._path)

    # Writing

    def extend(self, records: "Iterable[bytes]") -> None:
        """Appends records to a log that was read; when this returns, they are on flash.

        On littlefs a pulled plug leaves all of them or none. Raises ValueError if one is empty or
        too long.
        """
        crc = self.crc
        entries = bytearray()
        for record in records:
            entry, crc = entry_of(record, crc)
            entries.extend(entry)
        if not self._file.is_open:
            self._cut_off()
        self._file.add(entries)
        self.stand(self.size + len(entries), crc)

    def restart(
        self, records: "Iterable[bytes]", serial: int | None = None, kept: str | None = None
    ) -> None:
        """Begins a new log with these records. A pulled plug leaves the old log or the new one.

        `serial`: its number, by default the next. `kept`: the name to keep the old file under.
        """
        if serial is None:
            if not self.size:
                self.look()
            serial = self.serial + 1
        self.close()
        crc = [0]
        chunks = self._breathing(_file_of(records, serial, crc))
        size = self._files.replace(self._path, chunks, kept)
        self.damage = None
        self.serial = serial
        self.begin = _HEADER_BYTES
        self.base = crc32(header_with(serial))
        self.total = size
        self.stand(size, crc[0])

    def put_away(self) -> None:
        """Renames a file that cannot be read, if there is one."""
        self.close()
        if self._files.size(self._path) >= 0:
            self._files.put_away(self._path)
        self.damage = None
        self.size = self.total = 0

    def close(self) -> None:
        """Closes the file; the next append opens it again."""
        self._file.close()

    def _finished(self) -> int:
        """Completes a replacement that a pulled plug cut short; the log's size in bytes, or 0."""
        path = self._path + ".new"
        if self._files.size(path) > 0:
            new = Journal(self._files, path)
            for _ in new.open():
                pass
            if not new.damage and new.size > new.begin:
                self._files.finish(self._path)
                return new.total
        return 0

    def _cut_off(self) -> None:
        """Cuts off what does not count: of an append that failed half-way, or a damaged end."""
        self.check()
        if self._files.size(self._path) > self.size:
            good = self._breathing(self._files.part(self._path, 0, self.size))
            kept = bad(self._path) if self.damage else None
            self._files.replace(self._path, good, kept)
            self.damage = None

    def _breathing(self, chunks: "Iterable[bytes]") -> "Iterator[bytes]":
        """Yields the chunks, with a call of `breathe` after each.

        A log of 64 KB takes seven seconds if each sector takes 400 ms to erase.
        """
        for chunk in chunks:
            yield chunk
            if self.breathe:
                self.breathe()

    def _foreign(self, header: bytes) -> str:
        what = "%s is not a saved match" % self._path
        if header[:3] == HEADER[:3] and header[3:4] not in (b"", HEADER[3:]):
            what = "%s is of version %d, not %d" % (self._path, header[3], HEADER[3])
        return "%s; it is kept as %s.bad" % (what, self._path)


def _header_of(start: bytes) -> bytes:
    """The header of a log that begins with `start`, or b"" if it is not a log."""
    header = start[:_HEADER_BYTES]
    sound = len(header) == _HEADER_BYTES and header.startswith(HEADER)
    if sound and (header == start or record_of(start, _HEADER_BYTES, crc32(header))[0]):
        return header
    return _mending().header_of(start) or (header if sound else b"")


def _mending() -> "Any":
    from picogammon.devices import mending  # saves memory if nothing is damaged

    return mending


def _file_of(records: "Iterable[bytes]", serial: int, last: list[int]) -> "Iterator[bytes]":
    """Yields the bytes of a log; sets last[0] to the CRC of its last record."""
    header = header_with(serial)
    last[0] = crc32(header)
    yield header
    for record in records:
        entry, last[0] = entry_of(record, last[0])
        yield entry
