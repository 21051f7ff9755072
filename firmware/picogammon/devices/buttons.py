"""Push buttons: what a finger does, as presses, without the switch's bouncing and without waiting.

A press counts once the contact has been closed for 10 ms without a break, so a spark on a long wire
is not a press, and lights answer at once. It ends once the contact has been open for 30 ms without
a break. So one push is one press, however a switch bounces on the way down or up.

If pins interrupt (Edges), a push that came and went while the board did something else counts as
well, and its edges say when it came. Nothing interrupts while flash is erased, 30 to 400 ms, and an
edge is noted only afterwards. The board tells when that may have happened (`blinded`), and times
measured by then are less certain. An erase that outlasts a tap may have swallowed one: so a contact
that closed and opened during it is a short push, and an earlier push has ended before the erase if
the contact had been open for 10 ms. A push is long only if the next round still sees it.
"""

from array import array
from micropython import const

from picogammon.ground import clock
from picogammon.ground.presses import LONG, REPEAT, SHORT, pack

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from machine import Pin

LEAST_MS = const(10)  # a level that lasted less means nothing, however often a switch bounces
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

_TAP = const(2)  # a level: closed at an unknown time
_ROOM = const(16)  # levels of a button that wait to be judged
_PLACE = const(_ROOM - 1)
_COUNT = const(0xFF)


class Edges:
    """What contacts did since somebody looked: how long they were closed, and how long open.

    The contacts are those of `count` buttons, numbered from 0, all open at first. Interrupts note
    each edge in the middle of anything, so noting allocates nothing. While flash is erased
    interrupts wait, and several edges become one. Only levels of at least 10 ms take room, and each
    button has room of its own: enough for 160 ms of the shortest of them, and for eight taps.

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
        """The first waiting level of a button: 0 closed, 1 open, _TAP closed at an unknown time."""
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
        self._keep(button, _TAP, (since - LEAST_MS) & clock.MASK, since)

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
            if was == _TAP and self._state[i] != _UP:  # the end of a push that bounced
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
