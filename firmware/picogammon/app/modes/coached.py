"""The coach looks at a play while a person builds it, where people like it.

Each landing of the cursor's checker says how good it is: as good as the best play that goes on from
there, beside the best of all plays of the roll. The coach judges each play once a turn, in slices;
until then landings are white.
"""

from array import array
from binascii import crc32
from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.turn import HandMode
from picogammon.app.session.prefs import LANDINGS, TUTOR
from picogammon.engine.review import BLUNDER, DOUBTFUL
from picogammon.rules import plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.app.modes.mode import Stack
    from picogammon.engine.engine import Engine, Slices
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_SMALL = const(0x3FFFFFFF)  # such an integer takes no memory of its own
_WORDS = ("", "best", "fine", "error", "blunder")


def hand(navigator: "Stack") -> HandMode:
    """The mode in which the side on turn builds its play: with help if it likes and may have it."""
    session = navigator.session
    side = session.match.turn
    if session.match.helped() and session.players.find_coach is not None:
        if session.prefs.goes_by_itself(LANDINGS, side):
            return Landings(navigator)
        if session.prefs[TUTOR] and session.players.find_ponderer is not None:
            return Pondered(navigator)
    return HandMode(navigator)


def grade_of(loss: int) -> int:
    """The grade of a landing that loses so much (1/65536 of a point): 1 best .. 4 a blunder."""
    return 1 if not loss else 2 if loss < DOUBTFUL else 3 if loss < BLUNDER else 4


def worths(engine: "Engine", situation: "Situation") -> "Slices[dict[int, int]]":
    """Yields between slices, returns what each way to build a play can lead to.

    {key of a position and the dice left: the worth of the best play that it can become}, in 1/65536
    of a point.
    """
    found: "dict[int, int]" = {}

    def take(position: "Position", worth: int) -> None:
        found[key(position, ())] = worth

    yield from engine.judge_each(situation, take)
    yield from _follow(plays.Hand(situation.position, situation.dice), found)
    return found


def key(position: "Position", dice: "Sequence[int]") -> int:
    """What a position is found by, with the dice that are left, the larger first."""
    return crc32(bytes(dice), crc32(position)) & _SMALL


def _follow(a_hand: plays.Hand, found: "dict[int, int]") -> "Slices[int]":
    """Yields between slices; adds all that the hand can become; returns its worth."""
    here = key(a_hand.position, a_hand.dice)
    if here not in found:
        legal = a_hand.legal()
        best = None if legal else found[key(a_hand.position, ())]
        for a_step in legal:
            a_hand.make(a_step)
            worth = yield from _follow(a_hand, found)
            a_hand.undo()
            if best is None or worth > best:
                best = worth
        yield
        found[here] = best
    return found[here]


class Pondered(HandMode):
    """A HandMode in which the play that comes is looked at already, where the tutor is to grade it.

    `_ponders`: False where there is nothing to look at, or no longer.
    """

    patient = True

    def __init__(self, navigator: "Stack") -> None:
        HandMode.__init__(self, navigator)
        decides = not (self.nothing or self.forced)
        self._ponders = decides and self.session.prefs[TUTOR] > 0
        self._asked: "Situation | None" = None

    @property
    def busy(self) -> bool:
        return self._ponders and not self.goes_on

    def give_way(self) -> bool:
        gone = self._ponders
        self._ponders = False
        if self.players.ponder:
            self.players.ponder.rest()
        return gone

    def tick(self, now: int) -> None:
        if not self._ponders or self.goes_on:
            HandMode.tick(self, now)
            return
        if not self.players.prepare():  # only now: the roll is lit
            return
        from picogammon.app.advice import pondering  # saves memory if nobody ponders

        if self._asked is None:
            self._asked = self.session.match.situation()
            return  # to import took its time
        if self.players.ponder is None:
            self._ponders = pondering.prepare(self.players) is not None
            return  # to make it, too
        done = self.navigator.background("Thinking ahead", self._ponder)
        self._ponders = done is False
        if done is None:  # it failed: the coach answers alone
            self.players.ponder = self.players.find_ponderer = None

    def _ponder(self) -> bool:
        """Looks ahead for a slice; True once that is done."""
        return self.players.ponder.thought_about(self._asked).step()


class Landings(Pondered):
    """A Pondered whose landings are graded."""

    def __init__(self, navigator: "Stack") -> None:
        Pondered.__init__(self, navigator)
        self._work: "Any" = None
        self._found: "dict[int, int] | None" = {} if self.nothing or self.forced else None
        self._most = 0

    @property
    def busy(self) -> bool:
        return (self._found is None or self._ponders) and not self.goes_on

    def think_anew(self) -> None:
        self._work = None

    def give_way(self) -> bool:
        gone = bool(self._found) or self._work is not None
        self._work = None
        self._found = {}
        return Pondered.give_way(self) or gone

    def tick(self, now: int) -> None:
        if self._found is not None or self.goes_on:
            Pondered.tick(self, now)
            return
        if self.navigator.background("Good targets", self._look) is None:
            self._found = {}

    def _look(self) -> bool:
        """Looks at the landings for a slice; True once that is done."""
        if self._work is None:
            if not self.players.prepare():  # only now: the roll is lit
                return False
            coach = self.players.coach
            if coach is None:
                self._found = {}
                return True
            self._work = worths(coach, self.session.match.situation())
        try:
            next(self._work)
        except StopIteration as end:
            self._work = None
            self._found = end.value
            self._most = max(self._found.values())
            self.navigator.changed = True
        return self._found is not None

    def grade(self, a_step: int) -> int:
        """The grade of a step that can come next; 0 while nobody knows."""
        if not self._found:
            return 0
        position = array("b", self.hand.position)
        plays.make(position, a_step)
        dice = list(self.hand.dice)
        dice.remove(plays.die(a_step))
        worth = self._found.get(key(position, dice))
        return 0 if worth is None else grade_of(self._most - worth)

    def _show_walk(self, view: views.View) -> None:
        HandMode._show_walk(self, view)
        if not self._found:
            return
        choices = self.hand.legal()
        cursor = choices[self.at]
        for a_step in choices:
            if plays.source(a_step) == plays.source(cursor):
                place = views.place_of(self.side, plays.target(a_step))
                # Where two dice bear off one checker, both leave the same.
                view.marks[place] |= self.grade(a_step) << views.GRADE
        said = "%s %s" % (plays.step_text(cursor), _WORDS[self.grade(cursor)])
        view.headline = fitting_line("%s: %s" % (view.names[self.side], said), said)
