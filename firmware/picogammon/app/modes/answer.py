"""A person answers: a double, a beaver, a resignation, or what needs both sides' consent."""

from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Confirm, Mode
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, match

_OFFERED = {match.DOUBLED: "doubles", match.BEAVERED: "beavers", match.RACCOONED: "raccoons"}


class AnswerDouble(Mode):
    """TAKE, DROP or, if agreed, BEAVER; or the answer to a beaver or a raccoon. OK alone, which
    rolls everywhere else, answers nothing: a choice comes first, and OK confirms it."""

    def __init__(self, navigator):
        Mode.__init__(self, navigator)
        self.phase = navigator.session.match.phase
        self.again = ""
        if navigator.session.match.can_beaver():
            self.again = "BEAVER"
        elif navigator.session.match.can_raccoon():
            self.again = "RACCOON"

    def press(self, button, now):
        cube = 2 * self.session.match.cube
        if button == PREV:
            self._ask("take the cube at %d" % cube, "TAKE", actions.take())
        elif button == NEXT:
            self._ask("lose the game", "DROP", actions.drop())
        elif button == BACK and self.again:
            action = actions.raccoon() if self.phase == match.BEAVERED else actions.beaver()
            self._ask(self.again.lower(), self.again, action)

    def _ask(self, what, key, action):
        name = self.session.match.settings.names[self.session.match.decider]
        question = fitting_line("%s: %s?" % (name, what), "%s?" % what)
        self.navigator.open(
            Confirm(self.navigator, question, key, lambda now: self.navigator.commit(action, now))
        )

    def show(self, view):
        answerer = self.session.match.decider
        view.offered_by = 1 - answerer
        offered = "%s %s" % (view.names[1 - answerer], _OFFERED[self.phase])
        view.headline = fitting_line("%s. %s?" % (offered, view.names[answerer]), offered)
        view.keys = ["TAKE", "DROP", "", self.again]


class AnswerOffer(Mode):
    """ACCEPT or REFUSE a resignation or a take-back. `wordings`: of the question, longest first."""

    def __init__(self, navigator, *wordings):
        Mode.__init__(self, navigator)
        self.headline = fitting_line(*wordings)

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
        view.headline = fitting_line("%s: %s?" % (view.names[side], self.what), self.what + "?")
        view.keys = ["", "", "ACCEPT", "REFUSE"]
