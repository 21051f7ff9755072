"""Counting pips against the clock: the lights show a position, and both counts are entered."""

from micropython import const

from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.display.lights import PALETTES
from picogammon.app.modes.base import Mode
from picogammon.app.modes.practice import UNKEPT
from picogammon.app.practice.set_deck import PIPS, name_of
from picogammon.app.session.prefs import PALETTE, SEAT
from picogammon.ground import clock
from picogammon.ground.presses import BACK, NEXT, OK
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.practice.set_deck import Progress
    from picogammon.app.practice.sets import Sets

_MOST = const(5)  # positions at a time
_FIRST = const(100)  # where the first count begins
_MOST_PIPS = const(375)  # all checkers on the bar
_HELD_MS = const(250)  # what comes sooner after a press than this is a held button, or a fast one
_SLOW = const(4)  # so many of these go a pip each, then _FAST
_FAST = const(5)


class PipCount(Mode):
    """Asks for both pip counts of five positions, says what is right, and how long each took."""

    def __init__(self, navigator: "Navigator", found: "Sets", progress: "Progress") -> None:
        Mode.__init__(self, navigator)
        self._sets = found
        self._progress = progress
        self._deal()

    def _deal(self) -> None:
        self._done = 0
        self._right = 0
        self._took = 0  # seconds, for all of them
        self._next()

    def _next(self) -> None:
        self._position = self._sets.any(self._progress.next(PIPS, self._sets.total))
        self._said: list[int] = []
        self._count = _FIRST
        self._since: int | None = None  # when it was first seen
        self._pressed: int | None = None
        self._run = 0  # how many presses came fast
        self._result: "tuple[str, list[str]] | None" = None

    def tick(self, now: int) -> None:
        if self._since is None:
            self._since = now

    def press(self, button: int, now: int) -> None:
        if self._result is not None:
            self._press_result(button)
        elif button == OK:
            self._enter(now)
        elif button != BACK:
            self._turn(1 if button == NEXT else -1, now)
        elif self._said:
            self._count = self._said.pop()
        else:
            self.navigator.leave(self)

    def _turn(self, by: int, now: int) -> None:
        held = self._pressed is not None and clock.diff(now, self._pressed) < _HELD_MS
        self._run = self._run + 1 if held else 0
        self._pressed = now
        if self._run > _SLOW:
            by *= _FAST
        self._count = max(0, min(_MOST_PIPS, self._count + by))

    def _enter(self, now: int) -> None:
        self._said.append(self._count)
        if len(self._said) < 2:
            return
        counts = [positions.pips(self._position), positions.opponent_pips(self._position)]
        right = self._said == counts
        seconds = (clock.diff(now, now if self._since is None else self._since) + 500) // 1000
        self._done += 1
        self._right += right
        self._took += seconds
        lines = []
        for name, count, said in zip(self._names(), counts, self._said):
            lines.append("%s %d" % (name, count) + (", not %d" % said if said != count else ""))
        try:
            self._progress.answer(PIPS, right)
        except OSError:
            lines.append(UNKEPT)
        self._result = "%s in %d s" % ("Right" if right else "Wrong", seconds), lines

    def _press_result(self, button: int) -> None:
        if button == BACK:
            self.navigator.leave(self)
        elif button != OK:
            pass
        elif self._done < _MOST:
            self._next()
        elif self._said:
            self._said = []
            mean = (self._took + _MOST // 2) // _MOST
            lines = ["%d of %d right" % (self._right, _MOST), "%d s each" % mean]
            self._result = name_of(PIPS), lines
        else:
            self._deal()

    def _names(self) -> list[str]:
        """What the sides are called, the learner's first: after their lights."""
        pair = PALETTES[self.session.prefs[PALETTE]]
        seat = self.session.prefs[SEAT]
        return [pair[side][0].upper() + pair[side][1:] for side in (seat, 1 - seat)]

    def show(self, view: views.View) -> None:
        view.each = positions.CHECKERS
        view.dice = ()
        view.clear_marks()
        board_view.show_position(view, self._position, self.session.prefs[SEAT])
        if self._result is not None:
            view.page = views.MessageView(*self._result)
            more = "NEXT" if self._said and self._done < _MOST else "OK" if self._said else "MORE"
            view.keys = ["", "", more, "END"]
            return
        view.pips = [0, 0]  # a page at the link would tell them
        names = self._names()
        lines = ["%s: %d" % (names[0], self._said[0])] if self._said else []
        lines.append("%s: < %d >" % (names[len(self._said)], self._count))
        view.page = views.MessageView("Pips? %d/%d" % (self._done + 1, _MOST), lines)
        view.keys = ["-", "+", "OK", "BACK"]
