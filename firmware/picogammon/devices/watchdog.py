"""The watchdog, which MicroPython can start but not stop, and a number that survives its bite.

At the prompt nobody feeds the watchdog, and mpremote would be cut off after five seconds: so its
enable bit is cleared then. The bit and the number are in registers of the RP2 chips, reached
through `machine.mem32`; their scratch registers keep their value through every reset except at
power-on.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    import machine
    from collections.abc import Callable

    from picogammon.devices.registers import Registers

TIMEOUT_MS = const(5000)

# RP2040 and RP2350 data sheets, "Watchdog": SCRATCH0's offset from CTRL, CTRL's bit ENABLE.
_SCRATCH = const(0x0C)
_ALL_BUT_ENABLE = 0xBFFFFFFF
_MAGIC = const(0x2BAD)  # marks a number of ours in the register, which may hold noise
_MOST = const(0x3FFF)


class Watchdog:
    """Restarts the board if it is not fed for five seconds."""

    def __init__(
        self,
        start: "Callable[..., machine.WDT] | None",
        registers: "Registers | None" = None,
        address: int | None = None,
    ) -> None:
        """`start(timeout=ms)` is machine.WDT, or None on a board without a watchdog.

        `registers` is machine.mem32; without it or `address` the watchdog cannot be stopped.
        """
        self._registers = registers
        self._address = address
        self._wdt = None if start is None else start(timeout=TIMEOUT_MS)

    def feed(self) -> None:
        """To be called at least every few seconds."""
        if self._wdt is not None:
            self._wdt.feed()

    def stop(self) -> bool:
        """Stops the watchdog; returns True if it is stopped."""
        if self._wdt is None:
            return True
        if self._registers is None or self._address is None:
            return False
        control = self._registers[self._address]
        self._registers[self._address] = control & _ALL_BUT_ENABLE
        return True


class Scratch:
    """A number from 0 to 16383 that survives every reset; after power-on it is 0."""

    def __init__(self, registers: "Registers | None" = None, address: int | None = None) -> None:
        """Without `registers` or `address`, the number survives nothing."""
        if registers is None or address is None:
            registers = {_SCRATCH: 0}
            address = 0
        self._registers = registers
        self._at = address + _SCRATCH

    def load(self) -> int:
        """The number."""
        value = self._registers[self._at]
        return value & _MOST if value >> 14 == _MAGIC else 0

    def save(self, number: int) -> None:
        """Keeps a number."""
        self._registers[self._at] = _MAGIC << 14 | number & _MOST
