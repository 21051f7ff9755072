"""Push buttons: what a finger does, as presses, without the switch's bouncing and without waiting.

A press counts once the contact has been closed for 10 ms without a break. So a spark on a long wire
is no press, and lights answer at once. It ends once the contact has been open for 30 ms without a
break, so however a switch bounces, on the way down or on the way up, one push is one press.

If pins interrupt (edges.py), a push that came and went while the board did something else counts as
well, and its edges say when it came. Nothing interrupts while flash is erased, 30 to 400 ms, and an
edge is noted only afterwards: the board tells when that may have been (`blinded`), and what was
closed or open by then counts less. An erase that outlasts a tap may have swallowed one, so a
contact that closed and opened in it is a push, a short one. No push is long before the next round
has seen it last.
"""

from array import array
from micropython import const

from picogammon.devices.edges import LEAST_MS, Edges
from picogammon.ground import clock
from picogammon.ground.presses import LONG, REPEAT, SHORT, pack

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_CLOSED_MS = LEAST_MS
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
    from there. `edges`: an Edges that listens to the same buttons, where there can be one. It is
    public, for `edges.noted` tells at once that something happened.
    """

    def __init__(
        self,
        read: "Callable[[int], int]",
        count: int,
        long: "Sequence[int]" = (),
        edges: Edges | None = None,
    ) -> None:
        self._read = read
        self.edges = Edges(count) if edges is None else edges
        self._count = count
        self._long = bytearray(count)
        for button in long:
            self._long[button] = 1
        self._state = bytearray(count)
        self._looked = 0  # when all was last known
        self._blind = 0  # so long before _blind_until it is not certain when an edge was
        self._blind_until = 0
        self._next = array("l", [0] * count)  # when the press began, or last repeated
        self._wait = array("l", [0] * count)  # from there to the next LONG or REPEAT
        self._settled = -1  # what edges.noted was when all were known to be let go
        self._started = False

    @property
    def settled(self) -> bool:
        """Whether all were let go when they were looked at last, and nothing has happened since
        that is known."""
        return self._settled == self.edges.noted

    @property
    def stuck(self) -> tuple[int, ...]:
        """The buttons held ever since power-on, as a tuple. They are ignored until let go."""
        return tuple(i for i in range(self._count) if self._state[i] == _STUCK)

    def blinded(self, now: int) -> None:
        """Flash was written, and that ended `now`: it may have erased since the last scan."""
        took = (now - self._looked) & clock.MASK
        if not _ERASE_MS <= took < clock.HALF:
            return
        self._blind = took
        self._blind_until = now
        edges = self.edges
        if took >= _TAP_MS:
            for i in range(self._count):
                since = edges.since[i]
                if not edges.value[i] and 0 < (since - self._looked) & clock.MASK < clock.HALF:
                    # At least: what ends it may come at once.
                    edges.since[i] = (since - LEAST_MS) & clock.MASK

    def rest(self, now: int, ms: int) -> bool:
        """Whether nobody has touched a button for so long."""
        edges = self.edges
        if edges.oldest() >= 0:
            return False
        for i in range(self._count):
            if self._state[i] != _STUCK and not edges.value[i]:
                return False
            if (now - edges.since[i]) & clock.MASK < ms:
                return False
        return True

    def scan(self, now: int) -> int:
        """The next press, as presses.pack makes it, or -1. `now`: ticks_ms.

        To be called every few ms. Allocates nothing.
        """
        if not self._started:
            self._start(now)
        noted = self.edges.noted
        if noted == self._settled and self._all_open():
            self._looked = now
            self._blind = 0
            return -1
        late = (now - self._looked) & clock.MASK >= _LATE_MS
        press = self._catch_up(now)
        if press >= 0:
            return press
        i = 0
        while i < self._count:
            event = self._look(i, now, late)
            if event >= 0:
                return pack(i, event)
            i += 1
        self._looked = now
        self._blind = 0
        self._settled = noted if self._all_let_go() else -1
        return -1

    def _all_open(self) -> bool:
        """Whether each contact is open now."""
        i = self._count
        while i:
            i -= 1
            if not self._read(i):
                return False
        return True

    def _all_let_go(self) -> bool:
        """Whether each is known to be open, and nothing waits: if so, only an edge means more."""
        i = self._count
        while i:
            i -= 1
            if self._state[i] != _UP or not self.edges.value[i]:
                return False
        return self.edges.oldest() < 0

    def _start(self, now: int) -> None:
        self._started = True
        self._looked = now
        for i in range(self._count):
            value = 1 if self._read(i) else 0
            self.edges.begin(i, value, now)
            if not value:
                self._state[i] = _STUCK

    def _catch_up(self, now: int) -> int:
        """The next press among what has passed since the last scan, or -1."""
        edges = self.edges
        i = edges.oldest()
        while i >= 0:
            began = edges.began(i)
            ended = edges.ended(i)
            if (now - ended) & clock.MASK >= clock.HALF:  # it came after `now`
                break
            stable = (ended - began) & clock.MASK
            was = edges.was(i)
            if self._blind and (self._blind_until - ended) & clock.MASK < clock.HALF:
                stable = self._certain(was, began, stable)
                ended = (began + stable) & clock.MASK
            event = self._after(i, was, began, ended, stable)
            if event >= 0:
                return pack(i, event)
            edges.forget(i)
            i = edges.oldest()
        return -1

    def _certain(self, was: int, began: int, stable: int) -> int:
        """How much of that is certain where nothing may have interrupted."""
        seen = (self._looked - began) & clock.MASK
        certain = max(stable - self._blind, seen if seen < clock.HALF else 0)
        return max(certain, _CLOSED_MS) if self._blind >= _TAP_MS and not was else certain

    def _look(self, i: int, now: int, late: bool) -> int:
        """What it means that a button's contact is as it is now, or -1."""
        edges = self.edges
        noted = edges.noted
        value = 1 if self._read(i) else 0
        if value != edges.value[i] and noted == edges.noted:
            edges.saw(i, value, now)
        value = edges.value[i]
        since = edges.since[i]
        if noted != edges.noted:  # the two may not belong together: the next round knows
            return -1
        stable = (now - since) & clock.MASK
        if stable >= clock.HALF:  # it came after `now`
            return -1
        if edges.pulsed[i]:
            edges.pulsed[i] = 0
            if self._blind >= _TAP_MS and value and self._state[i] == _UP:
                return SHORT
        if edges.lost[i]:
            edges.lost[i] = 0
            state = self._state[i]
            if not value and (state == _DOWN or state == _UNDECIDED):
                self._state[i] = _SPENT  # it may have been let go in between
                return SHORT if state == _UNDECIDED else -1
        return self._after(i, value, since, self._looked if late else now, stable)

    def _after(self, i: int, value: int, since: int, now: int, stable: int) -> int:
        """What it means that a button's contact, at that value since then, was so for `stable` ms,
        or -1.

        Up to `now` it is certain that it was.
        """
        state = self._state[i]
        if value:
            if state == _UNDECIDED and stable >= _CLOSED_MS:
                self._state[i] = _SPENT
                return SHORT
            if stable >= _OPEN_MS:
                self._state[i] = _UP
            return -1
        if state == _UP:
            if stable < _CLOSED_MS:
                return -1
            if self._down(i, since):
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

    def _down(self, i: int, since: int) -> bool:
        """A press has begun; whether it is clear at once what it is."""
        self._next[i] = since
        if self._long[i]:
            self._state[i] = _UNDECIDED
            self._wait[i] = _LONG_MS
            return False
        self._state[i] = _DOWN
        self._wait[i] = _REPEAT_AFTER_MS
        return True
