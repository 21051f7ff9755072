"""After a game: a page for each player, with PR, luck and the worst decision."""

from micropython import const

from picogammon.app.advice import equities
from picogammon.app.display import view as views
from picogammon.app.modes.base import Mode
from picogammon.app.modes.grading import Verdict
from picogammon.ground import clock
from picogammon.ground.presses import BACK, NEXT, OK, PREV

_SHOWN_MS = const(250)  # between two looks at how far it is
_DOTS = const(4)


class Reviewing(Mode):
    """Shows a review.Review, and works on it until it is done; OK shows the worst decision.

    Dots come and go meanwhile: a decision may take long, and how far it is stays the same.
    """

    def __init__(self, navigator, review):
        Mode.__init__(self, navigator)
        self.review = review
        self.side = 0
        self._shown_at = None
        self._beat = 0

    @property
    def busy(self):
        return not self.review.done

    def tick(self, now):
        review = self.review
        if review.done:
            return
        review.step()
        shown = self._shown_at
        if shown is None or review.done or clock.diff(now, shown) >= _SHOWN_MS:
            self._shown_at = now
            self._beat = (self._beat + 1) % _DOTS
            self.navigator.redraw()

    def press(self, button, now):
        if button in (PREV, NEXT):
            self.side = 1 - self.side
        elif button == BACK:
            self.navigator.leave(self)
        elif button == OK:
            worst = self._worst()
            if worst is None:
                self.navigator.leave(self)
            else:
                self.navigator.open(Verdict(self.navigator, worst.question, worst.grade))

    def _worst(self):
        return self.review.sides[self.side].worst if self.review.graded else None

    def show(self, view):
        view.page = views.TextView("%s in this game" % view.names[self.side], self._lines())
        view.keys = ["<", ">", "OK" if self._worst() is None else "WORST", "BACK"]

    def _lines(self):
        review = self.review
        side = review.sides[self.side]
        if not review.graded:
            return ["Looking at each decision", self._progress("")]
        if side.pr is None:
            lines = ["Nothing to decide"]
        else:
            many = "decision" if side.decisions == 1 else "decisions"
            lost = equities.decimal(side.lost, 3)
            lines = [equities.rated(side.pr), "%d %s, %s lost" % (side.decisions, many, lost)]
        worst = side.worst
        if worst is not None:
            loss = equities.decimal(worst.grade.loss, 3)
            lines.append("Worst: %s in move %d" % (loss, worst.row))
        luck = equities.points(side.luck) if review.done else self._progress(" counted")
        lines.append("Luck: " + luck)
        return lines

    def _progress(self, done):
        return "%d.%d %%%s%s" % (divmod(self.review.progress, 10) + (done, "." * self._beat))
