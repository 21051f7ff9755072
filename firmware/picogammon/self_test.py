"""The parts of the self-test that need no person, and the line that sums up the results."""

import gc
from micropython import const

from picogammon.devices import entropy
from picogammon.devices.nor import PAGE, SECTOR
from picogammon.devices.oled import SLOW
from picogammon.engine import weights

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from picogammon.app.session.session import Session
    from picogammon.devices.oled import Bus
    from picogammon.host import Host

_LEAST_FREE = 32768
_BLOCK = 2048
_LOOKS = 200  # reads of a pin: a fraction of a millisecond, after which a pull has moved its wire
_PAGES = 100
_ENOUGH = 10
_IDLE_PAGE = b"\x00" + b"\xa4" * 128  # as long as a page of pixels, and changes nothing
# The watchdog's SCRATCH2 and 3, as offsets from its CTRL, keep eight bytes until power-off: _MARK,
# the I2C clock in 100 kHz, failed pages, faults, and the sparks of each button.
_KEPT = (0x14, 0x18)
_MARK = const(0x5E)
_CHIP_ID = const(0x40000000)  # SYSINFO
_REVISION_BIT = const(28)
_ROM_VERSION = const(0x13)  # address of a byte of the boot ROM
_BITS = const(4096)
# By chip: {number in the register: revision}.
CHIPS = {"RP2040": {1: "B0 or B1", 2: "B2"}, "RP2350": {0: "A0", 1: "A1", 2: "A2"}}


