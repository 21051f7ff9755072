"""What contacts did since somebody looked: how long they were closed, and how long open.

Interrupts note each edge, in the middle of anything, so that allocates nothing. While flash is
erased they wait, and several edges become one. Nothing follows from a value that lasted less than
10 ms, however often a switch bounces: so only those that lasted longer take room, and each button
has room of its own. It lasts for 160 ms of nothing but the shortest of them, and for eight taps.
"""

from array import array
from micropython import const

from picogammon.ground import clock

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from machine import Pin

LEAST_MS = const(10)
_ROOM = const(16)  # levels of a button that wait to be judged
_PLACE = const(_ROOM - 1)
_COUNT = const(0xFF)


class Edges:
    """The contacts of `count` buttons, numbered from 0, all open at first.

    `value` has what each is at, 0 closed, 1 open, and `since` when that began, in ms. What was
    before waits, oldest first, until `forget`: `began`, `ended` and `was` are of its first. `lost`
    is 1 where there was no room for one. `noted` is another number after each edge. `pulsed` is 1
    where one interrupt came for a contact that closed and opened again. `listening`: whether it is
    told of edges when they happen.
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
        """Notes what interrupts; button i is pins[i], a machine.Pin. `ticks()` is ticks_ms."""
        for i in range(self._count):
            pin = pins[i]
            both = pin.IRQ_FALLING | pin.IRQ_RISING
            contact = _Contact(self, i, ticks, both)
            irq = pin.irq(handler=contact.moved, trigger=both, hard=True)
            contact.flags = getattr(irq, "flags", _no_flags)
        self.listening = True

    def oldest(self) -> int:
        """The button whose first waiting value ended before the others'; -1 where none waits."""
        button = -1
        i = 0
        while i < self._count:
            if self._end[i] != self._first[i]:
                if button < 0 or (self.ended(button) - self.ended(i)) & clock.MASK < clock.HALF:
                    button = i
            i += 1
        return button

    def began(self, button: int) -> int:
        """When its first waiting value began."""
        return self._began[button * _ROOM + (self._first[button] & _PLACE)]

    def ended(self, button: int) -> int:
        """When that ended."""
        return self._ended[button * _ROOM + (self._first[button] & _PLACE)]

    def was(self, button: int) -> int:
        """What it was: 0 closed, 1 open."""
        return self._was[button * _ROOM + (self._first[button] & _PLACE)]

    def forget(self, button: int) -> None:
        """Goes on to its next one."""
        self._first[button] = (self._first[button] + 1) & _COUNT

    def begin(self, button: int, value: int, now: int) -> None:
        """All before `now` is forgotten, when the button is at that value."""
        self._first[button] = self._end[button]
        self.lost[button] = 0
        self.saw(button, value, now)

    def saw(self, button: int, value: int, now: int) -> None:
        """The button is at another value, and nothing has interrupted: nobody knows for how long
        it was at the one before."""
        self.value[button] = value
        self.since[button] = now

    def note(self, button: int, value: int, at: int) -> None:
        """The button came to that value then. For the interrupts."""
        since = self.since[button]
        if LEAST_MS <= (at - since) & clock.MASK < clock.HALF:
            end = self._end[button]
            if (end - self._first[button]) & _COUNT < _ROOM:
                place = button * _ROOM + (end & _PLACE)
                self._began[place] = since
                self._ended[place] = at
                self._was[place] = self.value[button]
                self._end[button] = (end + 1) & _COUNT
            else:
                self.lost[button] = 1
        self.value[button] = value
        self.since[button] = at
        self.noted = (self.noted + 1) & clock.MASK


def _no_flags() -> int:
    return 0


class _Contact:
    def __init__(self, edges: Edges, button: int, ticks: "Callable[[], int]", both: int) -> None:
        self._edges = edges
        self._button = button
        self._ticks = ticks
        self._both = both
        self.flags = _no_flags  # the directions of what interrupted last

    def moved(self, pin: "Pin") -> None:
        edges = self._edges
        button = self._button
        value = pin.value()
        if value and edges.value[button] and self.flags() == self._both:
            edges.pulsed[button] = 1
        edges.note(button, value, self._ticks())
