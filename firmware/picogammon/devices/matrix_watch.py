"""A matrix of buttons that the chip's PIO looks at: presses count while the processor stands still.

Flash is erased for up to 400 ms, and nothing runs then. So a state machine of the PIO looks at the
matrix by itself, and notes up to four presses. With all rows low it looks at the columns: a column
that is low, and still low 10 ms later, is that of a press. Then all columns are low, and it looks
at the rows. It is ready for the next press when all columns were high for 30 ms without a break.

If several buttons are pressed at once, the processor looks itself until all are let go. It also
does so after power-on, when something may be held.
"""

from micropython import const

from rp2 import StateMachine

from picogammon.devices.matrix import BUTTONS, COLUMNS, Matrix
from picogammon.devices.matrix_program import HZ, looking
from picogammon.ground.presses import PLACE, pack

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from machine import Pin
    from typing import Protocol

    from picogammon.devices.registers import Registers

    class Machine(Protocol):
        Pin: type[Pin]
        mem32: Registers


_SHIFT_CONTROL = const(0x502000D0)  # of PIO 0's first state machine, on RP2040 and RP2350
_PIN_CONTROL = const(0x502000DC)
_ALL_PINS = const(32 << 20)  # OUT_COUNT: pins whose function is not the PIO's ignore it
_JOIN = 0x80000000  # FJOIN_RX: eight words can wait to be read instead of four
_OF_COLUMNS = const(0x3FFFFFF)  # marks the word of the columns: there are no pins 30 and 31
_ALL = const(63)


class WatchedMatrix(Matrix):
    """A Matrix that the PIO watches. `machine`: the module; `rows`, `columns`: pins' numbers."""

    def __init__(self, machine: "Machine", rows: "Sequence[int]", columns: "Sequence[int]") -> None:
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
            if self.all_open:
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
            self.moved(now)
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
