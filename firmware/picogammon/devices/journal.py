"""The match log on flash: grows action by action, and survives a pulled plug and a damaged file.

The file is `PGJ`, a version byte (2), a serial number (4 bytes), then one record after another: its
length (1 to 255), its bytes, and the CRC-32 of both; numbers are little-endian. Each CRC goes on
from the one before it, the first from the CRC of what comes before it, so a record counts only
where it stands. A log that takes another's place has a higher serial number. Version 1 had none.

What the records say is not known here. But as each CRC goes on from what stands before it, a record
can be checked without reading all before: so the last one of a kind is found from the end.
"""

from binascii import crc32
from micropython import const

from picogammon.devices import files

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Wanted = tuple[int, int, int]  # as for Journal.find
    Entry = tuple[bytes, int]  # a record, or its bytes in the file, and its CRC

AROUND = const(5)  # bytes of an entry besides its record
_MAGIC = b"PGJ"
_VERSION = b"\x02"
_HEADER_BYTES = const(8)
_FIRST_VERSION = b"PGJ\x01"
_CRC_BYTES = const(4)
_LONGEST = const(260)  # an entry
_CHUNK = const(512)
_WINDOW = const(2048)
_UNREAD = const(-1)


class Journal:
    """A log of records (bytes, 1 to 255 of them each) in the file `path`.

    `damage` is None, or a sentence about what reading found wrong with the file. Reading changes
    nothing. Methods raise OSError when the file system fails (it is full, …); what was appended
    before is safe then.
    """

    def __init__(self, path: str, sync: "files.Sync | None" = None) -> None:
        """`sync()` is called after each commit, where a file system needs more than a flush."""
        self.damage: str | None = None
        self.serial = 0
        self.total = 0  # bytes in the file when it was looked at
        self.begin = 0  # where its records begin, 0 where it is no log,
        self.base = 0  # and what the first one goes on from
        self.reached = 0, 0
        self.rest: "Callable[[], object] | None" = None  # called now and then while much is written
        self._path = path
        self._sync = sync
        self._file: "files.Binary | None" = None  # open for appending
        self._size = _UNREAD  # good bytes in the file, 0 without one
        self._crc = 0

    @property
    def size(self) -> int:
        """Bytes of the log that count, 0 before it was read."""
        return max(self._size, 0)

    @property
    def crc(self) -> int:
        """The CRC of the last record that counts: what the next one goes on from."""
        return self._crc

    def look(self) -> None:
        """Reads the file's beginning: `total`, `begin`, `base` and `serial` are known then."""
        self.close()
        self.damage = None
        self._size = _UNREAD
        self.serial = self.begin = 0
        self.reached = 0, 0
        self.total = files.size(self._path)
        if self.total < 0:
            self.total = self._finished()
            if self.total <= 0:
                self._size = self.total = 0
                return
        else:
            files.remove_leftover(self._path)
        with open(self._path, "rb") as file:
            header = file.read(_HEADER_BYTES)
        if header[:4] == _MAGIC + _VERSION and len(header) == _HEADER_BYTES:
            self.begin = _HEADER_BYTES
            self.serial = int.from_bytes(header[4:], "little")
        elif header[:4] == _FIRST_VERSION:
            self.begin = len(_FIRST_VERSION)
        else:
            self.damage = self._foreign(header)
        self.base = self._crc = crc32(header[: self.begin])

    def open(self) -> "Iterator[bytes]":
        """A generator of all records, oldest first, each checked; `damage` tells of the rest."""
        self.look()
        if self.begin:
            for record in self.read(self.begin, self.base, self.total):
                yield record
        else:
            self._size = 0

    def read(self, offset: int, crc: int, end: int) -> "Iterator[bytes]":
        """A generator of the records from `offset` on, where the next goes on from `crc`, to `end`.

        `reached` is where the record begins that was given last, and the CRC there.
        """
        self.reached = offset, crc
        for record, here in self.records(offset, crc, end):
            yield record
            offset += len(record) + AROUND
            crc = here
            self.reached = offset, crc
        self.stand(offset, crc)
        if self._size < end:
            what = "The last %d bytes of %s were damaged; the file is kept as %s.bad"
            self.damage = what % (self.total - self._size, self._path, self._path)

    def stand(self, offset: int, crc: int) -> None:
        """The log counts up to `offset`, where the next record goes on from `crc`."""
        self._size = offset
        self._crc = crc

    def records(self, offset: int, crc: int, end: int) -> "Iterator[Entry]":
        """A generator of (record, its CRC), from `offset` to `end`; it ends at one that is bad."""
        with open(self._path, "rb") as file:
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
        """(offset, CRC before it) of the last record from `low` to `end` that is wanted.

        (0, 0) if there is none. `wanted`: (its first byte, the least bytes that it has, the most).
        """
        kind, least, most = wanted
        sign = bytes((kind,))
        low = max(low, self.begin)
        if end <= low:
            return 0, 0
        with open(self._path, "rb") as file:
            while end > low:
                first = max(low, end - _WINDOW)
                start = first - _CRC_BYTES  # of the data, which holds the CRC before as well
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

    def passes(self, offset: int, crc: int) -> bool:
        """Whether a record ends at `offset` (or none has begun there) with this CRC."""
        if offset == self.begin:
            return offset > 0 and crc == self.base
        return offset > self.begin > 0 and self.holds(offset - _CRC_BYTES, bytes4(crc))

    def holds(self, offset: int, data: bytes) -> bool:
        """Whether the file has these bytes at `offset`."""
        if offset + len(data) > self.total:
            return False
        return self.part(offset, offset + len(data)) == data

    def part(self, offset: int, end: int) -> bytes:
        """The bytes of the file from `offset` to `end`, or as far as there are any."""
        return b"".join(files.part(self._path, offset, min(end, self.total)))

    def append(self, record: bytes) -> None:
        """Write one record; when this returns, it is on flash.

        Raises ValueError when it is empty or too long.
        """
        self.extend((record,))

    def extend(self, records: "Iterable[bytes]") -> None:
        """Write some records, in one go: on littlefs a pulled plug leaves all of them or none."""
        if self._size == _UNREAD:
            for _ in self.open():
                pass
        if not self._size:
            self.restart(records, self.serial + 1, self.total > 0)
            return
        crc = self._crc
        entries = bytearray()
        for record in records:
            entry, crc = entry_of(record, crc)
            entries.extend(entry)
        try:
            file = self._file or self._take_up()
            file.write(entries)
            file.flush()
            if self._sync:
                self._sync()
        except BaseException:  # Ctrl-C as well: a file left open would be written to later on
            self.close()
            raise
        self._crc = crc
        self._size += len(entries)

    def restart(
        self,
        records: "Iterable[bytes]",
        serial: int | None = None,
        aside: bool = False,
        kept: str | None = None,
    ) -> None:
        """Begin a new log with these records. A pulled plug leaves the old log or the new one.

        `serial`: its number, by itself the next. The old file is kept under the name `kept`, or
        `aside`: as `path`.bad.
        """
        if serial is None:
            if self._size == _UNREAD:
                self.look()
            serial = self.serial + 1
        self.close()
        crc = [0]
        chunks = self._rested(_file_of(records, serial, crc))
        if aside or kept:
            size = files.replace_aside(self._path, chunks, self._sync, kept)
        else:
            size = files.replace(self._path, chunks, self._sync)
        self.damage = None
        self.serial = serial
        self.begin = _HEADER_BYTES
        self.base = crc32(_header(serial))
        self.total = size
        self.stand(size, crc[0])

    def check(self) -> None:
        """Raises OSError where the file is gone, or shorter than it was."""
        if files.size(self._path) < self._size:
            raise OSError("%s was changed by someone else" % self._path)

    def put_away(self) -> None:
        """Rename a file that cannot be read, if there is one."""
        self.close()
        if files.size(self._path) >= 0:
            files.put_away(self._path)
        self.damage = None
        self._size = self.total = 0

    def close(self) -> None:
        """Let go of the file; the next append takes it up again."""
        file = self._file
        self._file = None
        files.let_go(file)

    def _finished(self) -> int:
        """Lets a log take its place if a pulled plug kept it from that; its size, -1 if none."""
        other = Journal(self._path + ".new")
        total = files.size(self._path + ".new")
        if total > 0:
            for _ in other.open():
                pass
            if not other.damage and other.size > other.begin:
                files.finish(self._path)
                return total
        return -1

    def _rested(self, chunks: "Iterable[bytes]") -> "Iterator[bytes]":
        """The same. A log of 64 KB takes seven seconds where each sector takes 400 ms to erase."""
        for chunk in chunks:
            yield chunk
            if self.rest:
                self.rest()

    def _take_up(self) -> "files.Binary":
        self.check()
        if files.size(self._path) > self._size:  # an append failed half-way, or the end is damaged
            replace = files.replace_aside if self.damage else files.replace
            replace(self._path, self._rested(files.part(self._path, 0, self._size)), self._sync)
            self.damage = None
        self._file = open(self._path, "ab")
        return self._file

    def _foreign(self, header: bytes) -> str:
        what = "%s is not a saved match" % self._path
        if header[:3] == _MAGIC and header[3:4] not in (b"", b"\x01", _VERSION):
            what = "%s is of version %d, not %d" % (self._path, header[3], _VERSION[0])
        return "%s; it is kept as %s.bad" % (what, self._path)


