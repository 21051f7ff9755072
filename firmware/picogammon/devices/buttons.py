"""Push buttons: debounced short and long presses, without waiting.

A press counts once the contact has been closed for 10 ms without a break, and ends once it has been
open for 30 ms: one push is one press, even if the switch bounces. A spark is a shorter contact,
such as noise on a long wire; sparks are counted, but they are not presses.

A level is a period in which a contact is closed or open. With interrupts (`listen`), each level of
10 ms or more is queued when the level ends. So pushes count even while the board is busy.

Interrupts are disabled while flash is erased, for 30 to 400 ms; afterwards the board calls
`blinded`. If a contact opened during the erase, only the time before the erase counts as closed.
There is one exception: an erase of 45 ms or more, as most are, can hide a quick tap. So a contact
that was closed during such an erase counts as a push, even if the contact was only a spark.
"""

from array import array
from micropython import const

from picogammon.ground import (
    LONG,
    REPEAT,
    SHORT,
    TICKS_HALF,
    TICKS_MASK,
    press_of,
    reached,
    ticks_add,
    ticks_diff,
)

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from machine import Pin
    from typing import Any

LEAST_MS = const(10)  # a shorter level means nothing
_OPEN_MS = const(30)
_ARM_MS = const(3000)  # between two checks of the interrupts
_LONG_MS = const(600)
_REPEAT_AFTER_MS = const(400)
_REPEAT_EVERY_MS = const(150)
_ERASE_MS = const(20)  # a shorter write to flash did not erase
_TAP_MS = const(44)

_UP = const(0)
_DOWN = const(1)  # repeats follow; with a long meaning, SHORT or LONG follows
_SPENT = const(2)  # down, and its last event was given
_STUCK = const(3)  # held since power-on

_CLOSED = const(0)
_OPEN = const(1)
_ROOM = const(64)  # levels in the queue: one contact that never rests makes as many in 0.6 s
_PLACE = const(_ROOM - 1)


