"""Changes that need the consent of both sides, above all the end of the running match."""

from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.answer import Answer
from picogammon.app.modes.base import Confirm, Mode
from picogammon.rules import match


def agree(navigator, what, then, now):
    """Calls `then(now)` once both sides have agreed to `what`.

    A computer always agrees, and a person who plays against one has agreed by asking. Returns True
    if it is done already.
    """
    if navigator.session.two_people:
        navigator.open(Agree(navigator, (0, 1), what, then))
        return False
    then(now)
    return True


def leave_match(navigator, then, now):
    """Calls `then(now)`, which begins another match, once both sides agree to end the running one.

    One side alone may put the running match aside as it stands.
    """
    session = navigator.session
    if not session.under_way:
        then(now)
    elif session.two_people:
        asked = Agree(navigator, (0, 1), "end this match", then)
        if session.match.phase != match.MATCH_OVER:
            asked.aside = lambda now: navigator.put_aside(now) and then(now)
        navigator.open(asked)
    else:
        navigator.open(Confirm(navigator, "End this match?", "YES", then))


class Agree(Answer):
    """Asks each of `sides` in turn to accept `what`, then calls `then(now)`; a refusal ends it.

    `aside(now)`, if set, puts the match aside as it stands: one side may do that alone.
    """

    aside = None

    def __init__(self, navigator, sides, what, then):
        Mode.__init__(self, navigator)
        self.sides = list(sides)
        self.what = what
        self.then = then

    def answerer(self):
        return self.sides[0]

    def choices(self):
        choices = [("ACCEPT", "agree", self._agree), ("REFUSE", "refuse", self._refuse)]
        if self.aside:
            choices.append(("ASIDE", "put it aside", self.aside))
        return choices

    def _agree(self, now):
        self.sides.pop(0)
        if not self.sides:
            self.navigator.leave(self)
            self.then(now)

    def _refuse(self, now):
        self.navigator.leave(self)

    def show(self, view):
        Answer.show(self, view)
        view.decider = self.answerer()
        asked = "%s: %s?" % ((self.names or view.names)[view.decider], self.what)
        view.headline = fitting_line(asked, self.what + "?")
