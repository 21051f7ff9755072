"""What differs from board to board: the speed of flash and bus, and the source of random bits.

README.md derives the cost of a miss of the flash's cache.
"""

from dataclasses import dataclass, replace

_SCK = 2  # cycles of the system clock: the Pico's board file sets PICO_FLASH_SPI_CLKDIV to it
_ADDRESS_SCK = 8  # 24 bits of address and 8 of mode, four at a time (boot2_w25q080)
_WAIT_SCK = 4
_BITS_A_SCK = 4
_BUS_CYCLES = 5  # from the cache to the interface and back


def fill_cycles(size):
    """Returns the cycles of the system clock for a fill of `size` bytes of the cache."""
    return _SCK * (_ADDRESS_SCK + _WAIT_SCK + 8 * size // _BITS_A_SCK) + _BUS_CYCLES


@dataclass(frozen=True)
class Ring:
    """A ring oscillator whose samples are random bits.

    `mhz`: 1.8 to 12 on the chip, usually 6.5. `jitter`: the standard deviation of a period, in
    periods. `duty`: the part of a period that is high, and so the part of the bits that are ones.
    """

    mhz: float
    jitter: float = 0.01
    duty: float = 0.5


@dataclass(frozen=True)
class Constants:
    """The constants of a chip, as board/board.js takes them.

    `fill`: the bytes that a miss of the cache brings, 4 or 8, or 0 for no misses. `cycles`: the
    system clock's for a miss. `erase_ms` of a sector, `program_ms` of a page. `i2c_ns`: added to
    each byte on the OLED's bus. `ring`: a Ring, or None for ideal bits. `flash_mb`: 1 or 2.
    """

    fill: int
    cycles: float
    erase_ms: float = 45
    program_ms: float = 0.4
    i2c_ns: float = 0
    ring: "Ring | None" = None
    flash_mb: int = 2

    def worse(self, factor):
        """Returns the constants of a chip that is slower by this factor."""
        return replace(
            self,
            cycles=self.cycles * factor,
            erase_ms=self.erase_ms * factor,
            program_ms=self.program_ms * factor,
            i2c_ns=self.i2c_ns * factor,
        )


IDEAL = Constants(0, 0)
CHIP = Constants(4, fill_cycles(4))
CHIP_8 = Constants(8, fill_cycles(8))
# As unkind as data sheets allow: the slowest flash, and bits that beat, stray and are biased.
UNKIND = Constants(4, fill_cycles(4), erase_ms=400, program_ms=3, ring=Ring(6.5, 0.005, 0.6))
