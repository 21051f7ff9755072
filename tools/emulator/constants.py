"""How fast the emulated chip's flash is, which no two boards have alike; README.md derives it."""

import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path

_SCK = 2  # cycles of the system clock: the Pico's board file sets PICO_FLASH_SPI_CLKDIV to it
_ADDRESS_SCK = 8  # 24 bits of address and 8 of mode, four at a time (boot2_w25q080)
_WAIT_SCK = 4
_BITS_A_SCK = 4
_MEASURED = "EMULATED_CHIP"
_BUS_CYCLES = 5  # from the cache to the interface and back


def fill_cycles(size):
    """Cycles of the system clock that bringing `size` bytes of flash into the cache takes."""
    return _SCK * (_ADDRESS_SCK + _WAIT_SCK + 8 * size // _BITS_A_SCK) + _BUS_CYCLES


@dataclass(frozen=True)
class Constants:
    """`fill`: bytes that a miss of the cache brings, 4 or 8, or 0 where there are no misses.

    `cycles`: of the system clock that it takes. `erase_ms`, `program_ms`: of a sector, of a page.
    """

    fill: int
    cycles: float
    erase_ms: float = 45
    program_ms: float = 0.4

    def worse(self, factor):
        """The same with each of them so many times as slow."""
        return replace(
            self,
            cycles=self.cycles * factor,
            erase_ms=self.erase_ms * factor,
            program_ms=self.program_ms * factor,
        )

    def write(self, path):
        """Keeps them in a file, for `read`."""
        Path(path).write_text(json.dumps(asdict(self), indent=1) + "\n")

    def as_json(self):
        """As board/board.js wants them."""
        known = asdict(self)
        known["eraseMs"] = known.pop("erase_ms")
        known["programMs"] = known.pop("program_ms")
        return known


def read(path):
    """The Constants in a file, as tools.hardware writes it: those that a board has measured.

    Raises ValueError or OSError where it is none.
    """
    try:
        return Constants(**json.loads(Path(path).read_text()))
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{path} has no constants of a chip: {problem}") from None


def _usual():
    """The chip that is emulated unless another is asked for: the one that has been measured, where
    the environment names its file."""
    path = os.environ.get(_MEASURED)
    if not path:
        return Constants(4, fill_cycles(4))
    try:
        return read(path)
    except (OSError, ValueError) as problem:
        raise SystemExit(f"{_MEASURED}: {problem}") from None


IDEAL = Constants(0, 0)
CHIP = _usual()
CHIP_8 = Constants(8, fill_cycles(8))
SLOW_FLASH = Constants(4, fill_cycles(4), erase_ms=400, program_ms=3)
