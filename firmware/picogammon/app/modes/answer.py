"""A person answers: a double, a beaver, a resignation, or what needs both sides' consent."""

from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.base import Confirm, Mode
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, match

_OFFERED = {match.DOUBLED: "doubles", match.BEAVERED: "beavers", match.RACCOONED: "raccoons"}


class AnswerDouble(Mode):
    """TAKE, DROP (asked once more) or, where it is agreed, BEAVER; or the answer to a beaver or a
    raccoon."""

    def __init__(self, app):
        Mode.__init__(self, app)
        self.phase = app.match.phase
        self.again = ""
        if app.match.can_beaver():
            self.again = "BEAVER"
        elif app.match.can_raccoon():
            self.again = "RACCOON"

    def press(self, button, now):
        app = self.app
        if button == OK:
            app.commit(actions.take(), now)
        elif button == NEXT:
            app.open(Confirm(app, "Lose the game?", "DROP", self._drop))
        elif button == PREV and self.again:
            beavered = self.phase == match.BEAVERED
            app.commit(actions.raccoon() if beavered else actions.beaver(), now)

    def _drop(self, now):
        self.app.commit(actions.drop(), now)

    def show(self, view):
        answerer = self.app.match.decider
        view.offered_by = 1 - answerer
        view.headline = "%s %s" % (view.names[1 - answerer], _OFFERED[self.phase])
        view.keys = [self.again, "DROP", "TAKE", ""]


class AnswerOffer(Mode):
    """ACCEPT or REFUSE a resignation or a take-back. `wordings`: of the question, longest first."""

    def __init__(self, app, *wordings):
        Mode.__init__(self, app)
        self.headline = fitting_one(*wordings)

    def press(self, button, now):
        if button == OK:
            self.app.commit(actions.accept(), now)
        elif button == BACK:
            self.app.commit(actions.refuse(), now)

    def show(self, view):
        view.headline = self.headline
        view.keys = ["", "", "ACCEPT", "REFUSE"]


class Agree(Mode):
    """Each of `sides` in turn has to ACCEPT `what` before `then(now)` is done; a REFUSE ends it."""

    def __init__(self, app, sides, what, then):
        Mode.__init__(self, app)
        self.sides = list(sides)
        self.what = what
        self.then = then

    def press(self, button, now):
        if button == OK:
            self.sides.pop(0)
            if not self.sides:
                self.app.leave(self)
                self.then(now)
        elif button == BACK:
            self.app.leave(self)

    def show(self, view):
        side = self.sides[0]
        view.turn = side
        view.headline = fitting_one("%s: %s?" % (view.names[side], self.what), self.what + "?")
        view.keys = ["", "", "ACCEPT", "REFUSE"]
