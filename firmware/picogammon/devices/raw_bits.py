"""Random bits as their source gives them: unmixed, perhaps biased. `entropy` makes dice of them.

A source has `fill(samples, start, end)`, which writes raw bits to samples[start:end], a byte each,
0 or 1, and `vary()`, which sets another pace after samples that were no good.

On the chips the source is the ring oscillator's register RANDOMBIT. It is not `os.urandom`: up to
MicroPython 1.27 that is the same bit through a shift register, and from 1.28 on a generator that
goes on when its source is dead. Elsewhere it is `os.urandom`, the system's own.
"""

from micropython import const

from picogammon.devices import registers

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from picogammon.devices.chip import Machine
    from picogammon.devices.registers import Registers

    class Source(Protocol):
        def fill(self, samples: bytearray, start: int, end: int) -> None: ...
        def vary(self) -> None: ...


_PACES = const(5)
_BITS = const(8)


def source(machine: "Machine", chip: str, urandom: "Callable[[int], bytes]") -> "Source":
    """The source of this machine. `chip`: sys.implementation._machine."""
    address = registers.address(chip, registers.RANDOM_BIT)
    return System(urandom) if address is None else Oscillator(machine.mem32, address)


class Oscillator:
    """The ring oscillator: it turns some 65 times between two samples, never the same way twice.

    If that is nearly a whole number, it reads the same bit for long; another pace mends that.
    """

    def __init__(self, registers: "Registers", address: int) -> None:
        """`registers`: machine.mem32."""
        self._registers = registers
        self._address = address
        self._pace = 0

    def fill(self, samples: bytearray, start: int, end: int) -> None:
        """Writes raw bits to samples[start:end], some 10 us apart."""
        registers = self._registers
        address = self._address
        pace = self._pace
        for at in range(start, end):
            samples[at] = registers[address] & 1
            for _ in range(pace):
                pass

    def vary(self) -> None:
        """Takes further samples at another pace."""
        self._pace = (self._pace + 1) % _PACES


class System:
    """The system's generator: `urandom(n)` returns n random bytes."""

    def __init__(self, urandom: "Callable[[int], bytes]") -> None:
        self._urandom = urandom

    def fill(self, samples: bytearray, start: int, end: int) -> None:
        """Writes its bits to samples[start:end]; end - start is a multiple of 8."""
        for byte in self._urandom((end - start) // _BITS):
            for bit in range(_BITS):
                samples[start + bit] = byte >> bit & 1
            start += _BITS

    def vary(self) -> None:
        """Does nothing: a system's generator has no pace."""
