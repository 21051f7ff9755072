"""A match's log: records in a run of the ring's sectors, read from any place on, and appended to.
The Archive has the logs of earlier matches.

docs/matches.md has the bytes. Each record is programmed first and marked then, so a torn one is
told from a damaged one. Its CRC continues that of the record before. So one flipped bit is found
and corrected, and nothing that was left over is taken for a record.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.checked_files import Slots, Store, Table
from picogammon.devices.files import CARDS, PEOPLE, SETS
from picogammon.devices.nor import PAGE, SECTOR
from picogammon.devices.ring import HEADER, PLAYED, is_set

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from picogammon.devices.files import Files
    from picogammon.devices.ring import Ring

    Place = tuple[int, int]  # (offset in the log, the CRC that the next record continues)
    Found = tuple[bytes, int, int]  # (record, offset after it, CRC after it)

LONGEST = const(200)  # bytes of a record
_AROUND = const(7)  # bytes of an entry besides its record
_LENGTH = const(1)  # where an entry has its length, and then that inverted
_RECORD = const(3)  # where it has its record
_CRC_BYTES = const(4)
_UNMARKED = b"\xff"
_MARKED = b"\x00"
_DAMAGED = "Part of the match is damaged"
_NO_SENSE = "The match makes no sense"


class MatchLog:
    """The log of `run`, by default of the match that is played.

    When `append` returns, the record is on flash; a pulled plug leaves the log as it was before or
    after. `size`: the offset after the last record, 0 before the log was opened. `damage`: what
    `open` found wrong, as a sentence, or None. Reading changes nothing, so it finds the same each
    time until `mend`. Methods raise OSError if the flash fails.
    """

    def __init__(self, ring: "Ring", run: int | None = None) -> None:
        self.breathe: "Callable[[], object] | None" = None  # called while much is written
        self.damage: str | None = None
        self.run = run or 0
        self.size = 0
        self._ring = ring
        self._is_played = run is None
        self._crc = 0  # of the last record
        self._known = False  # True if `size` and `_crc` are those of the log
        self._broken = False  # True if what `open` gave is not all that was written
        self._from = (0, 0)  # where it began to read
        self._head: bytes | None = None  # what it gave before that
        self._sector = -1  # where the next record goes, -1: unknown
        self._at = 0
        self._tried: "tuple[int, bytes] | None" = None  # an append that failed: its CRC and record

    # Reading

    @property
    def start(self) -> "Place":
        """The place of the first record, once the log was opened."""
        for sector in self._ring.sectors(self.run):
            return self._ring.index(sector) * SECTOR + HEADER, self._ring.seed(sector)
        return 0, 0

    def open(self, start: int | None = None, head: int | None = None) -> "Iterator[bytes]":
        """Yields the records, oldest first, each checked.

        `start`, `head`: kinds of records, their first bytes. Only the records from the last `start`
        on are read, and given after the last `head` before it. All records, if there is no `start`.
        """
        self.damage = None
        self._known = self._broken = False
        self._sector = -1
        if self._is_played:
            self.run = self._ring.running()
        self._look_for(start, head)
        self.size, self._crc = self._from
        if self._head is not None:
            yield self._head
        wrong: "list[int]" = []
        for record, offset, crc in self._records(self._from[0], self._from[1], wrong):
            yield record
            self.size, self._crc = offset, crc
        self._broken = bool(wrong)
        self.damage = _DAMAGED if wrong else self._ring.damage
        self._known = True

    def _look_for(self, start: int | None, head: int | None) -> None:
        """Sets `_from` to the last `start` if there is one, and `_head` to what is before it."""
        ring = self._ring
        self._head, self._from = None, self.start
        if start is None:
            return
        found = False
        for sector in reversed(ring.sectors(self.run)):
            base = ring.index(sector) * SECTOR
            place = base + HEADER, ring.seed(sector)
            before = None
            for record, end, crc in self._entries(sector, HEADER, place[1], None, []):
                if record[0] == head:
                    before = record
                elif record[0] == start and (not found or base == self._from[0] // SECTOR * SECTOR):
                    found = True
                    self._from = place
                    self._head = before
                place = base + end, crc
            if found and self._head is None:
                self._head = before
            if found and (head is None or self._head is not None):
                return

    def again(self) -> "Iterator[bytes | None]":
        """Yields all records of the log, and None after each as a pause."""
        for record, _, _ in self.records_from(*self.start):
            yield record
            yield None

    def records_from(self, offset: int, crc: int) -> "Iterator[Found]":
        """Yields (record, offset after it, CRC after it) from a place on, up to damage.

        Records may be appended meanwhile.
        """
        return self._records(offset, crc, [])

    def _records(self, offset: int, crc: int, wrong: "list[int]") -> "Iterator[Found]":
        """As records_from; adds to `wrong` the offset of damage that cannot be corrected."""
        ring = self._ring
        ring.reading = self.run
        at = offset % SECTOR
        sectors = [s for s in ring.sectors(self.run) if ring.index(s) >= offset // SECTOR]
        for i in range(len(sectors)):
            sector = sectors[i]
            base = ring.index(sector) * SECTOR
            if i or base > offset:
                at = HEADER
                if ring.seed(sector) != crc:
                    wrong.append(base)
                    return
            seed = ring.seed(sectors[i + 1]) if i + 1 < len(sectors) else None
            for record, end, following in self._entries(sector, at, crc, seed, wrong):
                yield record, base + end, following
                crc = following
            if wrong:
                return

    def _entries(
        self, sector: int, at: int, crc: int, seed: int | None, wrong: "list[int]"
    ) -> "Iterator[Found]":
        """Yields (record, byte after it, CRC after it) of one sector from byte `at` on.

        `seed`: the CRC that the next sector continues, if there is one; `wrong`: as for `_records`.

        A torn record is unmarked, and ends its page. If a bit flips and marks it, what follows does
        not continue it: so each record is given once that is known.
        """
        last: "Found | None" = None
        before = crc  # of `last`
        broken = 0
        while at < SECTOR:
            page = self._ring.flash.read(sector, at, PAGE - at % PAGE)
            i = 0
            while i + _AROUND < len(page) and is_set(page[i]):
                record = _record(page, i, crc)
                if not record and last and _record(page, i, before):
                    last, crc = None, before
                    record = _record(page, i, crc)
                if not record and not broken:
                    record = _corrected(page, i, crc)
                if not record:
                    broken = broken or at + i
                    break
                broken = 0
                if last:
                    yield last
                before = crc
                crc = _crc_of(record, crc)
                i += len(record) + _AROUND
                last = record, at + i, crc
            at += len(page)
        if last and (crc == before or seed != before):
            yield last
        else:
            crc = before
        if broken and seed != crc:
            wrong.append(broken)

    # Writing

    def append(self, record: bytes) -> None:
        """Writes one record; when this returns, it is on flash.

        Raises ValueError if it is empty or too long.
        """
        if not 1 <= len(record) <= LONGEST:
            raise ValueError("a record is 1 to %d bytes long, not %d" % (LONGEST, len(record)))
        if not self._known:
            self._find_end()
        if self.damage:
            self.mend()
        if not self.run:
            self.restart((record,))
            return
        if self._tried == (self._crc, record):
            self._tried = None
            return  # it was written, though the flash has said otherwise
        crc = _crc_of(record, self._crc)
        self._tried = crc, record
        if self._sector < 0:
            self._find_room()
        entry = _UNMARKED + _entry(record, crc)
        if self._at % PAGE + len(entry) > PAGE:
            self._at += PAGE - self._at % PAGE
        self._known = False  # until it is done
        if self._at >= SECTOR:
            self._sector = self._ring.extend(self.run, self._crc)
            self._at = HEADER
        flash = self._ring.flash
        flash.program(self._sector, self._at, entry)
        flash.program(self._sector, self._at, _MARKED)
        flash.sync()
        self._at += len(entry)
        self.size = self._ring.index(self._sector) * SECTOR + self._at
        self._crc = crc
        self._known = True
        self._tried = None

    def _find_end(self) -> None:
        """Reads the last sector: sets what is known of the log's end."""
        ring = self._ring
        if self._is_played:
            self.run = ring.running()
        self._sector = -1
        self._head, self._from = None, self.start
        for sector in ring.sectors(self.run)[-1:]:
            base = ring.index(sector) * SECTOR
            wrong: "list[int]" = []
            self.size, self._crc = base + HEADER, ring.seed(sector)
            for _, end, crc in self._entries(sector, HEADER, self._crc, None, wrong):
                self.size, self._crc = base + end, crc
            if wrong:
                self._broken = True
                self.damage = _DAMAGED
        self._known = True

    def _find_room(self) -> None:
        """Finds where the next record goes: behind all bits that were torn."""
        flash = self._ring.flash
        sector = self._sector = self._ring.sectors(self.run)[-1]
        at = self._at = max(HEADER, self.size - self._ring.index(sector) * SECTOR)
        while at < SECTOR:
            room = PAGE - at % PAGE
            if flash.read(sector, at, room).strip(b"\xff"):
                self._at = at + room
            at += room

    def restart(self, records: "Iterable[bytes]", keep: bool = True, over: bool = False) -> None:
        """Begins a new run with these records, in place of the match that is played.

        `keep`: whether that becomes an earlier match; it does if it was not read, or is damaged.
        `over`: whether it is over, and may be given up before those that are not. A pulled plug
        leaves the old match or the new one.
        """
        ring = self._ring
        past = ring.running()
        sound = self._known and not self.damage
        self._known = False
        self._write(records)
        self.damage, self._broken, self._tried = None, False, None
        self._known = True
        try:
            if past and not keep and sound:
                ring.drop(past)
            elif past and over:
                ring.over(past)
        except OSError:
            pass  # it is kept, and may be given up later than others

    def _write(self, records: "Iterable[bytes]") -> None:
        """Writes a run with these records, page by page, which then is this log's."""
        ring = self._ring
        run, sector = ring.begin()
        at = HEADER
        crc = 0
        page = bytearray()
        try:
            for record in records:
                following = _crc_of(record, crc)
                entry = _MARKED + _entry(record, following)
                room = PAGE - at % PAGE
                if len(page) + len(entry) > room:
                    ring.flash.program(sector, at, page)
                    page = bytearray()
                    at += room
                    if at == SECTOR:
                        sector = ring.extend(run, crc)
                        at = HEADER
                    if self.breathe:
                        self.breathe()
                page.extend(entry)
                crc = following
            ring.flash.program(sector, at, page)
            ring.whole(run)
        except BaseException:
            ring.give_up()
            raise
        self.run, self._sector, self._at, self._crc = run, sector, at + len(page), crc
        self.size = ring.index(sector) * SECTOR + self._at
        self._head, self._from = None, (HEADER, 0)

    def cut(self) -> None:
        """Drops the record that `open` gave last and all that follow: they do not make a match."""
        self._known = self._broken = True
        self.damage = self.damage or _NO_SENSE

    def mend(self) -> None:
        """Goes on in another sector, with what was read: damaged ones are not written to.

        A damaged match is kept as an earlier one.
        """
        if self.damage and self._known:
            if self._broken:
                if self._head is not None or self.size > self._from[0]:
                    self.restart(self._good())
            elif self.run:
                self._sector = self._ring.extend(self.run, self._crc)
                self._at = HEADER
            self.damage = None

    def _good(self) -> "Iterator[bytes]":
        """Yields the records that were read, once more."""
        if self._head is not None:
            yield self._head
        for record, offset, _ in self.records_from(*self._from):
            if offset > self.size:
                return
            yield record


