"""The OLED's I2C bus, and how it is freed when a chip holds it.

A chip that was reset in the middle of a byte leaves the other end waiting, perhaps holding SDA low;
then no transfer can begin. Nine clocks lead to the end of any byte, and a stop ends the transfer
(UM10204, the specification of the I2C bus, 3.1.16).
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from machine import I2C, Pin
    from typing import Protocol

    class Machine(Protocol):
        Pin: type[Pin]
        I2C: type[I2C]


_CLOCKS = const(9)
_PAGE_BITS = const(130 * 9)  # the longest transfer: address, control byte and a page of pixels


class Bus:
    """The part of `machine.I2C` that the OLED needs. `machine`: the module; pins' numbers."""

    def __init__(self, machine: "Machine", number: int, scl: int, sda: int, frequency: int) -> None:
        """Sets the bus up, and frees it first if need be."""
        self._machine = machine
        self._number = number
        self._scl = scl
        self._sda = sda
        self._frequency = frequency
        self.free()

    def free(self) -> None:
        """Frees the bus if SDA is held low, and sets it up anew."""
        machine = self._machine
        pin = machine.Pin
        sda = pin(self._sda, pin.IN, pin.PULL_UP)
        if not sda.value():
            self._clock(sda)
        self._i2c = machine.I2C(
            self._number,
            scl=pin(self._scl),
            sda=pin(self._sda),
            freq=self._frequency,
            timeout=2_000_000 * _PAGE_BITS // self._frequency,  # us: a held bus is not waited for
        )

    def _clock(self, sda: "Pin") -> None:
        """Clocks until SDA is let go, then a stop. A pin's method takes longer than half a bit."""
        pin = self._machine.Pin
        scl = pin(self._scl, pin.OPEN_DRAIN, pin.PULL_UP)
        for _ in range(_CLOCKS):
            scl.value(0)
            scl.value(1)
            if sda.value():
                break
        scl.value(0)
        sda = pin(self._sda, pin.OPEN_DRAIN, pin.PULL_UP)
        sda.value(0)
        scl.value(1)
        sda.value(1)

    def readfrom(self, address: int, count: int) -> bytes:
        """Receives `count` bytes. Raises OSError if nobody sends them."""
        return self._i2c.readfrom(address, count)

    def writeto(self, address: int, data: bytes | bytearray | memoryview) -> int:
        """Sends bytes; returns how many were taken. Raises OSError if nobody takes them."""
        return self._i2c.writeto(address, data)
