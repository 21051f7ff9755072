"""A person answers: a double, a beaver, a resignation, the wish to take back."""

from picogammon.app.modes.base import BACK, NEXT, OK, PREV, Confirm, Mode
from picogammon.rules import actions, match


class AnswerDouble(Mode):
    """TAKE, DROP (asked once more) or, where it is agreed, BEAVER; or the answer to a beaver."""

    def __init__(self, app):
        Mode.__init__(self, app)
        self.beavered = app.match.phase == match.BEAVERED
        self.again = app.match.can_raccoon() if self.beavered else app.match.can_beaver()

    def press(self, button, now):
        app = self.app
        if button == OK:
            app.commit(actions.take(), now)
        elif button == NEXT:
            app.open(Confirm(app, "Lose the game?", "DROP", self._drop))
        elif button == PREV and self.again:
            app.commit(actions.raccoon() if self.beavered else actions.beaver(), now)

    def _drop(self, now):
        self.app.commit(actions.drop(), now)

    def show(self, view):
        answerer = self.app.match.decider
        asker = view.names[1 - answerer]
        view.offered_by = 1 - answerer
        if self.beavered:
            view.headline = "%s beavers" % asker
            again = "RACCOON"
        else:
            view.headline = "%s doubles" % asker
            again = "BEAVER"
        view.keys = [again if self.again else "", "DROP", "TAKE", ""]


class AnswerOffer(Mode):
    """ACCEPT or REFUSE a resignation or a take-back."""

    def __init__(self, app, headline):
        Mode.__init__(self, app)
        self.headline = headline

    def press(self, button, now):
        if button == OK:
            self.app.commit(actions.accept(), now)
        elif button == BACK:
            self.app.commit(actions.refuse(), now)

    def show(self, view):
        view.headline = self.headline
        view.keys = ["", "", "ACCEPT", "REFUSE"]
