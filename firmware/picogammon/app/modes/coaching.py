"""The coach's help while a person builds a play.

PonderMode ranks the plays before the person has decided, so that the tutor can grade the decision
sooner. Its subclass MoveGrades colours targets by their grades.

A target is a point that the checker under the cursor can reach by one die. The target's colour is
the grade of the best play that continues from there, relative to the best play of the roll. The
target is white until its grade is known.
"""

from array import array
from binascii import crc32
from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.turn import PlayMode
from picogammon.app.session.prefs import LANDINGS, TUTOR
from picogammon.engine.engine import Thought
from picogammon.engine.review import BLUNDER, DOUBTFUL
from picogammon.rules import plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.modes.mode import Stack
    from picogammon.engine.engine import Engine, Slices
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_SMALL = const(0x3FFFFFFF)  # an integer up to this takes no memory on the heap
_WORDS = ("", "best", "fine", "error", "blunder")


def play_mode(navigator: "Stack") -> PlayMode:
    """Returns the mode that builds a play, with the help that the side on roll has switched on."""
    session = navigator.session
    side = session.match.turn
    if session.match.helped() and session.players.find_coach is not None:
        if session.prefs.goes_by_itself(LANDINGS, side):
            return MoveGrades(navigator)
        if session.prefs[TUTOR] and session.players.find_ponderer is not None:
            return PonderMode(navigator)
    return PlayMode(navigator)


def grade_of(loss: int) -> int:
    """Returns the grade of a play with the error `loss`: 1 best, 2 fine, 3 error, 4 blunder."""
    return 1 if not loss else 2 if loss < DOUBTFUL else 3 if loss < BLUNDER else 4


def equities(engine: "Engine", situation: "Situation") -> "Slices[dict[int, int]]":
    """Returns {key(position, dice): equity} for each stage of each legal play.

    A stage is a position during a play, with the dice that are left. Its equity is the equity of
    the best play that passes through the stage. Yields every few milliseconds.
    """
    found: "dict[int, int]" = {}

    def take(position: "Position", equity: int) -> None:
        found[key(position, ())] = equity

    yield from engine.judge_each(situation, take)
    yield from _follow(plays.Hand(situation.position, situation.dice), found)
    return found


def key(position: "Position", dice: "Sequence[int]") -> int:
    """Returns a key for `position` and the dice left to play (`dice`, the larger die first)."""
    return crc32(bytes(dice), crc32(position)) & _SMALL


def _follow(a_hand: plays.Hand, found: "dict[int, int]") -> "Slices[int]":
    """Returns the equity of the best play that continues from `a_hand`, a play's first steps.

    `found`: {key(position, dice left): equity} of whole plays; the partial plays are added to it.
    """
    here = key(a_hand.position, a_hand.dice)
    if here not in found:
        legal = a_hand.legal()
        best = None if legal else found[key(a_hand.position, ())]
        for a_step in legal:
            a_hand.make(a_step)
            equity = yield from _follow(a_hand, found)
            a_hand.undo()
            if best is None or equity > best:
                best = equity
        yield
        found[here] = best
    return found[here]


class PonderMode(PlayMode):
    """A PlayMode that ranks the plays while the person chooses, so that the tutor grades sooner."""

    patient = True

    def __init__(self, navigator: "Stack") -> None:
        PlayMode.__init__(self, navigator)
        decides = not (self.nothing or self.forced)
        self._ponders = decides and self.session.prefs[TUTOR] > 0  # False once plays are ranked
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
            PlayMode.tick(self, now)
            return
        if not self.players.prepare():  # not earlier: the lights show the roll first
            return
        from picogammon.app.advice import pondering  # saves memory if nobody ponders

        if self._asked is None:
            self._asked = self.session.match.situation()
            return  # the import took this slice
        if self.players.ponder is None:
            self._ponders = pondering.prepare(self.players) is not None
            return  # making the engine took this slice
        done = self.navigator.background("Thinking ahead", self._ponder)
        self._ponders = done is False
        if done is None:  # it failed: the coach answers alone
            self.players.ponder = self.players.find_ponderer = None

    def _ponder(self) -> bool:
        return self.players.ponder.thought_about(self._asked).step()


class MoveGrades(PonderMode):
    """A PonderMode that grades the targets of the checker under the cursor."""

    def __init__(self, navigator: "Stack") -> None:
        PonderMode.__init__(self, navigator)
        self._work: Thought | None = None
        # The result of `equities`; None until it is known, {} without a coach or a choice.
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
        return PonderMode.give_way(self) or gone

    def tick(self, now: int) -> None:
        if self._found is not None or self.goes_on:
            PonderMode.tick(self, now)
            return
        if self.navigator.background("Good targets", self._look) is None:
            self._found = {}

    def _look(self) -> bool:
        """Judges plays for some milliseconds; returns True once all plays are judged."""
        if self._work is None:
            if not self.players.prepare():  # not earlier: the lights show the roll first
                return False
            coach = self.players.coach
            if coach is None:
                self._found = {}
                return True
            self._work = Thought(equities(coach, self.session.match.situation()))
        if self._work.step():
            self._found, self._work = self._work.answer, None
            self._most = max(self._found.values())
            self.navigator.changed = True
        return self._found is not None

    def grade(self, a_step: int) -> int:
        """Returns the grade, 1 to 4 as in grade_of, of the one-die move `a_step`; 0 if unknown."""
        if not self._found:
            return 0
        position = array("b", self.hand.position)
        plays.make(position, a_step)
        dice = list(self.hand.dice)
        dice.remove(plays.die(a_step))
        equity = self._found.get(key(position, dice))
        return 0 if equity is None else grade_of(self._most - equity)

    def show_walk(self, view: views.View) -> None:
        PlayMode.show_walk(self, view)
        if not self._found:
            return
        choices = self.hand.legal()
        cursor = choices[self.at]
        for a_step in choices:
            if plays.source(a_step) == plays.source(cursor):
                place = views.place_of(self.side, plays.target(a_step))
                # If two dice bear off the same checker, both have the same grade.
                view.marks[place] |= self.grade(a_step) << views.GRADE
        said = "%s %s" % (plays.step_text(cursor), _WORDS[self.grade(cursor)])
        view.headline = fitting_line("%s: %s" % (view.names[self.side], said), said)
