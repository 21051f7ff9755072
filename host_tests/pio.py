"""The module `rp2` with a state machine that looks at a matrix of switches like matrix_program."""

import sys


class Pio:
    """Replaces `rp2`; notes the first switch that closes after all were open, except in `blind`."""

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
        """Makes this the `rp2` of a circuit's chip."""
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
