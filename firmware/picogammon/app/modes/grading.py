"""The tutor grades a person's decision, and shows the better one if it lost too much."""

from micropython import const

from picogammon.app.advice import equities, tutor
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.advice import Advice
from picogammon.engine.engine import Thought
from picogammon.engine.review import grade
from picogammon.ground import clock
from picogammon.ground.presses import BACK, OK
from picogammon.rules import actions
from picogammon.rules.phases import DOUBLED, RACCOONED

_QUIET_MS = const(400)  # a grade that comes sooner is not announced


class Verdict(Advice):
    """Shows a review.Grade: the better play and the one made, or the cube's equities.

    OK and BACK leave.
    """

    def __init__(self, navigator, question, a_grade=None):
        Advice.__init__(self, navigator, question)
        if a_grade is not None:
            self.tell(a_grade)

    def tell(self, a_grade):
        """Fills the screen with a grade."""
        lost = equities.points(-a_grade.loss)
        self.title = "%s %s" % (tutor.name_of(a_grade.loss), lost)
        if a_grade.cube is None:
            best = equities.points(a_grade.best_equity)
            made = equities.points(a_grade.equity)
            if a_grade.loss:
                self.add_play(actions.steps_of(a_grade.best), best, "better")
                made += "  " + lost
            self.add_play(actions.steps_of(a_grade.action), made, "played")
            return
        self.title += ", right:"
        done = tutor.cube_word(a_grade.action, self.question)
        self.items.append((tutor.verdict(a_grade.cube, self.question, a_grade.best), ""))
        self.add_cube(a_grade.cube, done)

    def press(self, button, now):
        if button in (OK, BACK):
            self.navigator.leave(self)
        else:
            Advice.press(self, button, now)

    def show(self, view):
        self.show_advice(view)
        view.keys[2] = "OK"
        view.keys[3] = "BACK"


class Grading(Verdict):
    """Grades `action`, the committed answer to `question`; leaves if there is nothing to say.

    Otherwise OK goes on and BACK takes the action back, as the match's rules allow. A press before
    the grade is there does what it would do without a tutor, if a person is to act.
    """

    def __init__(self, navigator, question, action, now):
        Verdict.__init__(self, navigator, question)
        self._thought = Thought(grade(navigator.session.coach, question, action))
        self._announced = clock.after(now, _QUIET_MS)
        self._slow = False
        turn = question.situation.turn
        self._side = 1 - turn if question.phase in (DOUBLED, RACCOONED) else turn
        dice_stay = actions.kind_of(action) == actions.ROLL
        self._can_retry = navigator.session.turns_back() > 0 and not dice_stay

    @property
    def busy(self):
        return self._thought is not None

    def tick(self, now):
        if self._thought is None:
            return
        if self._thought.step():
            found = self._thought.answer
            self._thought = None
            self.navigator.redraw()
            if found is None or found.loss < tutor.least(self.session):
                self.navigator.leave(self)
            else:
                self.tell(found)
        elif not self._slow and clock.reached(now, self._announced):
            self._slow = True
            self.navigator.redraw()

    def press(self, button, now):
        if self._thought is not None:
            if self.session.person_decides():
                self.navigator.pass_on(self, button, now)
        elif button == BACK:
            if self._can_retry:
                self.navigator.commit(actions.take_back(actions.LAST, self._side), now)
        else:
            Verdict.press(self, button, now)

    def show(self, view):
        if self._thought is not None:
            self.navigator.show_below(self, view)
            if self._slow:
                tutor_too = view.headline + ". Tutor is thinking"
                view.headline = fitting_line(tutor_too, "The tutor is thinking")
            return
        self.show_advice(view)
        view.keys[2] = "GO ON"
        view.keys[3] = "RETRY" if self._can_retry else ""
