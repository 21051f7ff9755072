"""Keeps the board running: handles the watchdog, crashes, weak supplies, and Ctrl-C.

A board that fails restarts and resumes its match. After three failures in a row, each within a
minute, the board stops, because endless restarts would wear out its flash.

A weak supply may fail when the lights come on, so that the board starts again and again. A file
counts the starts that fail in this way. After two of them in a row, the lights stay dim.

MicroPython's prompt does not feed the watchdog, so the watchdog would end mpremote's work after
five seconds. MicroPython cannot stop a watchdog; the guard stops it by writing to a register.
"""

import gc
import io
import sys
from micropython import const

from picogammon import VERSION
from picogammon.devices.files import CRASHES, STARTS
from picogammon.ground import TICKS_MASK, ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from picogammon.devices.files import Files

_TIMEOUT_MS = const(5000)
_TRIES = const(3)
_SETTLED_MS = const(60000)
_BRIGHT_MS = const(5000)  # after which a supply is strong enough
_LATEST_MS = const(10000)
_CUT_SHORT = const(2)  # starts in a row
# The address of the watchdog's register CTRL by chip; SCRATCH0's offset from there, and all bits of
# CTRL but ENABLE. RP2040 and RP2350 data sheets, "Watchdog".
WATCHDOGS = {"RP2040": 0x40058000, "RP2350": 0x400D8000}
_SCRATCH = const(0x0C)  # keeps its value until power-off
_ALL_BUT_ENABLE = 0xBFFFFFFF
# SCRATCH0: _MAGIC above the crashes in a row, and bit _RUNNING while the board runs.
_MAGIC = const(0x2BAD)
_MAGIC_SHIFT = const(14)
_MOST = const(0x3FFF)
_RUNNING = const(1)
_COUNT_SHIFT = const(1)
# Bytes of the file of crashes, a flash sector, and of the two ends of a long traceback.
_MOST_BYTES = const(4096)
_MOST_HEAD = const(300)
_MOST_TAIL = const(1000)
_WAIT_MS = const(3000)
_PAUSE_MS = const(5)
_QUIET_MS = const(20)  # after Ctrl-A, whose sender waits for the prompt's answer
_CTRL_A = const(1)
_CTRL_C = const(3)
_LF = const(10)
_CR = const(13)
_ASKS = "\nEnter, then Ctrl-A: MicroPython's raw REPL. Anything else resumes the match.\n"


