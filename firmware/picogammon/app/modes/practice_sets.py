"""The Practice menu, practice with the board's own sets of positions, and counting pips."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.lights import PALETTES
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.modes.mode import Message, Mode
from picogammon.app.modes.practice import UNKEPT, Practice
from picogammon.app.practice import sets
from picogammon.app.practice.sets import MIXED, PIPS, Progress, SetDeck, name_of
from picogammon.app.session.prefs import PALETTE, SEAT
from picogammon.ground import BACK, NEXT, OK, capital, ticks_diff
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Stack
    from picogammon.engine.engine import Slices

_MOST = const(5)  # positions in a round
_FIRST = const(100)  # the count that a first press of NEXT enters
_TEN = const(10)
_MOST_PIPS = const(379)  # rounded up: all checkers on the bar have 375
_ANEW = "Your practice record is damaged. The sets start over."


def practice_mode(navigator: "Stack") -> Mode:
    """Returns the Practice menu, or a Message that says why practice is not possible.

    If the saved progress is damaged, opens the menu and returns a Message about the damage.
    """
    players = navigator.session.players
    if not players.has_coach:
        return Message(navigator, "No practice", [players.no_coach])
    menu = PracticeMenu(navigator)
    if not menu.progress.damaged:
        return menu
    navigator.open(menu)
    return Message(navigator, "Practice", [_ANEW])


class PracticeMenu(Menu):
    """The Practice menu: the learners' cards, and the sets with the share of right answers."""

    title = "Practice"

    def __init__(self, navigator: "Stack") -> None:
        self.progress = Progress(navigator.session.archive.sets())
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        lines = [Item("My mistakes", lambda now: self._open(Practice(self.navigator), now))]
        return lines + [self._item(of) for of in [MIXED, PIPS] + list(range(PIPS))]

    def _item(self, of: int) -> Item:
        progress = self.progress

        def begin(now: int) -> None:
            if of == PIPS:
                self._open(PipCount(self.navigator, progress), now)
            else:
                self._open(SetRound(self.navigator, SetDeck(of, progress)), now)

        asked = of != MIXED and progress.answers(of)[1]
        return Item(name_of(of), begin, (lambda: progress.share(of)) if asked else None)

    def _open(self, mode: Mode, now: int) -> None:
        self.navigator.close_all(now)
        self.navigator.open(mode)


class SetRound(Practice):
    """A practice round of five decisions from one set, or from all sets."""

    beside = "2nd best"

    def _read(self) -> "Slices[None]":
        self._name = name_of(self._deck.of)
        yield from self._deal()

    def _deal(self) -> "Slices[None]":
        yield
        self._dealt = [0] * _MOST
        self._done = self._right = 0

    def _beside(self) -> "Slices[bytes]":
        ranked = yield from self.players.coach.rank(self._match.situation())
        return actions.play(ranked[1].steps)

    @property
    def _sitting(self) -> int:
        return self.session.sitting or 0  # practice with a set begins no sitting

    def standing(self) -> str:
        return self._deck.standing()


