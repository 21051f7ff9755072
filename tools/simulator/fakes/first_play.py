"""A level whose answers are known beforehand."""

from picogammon.engine.engine import Engine
from picogammon.rules import actions
from picogammon.rules.match import RESIGNING, TO_ROLL
from picogammon.rules.plays import Plays


class FirstPlay(Engine):
    """A players.Computer and its Engine: plays the first legal play, never doubles, always takes.

    An answer takes `slices` slices; `asked` counts the questions.
    """

    trouble = None
    by_net = False

    def __init__(self, slices=3):
        self.slices = slices
        self.asked = 0

    @property
    def engine(self):
        return self

    def begin(self, a_match):
        self.asked += 1
        return Engine.begin(self, a_match)

    def choose(self, situation):
        yield from self._think()
        plays = Plays()
        count = plays.generate(situation.position, *situation.dice)
        return plays.steps(0) if count else ()

    def answer(self, question):
        yield from self._think()
        if question.phase == TO_ROLL:
            return None
        return actions.accept() if question.phase == RESIGNING else actions.take()

    def _think(self):
        for _ in range(self.slices - 1):
            yield