def _crc_of(record: bytes, crc: int) -> int:
    """The CRC that continues `crc` with a record and its length."""
    return crc32(record, crc32(bytes((len(record), len(record) ^ 255)), crc))


def _entry(record: bytes, crc: int) -> bytes:
    """The bytes of a record whose CRC is `crc`, without the mark."""
    return bytes((len(record), len(record) ^ 255)) + record + crc.to_bytes(_CRC_BYTES, "big")


def _record(page: "bytes | bytearray", at: int, crc: int) -> bytes:
    """The record in the entry at page[at:] that continues `crc`; b"" if there is no such."""
    count = page[at + _LENGTH]
    end = at + _RECORD + count
    if count ^ page[at + _LENGTH + 1] != 255 or not count or end + _CRC_BYTES > len(page):
        return b""
    record = bytes(page[at + _RECORD : end])
    found = int.from_bytes(page[end : end + _CRC_BYTES], "big")
    return record if found == _crc_of(record, crc) else b""


def _corrected(page: bytes, at: int, crc: int) -> bytes:
    """As _record, with one bit that has flipped."""
    data = bytearray(page)
    first, second = page[at + _LENGTH], page[at + _LENGTH + 1] ^ 255
    start, end = at + _RECORD, min(len(page), at + _AROUND + first)
    if first != second:
        start, end = at + _LENGTH, at + _RECORD
    for i in range(start, end):
        for bit in range(8):
            data[i] ^= 1 << bit
            record = _record(data, at, crc)
            if record:
                return record
            data[i] ^= 1 << bit
    return b""


