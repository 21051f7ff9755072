"""A button for each place of the board, wired as a matrix: five rows of six on eleven pins.

A button connects the pin of its row with that of its column. At rest all rows are low, and a column
that is low as well tells that something is pressed; then row after row is low alone. Only one
button at a time counts, so the matrix needs no diodes. What else lasts how long is as with the four
buttons: a press counts once it was closed for 10 ms without a break, and ends once all were open
for 30 ms. Nothing interrupts here: after a round that took long, one look has to do. On the chips
the PIO looks as well (matrix_watch.py), so there a press in such a round counts, too.
"""

from micropython import const

from picogammon.ground import clock
from picogammon.ground.places import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from picogammon.ground.presses import PLACE, pack

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from machine import Pin
    from typing import Protocol

    class Machine(Protocol):
        Pin: type[Pin]


ROWS = const(5)
COLUMNS = const(6)
# By row and column: points 1 to 24, and in the last row what lies beside them.
BUTTONS = bytes(range(1, 25)) + bytes((BAR_0, BAR_1, OFF_0, OFF_1, DICE, CUBE))

_CLOSED_MS = const(10)
_OPEN_MS = const(30)
_LATE_MS = const(45)  # a tap may be over by the next look
_NONE = const(-1)
_SEVERAL = const(-2)
_UNKNOWN = const(-3)


def follow(pins: "Sequence[int]") -> bool:
    """Whether pins, by their numbers, follow one another, as the PIO wants the columns'."""
    return list(pins) == list(range(pins[0], pins[0] + len(pins)))


def make(machine: "Machine", rows: "Sequence[int]", columns: "Sequence[int]") -> "Matrix":
    """The Matrix on those pins of `machine`, the module."""
    pin = machine.Pin
    return Matrix(
        [pin(number, pin.OPEN_DRAIN) for number in rows],
        [pin(number, pin.IN, pin.PULL_UP) for number in columns],
    )


class Matrix:
    """The buttons between `rows` (open-drain outputs) and `columns` (inputs with pull-ups)."""

    def __init__(self, rows: "Sequence[Pin]", columns: "Sequence[Pin]") -> None:
        self._rows = tuple(rows)
        self._columns = tuple(columns)
        self._seen = _UNKNOWN  # a button's index, or one of the above
        self._since = 0
        self._looked = 0
        self._ready = False  # all were open before; what is held at power-on is no press
        self._drive(0)

    def scan(self, now: int) -> int:
        """The next press, as presses.pack makes it, or -1. `now`: ticks_ms.

        To be called every few ms. Allocates nothing.
        """
        seen = self._look()
        if seen != self._seen:
            if self._seen == _UNKNOWN:
                self._ready = seen == _NONE
            self._seen = seen
            self._since = now
        late = (now - self._looked) & clock.MASK >= _LATE_MS
        self._looked = now
        stable = (now - self._since) & clock.MASK
        if seen == _NONE:
            if stable >= _OPEN_MS:
                self._ready = True
        elif seen >= 0 and self._ready and (late or stable >= _CLOSED_MS):
            self._ready = False
            return pack(BUTTONS[seen], PLACE)
        return -1

    @property
    def all_open(self) -> bool:
        """Whether nothing is pressed, and whatever comes is a press."""
        return self._seen == _NONE and self._ready

    def moved(self, now: int) -> None:
        """A button has."""
        self._since = now

    def rest(self, now: int, ms: int) -> bool:
        """Whether no button has moved for so long; one that is stuck does not."""
        return (now - self._since) & clock.MASK >= ms

    def _look(self) -> int:
        """Which button is closed now."""
        if not self._any():
            return _NONE
        self._drive(1)
        found = _NONE
        i = 0
        for row in self._rows:
            row.value(0)
            for column in self._columns:
                if not column.value():
                    found = i if found == _NONE else _SEVERAL
                i += 1
            row.value(1)
        self._drive(0)
        return found

    def _any(self) -> bool:
        for column in self._columns:
            if not column.value():
                return True
        return False

    def _drive(self, level: int) -> None:
        for row in self._rows:
            row.value(level)
