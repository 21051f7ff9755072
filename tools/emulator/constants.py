"""What no two boards have alike: how fast the emulated chip's flash is, its bus, its oscillator.

README.md derives the flash's cache.
"""

from dataclasses import asdict, dataclass, replace

_SCK = 2  # cycles of the system clock: the Pico's board file sets PICO_FLASH_SPI_CLKDIV to it
_ADDRESS_SCK = 8  # 24 bits of address and 8 of mode, four at a time (boot2_w25q080)
_WAIT_SCK = 4
_BITS_A_SCK = 4
_BUS_CYCLES = 5  # from the cache to the interface and back


def fill_cycles(size):
    """Cycles of the system clock that bringing `size` bytes of flash into the cache takes."""
    return _SCK * (_ADDRESS_SCK + _WAIT_SCK + 8 * size // _BITS_A_SCK) + _BUS_CYCLES


@dataclass(frozen=True)
class Ring:
    """A ring oscillator whose output is sampled for random bits.

    `mhz`: 1.8 to 12 on the chip, 6.5 as a rule. `jitter`: how far an edge strays in a period, in
    periods (standard deviation); 0 is a wave that only beats with the sampling. `duty`: which part
    of a period it is high, and so how many of the bits are ones.
    """

    mhz: float
    jitter: float = 0.01
    duty: float = 0.5


@dataclass(frozen=True)
class Constants:
    """`fill`: bytes that a miss of the cache brings, 4 or 8, or 0 where there are no misses.

    `cycles`: of the system clock that it takes. `erase_ms`, `program_ms`: of a sector, of a page.
    `i2c_ns`: by how much a byte on the OLED's bus takes longer than its clock says. `ring`: of what
    random bits are samples, a Ring; None: ideal bits. `flash_mb`: how large the flash is, 1 or 2.
    """

    fill: int
    cycles: float
    erase_ms: float = 45
    program_ms: float = 0.4
    i2c_ns: float = 0
    ring: "Ring | None" = None
    flash_mb: int = 2

    def worse(self, factor):
        """The same with each of them so many times as slow."""
        return replace(
            self,
            cycles=self.cycles * factor,
            erase_ms=self.erase_ms * factor,
            program_ms=self.program_ms * factor,
            i2c_ns=self.i2c_ns * factor,
        )

    def as_json(self):
        """As board/board.js wants them."""
        known = asdict(self)
        known["eraseMs"] = known.pop("erase_ms")
        known["programMs"] = known.pop("program_ms")
        known["i2cNs"] = known.pop("i2c_ns")
        known["flashMb"] = known.pop("flash_mb")
        return known


IDEAL = Constants(0, 0)
CHIP = Constants(4, fill_cycles(4))
CHIP_8 = Constants(8, fill_cycles(8))
# As unkind as data sheets allow: the slowest flash, and bits that beat, stray and are biased.
UNKIND = Constants(4, fill_cycles(4), erase_ms=400, program_ms=3, ring=Ring(6.5, 0.005, 0.6))