def bytes4(number: int) -> bytes:
    """A number in four bytes, as these files have it."""
    return number.to_bytes(4, "little")


def _header(serial: int) -> bytes:
    return _MAGIC + _VERSION + bytes4(serial)


def _file_of(records: "Iterable[bytes]", serial: int, last: list[int]) -> "Iterator[bytes]":
    """The bytes of a log, piece by piece; last[0] is the CRC of its last record then."""
    header = _header(serial)
    last[0] = crc32(header)
    yield header
    for record in records:
        entry, last[0] = entry_of(record, last[0])
        yield entry


def entry_of(record: bytes, crc: int) -> "Entry":
    """The bytes of a record in the file, and the CRC that the next one goes on from."""
    length = len(record)
    if not 1 <= length <= 255:
        raise ValueError("a record is 1 to 255 bytes long, not %d" % length)
    head = bytes((length,))
    crc = crc32(record, crc32(head, crc))
    return head + record + bytes4(crc), crc


def record_of(data: bytes, at: int, crc: int) -> "Entry":
    """The record in the entry at data[at:], and the CRC that the next one goes on from.

    b"" where there is no good one.
    """
    length = data[at]
    end = at + 1 + length
    record = data[at + 1 : end]
    crc = crc32(data[at:end], crc)
    if data[end : end + _CRC_BYTES] != bytes4(crc):
        return b"", crc
    return record, crc
