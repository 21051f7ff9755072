"""Push buttons: what a finger does, as presses, without the switch's bouncing and without waiting.

A press counts once the contact has been closed for 10 ms without a break, so a spark on a long wire
is none and lights answer at once. It ends once the contact has been open for 30 ms without a break,
so however a switch bounces, on the way down or on the way up, one push is one press.

Where pins interrupt (edges.py), a push that came and went while the board did something else counts
as well, and when it came says its edge: what a pin is at when it is looked at says nothing of that.
Only while flash is erased nothing interrupts, 30 to 400 ms, and an edge is noted when it is over:
the board tells when that may have been (`blinded`), and what was closed or open by then counts
less. An erase that outlasts a tap may have swallowed one: a contact that closed and opened in it is
a push, a short one. Nor is any push long before the next round has seen it last.
"""

from array import array
from micropython import const

from picogammon.ground import clock
from picogammon.ground.presses import LONG, REPEAT, SHORT, packed

_CLOSED_MS = const(10)
_OPEN_MS = const(30)
_LONG_MS = const(600)
_REPEAT_AFTER_MS = const(400)
_REPEAT_EVERY_MS = const(150)
_LATE_MS = const(45)  # after so long a round nothing is long that was not seen to be
_ERASE_MS = const(20)  # flash that was written in less was not erased
_TAP_MS = const(60)  # a push is no shorter, as a rule

_UP = const(0)
_DOWN = const(1)  # without a long meaning: its SHORT is out, repeats follow
_UNDECIDED = const(2)  # with one: SHORT or LONG?
_SPENT = const(3)  # down, and all that it means is out
_STUCK = const(4)  # held since power-on


class Buttons:
    """`count` buttons, numbered from 0; `read(i)` is 0 while button i is held down (pull-ups).

    `long` names the buttons with a long meaning: these give SHORT when let go before 600 ms, or
    LONG then. The others give SHORT at once, and while held REPEAT after 400 ms and every 150 ms
    from there. `edges`: an edges.Edges for the same buttons, where there can be one.
    """

    def __init__(self, read, count, long=(), edges=None):
        self._read = read
        self._edges = edges
        self._count = count
        self._long = bytearray(count)
        for button in long:
            self._long[button] = 1
        self._state = bytearray(count)
        self._level = bytearray(count)
        self._edge = array("l", [0] * count)  # when the level last changed
        self._looked = 0  # when all was last known
        self._blind = (
            0  # since then up to _blind_until it is not certain when an edge was, for so long
        )
        self._blind_until = 0
        self._next = array("l", [0] * count)  # when the press began, or last repeated
        self._wait = array("l", [0] * count)  # from there to the next LONG or REPEAT
        self._started = False

    @property
    def stuck(self):
        """The buttons held ever since power-on, as a tuple. They are ignored until let go."""
        return tuple(i for i in range(self._count) if self._state[i] == _STUCK)

    def blinded(self, now):
        """Flash was written, and that ended `now`: it may have erased since the last scan."""
        took = (now - self._looked) & clock.MASK
        if _ERASE_MS <= took < clock.HALF:
            self._blind = took
            self._blind_until = now

    def rest(self, now, ms):
        """Whether nobody has touched a button for so long."""
        if self._edges is not None and self._edges.waiting:
            return False
        for i in range(self._count):
            if self._state[i] != _STUCK and not self._level[i]:
                return False
            if (now - self._edge[i]) & clock.MASK < ms:
                return False
        return True

    def scan(self, now):
        """The next press, as presses.packed has it, or -1. `now`: ticks_ms.

        To be called every few ms. Allocates nothing.
        """
        if not self._started:
            self._start(now)
        edges = self._edges
        late = (now - self._looked) & clock.MASK >= _LATE_MS
        if edges is not None:
            press = self._catch_up(now)
            if press >= 0:
                return press
        i = 0
        while i < self._count:
            level = 1 if self._read(i) else 0
            # An edge that waits came after now, and says itself when; if none does it was lost.
            if level != self._level[i] and (edges is None or not edges.waiting):
                self._level[i] = level
                self._edge[i] = now
            stable = (now - self._edge[i]) & clock.MASK
            kind = self._after(i, self._looked if late else now, stable)
            if kind >= 0:
                return packed(i, kind)
            i += 1
        self._looked = now
        self._blind = 0
        return -1

    def _start(self, now):
        self._started = True
        self._looked = now
        for i in range(self._count):
            self._level[i] = 1 if self._read(i) else 0
            self._edge[i] = now
            if not self._level[i]:
                self._state[i] = _STUCK

    def _catch_up(self, now):
        """The next press among what interrupted since the last scan, or -1."""
        edges = self._edges
        while edges.waiting:
            at = edges.time
            if (now - at) & clock.MASK >= clock.HALF:  # it came after `now`
                break
            i = edges.button
            stable = (at - self._edge[i]) & clock.MASK
            if stable >= clock.HALF:  # the contact was looked at in the meantime
                stable = 0
            doubtful = self._blind and (self._blind_until - at) & clock.MASK < clock.HALF
            until = at
            if doubtful:
                stable = self._certain(i, stable)
                until = (self._edge[i] + stable) & clock.MASK
            kind = self._after(i, until, stable)
            if kind >= 0:
                return packed(i, kind)
            self._level[i] = edges.level
            if doubtful and self._blind >= _TAP_MS and not edges.level:
                at = (at - _CLOSED_MS) & clock.MASK  # at least: a tap's end may come next
            self._edge[i] = at
            edges.forget()
        return -1

    def _certain(self, i, stable):
        """How much of that is certain where nothing may have interrupted."""
        seen = (self._looked - self._edge[i]) & clock.MASK
        certain = max(stable - self._blind, seen if seen < clock.HALF else 0)
        if self._blind >= _TAP_MS and not self._level[i]:
            certain = max(certain, _CLOSED_MS)
        return certain

    def _after(self, i, now, stable):
        """What it means that a button's contact has been as it is for `stable` ms, or -1.

        Up to `now` it is certain that it was.
        """
        state = self._state[i]
        if self._level[i]:
            if state == _UNDECIDED and stable >= _CLOSED_MS:
                self._state[i] = _SPENT
                return SHORT
            if stable >= _OPEN_MS:
                self._state[i] = _UP
            return -1
        if state == _UP:
            if stable < _CLOSED_MS:
                return -1
            if self._down(i):
                return SHORT
            state = _UNDECIDED
        held = (now - self._next[i]) & clock.MASK
        if state > _UNDECIDED or held < self._wait[i] or held >= clock.HALF:
            return -1
        if state == _UNDECIDED:
            self._state[i] = _SPENT
            return LONG
        self._next[i] = now
        self._wait[i] = _REPEAT_EVERY_MS
        return REPEAT

    def _down(self, i):
        """A press begins; whether it is clear at once what it is."""
        self._next[i] = self._edge[i]
        if self._long[i]:
            self._state[i] = _UNDECIDED
            self._wait[i] = _LONG_MS
            return False
        self._state[i] = _DOWN
        self._wait[i] = _REPEAT_AFTER_MS
        return True
