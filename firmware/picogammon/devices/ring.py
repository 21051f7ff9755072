"""Matches in a ring of flash sectors: which sector belongs to which match, and which comes next.

docs/matches.md has the bytes. A match's log is a run of sectors; a sector belongs to one run. Each
header has a serial number, and says which sectors count (`live`) from then on: the others are free.
So the newest header describes the whole ring, no erase can bring back what was given up, and a live
sector that cannot be read is noticed.
"""

import struct
import time
from array import array
from binascii import crc32
from micropython import const

from picogammon.devices.nor import PAGE, SECTOR

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

HEADER = const(36)  # bytes; records follow
SECTORS = const(64)  # at most: a bit each in `live`
PLAYED = const(0)  # kinds of runs
IMPORTED = const(1)
_MAGIC = b"PR"
VERSION = const(1)  # of the format
_BODY = ">2sBBIIHHI8s"  # magic, version, kind, serial, run, index, day, crc, live
_FIELDS = const(4)  # where that begins; the bytes before are programmed later on:
_DROPPED = const(0)  # the run was deleted (in its first sector)
_MARK = const(1)  # the sector was begun; in a run's first sector: the run is whole
_OVER = const(2)  # the match is over (in the first sector)
_WHOLE = const(3)  # bits of _flags: _MARK, and not _DROPPED
_KIND_SHIFT = const(4)
_SET = b"\x00"
_CLOCK_SET = const(2025)  # the year; a chip's clock begins at 2021 until it is set
_NO_SPACE = const(28)  # ENOSPC


