"""A match's log: records in a run of the ring's sectors, read from any place on, and appended to.
The Archive has the logs of earlier matches.

docs/match-files.md has the bytes. Each record is programmed first and marked then. So a torn one is
told from a damaged one, and is struck out (its length is cleared) before the next is written. A
record's CRC continues that of the record before. So one flipped bit is found and corrected, and
nothing that was left over is taken for a record.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import CARDS, PEOPLE, SETS, Slots, Store, Table
from picogammon.devices.nor import PAGE, SECTOR, Worn
from picogammon.devices.ring import HEADER, NO_SPACE, PLAYED, correct, is_set

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

    from picogammon.devices.files import Files
    from picogammon.devices.ring import Ring, Sector

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
_NO_SENSE = "The match is invalid"


class MatchLog:
    """The log of `run`, by default of the match that is played.

    When `append` returns, the record is on flash; a pulled plug leaves the log as it was before or
    after. `size`: the offset after the last record, 0 before the log was opened. `damage`: what
    `open` found wrong, as a sentence, or None. Reading changes nothing, so it finds the same each
    time until `keep_damaged`. Methods raise OSError if the flash fails. While much is done they
    call the ring's `keep_alive`.
    """

    def __init__(self, ring: "Ring", run: int | None = None) -> None:
        self.damage: str | None = None
        self.run = run or 0
        self.size = 0
        self._ring = ring
        self._is_played = run is None
        self._kinds: "tuple[int | None, int | None]" = (None, None)  # that `open` was asked for
        self._crc = 0  # after the last record
        self._last = 0  # the offset of the last record that `open` gave, 0 if there is none
        self._known = False  # True if `size` and `_crc` are those of the log
        self._sector: "Sector | None" = None  # where the next record goes, None: unknown
        self._at = 0
        self._tried: "tuple[int, bytes] | None" = None  # an append that failed: its CRC and record

    # Reading

    @property
    def start(self) -> "Place":
        """The place of the first record, once the log was opened."""
        for sector in self._ring.sectors(self.run):
            return sector.index * SECTOR + HEADER, sector.seed
        return 0, 0

    @property
    def room(self) -> int:
        """The number of sectors that it may still take, so that others have room as well."""
        return self._ring.most - self.size // SECTOR - 1

    def open(self, start: int | None = None, head: int | None = None) -> "Iterator[bytes]":
        """Yields the records, oldest first, each checked.

        `start`, `head`: kinds of records, their first bytes. Only the records from the last `start`
        on are read, and given after the last `head` before it. All records, if there is no `start`.
        """
        self.damage = None
        self._known = False
        self._sector = None
        self._kinds = start, head
        if self._is_played:
            self.run = self._ring.running()
        self.size, self._crc = self.start
        self._last = 0
        wrong: "list[int]" = []
        for record, offset, crc in self._wanted(wrong):
            yield record
            self.size, self._crc = offset, crc
            self._last = offset - len(record) - _AROUND
        self.damage = _DAMAGED if wrong else self._ring.damage
        self._known = True

    def _wanted(self, wrong: "list[int]") -> "Iterator[Found]":
        """Yields what `open` is asked for; `wrong`: as for `_records`."""
        head, place = self._last_start()
        if head is not None:
            yield (head,) + place
        yield from self._records(place, wrong)

    def _last_start(self) -> "tuple[bytes | None, Place]":
        """(the last `head` before the last `start`, the place of that)."""
        start, head = self._kinds
        place = None
        for found, _ in self.skim(start, head) if start is not None else ():
            last = first = None
            for record, here in found:
                if record[0] == head:
                    last = record
                else:
                    first = last, here
            if first and not place:
                last, place = first
            if place and (last is not None or head is None):
                return last, place
        return None, place or self.start

    def skim(self, *kinds: int | None) -> "Iterator[tuple[list[tuple[bytes, Place]], bool]]":
        """Checks all records, sector by sector, the last first.

        Yields ([(record, its place)] of these kinds, False once a record is damaged or lost).
        """
        wrong: "list[int]" = []
        seed: int | None = None
        for sector in reversed(self._ring.sectors(self.run)):
            found = self._of_kinds(kinds, sector, seed, wrong)
            seed = sector.seed
            yield found, not (wrong or self._ring.damage)

    def _of_kinds(
        self, kinds: "Sequence[int | None]", sector: "Sector", seed: int | None, wrong: "list[int]"
    ) -> "list[tuple[bytes, Place]]":
        """(record, its place) of those in a sector that are of these kinds.

        `seed`, `wrong`: as for `_entries`. To check each record takes most of the time; so here the
        last CRC, which continues all others, is checked, and each record only if that is wrong.
        """
        found = []
        at, crc = HEADER, sector.seed
        written = crc.to_bytes(_CRC_BYTES, "big")
        self._ring.feed()
        while at < SECTOR:
            page = self._ring.flash.read(sector.number, at, PAGE - at % PAGE)
            view = memoryview(page)  # a slice of it is made in half the time
            i = 0
            while i + _AROUND < len(page) and (not page[i] or _is_marked(page, i)):
                end = i + _RECORD + page[i + _LENGTH]
                if page[i + _RECORD] in kinds:
                    found.append((page[i + _RECORD : end], (sector.index * SECTOR + at + i, crc)))
                crc = crc32(view[i + _LENGTH : end], crc)
                i = end + _CRC_BYTES
            if i:
                written = page[i - _CRC_BYTES : i]
            at += len(page)
        if written == crc.to_bytes(_CRC_BYTES, "big") and seed in (None, crc):
            return found
        found = []
        here = sector.index * SECTOR + HEADER, sector.seed
        for record, after, crc in self._entries(sector, here, seed, wrong):
            if record[0] in kinds:
                found.append((record, here))
            here = after, crc
        return found

    def again(self) -> "Iterator[bytes | None]":
        """Yields all records of the log, and None after each as a pause."""
        for record, _, _ in self.records_from(*self.start):
            yield record
            yield None

    def records_from(self, offset: int, crc: int) -> "Iterator[Found]":
        """Yields (record, offset after it, CRC after it) from a place on, up to damage.

        Records may be appended meanwhile.
        """
        return self._records((offset, crc), [])

    def _records(self, place: "Place", wrong: "list[int]") -> "Iterator[Found]":
        """As records_from; adds to `wrong` the offset of damage that cannot be corrected."""
        self._ring.reading = self.run
        sectors = self._ring.sectors(self.run)
        for i in range(len(sectors)):
            begin = sectors[i].index * SECTOR + HEADER
            if begin + SECTOR <= place[0]:
                continue
            place = max(begin, place[0]), place[1]
            seed = sectors[i + 1].seed if i + 1 < len(sectors) else None
            place = yield from self._entries(sectors[i], place, seed, wrong)
            if wrong:
                return

    def _entries(
        self, sector: "Sector", place: "Place", seed: int | None, wrong: "list[int]"
    ) -> "Generator[Found, None, Place]":
        """Yields the records of one sector from a place on; returns the place after them.

        `seed`: the CRC that the next sector continues, if there is one; `wrong`: as for `_records`.
        """
        base = sector.index * SECTOR
        after, crc = place
        at = after - base
        broken = 0
        self._ring.feed()
        while at < SECTOR and crc != seed:  # a record behind the last was not finished
            page = self._ring.flash.read(sector.number, at, PAGE - at % PAGE)
            i = 0
            while i + _AROUND < len(page) and crc != seed and _is_marked(page, i):
                found = _record(page, i, crc) or not broken and _corrected(page, i, crc)
                if not found:
                    broken = broken or base + at + i  # unless a record on another page goes on
                    break
                broken = 0
                record, crc = found
                i += len(record) + _AROUND
                after = base + at + i
                yield record, after, crc
            at += len(page)
        if seed != crc and (broken or seed is not None):
            wrong.append(broken or after)
        return after, crc

    # Writing

    def append(self, record: bytes) -> None:
        """Writes one record; when this returns, it is on flash.

        Raises ValueError if it is empty or too long.
        """
        if not 1 <= len(record) <= LONGEST:
            raise ValueError("a record is 1 to %d bytes long, not %d" % (LONGEST, len(record)))
        if not self._known:
            for _ in self.open(*self._kinds):
                pass
        if self.damage:
            self.keep_damaged()
        if not self.run:
            self.restart((record,))
            return
        self._ring.drop_doubtful()
        if self._tried == (self._crc, record):
            self._tried = None
            return  # it was written, though the flash has said otherwise
        entry, crc = _entry(_UNMARKED, record, self._crc)
        self._tried = crc, record
        self._known = False  # until it is done
        try:
            sector = self._room_for(len(entry))
            self._put(sector, entry)
        except Worn:
            sector = self._go_on(True)
            self._put(sector, entry)
        self._at += len(entry)
        self.size = sector.index * SECTOR + self._at
        self._crc = crc
        self._known = True
        self._tried = None

    def feed(self) -> None:
        """Calls the ring's `keep_alive`, as something takes long."""
        self._ring.feed()

    def _put(self, sector: "Sector", entry: bytes) -> None:
        flash = self._ring.flash
        flash.program(sector.number, self._at, entry)
        flash.program(sector.number, self._at, _MARKED)
        flash.sync()

    def _room_for(self, count: int) -> "Sector":
        """Lets `_sector` and `_at` be where an entry of so many bytes goes; returns the sector."""
        sector = self._sector
        if sector is None:
            sector = self._find_end(self._ring.sectors(self.run)[-1])
        if self._at % PAGE + count > PAGE:
            self._at += PAGE - self._at % PAGE
        return self._go_on() if self._at >= SECTOR else sector

    def _go_on(self, worn: bool = False) -> "Sector":
        """Begins the next sector of the run; returns it. `worn`: whether the last one is."""
        if worn and self._sector:
            self._ring.give_up(self._sector.number)
        self._sector = self._ring.extend(self.run, self._crc)
        self._at = HEADER
        return self._sector

    def _find_end(self, sector: "Sector") -> "Sector":
        """Lets `_at` be in this sector, the last, behind all records and all that was torn there.

        What was torn is struck out. So is the place of the record that came next, as what was torn
        may read as erased.
        """
        flash = self._ring.flash
        self._sector = sector
        at = end = max(HEADER, self.size - sector.index * SECTOR)
        while at < SECTOR:
            room = PAGE - at % PAGE
            page = flash.read(sector.number, at, room)
            if page.strip(_UNMARKED):
                self._strike_out(sector, at, page)
                end = at + room
            at += room
        if not flash.steady:
            if end % PAGE + _AROUND + LONGEST > PAGE:  # it may have had no room on this page
                end += PAGE - end % PAGE
            if end < SECTOR:
                self._strike_out(sector, end, _UNMARKED * PAGE)
                end += PAGE - end % PAGE
        self._at = end
        return sector

    def _strike_out(self, sector: "Sector", at: int, page: bytes) -> None:
        length = page[_LENGTH:_RECORD]
        if length.strip(_MARKED):
            self._ring.flash.program(sector.number, at + _LENGTH, bytes(len(length)))

    def settle(self) -> None:
        """Programs again what the last power cut may have torn, so that it reads as now for ever.

        This is for the start, once the log was read and before anybody sees what is in it. A
        damaged match stays as it is. An error is told by the next record.
        """
        ring = self._ring
        if self.damage or not self.run or ring.flash.steady:
            return
        try:
            ring.settle()
            for sector in ring.sectors(self.run):
                if self._last and sector.index == self._last // SECTOR:
                    ring.flash.program(sector.number, self._last % SECTOR, _MARKED)
            self._find_end(sector)
        except OSError:
            self._sector = None

    def restart(self, records: "Iterable[bytes]", keep: bool = True, over: bool = False) -> None:
        """Begins a new run with these records, in place of the match that is played.

        `keep`: whether that becomes an earlier match; it does if it was not read, or is damaged.
        `over`: whether it is over, and may be given up before those that are not. A pulled plug
        leaves the old match or the new one.
        """
        ring = self._ring
        past = ring.running()
        sound = self._known and not self.damage
        for _ in self.write(records):
            ring.feed()
        ring.reading = 0  # what was played back before has been left
        try:
            if past and not keep and sound:
                ring.drop(past)
            elif past and over:
                ring.over(past)
        except (OSError, MemoryError):
            pass  # it is kept, and may be given up later than others

    def write(
        self, records: "Iterable[bytes]", kind: int = PLAYED, day: int = 0, over: bool = False
    ) -> "Iterator[None]":
        """Writes a run with these records, page by page (a generator), which then is this log's.

        `over`: whether its match is over.
        """
        ring = self._ring
        sector = ring.begin(kind, day)
        run = sector.run
        at = HEADER
        crc = before = 0  # the CRC that the page's first record continues
        page = b""
        try:
            for record in records:
                entry, following = _entry(_MARKED, record, crc)
                if at % PAGE + len(page) + len(entry) > PAGE:
                    sector, at = self._put_page(sector, at, page, before)
                    yield
                    page = b""
                    before = crc
                    at += PAGE - at % PAGE
                    if at == SECTOR:
                        sector = ring.extend(run, crc)
                        at = HEADER
                page += entry
                crc = following
            sector, at = self._put_page(sector, at, page, before)
            if over:
                ring.over(run)
            ring.whole(run)
        finally:
            ring.writing.discard(run)
        self.run, self._sector, self._at, self._crc = run, sector, at + len(page), crc
        self.size = sector.index * SECTOR + self._at
        self.damage = self._tried = None
        self._known = True

    def _put_page(self, sector: "Sector", at: int, page: bytes, crc: int) -> "tuple[Sector, int]":
        """Programs a page of records that continue `crc`; returns where it is."""
        ring = self._ring
        try:
            ring.flash.program(sector.number, at, page)
        except Worn:
            ring.give_up(sector.number)
            sector, at = ring.extend(sector.run, crc), PAGE  # its first page has less room
            ring.flash.program(sector.number, at, page)
        return sector, at

    def cut(self) -> None:
        """Drops the record that `open` gave last and all that follow: they do not make a match."""
        self._known = True
        self.damage = _NO_SENSE

    def keep_damaged(self) -> None:
        """Goes on in another sector, with what was read: damaged ones are not written to.

        A damaged match is kept as an earlier one. Raises OSError also if a copy has no room.
        """
        if not self.damage or not self._known:
            return
        if self.damage == self._ring.damage:
            if self.run:
                self._sector = self._ring.extend(self.run, self._crc)
                self._at = HEADER
        elif self.size > self.start[0]:
            end = self.size
            if self._ring.room() <= end // SECTOR:  # it would only cost other matches
                raise OSError(NO_SPACE)
            self.restart(record for record, at, _ in self._wanted([]) if at <= end)
        self.damage = None


