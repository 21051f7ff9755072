"""Asks "Are you sure?" before a decision that loses much, and says neither how much nor why.

The tutor's rule says where there is no help.
"""

from micropython import const

from picogammon.app.advice import tutor
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Mode
from picogammon.app.session.prefs import CAREFUL
from picogammon.engine.engine import Question, Thought
from picogammon.engine.review import after, grade
from picogammon.ground import clock
from picogammon.ground.places import CUBE, DICE
from picogammon.ground.presses import BACK, OK
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.view import View
    from picogammon.app.modes.base import Then
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.session import Session

_QUIET_MS = const(400)  # a look that is over sooner is not announced


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
            done = self._think()
        except MemoryError:
            self._go(now)
            return
        if done:
            found = None if self._thought is None else self._thought.answer
            self._thinks = False
            least = tutor.least(self.session, CAREFUL)  # who wants it no more is not asked
            if found is None or least is None or found.loss < least:
                self._go(now)
                return
            session = self.session
            before = session.sure if session.sure[:1] == self._same[:1] else self._same[:1]
            session.sure = before + self._same[1:]
            self.navigator.changed = True
        elif not self._slow and clock.reached(now, self._announced):
            self._slow = True
            self.navigator.changed = True

    def _think(self) -> bool:
        """Thinks for a slice; True once that is done. It first makes a coach, after the press."""
        if self._thought is None:
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
            self._go(now)

    def press_place(self, place: int, now: int) -> None:
        """The dice and the cube, which end a turn, do it; any other place gives it back."""
        self.press(OK if place in (DICE, CUBE) else BACK, now)

    def hold_ok(self, now: int) -> bool:
        self.navigator.leave(self)  # what the menu opens may need the coach
        return False

    def show(self, view: "View") -> None:
        self.navigator.below(self).show(view)
        name = view.names[self.session.match.decider or 0]
        if not self._thinks:
            view.headline = fitting_line("%s: are you sure?" % name, "Are you sure?")
            view.keys = ["", "", "YES", "BACK"]
        elif self._slow:
            view.headline = fitting_line("%s: the coach looks" % name, "The coach looks")
            view.keys = ["", "", "", "BACK"]
