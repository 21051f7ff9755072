"""Push buttons: what a finger does, as presses, without the switch's bouncing and without waiting.

A press counts once the contact has been closed for 10 ms without a break, so a spark on a long wire
is none and lights answer at once. It ends once the contact has been open for 30 ms without a break,
so however a switch bounces, on the way down or on the way up, one push is one press.
"""

from array import array
from micropython import const

SHORT = 0
LONG = 1
REPEAT = 2

_NOW_MASK = const(0x3FFFFFFF)  # ticks_ms wraps at 2**30
_CLOSED_MS = const(10)
_OPEN_MS = const(30)
_LONG_MS = const(600)
_REPEAT_AFTER_MS = const(400)
_REPEAT_EVERY_MS = const(150)

_UP = const(0)
_DOWN = const(1)  # without a long meaning: its SHORT is out, repeats follow
_UNDECIDED = const(2)  # with one: SHORT or LONG?
_SPENT = const(3)  # down, and all that it means is out
_STUCK = const(4)  # held since power-on


class Buttons:
    """`count` buttons, numbered from 0; `read(i)` is 0 while button i is held down (pull-ups).

    `long` names the buttons with a long meaning: these give SHORT when let go before 600 ms, or
    LONG then. The others give SHORT at once, and while held REPEAT after 400 ms and every 150 ms
    from there.
    """

    def __init__(self, read, count, long=()):
        self._read = read
        self._count = count
        self._long = bytearray(count)
        for button in long:
            self._long[button] = 1
        self._state = bytearray(count)
        self._level = bytearray(count)
        self._edge = array("l", [0] * count)  # when the level last changed
        self._next = array("l", [0] * count)  # when the press began, or last repeated
        self._wait = array("l", [0] * count)  # from there to the next LONG or REPEAT
        self._started = False

    @property
    def stuck(self):
        """The buttons held ever since power-on, as a tuple. They are ignored until let go."""
        return tuple(i for i in range(self._count) if self._state[i] == _STUCK)

    def scan(self, now):
        """The next press, `button << 2 | kind`, or -1. `now`: ticks_ms.

        To be called every few ms. Allocates nothing.
        """
        if not self._started:
            self._start(now)
        i = 0
        while i < self._count:
            kind = self._look(i, now)
            if kind >= 0:
                return i << 2 | kind
            i += 1
        return -1

    def _start(self, now):
        self._started = True
        for i in range(self._count):
            self._level[i] = 1 if self._read(i) else 0
            self._edge[i] = now
            if not self._level[i]:
                self._state[i] = _STUCK

    def _look(self, i, now):
        level = 1 if self._read(i) else 0
        if level != self._level[i]:
            self._level[i] = level
            self._edge[i] = now
        stable = (now - self._edge[i]) & _NOW_MASK
        state = self._state[i]
        if level:
            if state == _UNDECIDED and stable >= _CLOSED_MS:
                self._state[i] = _SPENT
                return SHORT
            if stable >= _OPEN_MS:
                self._state[i] = _UP
            return -1
        if state == _UP:
            return self._down(i, now) if stable >= _CLOSED_MS else -1
        if state > _UNDECIDED or (now - self._next[i]) & _NOW_MASK < self._wait[i]:
            return -1
        if state == _UNDECIDED:
            self._state[i] = _SPENT
            return LONG
        self._next[i] = now
        self._wait[i] = _REPEAT_EVERY_MS
        return REPEAT

    def _down(self, i, now):
        self._next[i] = self._edge[i]
        if self._long[i]:
            self._state[i] = _UNDECIDED
            self._wait[i] = _LONG_MS
            return -1
        self._state[i] = _DOWN
        self._wait[i] = _REPEAT_AFTER_MS
        return SHORT
