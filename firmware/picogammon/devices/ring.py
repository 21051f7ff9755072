"""A ring of flash sectors: the match that each sector belongs to, and the sector that comes next.

A run is all sectors of one match's log (docs/match-files.md lists the bytes). Each sector begins
with a header. The header has a serial number and `live`, a bitmap of the sectors in use from then
on. So the newest header describes the whole ring: a deleted match stays deleted, whichever sectors
are erased, and a lost sector is noticed. When a sector is begun, a flag is set in the header of the
sector that was begun before. If the newest header is lost, this flag shows the loss.
"""

import struct
import time
from binascii import crc32
from collections import namedtuple
from micropython import const

from picogammon.devices.nor import ERASED_PAGE, PAGE, SECTOR, Worn

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Any

HEADER = const(36)  # bytes; records follow
SECTORS = const(64)  # at most: a bit each in `live`
PLAYED = const(0)  # kinds of runs
IMPORTED = const(1)
_MAGIC = b"PR"
VERSION = const(2)  # of the format, records included
_BODY = ">2sBBIIHHI8s"  # magic, version, kind, serial, run, index, day, seed, live
_CRC_BYTES = const(4)
_FIELDS = const(4)  # offset of _BODY; the bytes before are flags, each programmed later:
_DROPPED = const(0)  # the run was deleted (in its first sector)
_MARK = const(1)  # the sector was begun; in a run's first sector: the run is whole
_OVER = const(2)  # the match is over (in the first sector)
_FOLLOWED = const(3)  # the sector with the next serial number was begun
_SET = b"\x00"
BEGUN = b"\xff\x00\xff\xff"  # the flags of a sector that is whole
_CLOCK_SET = const(2025)  # the year; a chip's clock begins at 2021 until it is set
NO_SPACE = const(28)  # ENOSPC
_POLYNOMIAL = const(0xEDB88320)  # of CRC-32
LOST = "The flash has lost %d KB of the matches. Damaged ones are marked in Earlier matches."

# A sector of a run. `index`: its place in the run, from 0. `number`: its place on the flash. `day`:
# 16 bits. `seed`: the CRC that its first record continues. Sectors sort by their runs and indices.
Sector = namedtuple("Sector", ("run", "index", "number", "serial", "kind", "day", "seed"))


