"""A report: read, set beside another, and as the constants of an emulated chip."""

import math
import re
from binascii import crc32
from dataclasses import dataclass, replace

from rich.table import Table

from tools.emulator.constants import CHIP, Ring
from tools.hardware import HardwareError

_FORMAT = "Picogammon hardware report "
_KNOWN = _FORMAT + "1"
_LAST = re.compile(r"end: (\d+) lines, check ([0-9a-f]{8})")
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)(?: (%|[A-Za-z].*))?")
_NEWS = re.compile(r"^info (?:string )?")  # before lines that the board sent without being asked
# What no two boards have alike, and says nothing of how fast they are.
_OWN = ("number", "bits ")
_I2C = "I2C byte"
_FIRST, _SECOND = "first word of a line", "second word of a line"
_NS_A_US = 1000
_HARMONICS = 40
_LAGS = 5  # those below have a row each
_NOISE = 4  # deviations: a correlation below is none


@dataclass(frozen=True)
class Row:
    """A line of a report. `number` and `unit` are None where its text is no number."""

    label: str
    text: str

    @property
    def number(self):
        found = _NUMBER.fullmatch(self.text)
        return float(found[1]) if found else None

    @property
    def unit(self):
        found = _NUMBER.fullmatch(self.text)
        return (found[2] or "") if found else None


class Report:
    """`rows` by their labels, in the board's order; `text`: the lines as the board sent them."""

    def __init__(self, rows, text):
        self.rows = rows
        self.text = text

    def number(self, label):
        """The number of a row, None where there is none."""
        row = self.rows.get(label)
        return row.number if row else None


def parse(text):
    """The Report in a text, which may have more before and after it. Raises HardwareError."""
    lines = []
    for raw in text.splitlines():
        line = _NEWS.sub("", raw.strip())
        if line.startswith(_FORMAT):
            lines = [line]
            if line != _KNOWN:
                raise HardwareError(f"This is of another format: {line!r}. Update, and try again.")
        elif lines and _LAST.fullmatch(line):
            return _checked(lines, line)
        elif lines and ": " in line:
            lines.append(line)
    if not lines:
        raise HardwareError(
            f"There is no report in it: none of its lines is {_KNOWN!r}. Keep what the board says "
            "from that line on, to the one that begins with end:."
        )
    raise HardwareError(
        f"The report was cut off after {len(lines)} lines; the last is {lines[-1]!r}. "
        "Ask the board once more."
    )


def _checked(lines, last):
    count, check = _LAST.fullmatch(last).groups()
    if int(count) != len(lines):
        raise HardwareError(
            f"The report has {len(lines)} lines, and the board sent {count}. Take all of it."
        )
    if int(check, 16) != crc32("".join(line + "\n" for line in lines).encode()):
        raise HardwareError("The report was changed on its way. Take it as the board sent it.")
    rows = dict(line.split(": ", 1) for line in lines[1:])
    rows = {label: Row(label, text) for label, text in rows.items()}
    return Report(rows, "\n".join([*lines, last]) + "\n")


def table(report, other):
    """The rows as a table: what both say, and how many times the first is of the second."""
    shown = Table("what", "this board", "the other", "ratio")
    for column in (1, 2, 3):
        shown.columns[column].justify = "right"
    for label in [*report.rows, *(label for label in other.rows if label not in report.rows)]:
        if not label.startswith(_OWN):
            shown.add_row(
                label, _text_of(report, label), _text_of(other, label), ratio(report, other, label)
            )
    return shown


def _text_of(report, label):
    row = report.rows.get(label)
    return row.text if row else "-"


def ratio(report, other, label):
    """How many times a row's number is that of the other's, as text; "" where that says nothing."""
    one, two = report.rows.get(label), other.rows.get(label)
    if one is None or two is None or one.unit is None or one.unit != two.unit:
        return ""
    if one.number == two.number:
        return "1.00"
    if one.number <= 0 or two.number <= 0:
        return ""
    return f"{one.number / two.number:.2f}"


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
        i2c_ns=_beside(report, emulated, _I2C, used.i2c_ns) if _I2C in report.rows else 0,
        ring=ring(report) or used.ring,
    )


def _beside(report, emulated, label, known):
    around = _number(emulated, label) - known
    return round(max(0.0, _number(report, label) - around), 2)


def ring(report):
    """The emulator.constants.Ring that gives such bits as the board's; None where it did not find
    out how fast its own is.

    A correlation says by how much it strays at most: by less where the wave is between its crests
    so much later. Where the bits show none it strays by the least that hides it.
    """
    khz = report.number("ring oscillator")
    if not khz:
        return None
    duty = min(max(_number(report, "ones") / 100, 0.01), 0.99)
    noise = _NOISE / math.sqrt(_number(report, "random bits"))
    strays = min(
        _strays(lag, max(found, noise), duty) for lag, found in _correlations(report, noise)
    )
    periods = khz * _number(report, "random bit, every") / 1_000_000
    return Ring(khz / 1000, round(strays / math.sqrt(periods), 5), round(duty, 3))


def _correlations(report, noise):
    """(lag, correlation) of those that a report has and that are no chance; (1, 0) if none is."""
    labels = {lag: f"correlation, lag {lag}" for lag in range(1, _LAGS)}
    labels[int(_number(report, "strongest lag"))] = "correlation, strongest"
    found = [(lag, abs(report.number(label) or 0) / 1000) for lag, label in labels.items()]
    return [(lag, strength) for lag, strength in found if strength >= noise] or [(1, 0)]


def _strays(lag, found, duty):
    """By how many periods a wave strays from one bit to the next at most, if bits that are so far
    apart are correlated so strongly."""
    low, high = 0.0, 1.0
    while high - low > 1e-5:
        middle = (low + high) / 2
        low, high = (middle, high) if _left(middle, lag, duty) > found else (low, middle)
    return low


def _left(strays, lag, duty):
    """The strongest correlation, `lag` bits apart, of a wave that strays by so many periods a bit.

    The sum over its harmonics. What each strays adds up.
    """
    total = 0.0
    for n in range(1, _HARMONICS):
        share = 2 * math.sin(math.pi * n * duty) ** 2 / (math.pi * n) ** 2 / (duty * (1 - duty))
        total += share * math.exp(-2 * (math.pi * n * strays) ** 2 * lag)
    return total


def _number(report, label):
    number = report.number(label)
    if number is None:
        raise HardwareError(f"The report does not say {label!r}, which the emulator has to know.")
    return number