class Ring:
    """The sectors of `flash`, one of the classes of nor.py.

    Reading it changes nothing. Methods raise OSError if the flash fails, or is full. `damage`: None
    or a sentence about sectors that are lost.
    """

    def __init__(self, flash: "Any", today: "Callable[[], Any]" = time.gmtime) -> None:
        """`today()`: the date, as time.gmtime() gives it."""
        self.flash = flash
        self.damage: str | None = None
        self.reading = 0  # a run that is read, and so is not given up for another
        self.writing = 0  # a run that is not whole yet
        self.untidy = True  # True if `tidy` may have something to do
        self.erased: "Callable[[], object] | None" = None  # called after each erase
        self._today = today
        self._mounted = False

    # What is there.

    def mount(self) -> None:
        """Reads all headers, unless that was done."""
        if self._mounted:
            return
        count = self.flash.sectors
        self._serials = array("I", bytes(4 * count))  # by sector, 0: none
        self._runs = array("I", bytes(4 * count))
        self._indexes = array("H", bytes(2 * count))
        self._days = array("H", bytes(2 * count))
        self._flags = bytearray(count)
        self._newest = 0
        newer = False
        live = 0
        for sector in range(count):
            start = self.flash.read(sector, 0, HEADER)
            found = header_of(start)
            if found is None:
                continue
            _, version, kind, serial, run, index, day, _, bits = found
            if version != VERSION:
                newer = True
                continue
            self._note(sector, serial, run, index, day, kind)
            for flag in (_DROPPED, _MARK, _OVER):
                if is_set(start[flag]):
                    self._flags[sector] |= 1 << flag
            if serial > self._newest:
                self._newest = serial
                live = int.from_bytes(bits, "little") | 1 << sector
        if newer:
            raise OSError("newer firmware wrote the matches")
        lost = 0
        for sector in range(count):
            if not live >> sector & 1:
                self._serials[sector] = 0
            elif not self._serials[sector]:
                lost += 1
        self.damage = "The flash has lost %d KB of the matches" % (4 * lost) if lost else None
        self._live = live
        self._next = self._free(self._sector_of(self._newest))
        self._erased = False
        self.untidy = True
        self.writing = 0
        self._mounted = True

    def forget(self) -> None:
        """Lets the next call read all headers anew."""
        self._mounted = False

    def _note(self, sector: int, serial: int, run: int, index: int, day: int, kind: int) -> None:
        self._serials[sector] = serial
        self._runs[sector] = run
        self._indexes[sector] = index
        self._days[sector] = day
        self._flags[sector] = kind << _KIND_SHIFT

    def _sector_of(self, serial: int) -> int:
        return list(self._serials).index(serial) if serial else -1

    def sectors(self, run: int) -> "list[int]":
        """The sectors of a run, in their order."""
        self.mount()
        found = [(self._indexes[s], s) for s in range(len(self._runs)) if self._is_of(s, run)]
        return [sector for _, sector in sorted(found)]

    def _is_of(self, sector: int, run: int) -> bool:
        if not self._serials[sector] or self._runs[sector] != run:
            return False
        # Unmarked: the power went while the header was written.
        return not self._indexes[sector] or self._flags[sector] & 1 << _MARK != 0

    def index(self, sector: int) -> int:
        """The place of a sector in its run, from 0."""
        return self._indexes[sector]

    def runs(self) -> "list[int]":
        """The runs that are whole, the one that was written to last first."""
        self.mount()
        last: "dict[int, int]" = {}
        gone = set()
        for sector in range(len(self._runs)):
            run = self._runs[sector]
            if self._is_of(sector, run):
                last[run] = max(last.get(run, 0), self._serials[sector])
                flags = self._flags[sector]
                if not self._indexes[sector] and flags & _WHOLE != 1 << _MARK:
                    gone.add(run)
        found = [(last[run], run) for run in last if run not in gone]
        return [run for _, run in sorted(found, reverse=True)]

    def _first(self, run: int) -> int:
        """The first sector of a run, -1 if it is lost."""
        sectors = self.sectors(run)
        return sectors[0] if sectors and not self._indexes[sectors[0]] else -1

    def kind(self, run: int) -> int:
        """PLAYED or IMPORTED."""
        sectors = self.sectors(run)  # none, if it was given up meanwhile
        return self._flags[sectors[0]] >> _KIND_SHIFT if sectors else IMPORTED

    def alone(self, sector: int, place: int, count: int) -> bytes:
        """The header of a sector of a run that stands alone, as one of `count` sectors.

        `place`: its own among these, from 0.
        """
        start = self.flash.read(sector, 0, HEADER)
        flags = b"\xff\x00" + start[_OVER:_FIELDS]
        index, day = self._indexes[sector], self._days[sector]
        live = (1 << count) - 1
        return flags + header(PLAYED, place + 1, 1, index, day, self.seed(sector), live)

    def day(self, run: int) -> str:
        """The day when a run was written to last, as 2026-11-22, as far as headers say; or ''."""
        sectors = self.sectors(run)
        day = self._days[sectors[-1]] if sectors else 0
        return "%04d-%02d-%02d" % (2000 + (day >> 9), day >> 5 & 15, day & 31) if day else ""

    def running(self) -> int:
        """The run of the match that is played; 0 if there is none."""
        for run in self.runs():
            if self.kind(run) == PLAYED and self._first(run) >= 0:
                return run
        return 0

    def seed(self, sector: int) -> int:
        """The CRC that the first record of a sector continues."""
        found = header_of(self.flash.read(sector, 0, HEADER))
        return found[7] if found else 0

    @property
    def used(self) -> int:
        """How many sectors belong to runs."""
        return sum([len(self.sectors(run)) for run in self.runs()])

    # What changes.

    def begin(self, kind: int = PLAYED, day: int | None = None) -> "tuple[int, int]":
        """Begins a run; returns (its number, its first sector). It counts once it is `whole`."""
        self.mount()
        return self._begin(0, 0, kind, 0, day)

    def extend(self, run: int, crc: int) -> int:
        """Begins the next sector of a run, whose first record continues `crc`; returns it."""
        sectors = self.sectors(run)
        last = sectors[-1]
        kind = self._flags[last] >> _KIND_SHIFT
        return self._begin(run, self._indexes[last] + 1, kind, crc, self._days[last])[1]

    def _begin(
        self, run: int, index: int, kind: int, crc: int, day: int | None
    ) -> "tuple[int, int]":
        if self._next < 0:  # all was live when the last header was written
            self._live = self._kept(0, run)
            self._next = self._free(self._sector_of(self._newest))
        sector = self._next
        if sector < 0:
            raise OSError(_NO_SPACE)
        self._erase(sector)
        serial = self._newest + 1
        run = run or serial
        live = self._kept(1 << sector, run)
        if day is None or kind == PLAYED:
            today = self._today()
            day = _packed(today) if today[0] >= _CLOCK_SET else 0
        self._erased = False
        self.flash.program(sector, _FIELDS, header(kind, serial, run, index, day, crc, live))
        if index:
            self.flash.program(sector, _MARK, _SET)
        self.flash.sync()
        for other in range(len(self._runs)):
            if not live >> other & 1:
                self._serials[other] = 0
        self._note(sector, serial, run, index, day, kind)
        if index:
            self._flags[sector] |= 1 << _MARK
        else:
            self.writing = run
        self._newest = serial
        self._live = live
        self.damage = None
        self._next = self._free(sector)
        self.untidy = True
        return run, sector

    def _kept(self, more: int, run: int) -> int:
        """The sectors, as bits, that are live once those in `more` belong to `run`.

        At least one is free then, if a match can be given up for it.
        """
        runs = self.runs()
        needed = {run, self.writing, self.reading, self.running()}
        full = (1 << self.flash.sectors) - 1
        live = self._bits(needed.union(runs)) | more
        for over in (True, False):  # matches that are over are given up first
            for old in reversed(runs):
                if live == full and old not in needed and over == self._is_over(old):
                    live &= ~self._bits((old,))
        return live

    def _bits(self, runs: "Any") -> int:
        bits = 0
        for sector in range(len(self._runs)):
            if self._runs[sector] in runs and self._is_of(sector, self._runs[sector]):
                bits |= 1 << sector
        return bits

    def _is_over(self, run: int) -> bool:
        first = self._first(run)
        return first < 0 or self._flags[first] & 1 << _OVER != 0

    def _free(self, after: int) -> int:
        """The first sector after that one that no header calls live; -1 if there is none."""
        count = self.flash.sectors
        for i in range(1, count + 1):
            sector = (after + i) % count
            if not self._live >> sector & 1:
                return sector
        return -1

    def whole(self, run: int) -> None:
        """Lets a run count that was begun."""
        sector = self._first(run)
        try:
            self._set(sector, _MARK)
        except OSError:
            if not is_set(self.flash.read(sector, _MARK, 1)[0]):
                raise
            self._flags[sector] |= 1 << _MARK
        self.writing = 0

    def give_up(self) -> None:
        """Forgets the run that is being written."""
        self.writing = 0

    def over(self, run: int) -> None:
        """Notes that a run's match is over: it may be given up before those that are not."""
        self._set(self._first(run), _OVER)

    def drop(self, run: int) -> None:
        """Deletes a run."""
        sector = self._first(run)
        if sector >= 0:
            self._set(sector, _DROPPED)
        else:  # there is no place to say so but the next header
            for sector in self.sectors(run):
                self._serials[sector] = 0

    def _set(self, sector: int, flag: int) -> None:
        if sector >= 0:
            self.flash.program(sector, flag, _SET)
            self.flash.sync()
            self._flags[sector] |= 1 << flag

    def spare(self) -> int:
        """The next sector, to be written to by whoever measures the flash. Raises OSError."""
        self.mount()
        if self._next < 0:
            raise OSError(_NO_SPACE)
        self._erased = False
        self.untidy = True
        return self._next

    def tidy(self) -> None:
        """Erases the next sector if it has to be, so that no press has to wait for that.

        An error is told by the record that needs the sector.
        """
        self.untidy = False
        try:
            self.mount()
            if self._next >= 0:
                self._erase(self._next)
        except OSError:
            pass

    def _erase(self, sector: int) -> None:
        if self._erased:
            return
        blank = b"\xff" * PAGE
        for at in range(0, SECTOR, PAGE):
            if self.flash.read(sector, at, PAGE) != blank:
                self.flash.erase(sector)
                if self.erased:
                    self.erased()
                break
        self._erased = True