class Buttons:
    """`count` push buttons, numbered from 0, whose presses `scan` returns.

    `read(i)` returns 0 while button `i` is held down. `long`: the numbers of the buttons that give
    SHORT if they are released before 600 ms, otherwise LONG at 600 ms. Any other button gives SHORT
    immediately. If it is held, REPEAT follows after 400 ms and then every 150 ms.

    Lists by button: `value` is 0 if the contact is closed, 1 if it is open. `since` is the time at
    which that began. `sparks` is the number of contacts shorter than 10 ms. Sparks are counted
    only if `listening` is True: then the pins interrupt the processor. `noted`: a number that
    changes with each new level of any button.
    """

    def __init__(
        self, read: "Callable[[int], int]", count: int, long: "Sequence[int]" = ()
    ) -> None:
        self.value = bytearray([_OPEN] * count)
        self.since = array("l", [0] * count)
        self.sparks = array("l", [0] * count)
        self.noted = 0
        self.listening = False
        self._read = read
        self._count = count
        self._armed: "list[tuple[Any, Callable[[Pin], None]]]" = []  # pins with their handlers
        self._armed_at = 0
        self._touched = 0  # time of the last scan that saw a contact of 10 ms or more
        self._long = bytearray([i in long for i in range(count)])
        self._state = bytearray(count)
        self._due = array("l", [0] * count)  # time of the next LONG or REPEAT
        # The queue of levels that have ended: button << 1 | level, and the times.
        self._what = bytearray(_ROOM)
        self._began = array("l", [0] * _ROOM)
        self._ended = array("l", [0] * _ROOM)
        self._first = self._end = 0
        self._lost = False  # True if there was no room for a level
        self._looked = -1  # time of the last scan that looked at all buttons
        self._scanned = 0  # time of the last scan: all edges up to then are known
        self._unheard = -1  # `noted` when a contact moved without an edge
        self._settled = -1  # `noted` when all buttons were last known to be released

    def listen(self, pins: "Sequence[Pin]", ticks: "Callable[[], int]") -> None:
        """Makes the `pins` of all buttons interrupt at each edge. `ticks`: ticks_ms of the host."""
        self._armed = [(pin, self._handler(i, ticks)) for i, pin in enumerate(pins)]
        for pin, handler in self._armed:
            self._arm(pin, handler)
        self.listening = True

    def _handler(self, i: int, ticks: "Callable[[], int]") -> "Callable[[Pin], None]":
        return lambda pin: self._note(i, pin.value(), ticks())

    def _arm(self, pin: "Pin", handler: "Callable[[Pin], None]") -> None:
        pin.irq(handler=handler, trigger=pin.IRQ_FALLING | pin.IRQ_RISING, hard=True)

    def _note(self, button: int, value: int, at: int) -> None:
        """Records that `button` closed (`value` 0) or opened (1) at `at`. Allocates nothing."""
        was = self.value[button]
        since = self.since[button]
        lasted = (at - since) & TICKS_MASK
        if value and (was or lasted < LEAST_MS):
            self.sparks[button] = (self.sparks[button] + 1) & TICKS_MASK
        late = (at - self._scanned) & TICKS_MASK >= _TAP_MS  # perhaps within an erase
        if value == was and not late:
            return
        if LEAST_MS <= lasted < TICKS_HALF:
            self._keep(button << 1 | was, since, at)
            if value and was:  # closed for an unknown time, and open again
                before = (at - LEAST_MS) & TICKS_MASK
                self._keep(button << 1 | _CLOSED, before, before)
        self.value[button] = value
        self.since[button] = at
        self.noted = (self.noted + 1) & TICKS_MASK

    def _keep(self, what: int, began: int, ended: int) -> None:
        place = self._end
        end = (place + 1) & _PLACE
        if end == self._first:
            self._lost = True
            return
        self._what[place] = what
        self._began[place] = began
        self._ended[place] = ended
        self._end = end

    def blinded(self, now: int) -> None:
        """Corrects the queue of levels after a write to flash, during which no pin was read."""
        known = self._scanned
        took = (now - known) & TICKS_MASK
        if not _ERASE_MS <= took < TICKS_HALF:
            return
        swallows = took >= _TAP_MS
        place = self._first
        while place != self._end:
            closed = self._what[place] & 1 == _CLOSED
            began = self._began[place]
            if reached(self._ended[place], known):
                stable = max(0, ticks_diff(known, began))
                if closed and swallows:
                    stable = max(stable, LEAST_MS)
                if closed or stable < LEAST_MS:
                    self._ended[place] = ticks_add(began, stable)
            place = (place + 1) & _PLACE
        for i in range(self._count if swallows else 0):
            since = self.since[i]
            if self.value[i] == _CLOSED and ticks_diff(since, known) > 0:
                # It counts as 10 ms old: the edge that ends it may come at once.
                self.since[i] = (since - LEAST_MS) & TICKS_MASK

    @property
    def settled(self) -> bool:
        """True if the last scan found all buttons released, and no button was touched since."""
        return self._settled == self.noted

    @property
    def stuck(self) -> tuple[int, ...]:
        """The numbers of the buttons held since power-on, which are ignored until released."""
        return tuple(i for i in range(self._count) if self._state[i] == _STUCK)

    def idle_for(self, now: int, ms: int) -> bool:
        """True if no button was touched in the last `ms` milliseconds."""
        if self._first != self._end:
            return False
        for i in range(self._count):
            if self._state[i] != _STUCK and self.value[i] == _CLOSED:
                return False
        return (now - self._touched) & TICKS_MASK >= ms

    def scan(self, now: int) -> int:
        """Returns the next press, button << 2 | event, or -1 for none. Allocates nothing."""
        self._scanned = now
        if (now - self._armed_at) & TICKS_MASK >= _ARM_MS:
            self._armed_at = now
            for pin, handler in self._armed:
                if not pin.irq().trigger():  # an exception in a handler turns its interrupt off
                    self._arm(pin, handler)
        noted = self.noted
        if noted == self._settled and self._all_open():
            self._looked = now
            return -1
        if self._looked < 0:
            self._start(now)
        press = self._catch_up(now)
        if press >= 0:
            return press
        for i in range(self._count):
            event = self._look(i, now)
            if event >= 0:
                return press_of(i, event)
        self._looked = now
        self._lost = False
        rest = self._first == self._end and not any(self._state) and all(self.value)
        self._settled = noted if rest else -1
        return -1

    def _all_open(self) -> bool:
        for i in range(self._count):
            if not self._read(i):
                return False
        return True

    def _start(self, now: int) -> None:
        self._looked = self._touched = now
        self._first = self._end
        for i in range(self._count):
            self.value[i] = _OPEN if self._read(i) else _CLOSED
            self.since[i] = now
            if self.value[i] == _CLOSED:
                self._state[i] = _STUCK

    def _catch_up(self, now: int) -> int:
        """Returns the next press that the queued levels give, as button << 2 | event, or -1."""
        while self._first != self._end:
            place = self._first
            began = self._began[place]
            ended = self._ended[place]
            if not reached(now, ended):
                break
            i = self._what[place] >> 1
            stable = (ended - began) & TICKS_MASK
            event = self._after(i, self._what[place] & 1, began, stable, ended)
            if event >= 0:
                return press_of(i, event)
            self._first = (place + 1) & _PLACE
        return -1

    def _look(self, i: int, now: int) -> int:
        """Returns the event (SHORT ...) that the present level of button `i` gives now, or -1."""
        noted = self.noted
        value = _OPEN if self._read(i) else _CLOSED
        if value != self.value[i] and noted == self.noted:
            if self.listening and noted != self._unheard:  # the interrupt may be on its way
                self._unheard = noted
                return -1
            self.value[i] = value
            self.since[i] = now
        value = self.value[i]
        since = self.since[i]
        if noted != self.noted:  # value and time may not belong together: wait for the next round
            return -1
        if self._lost and value == _CLOSED and self._state[i] == _DOWN:
            self._state[i] = _SPENT  # it may have been released in between
            return SHORT if self._long[i] else -1
        stable = (now - since) & TICKS_MASK
        return self._after(i, value, since, stable, self._looked) if stable < TICKS_HALF else -1

    def _after(self, i: int, value: int, since: int, stable: int, seen: int) -> int:
        """Returns the event (SHORT ...) that a level of button `i` gives, or -1.

        The contact closed (`value` 0) or opened (1) at the time `since`, and stayed so for `stable`
        ms. LONG and REPEAT are given only if they were due by the time `seen`. This is the end of a
        level from the queue or, for the present level, the time of the last scan of all buttons.
        """
        long = self._long[i]
        if value == _OPEN:
            if long and self._state[i] == _DOWN and stable >= LEAST_MS:
                self._state[i] = _SPENT
                return SHORT
            if stable >= _OPEN_MS:
                self._state[i] = _UP
            return -1
        if stable >= LEAST_MS and self._state[i] != _STUCK:
            self._touched = self._scanned
        if self._state[i] == _UP and stable >= LEAST_MS:
            self._state[i] = _DOWN
            self._due[i] = ticks_add(since, _LONG_MS if long else _REPEAT_AFTER_MS)
            if not long:
                return SHORT
        # A level that `blinded` has cut to 10 ms is no hold.
        held = self._state[i] == _DOWN and stable > LEAST_MS
        if not held or not reached(seen, self._due[i]):
            return -1
        if long:
            self._state[i] = _SPENT
            return LONG
        self._due[i] = ticks_add(seen, _REPEAT_EVERY_MS)
        return REPEAT