class Archive:
    """The earlier matches, each by the number of its run in the ring, and what people have done.

    Methods raise OSError.
    """

    def __init__(
        self, ring: "Ring", files: "Files", urandom: "Callable[[int], bytes] | None" = None
    ) -> None:
        """`urandom(n)`: random bytes; None where what people have done is not written."""
        self.urandom = urandom
        self._ring = ring
        self._files = files

    @property
    def running(self) -> int:
        """The run of the match that is played, 0: none. One that was begun later is higher."""
        return self._ring.running()

    def runs(self) -> "list[int]":
        """The earlier matches, the one that was played last first."""
        running = self._ring.running()
        return [run for run in self._ring.runs() if run != running]

    def is_played(self, run: int) -> bool:
        """True if the match was played here, False if it was sent."""
        return self._ring.kind(run) == PLAYED

    def day(self, run: int) -> str:
        """The day on which a match was played, as 2026-11-22; '' if that is unknown."""
        return self._ring.day(run)

    def open(self, run: int) -> MatchLog:
        """The log of a match, for reading."""
        return MatchLog(self._ring, run)

    def remove(self, run: int) -> None:
        """Deletes a match."""
        self._ring.drop(run)

    def people(self, head: int, row: int) -> Table:
        """The table of what each person has done, with a head and rows of so many bytes."""
        return Table(self._files, PEOPLE, head, row)

    def cards(self, size: int) -> Slots:
        """The practice cards, in slots of `size` bytes."""
        return Slots(self._files, CARDS, size)

    def sets(self) -> Store:
        """What was done of the practice sets."""
        return Store(self._files, SETS)
