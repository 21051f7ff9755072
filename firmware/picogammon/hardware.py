"""The board measures itself: what it is, how fast it is, how random its random bits are.

The report is lines of text, a row each: `label: text`, where a text that is a number is followed by
its unit. The first line names the format, the last says how many lines there are and their CRC-32.
So a report that was cut off or changed on its way is recognised (tools/hardware reads them).
"""

import gc
import sys
from binascii import crc32, hexlify
from micropython import const

from picogammon import VERSION, benches, self_test
from picogammon.devices import entropy, gauges
from picogammon.ground.clock import MASK

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any

    from picogammon.app.modes.navigator import Navigator
    from picogammon.host import Host
    from picogammon.panel import Panel

    Rows = Generator[tuple[str, str] | None, None, None]

FORMAT = "Picogammon hardware report 1"
LAST = "end"

_MAKERS = {0x0B: "XTX", 0x20: "XMC", 0x5E: "Zbit", 0x68: "Boya", 0x85: "Puya", 0x9D: "ISSI"}
_MAKERS.update({0xA1: "Fudan", 0xC2: "Macronix", 0xC8: "GigaDevice", 0xEF: "Winbond"})
_WINBOND_Q = (0x40, 0x60, 0x70)  # kinds that are called W25Q
_BITS = 4096  # random bits in the sample
_FETCHED = 128  # bits fetched at once
_PIXELS_FROM_MEMORY = 0xA4  # a command that changes nothing on the OLED
_I2C_BYTES = 128
_TIMES = 3  # that such a transfer is measured
_FIRST_ADDRESS, _LAST_ADDRESS = 0x08, 0x77
_NOT_TOLD = "not told"
_NEARLY = 128  # bytes


