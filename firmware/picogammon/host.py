"""The host of a board: pins and buses, time, randomness, files, flash, and a serial port.

The Host in this file is MicroPython on a chip. Others are tools/raspberry_pi/host.py,
tools/virtual_board/device/companion.py (the web page) and tools/simulator/fakes/bench.py (tests).
"""

import os
import sys
import time
from micropython import const

from picogammon.devices.files import MATCHES, Files
from picogammon.devices.guard import WATCHDOGS
from picogammon.devices.link import Serial
from picogammon.devices.nor import Flash, SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from picogammon.ground import TICKS_MASK

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from picogammon.engine.engine import Engine
    from picogammon.rules.plays import Plays

_FILE_SYSTEM = "picogammon.devices.file_system"  # loaded if the image's _boot.py has used it
_DATA = "board_config"
_TELL_MS = const(500)  # the time that a text waits for a reader
_CTRL_C = const(3)
_PASSED = iter(())  # an awaitable that ends at once, and takes no memory


class Host:
    """All that a board needs from the machine it runs on.

    - `machine`: MicroPython's module or a replacement, with Pin, I2C, PWM, bitstream, reset and
      soft_reset; perhaps WDT, mem32, mem8, RTC, freq, unique_id, bootloader
    - `files`: the Files of the board
    - `port`: the link's port, a devices.link.Serial, or None
    - `chip`: sys.implementation._machine; its last six characters name the chip
    - `watchdog`: the address of the chip's watchdog registers, or None
    - `ticks_ms()`, `ticks_us()`: time that wraps; a host may lack `ticks_us`
    - `urandom(n)`: returns n random bytes
    - `file_system`: the module file_system in an image, otherwise None
    - `ring`: the Ring that stores the matches
    - `make(level, plays)`: makes a quicker Engine than levels.make does; may be None
    - `judge(plays)`: makes an Engine that is stronger than the coach; may be None
    """

    on_chip = sys.platform == "rp2"  # memory is short, and nothing else runs while flash is erased
    counts_starts = on_chip  # the lights may draw more than the supply gives
    wired = True  # a maker joined the wires: they can be set up, tested and measured
    calm = False  # a person wants no light to pulse
    breath_ms = 0  # a pause that lets other work of the host continue
    make: "Callable[[str, Plays], Engine] | None" = None
    judge: "Callable[[Plays], Engine | None] | None" = None
    grading_ticks: "Callable[[], int] | None" = None  # ticks_ms, if grading need not rest
    own_path = [".frozen"]  # sys.path for the modules of the image

    def __init__(self, machine: "Any", files: Files, port: "Serial | None" = None) -> None:
        self.machine = machine
        self.files = files
        self.port = port
        self.chip: str = getattr(sys.implementation, "_machine", "")
        self.watchdog = WATCHDOGS.get(self.chip[-6:])
        self.urandom: "Any" = getattr(os, "urandom", None)  # a page has its own
        self.ticks_ms: "Any" = getattr(time, "ticks_ms", None)  # CPython has neither of these
        self.ticks_us: "Any" = getattr(time, "ticks_us", None)
        self.dupterm: "Any" = getattr(os, "dupterm", None)  # where there is a prompt
        self.file_system: "Any" = sys.modules.get(_FILE_SYSTEM) if self.on_chip else None
        self.ring = Ring(self.ring_flash())

    def pause(self, ms: int) -> "Any":
        """Pauses `ms` milliseconds: a chip in this call, other hosts when the result is awaited."""
        time.sleep_ms(ms)
        return _PASSED

    def passed(self, since: int) -> int:
        """Returns the milliseconds that have passed since the time `since`."""
        return (self.ticks_ms() - since) & TICKS_MASK

    def run(self, work: "Coroutine[Any, Any, None]", leave: "Callable[[], object]") -> None:
        """Runs the coroutine `work`, then calls `leave()`, even if an exception ended `work`."""
        try:
            while True:
                work.send(None)  # each pause has passed already
        except StopIteration:
            pass
        finally:
            leave()
            ring = self.ring
            self.files.written = ring.erased = ring.keep_alive = None  # or they keep the board

    def tell(self, text: str) -> None:
        """Prints `text` to the port, or to stdout; waits at most 500 ms for a slow reader."""
        if self.port is None:
            print(text)
            return
        began = self.ticks_ms()
        for byte in text.replace("\n", "\r\n").encode():
            while not self.port.write(byte) and self.passed(began) < _TELL_MS:
                pass

    def let_ctrl_c(self, interrupt: bool) -> None:
        """Makes Ctrl-C interrupt a chip's program, or arrive as a byte if `interrupt` is False."""
        if self.on_chip:
            from micropython import kbd_intr

            kbd_intr(_CTRL_C if interrupt else -1)

    def load_data(self, own: bool = False) -> "Any":
        """Imports and returns board_config. `own`: True to ignore a file on flash."""
        path = sys.path[:]
        sys.modules.pop(_DATA, None)
        try:
            if own:
                sys.path[:] = self.own_path
            return __import__(_DATA)
        finally:
            sys.path[:] = path

    def ring_flash(self) -> "Any":
        """Returns the storage of the ring of matches: raw flash in an image, otherwise files."""
        if self.file_system is None:
            return SectorFiles(self.files, MATCHES, SECTORS)
        import rp2

        # A layout of newer firmware and a flash that is too small stay as they are.
        system = self.file_system
        return Flash(rp2.Flash(), 0 if system.newer or system.needs else system.RESERVED)

    def jedec_id(self) -> bytes | None:
        """Returns the flash chip's maker, kind and size, a byte each; None in another image."""
        try:
            from picogammon_flash import jedec_id  # type: ignore[import-not-found]
        except ImportError:
            return None
        return jedec_id()

    def shown(self, shows: object) -> None:
        """Does nothing. Other hosts react here to a new view of `shows`, a Board or an Alarm."""


def of_chip(linked: bool = True) -> Host:
    """Returns the Host of this chip, with a `port` on stdin and stdout if `linked`."""
    import machine

    port = None
    if linked:
        import select

        port = Serial(select, sys.stdin, sys.stdout)
    return Host(machine, Files(sync=getattr(os, "sync", None)), port)
