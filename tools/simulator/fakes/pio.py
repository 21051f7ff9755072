"""The module `rp2` with a state machine that looks at a matrix of switches, as matrix_program does.

It notes a press once, when the first switch is closed after all were open.
"""

import sys


class Pio:
    """In the place of `rp2`. `crossings`: the switches, of these rows' and columns' pins; `blind`:
    a column that it does not see."""

    def __init__(self, crossings, rows, columns, blind=None):
        self._crossings = crossings
        self._rows = rows
        self._columns = columns
        self._blind = blind
        self._ready = True
        self._words = []
        # As attributes: MicroPython imports no methods.
        self.asm_pio = lambda: lambda program: program
        self.StateMachine = lambda id, program, freq, in_base: self

    def plug(self, circuit):
        """Lets the chip of a circuit have it."""
        circuit.Pin.ALT_PIO0 = 1
        sys.modules["rp2"] = self

    def unplug(self):
        sys.modules.pop("rp2", None)

    def put(self, word):
        pass

    exec = active = put

    def rx_fifo(self):
        down = [one for one in self._crossings.down if one[1] != self._blind]
        if down and self._ready:
            first = min(self._columns)
            columns = sum([1 << self._columns[column] - first for column in {c for _, c in down}])
            rows = sum([1 << (self._rows[row] - first & 31) for row in {r for r, _ in down}])
            self._words += [0xFFFFFFFF ^ columns, 0xFFFFFFFF ^ rows]
        self._ready = not down
        return len(self._words)

    def get(self):
        return self._words.pop(0)