def header(kind: int, serial: int, run: int, index: int, day: int, crc: int, live: int) -> bytes:
    """The header of a sector, as its fields are called in _BODY, from the byte _FIELDS on."""
    bits = live.to_bytes(8, "little")
    body = struct.pack(_BODY, _MAGIC, VERSION, kind, serial, run, index, day, crc, bits)
    return body + crc32(body).to_bytes(4, "big")


def header_of(start: bytes) -> "Any":
    """The fields of the header in a sector's first bytes, as _BODY has them; None if it has none.

    One flipped bit is corrected.
    """
    data = bytearray(start[_FIELDS:HEADER])
    found = _fields(data)
    if found is None and (data[0] == _MAGIC[0] or data[1] == _MAGIC[1]):
        for bit in range(8 * len(data)):
            data[bit >> 3] ^= 1 << (bit & 7)
            found = _fields(data)
            if found is not None:
                break
            data[bit >> 3] ^= 1 << (bit & 7)
    return found


def _fields(data: "bytes | bytearray") -> "Any":
    if crc32(data[:-4]).to_bytes(4, "big") != data[-4:] or data[:2] != _MAGIC:
        return None
    return struct.unpack(_BODY, data[:-4])


def is_set(flag: int) -> bool:
    """True if most bits of a flag were cleared, also if one flipped."""
    return bin(flag).count("1") < 4


def _packed(date: "Any") -> int:
    """A date (year, month, day, ...) in 16 bits; 0 if that has no room for it."""
    year, month, day = date[:3]
    return (year - 2000 << 9) | month << 5 | day if 2000 <= year < 2128 else 0


def packed_day(day: str) -> int:
    """A day such as 2026-11-22 in 16 bits; 0 for ''. Raises ValueError."""
    return _packed([int(part) for part in day.split("-")]) if day else 0
