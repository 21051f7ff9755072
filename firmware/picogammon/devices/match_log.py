"""The log of a match, with records to read and append, and the Archive of earlier matches.

A log is a run: all sectors of one match (ring.py). An entry is a record as stored on flash, with a
mark, its length and a CRC (docs/match-files.md lists the bytes). A place is an offset in a log,
together with the CRC of the last entry before this offset.

An entry is programmed first and marked afterwards. An entry without a mark was interrupted by a
power cut: before the next entry is written, the interrupted entry is struck out (its length is
cleared). A marked entry with a wrong CRC is damaged; the CRC can correct one flipped bit. Each CRC
continues the CRC of the entry before, so leftover bytes never count as an entry.
"""

from binascii import crc32
from micropython import const

from picogammon.devices.files import CARDS, PEOPLE, SETS, Slots, Store, Table
from picogammon.devices.nor import PAGE, SECTOR, Worn
from picogammon.devices.ring import HEADER, NO_SPACE, PLAYED, correct, is_set

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from picogammon.devices.files import Files
    from picogammon.devices.ring import Ring, Sector

    Place = tuple[int, int]  # (offset in the log, the CRC that the next record continues)
    Found = tuple[bytes, int, int]  # (record, offset after it, CRC after it)

LONGEST = const(200)  # bytes of a record
_AROUND = const(7)  # bytes of an entry besides its record
_LENGTH = const(1)  # offset of an entry's length, which is repeated, inverted, in the next byte
_RECORD = const(3)  # offset of the record
_CRC_BYTES = const(4)
_UNMARKED = b"\xff"
_MARKED = b"\x00"
_DAMAGED = "Part of the match is damaged"
_NO_SENSE = "The match is invalid"


