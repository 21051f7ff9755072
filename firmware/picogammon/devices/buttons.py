"""Push buttons: what a finger does, as presses, without the switch's bouncing and without waiting.

A press counts once the contact has been closed for 10 ms without a break, so a spark on a long wire
is not a press, and lights answer at once. It ends once the contact has been open for 30 ms without
a break. So one push is one press, however a switch bounces on the way down or up.

If pins interrupt (edges.py), a push that came and went while the board did something else counts as
well, and its edges say when it came. Nothing interrupts while flash is erased, 30 to 400 ms, and an
edge is noted only afterwards. The board tells when that may have happened (`blinded`), and times
measured by then are less certain. An erase that outlasts a tap may have swallowed one: so a contact
that closed and opened during it is a short push, and an earlier push has ended before the erase if
the contact had been open for 10 ms. A push is long only if the next round still sees it.
"""

from array import array
from micropython import const

from picogammon.devices.edges import LEAST_MS, TAP, Edges
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
_LATE_MS = const(45)  # after such a round, a push is long only if it was seen to be
_ERASE_MS = const(20)  # a shorter write to flash did not erase
_TAP_MS = const(60)  # the shortest push, as a rule

_UP = const(0)
_DOWN = const(1)  # down, without a long meaning: SHORT is out, repeats follow
_UNDECIDED = const(2)  # down, with a long meaning: SHORT or LONG?
_SPENT = const(3)  # down, and its last event is out
_STUCK = const(4)  # held since power-on


class Buttons:
    """`count` buttons, numbered from 0; `read(i)` is 0 while button i is held down (pull-ups).

    `long`: the buttons with a long meaning. They give SHORT when let go before 600 ms, or LONG at
    600 ms. The others give SHORT at once, and while held REPEAT after 400 ms and every 150 ms from
    there. `edges`: an Edges that listens to the same buttons, if the pins can interrupt. It is
    public, because `edges.noted` tells at once that something happened.
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
        self._looked = 0  # time of the last complete look
        self._blind = 0  # for so many ms before _blind_until, the time of an edge is uncertain
        self._blind_until = 0
        self._unheard = -1  # value of edges.noted when a contact moved without an edge
        self._next = array("l", [0] * count)  # time of the press, or of its last repeat
        self._wait = array("l", [0] * count)  # ms from there to the next LONG or REPEAT
        self._settled = -1  # value of edges.noted when all were last known to be let go
        self._started = False

    @property
    def settled(self) -> bool:
        """True if all buttons were let go at the last look, and no edge has come since."""
        return self._settled == self.edges.noted

    @property
    def stuck(self) -> tuple[int, ...]:
        """The buttons held ever since power-on. They are ignored until let go."""
        return tuple(i for i in range(self._count) if self._state[i] == _STUCK)

    def blinded(self, now: int) -> None:
        """Notes that a write to flash ended `now`, which may have erased since the last scan."""
        took = (now - self._looked) & clock.MASK
        if not _ERASE_MS <= took < clock.HALF:
            return
        self._blind = took
        self._blind_until = now
        edges = self.edges
        if took >= _TAP_MS:
            for i in range(self._count):
                since = edges.since[i]
                if edges.pulsed[i]:
                    edges.pulsed[i] = 0
                    edges.tapped(i)
                if not edges.value[i] and 0 < (since - self._looked) & clock.MASK < clock.HALF:
                    # At least 10 ms: the edge that ends it may come at once.
                    edges.since[i] = (since - LEAST_MS) & clock.MASK

    def untouched(self, now: int, ms: int) -> bool:
        """True if nobody has touched a button for `ms`."""
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
            self._known(now)
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
        self._known(now)
        self._settled = noted if self._all_let_go() else -1
        return -1

    def _known(self, now: int) -> None:
        """All is known up to `now`, unless an erase has ended later."""
        self._looked = now
        if (now - self._blind_until) & clock.MASK < clock.HALF:
            self._blind = 0

    def _all_open(self) -> bool:
        """True if all contacts are open now."""
        i = self._count
        while i:
            i -= 1
            if not self._read(i):
                return False
        return True

    def _all_let_go(self) -> bool:
        """True if all are known to be open and no edge waits: only a new edge can change that."""
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
        """The next press among the edges since the last scan, or -1."""
        edges = self.edges
        i = edges.oldest()
        while i >= 0:
            began = edges.began(i)
            ended = edges.ended(i)
            if (now - ended) & clock.MASK >= clock.HALF:  # ended after `now`
                break
            stable = (ended - began) & clock.MASK
            was = edges.was(i)
            if was == TAP and self._state[i] != _UP:  # the end of a push that bounced
                edges.forget(i)
                i = edges.oldest()
                continue
            was &= 1
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
        """The part of `stable`, in ms, that is certain if nothing could interrupt."""
        seen = (self._looked - began) & clock.MASK
        certain = max(stable - self._blind, seen if seen < clock.HALF else 0)
        if was:  # a contact that was open and still for so long has done bouncing
            return stable if certain >= _CLOSED_MS else certain
        return max(certain, _CLOSED_MS) if self._blind >= _TAP_MS else certain

    def _look(self, i: int, now: int, late: bool) -> int:
        """The event that follows from a button's contact as it is now, or -1."""
        edges = self.edges
        noted = edges.noted
        value = 1 if self._read(i) else 0
        if value != edges.value[i] and noted == edges.noted:
            if edges.listening and noted != self._unheard:  # the interrupt may be on its way
                self._unheard = noted
                return -1
            edges.saw(i, value, now)
        value = edges.value[i]
        since = edges.since[i]
        if noted != edges.noted:  # value and time may not belong together: the next round knows
            return -1
        stable = (now - since) & clock.MASK
        if stable >= clock.HALF:  # since after `now`
            return -1
        edges.pulsed[i] = 0
        if edges.lost[i]:
            edges.lost[i] = 0
            state = self._state[i]
            if not value and (state == _DOWN or state == _UNDECIDED):
                self._state[i] = _SPENT  # it may have been let go in between
                return SHORT if state == _UNDECIDED else -1
        return self._after(i, value, since, self._looked if late else now, stable)

    def _after(self, i: int, value: int, since: int, now: int, stable: int) -> int:
        """The event of a button whose contact had `value` from `since` on for `stable` ms, or -1.

        `now`: the time up to which that is certain.
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
        """Begins a press; returns True if it is a SHORT at once."""
        self._next[i] = since
        if self._long[i]:
            self._state[i] = _UNDECIDED
            self._wait[i] = _LONG_MS
            return False
        self._state[i] = _DOWN
        self._wait[i] = _REPEAT_AFTER_MS
        return True
