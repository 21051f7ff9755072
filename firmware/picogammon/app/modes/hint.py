"""A hint: the three best plays, or the worth of the cube's options, for the person to decide."""

from micropython import const

from picogammon.app.advice import equities, tutor
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.advice import Advice
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.engine.options import THEIRS
from picogammon.ground.presses import BACK, OK
from picogammon.rules.phases import TO_PLAY

_BEST = const(3)


class Hint(Advice):
    """Thinks in slices; then PREV and NEXT show each play, OK lays it out, BACK leaves."""

    def __init__(self, navigator):
        Advice.__init__(self, navigator, Question(navigator.session.match))
        asked = self.question
        play = asked.phase == TO_PLAY
        coach = self.session.coach
        work = coach.rank(Question(self.session.match).situation) if play else coach.weigh(asked)
        self._thought = Thought(work)

    @property
    def busy(self):
        return self._thought is not None

    def tick(self, now):
        thought = self._thought
        if thought is None or not thought.step():
            return
        self._thought = None
        self.navigator.redraw()
        if self.question.phase == TO_PLAY:
            self._list(thought.answer)
        else:
            self._weigh(thought.answer)

    def _list(self, ranked):
        for play in ranked[:_BEST]:
            less = play.equity - ranked[0].equity
            left = equities.points(play.equity)
            if less:
                left += "  " + equities.points(less)
            wins = play.outcome[0]
            self.add_play(play.steps, left, "wins %s" % equities.percent(wins))
        if not ranked:
            self.items = [("No legal play", "")]
            self.at = -1

    def _weigh(self, cube):
        best = cube.best(self.question.phase)[0]
        self.title = "Hint: " + tutor.verdict(cube, self.question, best)
        self.add_cube(cube)
        wins, gammons = cube.outcome[0], cube.outcome[1]
        if self.question.phase in THEIRS:
            wins, gammons = ONE - wins, cube.outcome[3]
        chances = "%s, %s" % (equities.percent(wins), equities.percent(gammons))
        self.items.append(("Wins, gammons", chances))

    def press(self, button, now):
        if button == BACK or (button == OK and not self.plays):
            self.navigator.leave(self)
        elif button == OK:
            self.navigator.leave(self)
            self.navigator.lay(self.plays[self.at])
        else:
            Advice.press(self, button, now)

    def show(self, view):
        if self._thought is not None:
            self.navigator.show_below(self, view)
            what = "thinking about a hint"
            view.headline = fitting_line("%s: %s" % (view.names[view.decider], what), what)
            view.keys = ["", "", "", "BACK"]
            return
        self.show_advice(view)
        view.keys[2] = "PLAY" if self.plays else "OK"
        view.keys[3] = "BACK"