class MatchLog:
    """The log of one match. Methods raise OSError if the flash fails; reading changes nothing.

    `run`: the number of the match in the ring; None for the match in progress. `size`: the offset
    after the last record, or 0 before `open`. `damage`: a sentence about damage that `open` found.
    """

    def __init__(self, ring: "Ring", run: int | None = None) -> None:
        self.damage: str | None = None
        self.run = run or 0
        self.size = 0
        self._ring = ring
        self._is_played = run is None
        self._kinds: "tuple[int | None, int | None]" = (None, None)  # as `open` was called
        self._crc = 0  # after the last record
        self._last = 0  # offset of the last record that `open` has read, or 0
        self._known = False  # True if `size` and `_crc` match the flash
        self._sector: "Sector | None" = None  # of the next record; None: not yet found
        self._at = 0  # where in that sector
        self._tried: "tuple[int, bytes] | None" = None  # an append that failed: its CRC and record

    # Reading

    @property
    def start(self) -> "Place":
        """The place (offset, CRC) of the first record. Call `open` first."""
        for sector in self._ring.sectors(self.run):
            return sector.index * SECTOR + HEADER, sector.seed
        return 0, 0

    @property
    def room(self) -> int:
        """The number of sectors by which the log may grow."""
        return self._ring.most - self.size // SECTOR - 1

    def open(self, start: int | None = None, head: int | None = None) -> "Iterator[bytes]":
        """Yields the records, oldest first. Stops at a damaged record, and then sets `damage`.

        A record's first byte is its kind. `start`: None to begin at the first record, or a kind to
        begin at the last record of that kind. `head`: None, or a kind: if `start` skips records of
        the kind `head`, the last skipped one is yielded before all others.
        """
        self.damage = None
        self._known = False
        self._sector = None
        self._kinds = start, head
        if self._is_played:
            self.run = self._ring.running()
        self.size, self._crc = self.start
        self._last = 0
        for record, offset, crc in self._opened():
            if not record:
                self.damage = _DAMAGED
                break
            yield record
            self.size, self._crc = offset, crc
            self._last = offset - len(record) - _AROUND
        else:
            self.damage = self._ring.damage
        self._known = True

    def _opened(self) -> "Iterator[Found]":
        """Yields (record, offset after it, CRC after it) for `open`; an empty record at damage."""
        start, head = self._kinds
        first = place = None
        for found, _ in () if start is None else self.skim(start, head):
            for record, here in reversed(found):
                if place is None and record[0] == start:
                    place = here
                elif place is not None and first is None and record[0] == head:
                    first = record
            if place is not None and (head is None or first is not None):
                break
        place = place or self.start
        if first is not None:
            yield (first,) + place
        yield from self.records_from(*place, signal=True)

    def skim(self, *kinds: int | None) -> "Iterator[tuple[list[tuple[bytes, Place]], bool]]":
        """Checks all sectors, from the last to the first; yields (found, sound) for each sector.

        `kinds`: kinds (first bytes) of records. `found`: a list of the sector's records of these
        kinds, oldest first, each as (record, (offset of the record, CRC before it)). `sound`: True
        while no damaged record has been found; always False if the ring has lost a sector.
        """
        sound = True
        seed: int | None = None
        for sector in reversed(self._ring.sectors(self.run)):
            found, whole = self._of_kinds(kinds, sector, seed)
            sound = sound and whole
            seed = sector.seed
            yield found, sound and not self._ring.damage

    def _of_kinds(
        self, kinds: "Sequence[int | None]", sector: "Sector", seed: int | None
    ) -> "tuple[list[tuple[bytes, Place]], bool]":
        """Finds the records of some `kinds` (first bytes) in one sector; returns (found, sound).

        `found`: a list of (record, (offset of the record, CRC before it)), oldest first. `sound`:
        False if a record is damaged; records after it are then missing. `seed`: the CRC of the
        sector's last record, as the next sector's header states it; None for the last sector.

        Comparing each record's CRC would take most of the time. A sector's last CRC depends on all
        CRCs before, so the earlier CRCs are compared only if the last CRC is wrong.
        """
        found = []
        at, crc = HEADER, sector.seed
        written = crc.to_bytes(_CRC_BYTES, "big")
        self._ring.feed()
        while at < SECTOR:
            page = self._ring.flash.read(sector.number, at, PAGE - at % PAGE)
            view = memoryview(page)  # slices of a view take half the time
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
            return found, True
        found = []
        here = sector.index * SECTOR + HEADER, sector.seed
        for record, after, crc in self._entries(sector, here, seed):
            if not record:
                return found, False
            if record[0] in kinds:
                found.append((record, here))
            here = after, crc
        return found, True

    def again(self) -> "Iterator[bytes | None]":
        """Yields all records, and None after each record, so that the caller can pause."""
        for record, _, _ in self.records_from(*self.start):
            yield record
            yield None

    def records_from(self, offset: int, crc: int, signal: bool = False) -> "Iterator[Found]":
        """Yields (record, offset after it, CRC after it) from a place on; stops at damage.

        `offset`, `crc`: the place. Records appended while this runs are not always included.
        `signal`: True to yield an empty record at damage.
        """
        self._ring.reading = self.run
        sectors = self._ring.sectors(self.run)
        for i in range(len(sectors)):
            begin = sectors[i].index * SECTOR + HEADER
            if begin + SECTOR <= offset:
                continue
            seed = sectors[i + 1].seed if i + 1 < len(sectors) else None
            place = max(begin, offset), crc
            for found in self._entries(sectors[i], place, seed):
                record, offset, crc = found
                if record or signal:
                    yield found
                if not record:
                    return

    def _entries(self, sector: "Sector", place: "Place", seed: int | None) -> "Iterator[Found]":
        """Yields (record, offset after it, CRC after it) from `place` to the end of a sector.

        At damage, the last record is empty. `seed`: the CRC at the sector's end, or None.
        """
        base = sector.index * SECTOR
        after, crc = place
        at = after - base
        broken = False
        self._ring.feed()
        while at < SECTOR and crc != seed:  # what follows the CRC `seed` was interrupted
            page = self._ring.flash.read(sector.number, at, PAGE - at % PAGE)
            i = 0
            while i + _AROUND < len(page) and crc != seed and _is_marked(page, i):
                found = _record(page, i, crc, not broken)
                broken = found is None  # unless a record on another page continues the CRC
                if found is None:
                    break
                record, crc = found
                i += len(record) + _AROUND
                after = base + at + i
                yield record, after, crc
            at += len(page)
        if seed != crc and (broken or seed is not None):
            yield b"", after, crc

    # Writing

    def append(self, record: bytes) -> None:
        """Appends a record of 1 to LONGEST bytes, and ensures that no power cut can remove it."""
        if not 1 <= len(record) <= LONGEST:
            raise ValueError("a record is 1 to %d bytes long, not %d" % (LONGEST, len(record)))
        if not self._known:
            for _ in self.open(*self._kinds):
                pass
        self.keep_damaged()
        if not self.run:
            self.restart((record,))
            return
        self._ring.drop_uncommitted()
        if self._tried == (self._crc, record):
            self._tried = None
            return  # the flash reported an error, but has the record
        entry, crc = _entry(_UNMARKED, record, self._crc)
        self._tried = crc, record
        self._known = False  # until the record is on flash
        self._put(entry)
        self._ring.flash.sync()
        self._crc = crc
        self._known = True
        self._tried = None

    def feed(self) -> None:
        """Feeds the watchdog during long work."""
        self._ring.feed()

    def _put(self, entries: bytes) -> None:
        """Programs `entries`, at most a page, at the end of the log."""
        try:
            self._program(entries)
        except Worn:
            if self._sector:
                self._ring.give_up(self._sector.number)
            self._begin_sector()
            self._program(entries)

    def _program(self, entries: bytes) -> None:
        flash = self._ring.flash
        sector = self._sector or self._find_end(self._ring.sectors(self.run)[-1])
        if self._at % PAGE + len(entries) > PAGE:
            self._at = _next_page(self._at)
        if self._at >= SECTOR:
            sector = self._begin_sector()
        flash.program(sector.number, self._at, entries)
        if entries[:1] == _UNMARKED:
            flash.program(sector.number, self._at, _MARKED)
        self._at += len(entries)
        self.size = sector.index * SECTOR + self._at

    def _begin_sector(self) -> "Sector":
        sector = self._sector = self._ring.extend(self.run, self._crc)
        self._at = HEADER
        return sector

    def _find_end(self, sector: "Sector") -> "Sector":
        """Finds the end of the log in its last `sector`, where `_put` will write.

        Strikes out interrupted records. If the flash is not `steady` (nor.py), an interrupted
        record may look erased, so the first erased bytes are struck out, too. Returns `sector`.
        """
        flash = self._ring.flash
        self._sector = sector
        at = end = max(HEADER, self.size - sector.index * SECTOR)
        while at < SECTOR:
            page = flash.read(sector.number, at, PAGE - at % PAGE)
            if page.strip(_UNMARKED):
                self._strike_out(sector, at, page)
                end = at + len(page)
            at += len(page)
        if not flash.steady:
            if end % PAGE + _AROUND + LONGEST > PAGE:  # the next record may have needed a new page
                end = _next_page(end)
            if end < SECTOR:
                self._strike_out(sector, end, _UNMARKED * PAGE)
                end = _next_page(end)
        self._at = end
        return sector

    def _strike_out(self, sector: "Sector", at: int, page: bytes) -> None:
        """Clears the length of the entry at `at`. `page`: the bytes from `at` on."""
        length = page[_LENGTH:_RECORD]
        if length.strip(_MARKED):
            self._ring.flash.program(sector.number, at + _LENGTH, bytes(len(length)))

    def settle(self) -> None:
        """Programs again the bits that a power cut may have left unsteady.

        Call this after `open`. If the flash fails, the next `append` raises the error.
        """
        ring = self._ring
        if self.damage or not self.run or ring.flash.steady:
            return
        try:
            ring.settle()
            sectors = ring.sectors(self.run)
            for sector in sectors:
                if self._last and sector.index == self._last // SECTOR:
                    ring.flash.program(sector.number, self._last % SECTOR, _MARKED)
            self._find_end(sectors[-1])
        except OSError:
            self._sector = None

    def restart(self, records: "Iterable[bytes]", keep: bool = True, over: bool = False) -> None:
        """Begins a new match with `records`. A power cut leaves either the new or the old match.

        `keep`: True to keep the old match among the earlier ones. A match that is damaged or was
        not read is always kept. `over`: True if the old match is over.
        """
        ring = self._ring
        past = ring.running()
        sound = self._known and not self.damage
        for _ in self.write(records):
            ring.feed()
        ring.reading = 0  # playback of another match has ended
        try:
            if past and not keep and sound:
                ring.drop(past)
            elif past and over:
                ring.finish(past)
        except (OSError, MemoryError):
            pass  # the old match stays, and may be given up later than others

    def write(
        self, records: "Iterable[bytes]", kind: int = PLAYED, day: int = 0, over: bool = False
    ) -> "Iterator[None]":
        """Writes `records` to a new run, and moves this log to that run; yields between pages.

        `kind`: PLAYED or IMPORTED. `day`: an imported match's day, from `packed_day`. `over`: True
        if the match is over.
        """
        ring = self._ring
        log = MatchLog(ring)  # until the run counts, this log is that of the old one
        sector = log._sector = ring.begin(kind, day)
        log.run, log._at = sector.run, HEADER
        crc = 0  # after `page`; log._crc is the CRC before
        page = b""
        try:
            for record in records:
                entry, following = _entry(_MARKED, record, crc)
                if log._at % PAGE + len(page) + len(entry) > PAGE:
                    log._put(page)
                    yield
                    page = b""
                    log._crc = crc
                    log._at = _next_page(log._at - 1)  # the page may be full
                    if log._at == SECTOR:
                        log._begin_sector()
                page += entry
                crc = following
            log._put(page)
            if over:
                ring.finish(log.run)
            ring.commit(log.run)
        finally:
            ring.writing.discard(log.run)
        self.run, self.size, self._crc = log.run, log.size, crc
        self._sector, self._at = log._sector, log._at
        self.damage = self._tried = None
        self._known = True

    def cut(self) -> None:
        """Treats the last record that `open` yielded as damaged."""
        self._known = True
        self.damage = _NO_SENSE

    def keep_damaged(self) -> None:
        """Makes a damaged log ready for `append`. Raises OSError if there is no room for a copy.

        Copies the sound records to a new run; the damaged match becomes an earlier match. If no
        record is damaged, but the ring has lost sectors, only adds a sector to the run.
        """
        if not self.damage or not self._known:
            return
        if self.damage == self._ring.damage:
            if self.run:
                self._begin_sector()
        elif self.size > self.start[0]:
            end = self.size
            if self._ring.room() <= end // SECTOR:  # a copy would only cost other matches
                raise OSError(NO_SPACE)
            self.restart(record for record, at, _ in self._opened() if record and at <= end)
        self.damage = None


