"""Matches in a ring of flash sectors: which sector belongs to which match, and which comes next.

docs/match-files.md has the bytes. A match's log is a run of sectors; a sector belongs to one run.
Each header has a serial number, and says which sectors count (`live`) from then on: the others are
free. So the newest header describes the whole ring, no erase can bring back a deleted match, and a
live sector that cannot be read is noticed. If the newest header is lost, the one before it says so.
"""

import struct
import time
from binascii import crc32
from collections import namedtuple
from micropython import const

from picogammon.devices.nor import PAGE, SECTOR, Worn

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
_FIELDS = const(4)  # where that begins; the bytes before are programmed later on:
_DROPPED = const(0)  # the run was deleted (in its first sector)
_MARK = const(1)  # the sector was begun; in a run's first sector: the run is whole
_OVER = const(2)  # the match is over (in the first sector)
_FOLLOWED = const(3)  # the sector with the next serial number was begun
_SET = b"\x00"
BEGUN = b"\xff\x00\xff\xff"  # these bytes of a sector that is whole
_CLOCK_SET = const(2025)  # the year; a chip's clock begins at 2021 until it is set
NO_SPACE = const(28)  # ENOSPC
_FED = const(8)  # headers that are read between two calls of `keep_alive`
_POLYNOMIAL = const(0xEDB88320)  # of CRC-32
_BLANK = b"\xff" * PAGE
LOST = "The flash has lost %d KB of the matches. Damaged ones are marked in Earlier matches."

# A sector of a run: the run's number, the place in it from 0, the number on the flash, the serial
# number, the kind of the run, the day in 16 bits, the CRC that its first record continues. Sectors
# compare as they follow each other.
Sector = namedtuple("Sector", ("run", "index", "number", "serial", "kind", "day", "seed"))