class Ring:
    """The matches in the sectors of `flash` (nor.py), one run for each match.

    A run is all sectors of a match's log; `run` is its number. Reading changes nothing. Methods
    raise OSError if the flash fails or is full. A full ring deletes old matches, but never the
    match in progress, nor the runs that callers protect: `reading` (a run, or 0), all in `writing`
    (`begin` adds the new run) and, while a match from a PC is stored, all in `spared`.

    `damage`: a sentence about lost sectors, or None. `worn`: True if a worn sector was replaced.
    `another`: True if another version of the firmware wrote the matches. `erase_due`: True if
    `erase_next` may have work. `erased()` is called after each erase, `keep_alive()` in long work.
    """

    def __init__(self, flash: "Any", today: "Callable[[], Any]" = time.gmtime) -> None:
        self.flash = flash
        self.damage: str | None = None
        self.reading = 0
        self.writing: "set[int]" = set()
        self.spared: "set[int]" = set()
        self.erase_due = True
        self.erased: "Callable[[], object] | None" = None
        self.keep_alive: "Callable[[], object] | None" = None
        self.worn = self.another = False
        self._today = today
        self._table: "list[Sector] | None" = None  # live ones, sorted; None: not yet read
        self._hidden: "set[int]" = set()  # runs that are not whole, or deleted
        self._over: "set[int]" = set()  # runs whose match is over
        self._live = 0  # bits as in the newest header
        self._newest = 0  # the newest header's serial number
        self._last = -1  # the number of the newest header's sector
        self._uncommitted = 0  # a run that may read as whole at the next start
        self._blank = -1  # a free sector that was erased since the start
        self._bad = 0  # bits of the sectors found worn since the start
        self._unsaid = False  # True if a sector was found worn before it was needed
        self._replaced = False  # True if the last match that was begun may be lost

    # Reading

    def _sectors(self) -> "list[Sector]":
        """Returns the sectors in use, sorted by run and index. The first call reads the headers."""
        if self._table is not None:
            return self._table
        found = []
        errors = readable = 0
        followed = False
        newest = VERSION
        for number in range(self.flash.sectors):
            self.feed()
            try:
                start = self.flash.read(number, 0, HEADER)
            except OSError:
                errors += 1
                if errors == self.flash.sectors:
                    raise
                continue  # only this sector is lost
            header = header_of(start, number)
            if header is None:
                continue
            sector, version, live = header
            if sector.serial > self._newest:
                newest = version
                self._newest, self._last = sector.serial, number
                self._live = live | 1 << number
                followed = is_set(start[_FOLLOWED])
            if version != VERSION:
                continue
            readable |= 1 << number
            marked = is_set(start[_MARK])
            if not sector.index:
                if not marked or is_set(start[_DROPPED]):
                    self._hidden.add(sector.run)
                if is_set(start[_OVER]):
                    self._over.add(sector.run)
            elif not marked:
                continue  # power was cut while the header was written
            found.append(sector)
        if newest != VERSION:
            self.another = True
            self._newest = 0  # for the next call, which reads again
            raise OSError("another version of the firmware wrote these matches")
        gone = self._live & ~readable
        lost = bin(gone).count("1") + followed
        self._table = sorted([sector for sector in found if self._live >> sector.number & 1])
        if lost:
            self.damage = LOST % (SECTOR // 1024 * lost)
            self._replaced = self._is_replaced(gone, followed)
        return self._table

    def feed(self) -> None:
        if self.keep_alive:
            self.keep_alive()

    def _is_replaced(self, gone: int, followed: bool) -> bool:
        """True if a match newer than the match found by `running` may have begun in a lost sector.

        `gone`: bit i is set if sector i is lost. `followed`: True if the newest sector is lost.
        """
        played = self.sectors(self.running())
        if not played:
            return False
        number = played[-1].number
        count = self.flash.sectors
        for i in range((self._last - number) % count):  # sectors are used one after another
            followed = followed or bool(gone >> (number + 1 + i) % count & 1)
        # A match continues in another sector only after it has reached the last page of one.
        return followed and self.flash.read(number, SECTOR - PAGE, PAGE) == ERASED_PAGE

    def sectors(self, run: int) -> "list[Sector]":
        return [sector for sector in self._sectors() if sector.run == run]

    def runs(self) -> "list[int]":
        """Returns the numbers of all complete runs; the run last written to comes first."""
        last = {sector.run: sector.serial for sector in self._sectors()}
        found = [(last[run], run) for run in last if run not in self._hidden]
        return [run for _, run in sorted(found, reverse=True)]

    def running(self) -> int:
        """Returns the number of the run that was last played on this board.

        Returns 0 if there is none, or if a newer one was perhaps in a lost sector.
        """
        for run in self.runs():
            if self.is_played(run):
                return 0 if self._replaced else run
        return 0

    def is_played(self, run: int) -> bool:
        """True if the match of `run` was played on this board and not sent to it."""
        return PLAYED in [sector.kind for sector in self.sectors(run)]

    def is_over(self, run: int) -> bool:
        """True if the match of `run` is over, or if its first sector, which shows this, is lost."""
        return run in self._over or 0 not in [sector.index for sector in self.sectors(run)]

    def day(self, run: int) -> str:
        """Returns the day in the last header of `run`, such as 2026-11-22; '' if unknown."""
        day = sum([sector.day for sector in self.sectors(run)[-1:]])
        return "%04d-%02d-%02d" % (2000 + (day >> 9), day >> 5 & 15, day & 31) if day else ""

    @property
    def used(self) -> int:
        """The number of sectors that are worn or belong to complete runs."""
        return self.flash.sectors - self._free(self._bits(self.runs()))

    @property
    def most(self) -> int:
        """The most sectors that one run, the log of a match, may have."""
        return self._free(0) - self.flash.sectors // 8  # the rest is for other runs

    def room(self, *kept: int) -> int:
        """Returns how many sectors a new run can get if the present match and runs `kept` stay."""
        stay = self._bits((self.running(),) + kept)
        return min(self.most, self._free(0) - bin(stay).count("1") - 2)  # as `_begin` leaves them

    # Writing

    def begin(self, kind: int = PLAYED, day: int = 0) -> Sector:
        """Begins a new run and returns its first sector. The run counts only after `commit`.

        `kind`: PLAYED or IMPORTED. `day`: an imported match's day, from `packed_day`.
        """
        sector = self._begin(0, 0, kind, 0, day)
        self._hidden.add(sector.run)
        self.writing.add(sector.run)
        return sector

    def extend(self, run: int, crc: int) -> Sector:
        """Begins and returns the next sector of `run`. `crc`: the CRC after the last record."""
        last = self.sectors(run)[-1]
        return self._begin(run, last.index + 1, last.kind, crc, last.day)

    def _begin(self, run: int, index: int, kind: int, seed: int, day: int) -> Sector:
        """Begins and returns a Sector (see there) of `run` (0: a new run); may delete matches."""
        table = self._sectors()
        if kind == PLAYED:
            today = self._today()
            day = _packed(today) if today[0] >= _CLOCK_SET else 0
        while True:
            if not self._free(self._live):  # the newest header left none, or it is worn
                self._live, _ = self._kept(run, kind)
                table = self._table = [old for old in table if self._live >> old.number & 1]
            if not self._erase():
                continue
            number = self._blank
            serial = self._newest + 1
            sector = Sector(run or serial, index, number, serial, kind, day, seed)
            live, more = self._kept(sector.run, kind, 1 << number)
            # One stays free for the header that frees others, and one for another match.
            if self._free(live) + more < (2 if index else 1):
                raise OSError(NO_SPACE)
            self._blank = -1
            try:
                self.flash.program(number, _FIELDS, header(sector, live))
                if index:
                    self.flash.program(number, _MARK, _SET)
                break
            except Worn:
                self.give_up(number)
                self._newest = serial  # the sector may read as a header
        self.flash.sync()
        self.worn = self.worn or self._unsaid
        self._unsaid = False
        try:
            if self._last >= 0:
                self.flash.program(self._last, _FOLLOWED, _SET)
                self.flash.sync()
        except OSError:
            pass  # the flag only helps if the new sector is lost
        self._table = sorted([old for old in table if live >> old.number & 1] + [sector])
        self._newest, self._last, self._live = serial, number, live
        self.damage = None
        if kind == PLAYED:
            self._replaced = False
        self.erase_due = True
        return sector

    def _kept(self, run: int, kind: int, more: int = 0) -> "tuple[int, bool]":
        """Chooses old matches to delete, so that there is a free sector for `run`.

        Returns (bitmap of the sectors that stay in use, True if matches are left to delete).
        `kind`: the kind of `run`. `more`: a bitmap of the new sectors of `run`.
        """
        runs = self.runs()
        needed = self.writing.union((run, self.reading, self.running()))
        if kind == IMPORTED:
            needed |= self.spared
        live = self._bits(self.writing.union(runs + [run])) | more
        others = [old for old in reversed(runs) if old not in needed]
        for over in (True, False):  # finished matches are given up first
            for old in others[:]:
                if self._free(live):
                    return live, len(others) > 0
                if over == self.is_over(old):
                    live &= ~self._bits((old,))
                    others.remove(old)
        return live, False

    def _free(self, live: int) -> int:
        return self.flash.sectors - bin(live | self._bad).count("1")

    def _bits(self, runs: "Container[int]") -> int:
        return sum([1 << sector.number for sector in self._sectors() if sector.run in runs])

    def give_up(self, number: int) -> None:
        """Excludes the worn sector `number` from use until the board restarts."""
        self._bad |= 1 << number
        self._unsaid = True

    def commit(self, run: int) -> None:
        """Marks `run` as complete."""
        self._uncommitted = run
        try:
            self._set(run, _MARK)
        except OSError:
            if not is_set(self.flash.read(self.sectors(run)[0].number, _MARK, 1)[0]):
                raise
        self._uncommitted = 0
        self._hidden.discard(run)

    def drop_uncommitted(self) -> None:
        """Deletes a run whose `commit` failed. Call this before writing to another run."""
        if self._uncommitted:
            self.drop(self._uncommitted)
            self._uncommitted = 0

    def finish(self, run: int) -> None:
        """Marks a match as over. When the ring needs room, it deletes such matches first."""
        self._set(run, _OVER)
        self._over.add(run)

    def drop(self, run: int) -> None:
        self._set(run, _DROPPED)
        self._hidden.add(run)

    def _set(self, run: int, flag: int) -> None:
        for sector in self.sectors(run)[:1]:
            if not sector.index:
                self.flash.program(sector.number, flag, _SET)
                self.flash.sync()

    def settle(self) -> None:
        """Programs again the bits that a power cut may have left unsteady; deletes incomplete runs.

        Such bits can be in the newest header, in flags of deleted runs, and in flags of the last
        runs. The next free sector may contain half of a header, which is cleared as well.
        """
        sectors = self._sectors()
        start = self.flash.read(self._last, 0, HEADER)
        newest, _, _ = header_of(start, self._last)
        flags = bytes([0 if is_set(flag) else 255 for flag in start[_MARK:_FOLLOWED]])
        self._again(self._last, _MARK, flags + BEGUN[_FOLLOWED:] + header(newest, self._live))
        deleted = 2  # as a kind of runs
        left = [2, 1, 3]  # most flags to program of runs that were played, sent, deleted
        for sector in reversed(sectors):
            kind = deleted if sector.run in self._hidden else sector.kind
            if sector.index or not left[kind]:
                continue
            left[kind] -= 1
            if kind == deleted:
                self._again(sector.number, _DROPPED, _SET)
            elif sector.number != self._last:
                self._again(sector.number, _MARK, _SET * (2 if sector.run in self._over else 1))
        self._again(self._next(), _FIELDS, bytes(HEADER - _FIELDS))

    def _again(self, number: int, at: int, data: bytes) -> None:
        try:
            self.flash.program(number, at, data)
        except Worn:
            pass  # a bit has flipped, which does no harm

    def spare(self) -> int:
        """Returns the number of the next free sector, to which the self-test may write."""
        self._sectors()
        self.erase_due = True
        self._blank = -1
        return self._next()

    def erase_next(self) -> None:
        """Erases the next free sector in advance, so that no press has to wait for an erase.

        The first call erases even a sector that reads as erased: after a power cut, its bits may
        change later. If the flash fails, the error is raised when a record needs the sector.
        """
        self.erase_due = False
        try:
            self._sectors()
            while not self._erase():
                pass
        except OSError:
            pass

    def _erase(self) -> bool:
        """Erases the next free sector unless that has been done; False if the sector is worn."""
        if self._blank < 0:
            number = self._next()
            try:
                self.flash.erase(number)
                self._blank = number
            except Worn:
                self.give_up(number)
            if self.erased:
                self.erased()
        return self._blank >= 0

    def _next(self) -> int:
        count = self.flash.sectors
        for i in range(1, count + 1):
            number = (self._last + i) % count
            if not (self._live | self._bad) >> number & 1:
                return number
        raise OSError(NO_SPACE)


def header(sector: Sector, live: int) -> bytes:
    """Returns the header of `sector` without flags. `live`: bit i is set if sector i is in use."""
    run, index, _, serial, kind, day, seed = sector
    bits = live.to_bytes(8, "little")
    body = struct.pack(_BODY, _MAGIC, VERSION, kind, serial, run, index, day, seed, bits)
    return body + crc32(body).to_bytes(_CRC_BYTES, "big")


def header_of(start: bytes, number: int) -> "Any":
    """Returns (Sector, version, live) from a sector's first HEADER bytes; None if invalid."""
    body = bytearray(start[_FIELDS : HEADER - _CRC_BYTES])
    wrong = crc32(body) ^ int.from_bytes(start[HEADER - _CRC_BYTES : HEADER], "big")
    if wrong and (body[0] == _MAGIC[0] or body[1] == _MAGIC[1]):
        wrong = not correct(body, 0, wrong)
    if wrong or body[:2] != _MAGIC:
        return None
    _, version, kind, serial, run, index, day, seed, live = struct.unpack(_BODY, body)
    sector = Sector(run, index, number, serial, kind, day, seed)
    return sector, version, int.from_bytes(live, "little")


def correct(data: bytearray, start: int, wrong: int) -> bool:
    """Corrects one flipped bit in data[start:]. Returns False if more bits have flipped.

    `wrong`: the computed CRC ^ the stored CRC.
    """
    if not wrong & wrong - 1:
        return True
    change = 1  # of the CRC if `bit` is flipped
    for bit in range(8 * len(data) - 1, 8 * start - 1, -1):
        change = change >> 1 ^ (_POLYNOMIAL if change & 1 else 0)
        if change == wrong:
            data[bit >> 3] ^= 1 << (bit & 7)
            return True
    return False


def is_set(flag: int) -> bool:
    """True if a flag is set, even if one of its bits has flipped."""
    if flag in (0, 255):  # counting takes long, and each record has a flag
        return not flag
    return bin(flag).count("1") < 4


def _packed(date: "Any") -> int:
    year, month, day = date[:3]
    return (year - 2000 << 9) | month << 5 | day if 2000 <= year < 2128 else 0


def packed_day(day: str) -> int:
    """Packs a day such as 2026-11-22 into 16 bits: year - 2000 (7 bits), month (4), day (5).

    Returns 0 for '', and for years outside 2000 to 2127. Raises ValueError for other texts.
    """
    if not day:
        return 0
    date = [int(part) for part in day.split("-")]
    if len(date) != 3 or not (0 < date[1] <= 12 and 0 < date[2] <= 31):
        raise ValueError
    return _packed(date)