def _next_page(at: int) -> int:
    return at + PAGE - at % PAGE


def _is_marked(page: bytes, at: int) -> bool:
    """True if the entry at page[at:] has its mark set, and its length is not cleared."""
    if page[at + _LENGTH] | page[at + _LENGTH + 1]:
        return not page[at] or is_set(page[at])  # the first test is quick
    return not page[at] and not page[at + _RECORD :].strip(_MARKED)  # all zeros: damaged


def _entry(mark: bytes, record: bytes, crc: int) -> "tuple[bytes, int]":
    """Returns (the entry of `record`, the CRC after it). `crc`: the CRC before it."""
    body = bytes((len(record), len(record) ^ 255)) + record
    following = crc32(body, crc)
    return mark + body + following.to_bytes(_CRC_BYTES, "big"), following


def _record(page: bytes, at: int, crc: int, corrects: bool) -> "tuple[bytes, int] | None":
    """Returns (record, CRC after it) of the entry at page[at:], or None if it is damaged.

    `crc`: the CRC before the entry. `corrects`: True to correct one flipped bit.
    """
    start = at + _LENGTH
    length, again = page[start], page[start + 1] ^ 255
    if length != again and not corrects:
        return None
    for count in (length, again):
        end = start + 2 + count
        if not count or end + _CRC_BYTES > len(page):
            continue
        entry = bytearray((count, count ^ 255)) + page[start + 2 : end]
        following = crc32(entry, crc)
        wrong = following ^ int.from_bytes(page[end : end + _CRC_BYTES], "big")
        if not wrong:
            return bytes(entry[2:]), following
        if corrects and length == again and correct(entry, 2, wrong):
            return bytes(entry[2:]), crc32(entry, crc)
    return None


class Archive:
    """The earlier matches in `ring`, and the files about people and practice."""

    def __init__(
        self, ring: "Ring", files: "Files", urandom: "Callable[[int], bytes] | None" = None
    ) -> None:
        """`urandom(n)`: returns n random bytes; None if records of people are never written."""
        self.urandom = urandom
        self.ring = ring
        self._files = files

    def runs(self) -> "list[int]":
        """Returns the run numbers of the earlier matches; the run last written to comes first."""
        running = self.ring.running()
        return [run for run in self.ring.runs() if run != running]

    def open(self, run: int) -> MatchLog:
        return MatchLog(self.ring, run)

    def people(self, head: int, row: int, most: int) -> Table:
        return Table(self._files, PEOPLE, head, row, most)

    def cards(self, size: int) -> Slots:
        return Slots(self._files, CARDS, size)

    def sets(self) -> Store:
        return Store(self._files, SETS)