class Guard:
    """Guards one run of the board against hangs, repeated crashes and weak supplies.

    A run lasts from `begin` to `failed`, `forget` or `leave`. `weak`: True if the lights must stay
    dim. `starting`: True while a power cut would count as a failed start. Times are ticks_ms.
    """

    def __init__(
        self,
        machine: "Any",
        address: int | None,
        files: "Files",
        counts: bool = False,
    ) -> None:
        """Starts the watchdog of the module `machine`, if there is one.

        `address`: the chip's entry in WATCHDOGS. If `address` is None, the watchdog cannot be
        stopped, and a reset clears the count of crashes. `counts`: True to count starts that fail.
        """
        self._files = files
        self._registers: "Any" = getattr(machine, "mem32", None)
        self._address = address or 0
        if address is None or self._registers is None:
            self._registers = {self._address: 0, self._address + _SCRATCH: 0}
        start = getattr(machine, "WDT", None)
        self._dog = None if start is None else start(timeout=_TIMEOUT_MS)
        self._counts = counts
        self.starting = self.weak = False
        self._lit_at: int | None = None  # time at which the lights came on
        self._on = False  # True after power-on
        self._crashes = 0  # in a row
        self._since = 0

    def begin(self, now: int) -> bool:
        """Begins the run; False if the board has crashed or hung too often to start."""
        self._since = now
        number = self._registers[self._address + _SCRATCH]
        self._on = number >> _MAGIC_SHIFT != _MAGIC
        if not self._on:
            self._crashes = (number & _MOST) >> _COUNT_SHIFT
            if number & _RUNNING:
                self._crashes += 1
                self._write("The board hung, and the watchdog restarted it.\n")
        self._save(_RUNNING)
        tries = self._crashes < _TRIES
        self.starting = tries and self._counts
        try:
            self.weak = self.starting and self._on and self._files.size(STARTS) >= _CUT_SHORT
        except OSError:
            pass
        return tries

    def feed(self, now: int) -> None:
        """Feeds the watchdog; a minute after `begin`, forgets earlier crashes."""
        if self._dog is not None:
            self._dog.feed()
        if self._crashes and self._passed(now) >= _SETTLED_MS:
            self._crashes = 0
            self._save(_RUNNING)

    def follow_start(self, now: int, shown: bool, untouched: bool) -> bool:
        """Returns True when the lights should come on. Call this each round while `starting`.

        `shown`: True if the display is complete. When the lights come on, the guard writes a file
        that counts this start as failed; after 5 s, the guard deletes the file. The deletion may
        erase flash, and the board may then miss presses. So if the buttons are not `untouched`,
        the guard waits for them, up to 5 s longer.
        """
        if self._lit_at is not None:
            if ticks_diff(now, self._lit_at) >= (_BRIGHT_MS if untouched else _LATEST_MS):
                self._end_start()
        elif shown:
            self._lit_at = now
            try:
                with self._files.open(STARTS, "ab" if self._on else "wb") as file:
                    file.write(b"\0")
            except OSError:
                pass  # a full flash must not stop the board
            return True
        return False

    def failed(self, error: BaseException, now: int) -> str:
        """Records an exception that ended the run; returns its traceback. Never raises."""
        gc.collect()
        self._end_start()
        self.feed(now)
        self._crashes += 1
        self._save()
        return self.note(error, now)

    def note(self, error: BaseException, now: int) -> str:
        """Adds an exception to the crash log; returns its traceback."""
        text = _traceback_of(error)
        self._write("After %d s:\n%s" % (self._passed(now) // 1000, text))
        return text

    def forget(self) -> None:
        """Clears the count of crashes."""
        self._crashes = 0
        self._save()
        self._end_start()

    def leave(self) -> None:
        """Stops the watchdog for MicroPython's prompt, even if another Ctrl-C interrupts."""
        while True:
            try:
                self.forget()
                self._registers[self._address] &= _ALL_BUT_ENABLE
                return
            except KeyboardInterrupt:
                pass

    def _end_start(self) -> None:
        starting = self.starting
        self.starting = False
        if starting and self._lit_at is not None:
            try:
                self._files.remove(STARTS)
            except OSError:
                pass

    def _passed(self, now: int) -> int:
        return (now - self._since) & TICKS_MASK

    def _save(self, running: int = 0) -> None:
        """Saves the count of crashes in SCRATCH0. `running`: _RUNNING, or 0 after the run."""
        number = self._crashes << _COUNT_SHIFT | running
        self._registers[self._address + _SCRATCH] = _MAGIC << _MAGIC_SHIFT | number & _MOST

    def _write(self, text: str) -> None:
        """Adds an entry to the crash log; a full log loses its oldest entries."""
        files = self._files
        entry = ("Picogammon %s. %s\n" % (VERSION, text)).encode()
        try:
            size = files.size(CRASHES)
            room = _MOST_BYTES - len(entry)
            kept = files.read(CRASHES, max(0, size - room), size) if size > 0 else b""
            if size > room:  # the log shall begin with a whole entry
                kept = kept.partition(b"\n\n")[2]
            for _ in files.prepare(CRASHES, (kept, entry)):
                pass
            files.finish(CRASHES)
        except OSError:  # a full flash must not keep the board from restarting
            files.remove_leftover(CRASHES)


def _traceback_of(error: BaseException) -> str:
    out = io.StringIO()
    sys.print_exception(error, out)
    text = out.getvalue()
    if len(text) > _MOST_HEAD + _MOST_TAIL:
        text = text[:_MOST_HEAD] + "\n[...]\n" + text[-_MOST_TAIL:]
    return text


async def asks_for_prompt(host: "Any", guard: Guard) -> bool:
    """True if mpremote sent the Ctrl-C: CR and Ctrl-A must follow within 3 s.

    Other programs that probe the port may also send Ctrl-C and Ctrl-A. So only CR, LF and Ctrl-C
    may come before the Ctrl-A, and no byte right after it. The Ctrl-A is passed on to the prompt.
    """
    port = host.port
    if port is None:
        return True
    began = host.ticks_ms()
    host.tell(_ASKS)
    last = -1
    while host.passed(began) < _WAIT_MS:
        byte = port.read()
        guard.feed(host.ticks_ms())
        if byte < 0:
            await host.pause(_PAUSE_MS)
        elif byte == _CTRL_A and last == _CR:
            await host.pause(_QUIET_MS)
            if port.read() >= 0:
                return False
            host.dupterm(_once(byte, host.dupterm))
            return True
        elif byte not in (_CR, _LF, _CTRL_C):
            return False
        else:
            last = byte
    return False


def _once(byte: int, dupterm: "Callable[[object], object]") -> object:
    """Returns a terminal for os.dupterm that gives the prompt one `byte`, then detaches itself."""

    class Once(io.IOBase):  # made here to save memory: hardly ever needed
        def readinto(self, buffer: bytearray) -> int:
            dupterm(None)
            buffer[0] = byte
            return 1

        def write(self, text: bytes) -> int:
            return len(text)  # the port prints it as well

        def ioctl(self, request: int, argument: int) -> int:
            return 0

    return Once()