class Report:
    """The report of a board with a panel.Panel and a Navigator."""

    def __init__(self, host: "Host", panel: "Panel", navigator: "Navigator") -> None:
        self._host = host
        self._panel = panel
        self._navigator = navigator
        self._name = host.chip or sys.platform
        self._chip: "gauges.Chip | None" = None
        try:
            self._chip = gauges.Chip(host.machine, self._name)
        except ValueError:
            pass

    def took(self, action: "Callable[..., object]", *what: "Any") -> int:
        """The microseconds that an action takes."""
        ticks = self._host.ticks_us
        began = ticks()
        action(*what)
        return (ticks() - began) & MASK

    def lines(self, now: int) -> "Generator[str | None, None, None]":
        """Yields its lines, and None after each slice of work, some milliseconds.

        To close it gives back what it uses. `now`: ticks_ms.
        """
        check = crc32((FORMAT + "\n").encode())
        count = 1
        yield FORMAT
        rows = self._rows(now)
        try:
            for row in rows:
                line = row and "%s: %s" % row
                if line:
                    check = crc32((line + "\n").encode(), check)
                    count += 1
                yield line
        finally:
            rows.close()
        yield "%s: %d lines, check %08x" % (LAST, count, check)

    def _rows(self, now: int) -> "Rows":
        plays = self._navigator.session.players.plays
        took = self.took
        sections = (
            self._identity(),
            self._memory("before"),
            self._flash(),
            self._randomness(),
            self._oled(),
            benches.showing(took, self._panel, self._navigator, now),
            benches.finding(took, plays),
            benches.judging(took),
            benches.deciding(took, self._chip, plays),
            self._memory("after"),
        )
        for section in sections:
            yield from section

    def _memory(self, when: str) -> "Rows":
        """Measures the free memory, and the largest free block."""
        if not hasattr(gc, "mem_free"):
            return
        gc.collect()
        yield None
        most = gc.mem_free()
        yield "free heap " + when, "%d KB" % (most // 1024)
        least = 0
        while most - least > _NEARLY:
            middle = (least + most) // 2
            try:
                bytearray(middle)
                least = middle
            except MemoryError:
                most = middle
            yield None
        yield "largest free block " + when, "%d KB" % (least // 1024)

    def _identity(self) -> "Rows":
        machine = self._host.machine
        yield "version", VERSION
        yield "board", self._panel.name
        yield (
            "chip",
            "%s, %s" % (self._chip.name, self._chip.revision) if self._chip else self._name,
        )
        yield (
            "runs on",
            "%s %s, %s"
            % (
                sys.implementation.name,
                ".".join([str(part) for part in sys.implementation.version[:3]]),
                self._name,
            ),
        )
        if hasattr(machine, "unique_id"):
            yield "number", hexlify(machine.unique_id()).decode()
        if hasattr(machine, "freq"):
            yield "clock", benches.ms(machine.freq() // 1000).replace("ms", "MHz")
        if self._chip:
            yield "flash divisor", str(self._chip.flash_divisor)
        found = self_test.kept(self._host)
        if found:
            yield "self-test", found

    def _flash(self) -> "Rows":
        """Names the flash, and measures how long it takes to erase and to program."""
        yield from _flash_name(self._host.jedec_id())
        if self._host.file_system is None:  # then all of the flash belongs to files
            yield gauges.ERASE, _NOT_TOLD
            return
        found: "dict[str, list[int]]" = {gauges.ERASE: [], gauges.PROGRAM: []}
        try:
            for label, us in gauges.flash_times(self._host.flash(), self._host.ring, self.took):
                found[label].append(us)
                yield None
        except OSError as error:
            yield gauges.ERASE, "%s: %s" % (_NOT_TOLD, error)
            return
        for label in (gauges.ERASE, gauges.PROGRAM):
            times = sorted(found[label])
            yield label, benches.ms(times[len(times) // 2])
            yield label + ", slowest", benches.ms(times[-1])

    def _randomness(self) -> "Rows":
        """Measures the ring oscillator's raw bits."""
        if not self._chip:
            return
        source = entropy.source(self._host.machine, self._name, self._host.urandom)
        bits = bytearray(_BITS)
        spent = 0
        for at in range(0, _BITS, _FETCHED):
            spent += self.took(source, bits, at, at + _FETCHED, 0)
            yield None
        yield "random bits", str(_BITS)
        yield "random bit, every", "%d ns" % (spent * 1000 // _BITS)
        yield "ones", "%d.%02d %%" % divmod(sum(bits) * 10000 // _BITS, 100)
        yield "longest run", "%d bits" % gauges.longest_run(bits)
        yield "last bits", "".join([str(bit) for bit in bits[-_FETCHED:]])

    def _oled(self) -> "Rows":
        """Lists the addresses that answer on the I2C bus, and measures how long a byte takes."""
        found = []
        for address in range(_FIRST_ADDRESS, _LAST_ADDRESS + 1):
            if self._takes(address, b"\x00"):
                found.append(address)
            if address % 16 == 0:
                yield None
        yield "I2C addresses", " ".join(["0x%02x" % address for address in found]) or "none"
        at = self._panel.data.OLED_ADDRESS
        answers = "answers" if at in found else "does not answer"
        yield "OLED", "%s at 0x%02x %s" % (self._panel.data.OLED_DRIVER, at, answers)
        yield "I2C clock", "%d kHz" % (self._panel.bus.frequency // 1000)
        if at in found:
            idle = b"\x00" + bytes([_PIXELS_FROM_MEMORY]) * _I2C_BYTES
            us = []
            for data in (idle[:1], idle):  # the shortest: USB may interrupt one
                us.append(min([self.took(self._takes, at, data) for _ in range(_TIMES)]))
                yield None
            ns = (us[1] - us[0]) * 1000 // _I2C_BYTES
            yield "I2C byte", "%d ns" % ns
            if ns > 0:
                yield "I2C", "%d bytes a second" % (1000000000 // ns)

    def _takes(self, address: int, data: bytes) -> bool:
        try:
            self._panel.bus.i2c.writeto(address, data)
        except OSError:
            return False
        return True


def _flash_name(found: bytes | None) -> "Rows":
    """Yields the rows that identify the flash. `found`: its host's `jedec_id`."""
    if found is None:
        yield "flash", _NOT_TOLD
        return
    maker, memory, size = found
    name = _MAKERS.get(maker, "an unknown maker")
    if name == "Winbond" and memory in _WINBOND_Q and size > 16:
        name += " W25Q%d" % (1 << size - 17)
    yield "flash", name
    yield "flash number", hexlify(found).decode()
    yield "flash size", "%d KB" % gauges.flash_kb(size)
