"""A person answers: a double, a beaver, a resignation, or what needs both sides' consent."""

from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.base import Confirm, Mode
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, match

_OFFERED = {match.DOUBLED: "doubles", match.BEAVERED: "beavers", match.RACCOONED: "raccoons"}


class AnswerDouble(Mode):
    """TAKE, DROP (asked once more) or, if agreed, BEAVER; or the answer to a beaver or a
    raccoon."""

    def __init__(self, navigator):
        Mode.__init__(self, navigator)
        self.phase = navigator.session.match.phase
        self.again = ""
        if navigator.session.match.can_beaver():
            self.again = "BEAVER"
        elif navigator.session.match.can_raccoon():
            self.again = "RACCOON"

    def press(self, button, now):
        if button == OK:
            self.navigator.commit(actions.take(), now)
        elif button == NEXT:
            self.navigator.open(Confirm(self.navigator, "Lose the game?", "DROP", self._drop))
        elif button == PREV and self.again:
            beavered = self.phase == match.BEAVERED
            self.navigator.commit(actions.raccoon() if beavered else actions.beaver(), now)

    def _drop(self, now):
        self.navigator.commit(actions.drop(), now)

    def show(self, view):
        answerer = self.session.match.decider
        view.offered_by = 1 - answerer
        view.headline = "%s %s" % (view.names[1 - answerer], _OFFERED[self.phase])
        view.keys = [self.again, "DROP", "TAKE", ""]


class AnswerOffer(Mode):
    """ACCEPT or REFUSE a resignation or a take-back. `wordings`: of the question, longest first."""

    def __init__(self, navigator, *wordings):
        Mode.__init__(self, navigator)
        self.headline = fitting_one(*wordings)

    def press(self, button, now):
        if button == OK:
            self.navigator.commit(actions.accept(), now)
        elif button == BACK:
            self.navigator.commit(actions.refuse(), now)

    def show(self, view):
        view.headline = self.headline
        view.keys = ["", "", "ACCEPT", "REFUSE"]


class Agree(Mode):
    """Each of `sides` in turn has to ACCEPT `what` before `then(now)` is done; a REFUSE ends it."""

    def __init__(self, navigator, sides, what, then):
        Mode.__init__(self, navigator)
        self.sides = list(sides)
        self.what = what
        self.then = then

    def press(self, button, now):
        if button == OK:
            self.sides.pop(0)
            if not self.sides:
                self.navigator.leave(self)
                self.then(now)
        elif button == BACK:
            self.navigator.leave(self)

    def show(self, view):
        side = self.sides[0]
        view.decider = side
        view.headline = fitting_one("%s: %s?" % (view.names[side], self.what), self.what + "?")
        view.keys = ["", "", "ACCEPT", "REFUSE"]