class Ring:
    """The sectors of `flash`, one of the classes of nor.py; a run's number is a match's.

    Reading it changes nothing. Methods raise OSError if the flash fails, or is full. `damage`: None
    or a sentence about sectors that are lost. `worn`: True from when a sector that was needed could
    not be erased or programmed; another took its place. `another`: True if another version of the
    firmware wrote the matches.
    """

    def __init__(self, flash: "Any", today: "Callable[[], Any]" = time.gmtime) -> None:
        """`today()`: the date, as time.gmtime() gives it."""
        self.flash = flash
        self.damage: str | None = None
        self.reading = 0  # a run that is read, and so is not given up for another
        self.writing: "set[int]" = set()  # runs that are not given up though they are not whole
        self.spared: "set[int]" = set()  # runs that are not given up for one that is sent
        self.erase_due = True  # True if `erase_next` may have something to do
        self.erased: "Callable[[], object] | None" = None  # called after each erase
        self.keep_alive: "Callable[[], object] | None" = None  # called while much is done
        self.worn = self.another = False
        self._today = today
        self._table: "list[Sector] | None" = None  # all that are live, sorted; None: not yet read
        self._hidden: "set[int]" = set()  # runs that are not whole, or deleted
        self._over: "set[int]" = set()  # runs whose match is over
        self._live = 0  # bits as in the newest header
        self._newest = 0  # its serial number
        self._last = -1  # the number of its sector
        self._doubtful = 0  # a run of which only the flash knows whether it is whole
        self._blank = -1  # a free sector that was erased since the start
        self._bad = 0  # the sectors, as bits, that were found worn since the start
        self._unsaid = False  # True if one of them was found while none was needed
        self._replaced = False  # True if a match that was begun after all others may be lost

    # What is there.

    def _sectors(self) -> "list[Sector]":
        """All sectors of runs, in their order. Reads the headers first, unless that was done."""
        if self._table is not None:
            return self._table
        found = []
        errors = readable = 0
        followed = False
        newest = VERSION
        for number in range(self.flash.sectors):
            if number % _FED == 0:
                self.feed()
            try:
                start = self.flash.read(number, 0, HEADER)
            except OSError:
                errors += 1
                if errors == self.flash.sectors:
                    raise
                continue  # that sector is lost, not all of them
            fields = header_of(start)
            if fields is None:
                continue
            _, version, kind, serial, run, index, day, seed, live = fields
            if serial > self._newest:
                newest = version
                self._newest, self._last = serial, number
                self._live = int.from_bytes(live, "little") | 1 << number
                followed = is_set(start[_FOLLOWED])
            if version != VERSION:
                continue
            readable |= 1 << number
            marked = is_set(start[_MARK])
            if not index and (not marked or is_set(start[_DROPPED])):
                self._hidden.add(run)
            if not index and is_set(start[_OVER]):
                self._over.add(run)
            if marked or not index:  # or the power went while the header was written
                found.append(Sector(run, index, number, serial, kind, day, seed))
        if newest != VERSION:
            self.another = True
            self._newest = 0  # it is read again when it is needed again
            raise OSError("another version of the firmware wrote these matches")
        gone = self._live & ~readable
        lost = bin(gone).count("1") + followed
        self._table = sorted([sector for sector in found if self._live >> sector.number & 1])
        if lost:
            self.damage = LOST % (SECTOR // 1024 * lost)
            self._replaced = self._is_replaced(gone, followed)
        return self._table

    def feed(self) -> None:
        """Calls `keep_alive`, if there is one."""
        if self.keep_alive:
            self.keep_alive()

    def _is_replaced(self, gone: int, followed: bool) -> bool:
        """True if a match that was begun after the one that seems to be played may be lost.

        `gone`: the lost sectors, as bits. `followed`: whether the newest is lost as well.
        """
        played = self.sectors(self.running())
        if not played:
            return False
        number = played[-1].number
        count = self.flash.sectors
        for i in range((self._last - number) % count):  # they are used one after another
            followed = followed or bool(gone >> (number + 1 + i) % count & 1)
        # A match goes on in another sector only when it has reached the last page of one.
        return followed and self.flash.read(number, SECTOR - PAGE, PAGE) == _BLANK

    def sectors(self, run: int) -> "list[Sector]":
        """The sectors of a run, in their order."""
        return [sector for sector in self._sectors() if sector.run == run]

    def runs(self) -> "list[int]":
        """The runs that are whole, the one that was written to last first."""
        last = {sector.run: sector.serial for sector in self._sectors()}
        found = [(last[run], run) for run in last if run not in self._hidden]
        return [run for _, run in sorted(found, reverse=True)]

    def running(self) -> int:
        """The run of the match that is played; 0 if there is none, or it is lost."""
        return self._running(self.runs())

    def _running(self, runs: "list[int]") -> int:
        for run in runs:
            if self.is_played(run):
                return 0 if self._replaced else run
        return 0

    def is_played(self, run: int) -> bool:
        """True if a match was played here, False if it was sent."""
        return PLAYED in [sector.kind for sector in self.sectors(run)]

    def day(self, run: int) -> str:
        """The day when a run was written to last, as 2026-11-22, as far as headers say; or ''."""
        day = sum([sector.day for sector in self.sectors(run)[-1:]])
        return "%04d-%02d-%02d" % (2000 + (day >> 9), day >> 5 & 15, day & 31) if day else ""

    @property
    def used(self) -> int:
        """The number of sectors that belong to runs, or are worn."""
        return self.flash.sectors - self._free(self._bits(self.runs()))

    @property
    def most(self) -> int:
        """The number of sectors that one run may have: an eighth of the ring is for others."""
        return self._free(0) - self.flash.sectors // 8

    def room(self, *kept: int) -> int:
        """The number of sectors that another run may have if the played one and `kept` stay."""
        kept += (self.running(),)
        stay = [sector for sector in self._sectors() if sector.run in kept]
        return min(self.most, self._free(0) - len(stay) - 2)  # as `_begin` leaves them

    # What changes.

    def begin(self, kind: int = PLAYED, day: int = 0) -> Sector:
        """Begins a run, which counts once it is `whole`; returns its first sector.

        `day`: if it was not played here.
        """
        sector = self._begin(0, 0, kind, 0, day)
        self._hidden.add(sector.run)
        self.writing.add(sector.run)
        return sector

    def extend(self, run: int, crc: int) -> Sector:
        """Begins the next sector of a run, whose first record continues `crc`; returns it."""
        last = self.sectors(run)[-1]
        return self._begin(run, last.index + 1, last.kind, crc, last.day)

    def _begin(self, run: int, index: int, kind: int, seed: int, day: int) -> Sector:
        table = self._sectors()
        if kind == PLAYED:
            today = self._today()
            day = _packed(today) if today[0] >= _CLOCK_SET else 0
        while True:
            if not self._free(self._live):  # no header has left one, or that is worn
                self._live, _ = self._kept(run, kind)
                table = self._table = [old for old in table if self._live >> old.number & 1]
            if not self._erase():
                continue
            number = self._blank
            serial = self._newest + 1
            if not index:
                run = serial
            live, more = self._kept(run, kind, 1 << number)
            # One is to be free for the header that frees others, and one for another match.
            if self._free(live) + more < (2 if index else 1):
                raise OSError(NO_SPACE)
            start = header(kind, serial, run, index, day, seed, live)
            self._blank = -1
            try:
                self.flash.program(number, _FIELDS, start)
                if index:
                    self.flash.program(number, _MARK, _SET)
                break
            except Worn:
                self.give_up(number)
                self._newest = serial  # it may be read as a header
        self.flash.sync()
        self.worn = self.worn or self._unsaid
        self._unsaid = False
        try:
            if self._last >= 0:
                self.flash.program(self._last, _FOLLOWED, _SET)
                self.flash.sync()
        except OSError:
            pass  # it only helps if this sector is lost
        sector = Sector(run, index, number, serial, kind, day, seed)
        self._table = sorted([old for old in table if live >> old.number & 1] + [sector])
        self._newest, self._last, self._live = serial, number, live
        self.damage = None
        if kind == PLAYED:
            self._replaced = False
        self.erase_due = True
        return sector

    def _free(self, live: int) -> int:
        """The number of sectors that can be written to if those in `live`, as bits, are kept."""
        return self.flash.sectors - bin(live | self._bad).count("1")

    def _kept(self, run: int, kind: int, more: int = 0) -> "tuple[int, bool]":
        """(the sectors, as bits, that are live once those in `more` belong to `run`, True if yet
        another match can be given up).

        At least one sector is free then, if a match can be given up for it.
        """
        runs = self.runs()
        needed = self.writing.union((run, self.reading, self._running(runs)))
        if kind == IMPORTED:
            needed |= self.spared
        live = self._bits(self.writing.union(runs + [run])) | more
        others = [old for old in reversed(runs) if old not in needed]
        for over in (True, False):  # matches that are over are given up first
            for old in others[:]:
                if self._free(live):
                    return live, len(others) > 0
                if over == self.is_over(old):
                    live &= ~self._bits((old,))
                    others.remove(old)
        return live, False

    def _bits(self, runs: "Container[int]") -> int:
        return sum([1 << sector.number for sector in self._sectors() if sector.run in runs])

    def is_over(self, run: int) -> bool:
        """True if a run's match is over, or its first sector is lost, which would say so."""
        return run in self._over or 0 not in [sector.index for sector in self.sectors(run)]

    def _next(self) -> int:
        """The free sector that is written to next."""
        count = self.flash.sectors
        for i in range(1, count + 1):
            number = (self._last + i) % count
            if not (self._live | self._bad) >> number & 1:
                return number
        raise OSError(NO_SPACE)

    def give_up(self, number: int) -> None:
        """Begins nothing in a worn sector any more, until the next start."""
        self._bad |= 1 << number
        self._unsaid = True

    def whole(self, run: int) -> None:
        """Lets a run count that was begun."""
        self._doubtful = run
        try:
            self._set(run, _MARK)
        except OSError:
            if not is_set(self.flash.read(self.sectors(run)[0].number, _MARK, 1)[0]):
                raise
        self._doubtful = 0
        self._hidden.discard(run)

    def drop_doubtful(self) -> None:
        """Deletes a run that could not be made whole, before another is written to in its stead."""
        if self._doubtful:
            self.drop(self._doubtful)
            self._doubtful = 0

    def over(self, run: int) -> None:
        """Notes that a run's match is over: it may be given up before those that are not."""
        self._set(run, _OVER)
        self._over.add(run)

    def drop(self, run: int) -> None:
        """Deletes a run."""
        self._set(run, _DROPPED)
        self._hidden.add(run)

    def _set(self, run: int, flag: int) -> None:
        """Sets a flag in a run's first sector; if that is lost, the next header has to do."""
        for sector in self.sectors(run)[:1]:
            if not sector.index:
                self.flash.program(sector.number, flag, _SET)
                self.flash.sync()

    def settle(self) -> None:
        """Programs again what the last power cut may have torn, so that it reads as now for ever:
        the newest header, and the flags of what was deleted and of the last runs.

        A run that is not whole is deleted, and a header that was not read is spoilt.
        """
        sectors = self._sectors()
        start = self.flash.read(self._last, 0, HEADER)
        _, _, kind, serial, run, index, day, seed, _ = header_of(start)
        flags = bytes([0 if is_set(flag) else 255 for flag in start[_MARK:_FOLLOWED]])
        whole = header(kind, serial, run, index, day, seed, self._live)
        self._again(self._last, _MARK, flags + BEGUN[_FOLLOWED:] + whole)
        left = [2, 1, 3]  # flags of so many runs at most: that were played, sent, deleted
        for run, index, number, _, kind, _, _ in reversed(sectors):
            if run in self._hidden:
                kind = 2
            if index or not left[kind]:
                continue
            left[kind] -= 1
            if kind == 2:
                self._again(number, _DROPPED, _SET)
            elif number != self._last:
                self._again(number, _MARK, _SET * 2 if run in self._over else _SET)
        self._again(self._next(), _FIELDS, bytes(HEADER - _FIELDS))

    def _again(self, number: int, at: int, data: bytes) -> None:
        try:
            self.flash.program(number, at, data)
        except Worn:
            pass  # a bit of it has flipped, which does no harm

    def spare(self) -> int:
        """The next sector, to be written to by whoever measures the flash."""
        self._sectors()
        self.erase_due = True
        self._blank = -1
        return self._next()

    def erase_next(self) -> None:
        """Erases the next sector, so that no press has to wait for that.

        It does so once since the start even if that reads as erased: if the power went meanwhile,
        that may not last. An error is told by the record that needs the sector.
        """
        self.erase_due = False
        try:
            self._sectors()
            while not self._erase():
                pass
        except OSError:
            pass

    def _erase(self) -> bool:
        """Lets `_blank` be the next sector, which is erased; False if that is worn."""
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


def header(kind: int, serial: int, run: int, index: int, day: int, seed: int, live: int) -> bytes:
    """The header of a sector, as its fields are called in _BODY, from the byte _FIELDS on."""
    bits = live.to_bytes(8, "little")
    body = struct.pack(_BODY, _MAGIC, VERSION, kind, serial, run, index, day, seed, bits)
    return body + crc32(body).to_bytes(4, "big")


def header_of(start: bytes) -> "Any":
    """The fields of the header in a sector's first bytes, as _BODY has them; None if it has none.

    One flipped bit is corrected.
    """
    body = bytearray(start[_FIELDS : HEADER - _CRC_BYTES])
    wrong = crc32(body) ^ int.from_bytes(start[HEADER - _CRC_BYTES : HEADER], "big")
    if wrong and (body[0] == _MAGIC[0] or body[1] == _MAGIC[1]):
        wrong = not correct(body, 0, wrong)
    return struct.unpack(_BODY, body) if not wrong and body[:2] == _MAGIC else None


def correct(data: bytearray, start: int, wrong: int) -> bool:
    """Flips the one bit in data[start:] that changes its CRC-32 by `wrong`; True if there is one.

    None is flipped if it is a bit of the CRC itself.
    """
    if not wrong & wrong - 1:
        return True
    change = 1  # of the CRC, by a bit so far from the end
    for bit in range(8 * len(data) - 1, 8 * start - 1, -1):
        change = change >> 1 ^ (_POLYNOMIAL if change & 1 else 0)
        if change == wrong:
            data[bit >> 3] ^= 1 << (bit & 7)
            return True
    return False


def is_set(flag: int) -> bool:
    """True if most bits of a flag were cleared, also if one flipped."""
    if flag in (0, 255):  # to count takes long, and there is a flag in each record
        return not flag
    return bin(flag).count("1") < 4


def _packed(date: "Any") -> int:
    """A date (year, month, day, ...) in 16 bits; 0 if that has no room for it."""
    year, month, day = date[:3]
    return (year - 2000 << 9) | month << 5 | day if 2000 <= year < 2128 else 0


def packed_day(day: str) -> int:
    """A day such as 2026-11-22 in 16 bits; 0 for ''. Raises ValueError."""
    if not day:
        return 0
    date = [int(part) for part in day.split("-")]
    if len(date) != 3 or not (0 < date[1] <= 12 and 0 < date[2] <= 31):
        raise ValueError
    return _packed(date)
