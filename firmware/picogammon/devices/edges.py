"""When contacts closed and opened, as noted by interrupts while the board did other things.

The handlers run in the middle of anything, so they allocate nothing. While flash is erased they
wait, and several edges become one interrupt: where that knows of both directions, there were two.
"""

from array import array
from micropython import const

_ROOM = const(64)  # edges; more than that between two rounds is noise, and what is closed is seen
_PLACE = const(_ROOM - 1)
_COUNT = const(0xFFFF)


class Edges:
    """The edges of `pins` (machine.Pin), button i being pins[i], from the oldest on.

    While there is any `waiting`, `time`, `button` and `level` are of the oldest, until `forget`.
    """

    def __init__(self, pins, ticks):
        """`ticks()` is ticks_ms."""
        self._times = array("l", [0] * _ROOM)
        self._whats = bytearray(_ROOM)
        self._first = 0
        self._end = 0
        self._ticks = ticks
        for i in range(len(pins)):
            pin = pins[i]
            both = pin.IRQ_FALLING | pin.IRQ_RISING
            contact = _Contact(self, i, both)
            contact.irq = pin.irq(handler=contact.moved, trigger=both, hard=True)

    @property
    def waiting(self):
        """How many edges there are."""
        return (self._end - self._first) & _COUNT

    @property
    def time(self):
        """When it was noted."""
        return self._times[self._first & _PLACE]

    @property
    def button(self):
        """Which button it was."""
        return self._whats[self._first & _PLACE] >> 1

    @property
    def level(self):
        """What the pin was at then: 0 closed, 1 open."""
        return self._whats[self._first & _PLACE] & 1

    def forget(self):
        """Goes on to the next one."""
        self._first = (self._first + 1) & _COUNT

    def note(self, button, level):
        """For the interrupts."""
        if (self._end - self._first) & _COUNT < _ROOM:
            self._times[self._end & _PLACE] = self._ticks()
            self._whats[self._end & _PLACE] = button << 1 | level
            self._end = (self._end + 1) & _COUNT


class _Contact:
    def __init__(self, edges, button, both):
        self._edges = edges
        self._button = button
        self._both = both
        self.irq = None

    def moved(self, pin):
        level = pin.value()
        if self.irq is not None and self.irq.flags() == self._both:
            self._edges.note(self._button, 1 - level)
        self._edges.note(self._button, level)
