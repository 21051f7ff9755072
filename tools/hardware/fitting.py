"""The emulator's constants out of a board's report."""

from dataclasses import replace

from tools.emulator.constants import CHIP
from tools.hardware import HardwareError

_FIRST, _SECOND = "first word of a line", "second word of a line"
_NS_A_US = 1000


def constants(report, emulated, used=CHIP):
    """The emulator.constants.Constants with which an emulated chip would report as the board does.

    `emulated`: the report of a chip with the constants `used`. What it has beyond them, the calls
    around an erase, a real chip has as well. Raises HardwareError where the report lacks a row.
    """
    first, second = _number(report, _FIRST), _number(report, _SECOND)
    whole = second < first / 2  # the second word came with the first
    miss_ns = first if whole else (first + second) / 2
    return replace(
        used,
        fill=8 if whole else 4,
        cycles=round(miss_ns * _number(report, "clock") / _NS_A_US, 1),
        erase_ms=_beside(report, emulated, "sector erase", used.erase_ms),
        program_ms=_beside(report, emulated, "page program", used.program_ms),
    )


def _beside(report, emulated, label, known):
    around = _number(emulated, label) - known
    return round(max(0.0, _number(report, label) - around), 2)


def _number(report, label):
    number = report.number(label)
    if number is None:
        raise HardwareError(f"The report does not say {label!r}, which the emulator has to know.")
    return number
