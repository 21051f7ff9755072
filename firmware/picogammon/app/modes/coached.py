"""The coach looks while a person decides, where people like it: at a play as it is built, and once
more before what loses much is done.

Each landing of the cursor's checker says how good it is: as good as the best play that goes on from
there, beside the best of all plays of the roll. The coach judges each play once a turn, in slices;
until then landings are white.

"Are you sure?" says neither how much is lost nor why. The tutor's rule says where there is no help.
"""

from array import array
from binascii import crc32
from micropython import const

from picogammon.app.advice import tutor
from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Mode
from picogammon.app.modes.turn import HandMode
from picogammon.app.session.prefs import CAREFUL, LANDINGS, TUTOR
from picogammon.engine.engine import Question, Thought
from picogammon.engine.review import BLUNDER, DOUBTFUL, after, grade
from picogammon.ground import clock
from picogammon.ground.places import CUBE, DICE
from picogammon.ground.presses import BACK, OK
from picogammon.rules import actions, plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.app.modes.base import Then
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.session import Session
    from picogammon.engine.engine import Engine, Slices
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

_SMALL = const(0x3FFFFFFF)  # such an integer takes no memory of its own
_QUIET_MS = const(400)  # a look that is over sooner is not announced
_WORDS = ("", "best", "fine", "doubtful", "blunder")


def hand(navigator: "Navigator") -> HandMode:
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

    def __init__(self, navigator: "Navigator") -> None:
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
            self._ponders = pondering.of(self.players) is not None
            return  # to make it, too
        done = self.navigator.background("Thinking ahead", self._ponder)
        self._ponders = done is False
        if done is None:  # it failed: the coach answers alone
            self.players.ponder = self.players.find_ponderer = None

    def _ponder(self) -> bool:
        """Looks ahead for a slice; True once that is done."""
        return self.players.ponder.of(self._asked).step()


class Landings(Pondered):
    """A Pondered whose landings are graded."""

    def __init__(self, navigator: "Navigator") -> None:
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
        if self.navigator.background("Good landings", self._look) is None:
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
                place = board_view.place_of(self.side, plays.target(a_step))
                # Where two dice bear off one checker, both leave the same.
                view.marks[place] |= self.grade(a_step) << views.GRADE
        said = "%s %s" % (plays.step_text(cursor), _WORDS[self.grade(cursor)])
        view.headline = fitting_line("%s: %s" % (view.names[self.side], said), said)


def asks(navigator: "Navigator", action: bytes, then: "Then | None", now: int) -> bool:
    """True if a Careful, which it opens, decides whether `then` is called, or the action done.

    `action`: what a person wants to do now; any roll stands for all.
    """
    session = navigator.session
    if session.players.find_coach is None:
        return False
    asked = tutor.helped_with(session, action)
    if asked is None:
        return False
    same = _decided(session, action)
    if session.sure[:1] == same[:1] and same[1] in session.sure[1:]:
        return False
    do = then or (lambda later: navigator.commit(action, later))
    navigator.open(Careful(navigator, asked, action, same, do, now))
    return True


def _decided(session: "Session", action: bytes) -> "tuple[object, ...]":
    """(the decision, what is decided); plays that lead to the same position are the same."""
    match = session.match
    position = bytes(match.position)
    where = (id(match), tuple(match.scores), match.rolls_made(), match.phase, position)
    if actions.kind_of(action) == actions.PLAY:
        return where, after(match.position, actions.steps_of(action))
    return where, action


class Careful(Mode):
    """The coach looks at a decision meanwhile; then it is done, or a person is asked.

    OK does it, BACK gives it back. Where memory lacks for the look, it is done. The clock runs.
    """

    def __init__(
        self,
        navigator: "Navigator",
        asked: Question,
        action: bytes,
        same: "tuple[object, ...]",
        then: "Then",
        now: int,
    ) -> None:
        """`same`: what Session.sure is to hold once this was asked."""
        Mode.__init__(self, navigator)
        navigator.base.think_anew()  # the coach has one thought at a time
        self.then = then
        self._same = same
        self._asked = asked
        self._action = action
        self._thinks = True
        self._thought: Thought | None = None
        self._announced = clock.after(now, _QUIET_MS)
        self._slow = False

    @property
    def busy(self) -> bool:
        return self._thinks

    def tick(self, now: int) -> None:
        if not self._thinks:
            return
        try:
            done = self.navigator.background("Are you sure?", self._think)
        except MemoryError:
            self._go(now)
            return
        if done is None and self.navigator.top is not self:
            self.navigator.leave(self)  # that it failed is said, and the next press counts
        elif done is None:
            self._go(now)
        elif done:
            found = None if self._thought is None else self._thought.answer
            self._thinks = False
            least = tutor.least(self.session, CAREFUL)  # who wants it no more is not asked
            if found is None or least is None or found.loss < least:
                self._go(now)
                return
            session = self.session
            before = session.sure if session.sure[:1] == self._same[:1] else self._same[:1]
            session.sure = before + self._same[1:]
            self.asked_at = now
            self.navigator.changed = True
        elif not self._slow and clock.reached(now, self._announced):
            self._slow = True
            self.navigator.changed = True

    def _think(self) -> bool:
        """Thinks for a slice; True once that is done. It first makes a coach, after the press."""
        if self._thought is None:
            if not self.players.prepare():
                return False
            coach = self.players.coach
            if coach is None:
                return True
            self._thought = Thought(grade(coach, self._asked, self._action))
        return self._thought.step()

    def _go(self, now: int) -> None:
        self._thinks = False
        self.navigator.leave(self)
        self.then(now)

    def press(self, button: int, now: int) -> None:
        if button == BACK:
            self.navigator.leave(self)
        elif button == OK and not self._thinks:
            if self.repeated(now):
                self.navigator.refuse("")
            else:
                self._go(now)

    def press_place(self, place: int, now: int) -> None:
        """The dice and the cube, which end a turn, do it; any other place gives it back."""
        self.press(OK if place in (DICE, CUBE) else BACK, now)

    def hold_ok(self, now: int) -> bool:
        self.navigator.leave(self)  # what the menu opens may need the coach
        return False

    def show(self, view: views.View) -> None:
        self.navigator.below(self).show(view)
        name = view.names[self.session.match.decider or 0]
        if not self._thinks:
            view.headline = fitting_line("%s: are you sure?" % name, "Are you sure?")
            view.keys = ["", "", "YES", "BACK"]
        elif self._slow:
            view.headline = fitting_line("%s: the coach looks" % name, "The coach looks")
            view.keys = ["", "", "", "BACK"]
