"""What contacts did since somebody looked: how long they were closed, and how long open.

Interrupts note each edge in the middle of anything, so noting allocates nothing. While flash is
erased interrupts wait, and several edges become one. A level that lasted less than 10 ms means
nothing, however often a switch bounces. So only longer levels take room, and each button has room
of its own: enough for 160 ms of the shortest of them, and for eight taps.
"""

from array import array
from micropython import const

from picogammon.ground import clock

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from machine import Pin

LEAST_MS = const(10)
TAP = const(2)
_ROOM = const(16)  # levels of a button that wait to be judged
_PLACE = const(_ROOM - 1)
_COUNT = const(0xFF)


class Edges:
    """The contacts of `count` buttons, numbered from 0, all open at first.

    `value`: the present level of each, 0 closed, 1 open; `since`: when it began, in ms. Earlier
    levels wait, oldest first, until `forget`; `began`, `ended` and `was` describe the first that
    waits. `lost`: 1 if there was no room for a level. `noted`: a number that changes with each
    edge. `pulsed`: 1 if one interrupt came for a contact that closed and opened again. `listening`:
    True if interrupts tell of edges.
    """

    def __init__(self, count: int) -> None:
        self.value = bytearray(b"\x01" * count)
        self.since = array("l", [0] * count)
        self.lost = bytearray(count)
        self.pulsed = bytearray(count)
        self.noted = 0
        self.listening = False
        self._began = array("l", [0] * (count * _ROOM))
        self._ended = array("l", [0] * (count * _ROOM))
        self._was = bytearray(count * _ROOM)
        self._first = bytearray(count)
        self._end = bytearray(count)
        self._count = count

    def listen(self, pins: "Sequence[Pin]", ticks: "Callable[[], int]") -> None:
        """Notes edges by interrupts; button i is pins[i], a machine.Pin. `ticks()` is ticks_ms."""
        for i in range(self._count):
            pin = pins[i]
            both = pin.IRQ_FALLING | pin.IRQ_RISING
            contact = _Contact(self, i, ticks, both)
            irq = pin.irq(handler=contact.moved, trigger=both, hard=True)
            contact.flags = getattr(irq, "flags", _no_flags)
        self.listening = True

    def oldest(self) -> int:
        """The button whose first waiting level ended before all others; -1 if none waits."""
        button = -1
        i = 0
        while i < self._count:
            if self._end[i] != self._first[i]:
                if button < 0 or (self.ended(button) - self.ended(i)) & clock.MASK < clock.HALF:
                    button = i
            i += 1
        return button

    def began(self, button: int) -> int:
        """The time when the first waiting level of a button began."""
        return self._began[button * _ROOM + (self._first[button] & _PLACE)]

    def ended(self, button: int) -> int:
        """The time when the first waiting level of a button ended."""
        return self._ended[button * _ROOM + (self._first[button] & _PLACE)]

    def was(self, button: int) -> int:
        """The first waiting level of a button: 0 closed, 1 open, TAP closed at an unknown time."""
        return self._was[button * _ROOM + (self._first[button] & _PLACE)]

    def forget(self, button: int) -> None:
        """Drops the first waiting level of a button."""
        self._first[button] = (self._first[button] + 1) & _COUNT

    def begin(self, button: int, value: int, now: int) -> None:
        """Forgets all before `now`, when the button is at that level."""
        self._first[button] = self._end[button]
        self.lost[button] = 0
        self.saw(button, value, now)

    def saw(self, button: int, value: int, now: int) -> None:
        """Notes another level without an interrupt: how long the one before lasted is unknown."""
        self.value[button] = value
        self.since[button] = now

    def note(self, button: int, value: int, at: int) -> None:
        """Notes that the button came to that level at the time `at`. Called by interrupts."""
        since = self.since[button]
        if LEAST_MS <= (at - since) & clock.MASK < clock.HALF:
            self._keep(button, self.value[button], since, at)
        self.value[button] = value
        self.since[button] = at
        self.noted = (self.noted + 1) & clock.MASK

    def tapped(self, button: int) -> None:
        """Notes that a contact that `pulsed` was closed for long until now: it is no spark."""
        since = self.since[button]
        self._keep(button, TAP, (since - LEAST_MS) & clock.MASK, since)

    def _keep(self, button: int, was: int, began: int, ended: int) -> None:
        end = self._end[button]
        if (end - self._first[button]) & _COUNT < _ROOM:
            place = button * _ROOM + (end & _PLACE)
            self._began[place] = began
            self._ended[place] = ended
            self._was[place] = was
            self._end[button] = (end + 1) & _COUNT
        else:
            self.lost[button] = 1


def _no_flags() -> int:
    return 0


class _Contact:
    def __init__(self, edges: Edges, button: int, ticks: "Callable[[], int]", both: int) -> None:
        self._edges = edges
        self._button = button
        self._ticks = ticks
        self._both = both
        self.flags = _no_flags  # returns the directions of the last interrupt

    def moved(self, pin: "Pin") -> None:
        edges = self._edges
        button = self._button
        value = pin.value()
        if value and edges.value[button] and self.flags() == self._both:
            edges.pulsed[button] = 1
        edges.note(button, value, self._ticks())
