"""Random bits as their source gives them: unmixed, perhaps biased. `entropy` makes dice of them.

A source is asked `fill(samples, start, end)`: samples[start:end] become raw bits, a byte each, 0 or
1; and `vary()` when they were no good: what comes next shall come at another pace.

On the chips it is the ring oscillator's register RANDOMBIT. Not `os.urandom`: up to MicroPython
1.27 that is the same bit through a shift register, and from 1.28 on a generator that goes on where
its source is dead. Elsewhere it is `os.urandom`, the system's own.
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
    """The source that there is. `chip`: sys.implementation._machine."""
    address = registers.address(chip, registers.RANDOM_BIT)
    return System(urandom) if address is None else Oscillator(machine.mem32, address)


class Oscillator:
    """The ring oscillator: it turns some 65 times between two samples, never the same way twice.

    Where that is nearly a whole number it reads the same for long; another pace mends that.
    """

    def __init__(self, registers: "Registers", address: int) -> None:
        """`registers`: machine.mem32."""
        self._registers = registers
        self._address = address
        self._pace = 0

    def fill(self, samples: bytearray, start: int, end: int) -> None:
        """samples[start:end] become raw bits, some 10 us apart."""
        registers = self._registers
        address = self._address
        pace = self._pace
        for at in range(start, end):
            samples[at] = registers[address] & 1
            for _ in range(pace):
                pass

    def vary(self) -> None:
        """From here on samples are taken at another pace."""
        self._pace = (self._pace + 1) % _PACES


class System:
    """`urandom(n)` gives n random bytes."""

    def __init__(self, urandom: "Callable[[int], bytes]") -> None:
        self._urandom = urandom

    def fill(self, samples: bytearray, start: int, end: int) -> None:
        """samples[start:end] become its bits; end - start is a multiple of 8."""
        for byte in self._urandom((end - start) // _BITS):
            for bit in range(_BITS):
                samples[start + bit] = byte >> bit & 1
            start += _BITS

    def vary(self) -> None:
        """A system's generator has no pace."""
