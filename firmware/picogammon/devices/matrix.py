"""A button for each place of the board, wired as a matrix: five rows of six on eleven pins.

A button connects the pin of its row with that of its column. While nothing is pressed all rows are
low, and a low column means that something is pressed; then each row in turn is low alone. Only one
button at a time counts, so the matrix needs no diodes. Times are those of the four buttons: a press
counts once it was closed for 10 ms without a break, and ends once all were open for 30 ms. Nothing
interrupts here: after a long round, one look has to be enough. On the chips the PIO looks as well,
so a press during such a round counts, too.
"""

from micropython import const

from picogammon.ground import clock
from picogammon.ground.places import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from picogammon.ground.presses import PLACE, pack

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from machine import Pin
    from typing import Any

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

_SHIFT_CONTROL = const(0x502000D0)  # of PIO 0's first state machine, on RP2040 and RP2350
_PIN_CONTROL = const(0x502000DC)
_ALL_PINS = const(32 << 20)  # OUT_COUNT: pins whose function is not the PIO's ignore it
_JOIN = 0x80000000  # FJOIN_RX: eight words can wait to be read instead of four
_OF_COLUMNS = const(0x3FFFFFF)  # marks the word of the columns: there are no pins 30 and 31
_ALL = const(63)


def follow(pins: "Sequence[int]") -> bool:
    """True if the pins are beside one another, in any order, as the PIO needs it for columns."""
    first = min(pins)
    return sorted(pins) == list(range(first, first + len(pins)))


def make(machine: "Any", rows: "Sequence[int]", columns: "Sequence[int]") -> "Matrix":
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


class WatchedMatrix(Matrix):
    """A Matrix that the chip's PIO looks at: presses count while the processor stands still.

    Flash is erased for up to 400 ms, and nothing runs then. So a state machine of the PIO looks at
    the matrix by itself, and notes up to four presses. With all rows low it looks at the columns: a
    column that is low, and still low 10 ms later, is that of a press. Then all columns are low, and
    it looks at the rows. It is ready for the next press when all columns were high for 30 ms
    without a break.

    If several buttons are pressed at once, the processor looks itself until all are let go. It also
    does so after power-on, when something may be held.
    """

    def __init__(self, machine: "Any", rows: "Sequence[int]", columns: "Sequence[int]") -> None:
        """`machine`: the module; `rows`, `columns`: pins' numbers."""
        from rp2 import StateMachine  # only chips have it

        from picogammon.devices.matrix_program import HZ, looking

        pin = machine.Pin
        self._row_pins = [pin(number, pin.OPEN_DRAIN, pin.PULL_UP) for number in rows]
        self._column_pins = [pin(number, pin.IN, pin.PULL_UP) for number in columns]
        Matrix.__init__(self, self._row_pins, self._column_pins)
        self._pio = pin.ALT_PIO0
        first = min(columns)
        self._row_bits = [1 << (number - first & 31) for number in rows]
        self._column_bits = [1 << number - first for number in columns]
        self._noted = 0  # columns of a press whose rows follow
        self._by_hand = True
        self._machine = watch = StateMachine(0, looking, freq=HZ, in_base=pin(first))
        words = machine.mem32
        words[_PIN_CONTROL] |= _ALL_PINS
        watch.put(sum([1 << number for number in rows]))
        for step in ("pull()", "mov(x, osr)", "mov(pins, null)", "mov(osr, x)", "out(pindirs, 32)"):
            watch.exec(step)
        words[_SHIFT_CONTROL] |= _JOIN
        watch.active(1)

    def scan(self, now: int) -> int:
        """The next press, as Matrix.scan; reading a noted press allocates memory for a moment."""
        if self._by_hand:
            press = Matrix.scan(self, now)
            if self._seen == _NONE and self._ready:  # the next contact is a press
                self._hand_over()
            return press
        watch = self._machine
        while watch.rx_fifo():
            word = watch.get()
            if word >> COLUMNS == _OF_COLUMNS:
                self._noted = ~word & _ALL
                continue
            column = _only([self._noted & bit for bit in self._column_bits])
            row = _only([not word & bit for bit in self._row_bits])
            self._since = now
            if column >= 0 and row >= 0:
                return pack(BUTTONS[row * COLUMNS + column], PLACE)
            self._take_over()
            break
        return -1

    def _hand_over(self) -> None:
        """Gives the pins to the PIO; the processor has seen all that it noted until now."""
        for pin in self._row_pins + self._column_pins:
            pin.init(pin.ALT, pin.PULL_UP, alt=self._pio)
        while self._machine.rx_fifo():
            self._machine.get()
        self._by_hand = False

    def _take_over(self) -> None:
        """Gives the pins to the processor, all rows low."""
        for pin in self._row_pins:
            pin.init(pin.OPEN_DRAIN, pin.PULL_UP, value=0)
        for pin in self._column_pins:
            pin.init(pin.IN, pin.PULL_UP)
        self._by_hand = True


def _only(these: "Sequence[int | bool]") -> int:
    """The index of the only true element; -1 if none or several are true."""
    found = [i for i in range(len(these)) if these[i]]
    return found[0] if len(found) == 1 else -1
