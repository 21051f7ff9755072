"""A game's decisions, one after another: what was done, its grade, and what was better."""

from picogammon.app.advice import equities, tutor
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.grading import Verdict
from picogammon.engine.engine import Thought
from picogammon.ground.presses import BACK, NEXT, OK, PREV


class Decisions(Verdict):
    """PREV and NEXT walk over the decisions of a game; OK shows the other play on the lights."""

    def __init__(self, navigator, reviewing, found):
        """`found`: the numbers of their records, as Review.decisions returns them.

        `reviewing`: has the `review`, and its `is_free()` is True while the coach is free.
        """
        Verdict.__init__(self, navigator, None)
        self._reviewing = reviewing
        self._found = found
        self._go_to(0)

    @property
    def busy(self):
        return self._thought is not None

    def _go_to(self, number):
        self._number = number
        self._thought = Thought(self._reviewing.review.look_at(self._found[number]))

    def tick(self, now):
        if self._thought is not None and self._reviewing.is_free() and self._thought.step():
            self._tell(self._thought.answer)
            self._thought = None
            self.navigator.redraw()

    def _tell(self, decision):
        grade = decision.grade
        self.question = decision.question
        self.plays = []
        self.items = []
        self.at = 0
        self.tell(grade)
        what = tutor.name_of(grade.loss)
        name = self.session.match.settings.names[grade.side]
        if grade.cube is None:
            name += " %d%d" % decision.question.situation.dice
        else:
            self.items[0] = (self.items[0][0], "right")
            if grade.loss:
                what += " " + equities.points(-grade.loss)
        self.title = fitting_one(
            "%d. %s: %s" % (decision.row, name, what), "%d. %s" % (decision.row, what)
        )

    def press(self, button, now):
        by = (button == NEXT) - (button == PREV)
        if button == BACK:
            self.navigator.leave(self)
        elif button == OK and len(self.plays) > 1:
            self.at = 1 - self.at
        elif 0 <= self._number + by < len(self._found) and by:
            self._go_to(self._number + by)

    def show(self, view):
        last = len(self._found) - 1
        if self._thought is not None:
            where = "Decision %d of %d" % (self._number + 1, last + 1)
            view.page = views.MessageView(where, ["One moment"])
        else:
            self.show_advice(view)
        other = ""
        if self._thought is None and len(self.plays) > 1:
            other = "BETTER" if self.at else "PLAYED"
        view.keys = ["<" if self._number else "", ">" if self._number < last else "", other, "BACK"]
