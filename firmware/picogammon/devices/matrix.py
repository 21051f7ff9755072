"""Buttons for points, bars, trays, dice and cube: a matrix of five rows of six on eleven pins.

A button connects the pin of its row to the pin of its column. While all rows are low, a column that
reads low means a press. Then each row in turn is the only low one, to find the button. Only one
button at a time counts, so the matrix needs no diodes. As in buttons.py, a press counts after 10 ms
and ends after 30 ms without contact. After 45 ms without a scan, a press counts at the next scan.
"""

from micropython import const

from picogammon.ground import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1, PLACE, TICKS_MASK, press_of

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
_LATE_MS = const(45)  # between two looks: a tap may be over by the next one
_NOTED = const(6)  # looks at a low column after which the PIO must have noted the press
# Looks at a column that a row has released, until it must be high. Pull-ups take up to 11 us with
# long wires, and a look at a pin takes 2 us or more.
_PATIENCE = const(25)

_SHIFT_CONTROL = const(0x502000D0)  # of PIO 0's first state machine, on RP2040 and RP2350
_PIN_CONTROL = const(0x502000DC)
_ALL_PINS = const(32 << 20)  # OUT_COUNT: pins whose function is not the PIO's ignore it
_JOIN = 0x80000000  # FJOIN_RX: eight words can wait to be read instead of four
_OF_COLUMNS = const(0x3FFFFFF)  # marks the word of the columns: there are no pins 30 and 31


def follow(pins: "Sequence[int]") -> bool:
    """True if `pins` are consecutive numbers, in any order. The PIO needs such column pins."""
    first = min(pins)
    return sorted(pins) == list(range(first, first + len(pins)))


class Matrix:
    """The buttons between the pins `rows` (open-drain outputs) and `columns` (inputs)."""

    noted: "list[int] | None" = None  # what the PIO saw in the last press that `closed` returned

    def __init__(self, machine: "Any", rows: "Sequence[int]", columns: "Sequence[int]") -> None:
        pin = machine.Pin
        self._rows: "list[Pin]" = [pin(number, pin.OPEN_DRAIN, pin.PULL_UP) for number in rows]
        self._columns: "list[Pin]" = [pin(number, pin.IN, pin.PULL_UP) for number in columns]
        self._drive(0)
        self._closed = self._look()
        self._since = 0
        self._looked = 0
        self._ready = not self._closed  # a button held at power-on is not a press

    def scan(self, now: int) -> int:
        """Returns the next press as press_of(place, PLACE), or -1 for none. Allocates nothing."""
        closed = self._look()
        if closed != self._closed:
            self._closed = closed
            self._since = now
        late = (now - self._looked) & TICKS_MASK >= _LATE_MS
        self._looked = now
        stable = (now - self._since) & TICKS_MASK
        if not closed:
            if stable >= _OPEN_MS:
                self._ready = True
        elif self._ready and not closed & closed - 1 and (late or stable >= _CLOSED_MS):
            self._ready = False
            button = 0
            while closed >> button != 1:
                button += 1
            return press_of(BUTTONS[button], PLACE)
        return -1

    def idle_for(self, now: int, ms: int) -> bool:
        """True if no button was pressed or released in the last `ms` milliseconds."""
        return (now - self._since) & TICKS_MASK >= ms

    def closed(self) -> "list[int]":
        """Returns the indices in BUTTONS of the closed buttons."""
        closed = self._look()
        return [i for i in range(len(BUTTONS)) if closed >> i & 1]

    def _look(self) -> int:
        """Returns the closed buttons as bits: bit i is set if BUTTONS[i] is closed."""
        for column in self._columns:
            if not column.value():
                break
        else:
            return 0
        self._drive(1)
        closed = 0
        i = 0
        for row in self._rows:
            for column in self._columns:  # wait, or buttons of the row before would count here
                patience = _PATIENCE
                while patience and not column.value():
                    patience -= 1
            row.value(0)
            for column in self._columns:
                if not column.value():
                    closed |= 1 << i
                i += 1
            row.value(1)
        self._drive(0)
        return closed

    def _drive(self, level: int) -> None:
        for row in self._rows:
            row.value(level)


class WatchedMatrix(Matrix):
    """A Matrix whose presses count even while flash is erased, when no code runs for up to 400 ms.

    A state machine of the chip's PIO scans the columns and stores up to four presses. At a press it
    makes all columns low and reads the rows. After power-on, or when several buttons are pressed at
    once, the processor scans instead until all buttons are released.
    """

    def __init__(self, machine: "Any", rows: "Sequence[int]", columns: "Sequence[int]") -> None:
        from rp2 import StateMachine  # only chips have it

        from picogammon.devices.matrix_program import HZ, looking

        Matrix.__init__(self, machine, rows, columns)
        pin = machine.Pin
        self._pio = pin.ALT_PIO0
        first = min(columns)
        self._row_bits = [1 << (number - first & 31) for number in rows]
        self._column_bits = [1 << number - first for number in columns]
        self._waited = 0
        self._levels = 0  # of the columns at a press; those of its rows follow
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
        """Returns the next press as press_of(place, PLACE), or -1 for none. Can allocate memory."""
        if self._by_hand:
            press = Matrix.scan(self, now)
            if not self._closed and self._ready:  # the next contact is a press
                self._hand_over()
            return press
        found = self._next()
        if found is None:
            return -1
        self._since = now
        if len(found) == 1:
            return press_of(BUTTONS[found[0]], PLACE)
        self._take_over()
        return -1

    def _next(self) -> "list[int] | None":
        """Returns the indices of the buttons in the PIO's next stored press, or None."""
        watch = self._machine
        while watch.rx_fifo():
            word = watch.get()
            if word >> COLUMNS == _OF_COLUMNS:
                self._levels = word
                continue
            columns = [i for i in range(COLUMNS) if not self._levels & self._column_bits[i]]
            rows = [i for i in range(ROWS) if not word & self._row_bits[i]]
            return [row * COLUMNS + column for row in rows for column in columns]
        return None

    def closed(self) -> "list[int]":
        """Returns the indices of the closed buttons, but [] until the PIO has stored the press."""
        if self._by_hand:
            closed = Matrix.closed(self)
            if not closed:
                self._hand_over()
            return closed
        noted = self._next()
        self._waited = 0 if all(pin.value() for pin in self._columns) else self._waited + 1
        if noted is None and self._waited < _NOTED:
            return []
        self.noted, self._waited = noted or [], 0
        self._take_over()
        return Matrix.closed(self)

    def _hand_over(self) -> None:
        """Gives the pins to the PIO, and discards the presses that the PIO has stored."""
        for pin in self._rows + self._columns:
            pin.init(pin.ALT, pin.PULL_UP, alt=self._pio)
        while self._machine.rx_fifo():
            self._machine.get()
        self._by_hand = False

    def _take_over(self) -> None:
        for pin in self._rows:
            pin.init(pin.OPEN_DRAIN, pin.PULL_UP, value=0)
        for pin in self._columns:
            pin.init(pin.IN, pin.PULL_UP)
        self._by_hand = True
