"""A hint: what the coach thinks of a decision that a person has to make now."""

from micropython import const

from picogammon.app.advice import wording
from picogammon.app.display import view as views
from picogammon.app.modes.advice import Advice
from picogammon.engine.cube import THEIRS
from picogammon.engine.engine import Question, Thought
from picogammon.engine.numbers import ONE
from picogammon.ground import BACK, OK
from picogammon.rules.match import TO_PLAY

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    from picogammon.app.modes.mode import Stack
    from picogammon.engine.cube import Cube
    from picogammon.engine.engine import Ranked, Slices
    from picogammon.rules.situation import Situation

_BEST = const(3)  # plays that a hint lists


class Hint(Advice):
    """Thinks in slices; then PREV and NEXT show each play, OK lays it out, BACK leaves."""

    def __init__(self, navigator: "Stack") -> None:
        Advice.__init__(self, navigator, Question(navigator.session.match))
        self._thought = Thought(self._compared(Question(navigator.session.match).situation))

    def _compared(self, situation: "Situation") -> "Slices[Any]":
        yield from self.find_ponderer()
        deeper: "Any" = self.ponder()
        yield
        if deeper is None:
            self.navigator.base.think_anew()  # it has one thought at a time
            judge = self.judge
            asked = self.question
            play = asked.phase == TO_PLAY
            deeper = judge.rank(situation) if play else judge.weigh(asked)
        return (yield from deeper)

    def tick(self, now: int) -> None:
        thought = self._thought
        if thought is None:
            Advice.tick(self, now)
            return
        self.hurry(now)
        if not thought.step():
            return
        self._thought = None
        self.navigator.changed = True
        if self.question.phase == TO_PLAY:
            self._list(thought.answer)
        else:
            self._weigh(thought.answer)

    def _list(self, ranked: "list[Ranked]") -> None:
        for play in ranked[:_BEST]:
            less = play.equity - ranked[0].equity
            left = wording.points(play.equity)
            if less:
                left += " (%s)" % wording.points(less)
            wins = play.outcome[0]
            self.add_play(play.steps, left, "win %s" % wording.percent(wins))
        if not ranked:
            self.items = [("No legal play", "")]
            self.at = -1
        if len(ranked) > 1 and ranked[0].equity > ranked[1].equity:
            from picogammon.app.advice import reasons  # saves stack: a press opens this from far in

            work = reasons.explain_plays(self.question.situation, ranked[:2], self.players.plays)
            sure = min(ranked[0].permutations, ranked[1].permutations)
            self.explain(work, ("not %s:" % self.items[1][0],), sure)

    def _weigh(self, cube: "Cube") -> None:
        best = cube.best(self.question.phase)[0]
        self.title = "Hint: " + wording.verdict(cube, self.question, best)
        self.add_cube(cube, best)
        wins, gammons = cube.outcome[0], cube.outcome[1]
        if self.question.phase in THEIRS:
            wins, gammons = ONE - wins, cube.outcome[3]
        chances = wording.percent(wins), wording.percent(gammons)
        self.items.append(("Win %s, gammon %s" % chances, ""))

    def press(self, button: int, now: int) -> None:
        if button == BACK or (button == OK and not self.plays):
            self.navigator.leave(self)
        elif button == OK:
            self.navigator.leave(self)
            self.navigator.top.lay(self.chosen())
        else:
            Advice.press(self, button, now)

    def show(self, view: views.View) -> None:
        if self._thought is not None:
            self.navigator.below(self).show(view)
            view.headline = "Finding a hint"
            view.keys = ["", "", "", "BACK"]
            return
        self.show_advice(view)
        view.keys[2] = "PLAY" if self.plays else "OK"
        view.keys[3] = "BACK"
