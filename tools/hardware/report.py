"""A report as text: read, and found out where it is not what the board sent."""

import re
from binascii import crc32
from dataclasses import dataclass

from tools.hardware import HardwareError

_FORMAT = "Picogammon hardware report "
_KNOWN = _FORMAT + "1"
_LAST = re.compile(r"end: (\d+) lines, check ([0-9a-f]{8})")
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)(?: (%|[A-Za-z].*))?")
_NEWS = re.compile(r"^info (?:string )?")  # before lines that the board sent without being asked


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
        raise HardwareError(f"There is no report in it: none of its lines is {_KNOWN!r}.")
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
