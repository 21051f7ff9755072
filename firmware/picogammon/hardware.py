"""The hardware report for the maker of a board, from the line FIRST to the line LAST."""

import gc
import sys
from binascii import hexlify
from micropython import const

from picogammon import VERSION, self_test
from picogammon.engine import levels
from picogammon.engine.engine import WeightsError
from picogammon.ground import TICKS_MASK
from picogammon.rules import notation
from picogammon.rules.match import match_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any

    from picogammon.app.modes.navigator import Navigator
    from picogammon.host import Host
    from picogammon.panel import Panel

    Lines = Generator[str | None, None, None]

FIRST = "Picogammon hardware report"
LAST = "hardware end"

# A position and a roll with plays so close that the level master looks a roll ahead for several.
_CLOSE = "XGID=-a-a--E-C---cE---bbdb--B--:0:0:1:21:0:0:0:0:10"
_NEARLY = 128  # bytes: the precision of the largest free block


def report(host: "Host", panel: "Panel", navigator: "Navigator", now: int) -> "Lines":
    """Yields the lines of the hardware report, and None between slices of work."""

    def took(action: "Callable[..., object]", *what: "Any") -> str:
        began = host.ticks_us()
        action(*what)
        return _ms((host.ticks_us() - began) & TICKS_MASK)

    machine = host.machine
    yield FIRST
    yield "version: %s on %s" % (VERSION, panel.name)
    yield "chip: " + self_test.chip_text(machine, host.chip)
    version = ".".join([str(part) for part in sys.implementation.version[:3]])
    yield "runs on: %s %s, %s" % (sys.implementation.name, version, host.chip or sys.platform)
    if hasattr(machine, "unique_id"):
        yield "number: " + hexlify(machine.unique_id()).decode()
    if hasattr(machine, "freq"):
        yield "clock: %d MHz" % (machine.freq() // 1000000)
    found = self_test.kept(host)
    if found:
        yield "self-test: " + found
    yield from _memory()
    number = host.jedec_id()
    if number:
        yield "flash: %d KB, %s" % (self_test.flash_kb(number[2]), hexlify(number).decode())
    else:
        yield "flash: not known"
    oled = "display: %s at 0x%02x" % (panel.data.OLED_DRIVER, panel.data.OLED_ADDRESS)
    if panel.oled.look_after():
        screen = took(panel.oled.show, panel.canvas.buffer)
        yield "%s, %d kHz, a screen takes %s" % (oled, panel.bus.frequency // 1000, screen)
    else:
        yield oled + " does not answer"
    painted = took(panel.paint, navigator.view, now)
    sent = took(panel.strip.resend)
    yield "lights: %d, painted in %s, sent in %s" % (panel.strip.lights, painted, sent)
    ones, longest = self_test.raw_bits(host)
    yield "random bits: %d %% ones, longest run %d" % (ones, longest)
    for name in levels.levels():
        yield from _decision(host, navigator, name)
    yield LAST


def _ms(us: int) -> str:
    return "%d.%02d ms" % (us // 1000, us % 1000 // 10)


def _memory() -> "Lines":
    """Yields None after each slice, then the line about free memory; nothing on CPython."""
    if not hasattr(gc, "mem_free"):
        return
    gc.collect()
    yield None
    free = most = gc.mem_free()
    least = 0
    while most - least > _NEARLY:
        middle = (least + most) // 2
        try:
            bytearray(middle)
            least = middle
        except MemoryError:
            most = middle
        yield None
    yield "memory: %d KB free, %d KB in one piece" % (free // 1024, least // 1024)


def _decision(host: "Host", navigator: "Navigator", level: str) -> "Lines":
    gc.collect()
    yield None
    try:
        engine = (host.make or levels.make)(level, navigator.session.players.plays)
    except (MemoryError, WeightsError) as error:
        yield "%s: not here: %s" % (level, error)
        return
    thought = engine.begin(match_of(notation.from_xgid(_CLOSE)))
    spent = 0
    while not thought.done:
        began = host.ticks_us()
        thought.step()
        spent += (host.ticks_us() - began) & TICKS_MASK
        yield None
    yield "%s: %s" % (level, _ms(spent))
