"""A button for each place of the board, wired as a matrix: five rows of six on eleven pins.

A button connects the pin of its row with that of its column. While nothing is pressed all rows are
low, and a low column means that something is pressed; then each row in turn is low alone. Only one
button at a time counts, so the matrix needs no diodes. Times are those of the four buttons: a press
counts once it was closed for 10 ms without a break, and ends once all were open for 30 ms. Nothing
interrupts here: after a long round, one look has to be enough. On the chips the PIO looks as well
(matrix_watch.py), so a press during such a round counts, too.
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
# By row and column: points 1 to 24, and in the last row bars, offs, dice and cube.
BUTTONS = bytes(range(1, 25)) + bytes((BAR_0, BAR_1, OFF_0, OFF_1, DICE, CUBE))

_CLOSED_MS = const(10)
_OPEN_MS = const(30)
_LATE_MS = const(45)  # a tap may be over by the next look
_NONE = const(-1)
_SEVERAL = const(-2)
_UNKNOWN = const(-3)


def follow(pins: "Sequence[int]") -> bool:
    """True if the pins are beside one another, in any order, as the PIO needs it for columns."""
    first = min(pins)
    return sorted(pins) == list(range(first, first + len(pins)))


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
        self._seen = _UNKNOWN  # a button's index, _NONE, _SEVERAL or _UNKNOWN
        self._since = 0
        self._looked = 0
        self._ready = False  # all were open before: a button held at power-on is not a press
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
        """True if nothing is pressed, and the next contact is a press."""
        return self._seen == _NONE and self._ready

    def moved(self, now: int) -> None:
        """Notes that a button has moved."""
        self._since = now

    def untouched(self, now: int, ms: int) -> bool:
        """True if no button has moved for `ms`; a button that is stuck does not move."""
        return (now - self._since) & clock.MASK >= ms

    def closed(self) -> "list[int]":
        """The indices of all buttons that are closed now."""
        found: list[int] = []
        self._look(found)
        return found

    def _look(self, closed: "list[int] | None" = None) -> int:
        """The index of the button that is closed now, _NONE or _SEVERAL; `closed` gets all."""
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
                    if closed is not None:
                        closed.append(i)
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