def _is_marked(page: bytes, at: int) -> bool:
    """True if the entry at page[at:] was marked, and was not struck out.

    Nothing but zeros was not struck out, but is lost.
    """
    if page[at + _LENGTH] | page[at + _LENGTH + 1]:
        return not page[at] or is_set(page[at])  # the former is quick
    return not page[at] and not page[at + _RECORD :].strip(_MARKED)


def _entry(mark: bytes, record: bytes, crc: int) -> "tuple[bytes, int]":
    """(the bytes of a record that continues `crc`, the CRC that the next one continues)."""
    body = bytes((len(record), len(record) ^ 255)) + record
    following = crc32(body, crc)
    return mark + body + following.to_bytes(_CRC_BYTES, "big"), following


def _record(page: "bytes | bytearray", at: int, crc: int) -> "tuple[bytes, int] | None":
    """(the record in the entry at page[at:], the CRC after it); None unless it continues `crc`."""
    count = page[at + _LENGTH]
    end = at + _RECORD + count
    if count ^ page[at + _LENGTH + 1] != 255 or not count or end + _CRC_BYTES > len(page):
        return None
    following = crc32(memoryview(page)[at + _LENGTH : end], crc)
    if page[end : end + _CRC_BYTES] != following.to_bytes(_CRC_BYTES, "big"):
        return None
    return bytes(page[at + _RECORD : end]), following