class SelfTest:
    """The tests of pins, memory, weights, the dice of `session`, the OLED on `bus`, and flash."""

    def __init__(self, host: "Host", data: "Any", session: "Session", bus: "Bus") -> None:
        self._host = host
        self._data = data
        self._session = session
        self._bus = bus
        self._answers = True  # True if the OLED answers
        self._clock = self._failed = 0  # the I2C bus's clock in 100 kHz; pages that failed then
        self._dice = ""

    def level(self, number: int, up: bool = True) -> int:
        """Returns the level of pin `number`, with a pull-up if `up`, otherwise with a pull-down."""
        kind = self._host.machine.Pin
        pin = kind(number, kind.IN, kind.PULL_UP if up else kind.PULL_DOWN)
        levels: "list[int]" = [pin.value() for _ in range(_LOOKS)]
        return levels[-1]

    def bus_faults(self, answers: bool) -> "list[str]":
        """Returns the faults of the I2C wires, in words. `answers`: True if the OLED answers."""
        self._answers = answers
        pin = self._host.machine.Pin
        faults = []
        for name, number in (("SDA", self._data.I2C_SDA_PIN), ("SCL", self._data.I2C_SCL_PIN)):
            what = ""
            if not self.level(number):
                what = "is shorted to ground."
            elif not self.level(number, False):
                what = "lacks a pull-up: add 4.7 k to 3V3." if answers else ""
            elif not answers:
                line = pin(number, pin.OPEN_DRAIN, pin.PULL_UP)
                line.value(0)  # for some microseconds
                what = "is shorted to 3V3." if line.value() else ""
                line.value(1)
            if what:
                faults.append("%s (GP%d) %s" % (name, number, what))
        self._bus.free(self._bus.slow)
        return faults

    def checks(self) -> "Iterator[str | None]":
        """Tests memory, weights, dice, OLED and flash; yields each fault, or None between steps."""
        gc.collect()
        if hasattr(gc, "mem_free") and gc.mem_free() < _LEAST_FREE:
            yield "Memory: only %d KB are free." % (gc.mem_free() // 1024)
        for value in (0x55, 0xAA):
            block = bytes((value,)) * _BLOCK
            if bytearray(block) != block or block.count(bytes((value,))) != _BLOCK:
                yield "Memory: a bit is stuck: replace the Pico."
            yield None
        try:
            for _ in weights.checking():
                yield None
        except weights.TooLarge:
            pass  # as on every board without the image
        except weights.WeightsError as error:
            yield "Weights: %s. Copy the image again." % error
        self._dice = "Random bits: %d %% ones, longest run %d." % raw_bits(self._host)
        dice = self._session.dice.box.health()
        if dice:
            yield "Dice: %s." % dice
        yield from self._display()
        yield from self._flash()

    def _display(self) -> "Iterator[str | None]":
        if self._answers:
            self._failed = self._pages(self._data.I2C_FREQUENCY <= SLOW)
            self._clock = self._bus.frequency // SLOW
        if self._failed:
            text = (
                "Display: %d pages failed at %d00 kHz, %d at 100: "
                "add 4.7 k to 3V3, shorten the wires."
            )
            yield text % (self._failed, self._clock, self._pages(True))
        yield None

    def _pages(self, slow: bool) -> int:
        """Sends 100 pages to the OLED, at 100 kHz if `slow`; returns how many fail, stops at 10."""
        self._bus.free(slow)
        lost = 0
        for _ in range(_PAGES):
            try:
                sent = self._bus.i2c.writeto(self._data.OLED_ADDRESS, _IDLE_PAGE)
                lost += sent < len(_IDLE_PAGE)
            except OSError:
                lost += 1
            if lost == _ENOUGH:  # each may take long, and nothing feeds the watchdog
                break
        return lost

    def _flash(self) -> "Iterator[str | None]":
        ring = self._host.ring
        needs = getattr(self._host.file_system, "needs", 0)
        if needs:
            yield "Flash too small: use a Pico with %d MB." % needs
        elif ring.flash.sectors and not ring.flash.steady:  # or it is newer firmware's, or files
            try:
                for value in (0x55, 0xAA):
                    ring.flash.erase(ring.spare())
                    for at in range(0, SECTOR, PAGE):
                        ring.flash.program(ring.spare(), at, bytes((value,)) * PAGE)
                    yield None
            except OSError:  # also where no sector is left
                yield "Flash: a sector does not hold its data."

    def sum_up(self, sparks: "Sequence[int]", faults: int) -> "list[str]":
        """Saves the result until power-off; returns the lines that report the result.

        `sparks`: for each button, the number of noise pulses. `faults`: the number of faults.
        """
        host = self._host
        values = [_MARK, self._clock, self._failed, faults] + list(sparks)
        found = bytes([min(255, value) for value in values])
        for i, at in enumerate(_KEPT):
            if host.watchdog is not None:
                host.machine.mem32[host.watchdog + at] = int.from_bytes(found[4 * i :][:4], "big")
        return [_line(host, found), self._dice]


def kept(host: "Host") -> str:
    """Returns the line that sums up the last self-test since power-on, or "" without a test."""
    words = [host.machine.mem32[host.watchdog + at] for at in _KEPT if host.watchdog is not None]
    found = b"".join([(word & 0xFFFFFFFF).to_bytes(4, "big") for word in words])
    return _line(host, found) if found[:1] == bytes((_MARK,)) else ""


def _line(host: "Host", found: bytes) -> str:
    """Returns the line that sums up a self-test. `found`: eight bytes of results (see _KEPT)."""
    words = chip_text(host.machine, host.chip)
    number = host.jedec_id()
    words += ", flash %d KB" % flash_kb(number[2]) if number else ""
    words += ", I2C %d00 kHz, %d errors" % (found[1], found[2]) if found[1] else ", no OLED"
    return words + ", sparks %d %d %d %d" % tuple(found[4:]) + ", faults %d" % found[3]


def chip_text(machine: "Any", name: str) -> str:
    """Returns a chip's name, revision and boot ROM version. `name`: sys.implementation._machine."""
    chip = name[-6:]
    if chip not in CHIPS:
        return "unknown chip"
    number = machine.mem32[_CHIP_ID] >> _REVISION_BIT & 15
    revision = CHIPS[chip].get(number, "number %d" % number)
    return "%s, revision %s, boot ROM %d" % (chip, revision, machine.mem8[_ROM_VERSION])


def flash_kb(size: int) -> int:
    """Returns a flash chip's size in KB, 0 if unknown. `size`: the last byte of its JEDEC ID."""
    return 1 << size - 10 if 10 < size < 32 else 0


def raw_bits(host: "Any") -> tuple[int, int]:
    """Reads 4096 bits of the dice's entropy; returns (% of ones, longest run of equal bits)."""
    bits = bytearray(_BITS)
    entropy.source(host.machine, host.chip, host.urandom)(bits, 0, _BITS, 0)
    return sum(bits) * 100 // _BITS, longest_run(bits)


def longest_run(bits: bytearray) -> int:
    """Returns the length of the longest run of equal bits. `bits`: one byte, 0 or 1, per bit."""
    length = 0
    while bits.find(bytes(length + 1)) >= 0 or bits.find(b"\x01" * (length + 1)) >= 0:
        length += 1
    return length