class PipCount(Mode):
    """The mode for counting pips: asks for both pip counts of five positions and times the answers.

    PREV and NEXT change the tens; OK enters the tens, then PREV and NEXT change the ones.
    """

    def __init__(self, navigator: "Stack", progress: Progress) -> None:
        Mode.__init__(self, navigator)
        self._progress = progress
        self._deal()

    def _deal(self) -> None:
        self._done = self._right = 0
        self._took = 0  # seconds, for all positions
        self._next()

    def _next(self) -> None:
        self._position = sets.position(self._progress.next(PIPS, sets.POSITIONS))
        self._said: list[int] = []
        self._since: int | None = None  # time when the position was first seen
        self._result: "tuple[str, list[str]] | None" = None
        self._empty()

    def _empty(self) -> None:
        """Begins the entry of a count. Shows no number yet, because a number would be a hint."""
        self._count: int | None = None
        self._ones = False  # True once the tens are entered
        self._typed = False

    @property
    def typing(self) -> str:  # type: ignore[override]  # an attribute in Mode
        return "digits" if self._result is None else ""

    def tick(self, now: int) -> None:
        if self._since is None:
            self._since = now

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self._back()
        elif self._result is not None:
            if button == OK:
                self._then()
        elif button != OK:
            self._turn(1 if button == NEXT else -1)
        elif self._count is None:
            self.navigator.refuse("")
        elif self._ones:
            self._enter(now)
        else:
            self._ones = True

    def _turn(self, by: int) -> None:
        count = self._count
        if count is None:  # the second begins near the first: the counts are often alike
            first = self._said[0] // _TEN * _TEN if self._said else _FIRST
            self._count = max(0, first if by > 0 else first - _TEN)
        elif self._ones:
            self._count = count - count % _TEN + (count + by) % _TEN
        else:
            self._count = (count + by * _TEN) % (_MOST_PIPS + 1)

    def type(self, letter: str) -> None:
        if self._result is None and "0" <= letter <= "9":
            count = int(letter)
            if self._typed and self._count is not None:
                count += self._count * _TEN
            if count <= _MOST_PIPS:
                self._count = count
                self._typed = self._ones = True

    def _back(self) -> None:
        if self._result is not None:
            self.navigator.leave(self)
        elif self._typed and self._count and self._count >= _TEN:
            self._count //= _TEN
        elif self._ones and not self._typed:
            self._ones = False
        elif self._count is not None:
            self._empty()
        elif self._said:
            self._count = self._said.pop()
            self._ones = True
        else:
            self.navigator.leave(self)

    def _enter(self, now: int) -> None:
        self._said.append(self._count)
        if len(self._said) < 2:
            self._empty()
            return
        counts = [positions.pips(self._position), positions.opponent_pips(self._position)]
        right = self._said == counts
        seconds = (ticks_diff(now, now if self._since is None else self._since) + 500) // 1000
        self._done += 1
        self._right += right
        self._took += seconds
        lines = []
        for name, count, said in zip(self._names(self.session.prefs[SEAT]), counts, self._said):
            wrong = ", you said %d" % said if said != count else ""
            lines.append("%s: %d%s" % (name, count, wrong))
        try:
            self._progress.answer(PIPS, right)
        except OSError:
            lines.append(UNKEPT)
        self._result = "%s (%d s)" % ("Correct" if right else "Wrong", seconds), lines
        self._more, self._then = "NEXT", self._next
        if self._done == _MOST:
            self._more, self._then = "OK", self._sum_up

    def _sum_up(self) -> None:
        mean = (self._took + _MOST // 2) // _MOST
        lines = ["Correct: %d of %d" % (self._right, _MOST), "%d s each" % mean]
        self._result = name_of(PIPS), lines
        self._more, self._then = "MORE", self._deal

    def _names(self, first: int) -> list[str]:
        pair = PALETTES[self.session.prefs[PALETTE]]
        return [capital(pair[side]) for side in (first, 1 - first)]

    def show(self, view: views.View) -> None:
        seat = self.session.prefs[SEAT]
        views.show_situation(view, Situation(self._position, turn=seat, cube_on=False))
        view.decider = None
        view.names = self._names(0)
        if self._result is not None:
            view.page = views.MessageView(*self._result)
            view.keys = ["", "", self._more, "END"]
            return
        view.counting = True
        names = self._names(seat)
        lines = ["%s: %d" % (names[0], self._said[0])] if self._said else []
        count = "" if self._count is None else str(self._count)
        lines.append("%s: < %s >" % (names[len(self._said)], count))
        view.page = views.MessageView("Pips? %d/%d" % (self._done + 1, _MOST), lines)
        step = "1" if self._ones else "10"
        view.keys = ["-" + step, "+" + step, "OK", "BACK"]