def _corrected(page: bytes, at: int, crc: int) -> "tuple[bytes, int] | None":
    """As _record, with one bit that has flipped."""
    data = bytearray(page)
    start = at + _LENGTH
    counts = data[start], data[start + 1] ^ 255
    for count in counts:
        data[start] = count
        data[start + 1] = count ^ 255
        end = at + _RECORD + count
        if count and end + _CRC_BYTES <= len(data):
            entry = data[start:end]
            wrong = crc32(entry, crc) ^ int.from_bytes(data[end : end + _CRC_BYTES], "big")
            if not wrong or counts[0] == counts[1] and correct(entry, _RECORD - _LENGTH, wrong):
                return bytes(entry[_RECORD - _LENGTH :]), crc32(entry, crc)
    return None


class Archive:
    """The earlier matches, each by the number of its run in `ring`, and what people have done.

    Methods raise OSError.
    """

    def __init__(
        self, ring: "Ring", files: "Files", urandom: "Callable[[int], bytes] | None" = None
    ) -> None:
        """`urandom(n)`: random bytes; None where what people have done is not written."""
        self.urandom = urandom
        self.ring = ring
        self._files = files

    def runs(self) -> "list[int]":
        """The earlier matches, the one that was played last first."""
        running = self.ring.running()
        return [run for run in self.ring.runs() if run != running]

    def open(self, run: int) -> MatchLog:
        """The log of a match, for reading."""
        return MatchLog(self.ring, run)

    def people(self, head: int, row: int, most: int) -> Table:
        """The table of what each person has done.

        `head`, `row`: the bytes of its head and of a row; `most`: how many rows there are at most.
        """
        return Table(self._files, PEOPLE, head, row, most)

    def cards(self, size: int) -> Slots:
        """The practice cards, in slots of `size` bytes."""
        return Slots(self._files, CARDS, size)

    def sets(self) -> Store:
        """What was done of the practice sets."""
        return Store(self._files, SETS)
