"""How a level sees positions, which is what makes it that level; and how a weaker one errs.

The one thinker asks an evaluator, whether it goes by the net (exact.py) or is made by hand
(handmade.py):

`at_once`: how many positions it judges without a pause.
`outcome(pos, out)`: looks at pos as who has just played sees it; fills out where it `knows`.
`valuer(situation)`: (a function (out, life), life) for judging the plays of situation. The function
says what the position that `outcome` saw last is worth to who has just played, in units of its own;
`finer` are as many of these as one of the units in which its level's noise is given.
`answer(question, look)`: a generator, pausing between slices, that returns the action which answers
an engine.Question of any phase but TO_PLAY. `look(pos)` is a generator as well, and returns the
outcome for who is about to roll, as far as the level looks.
`knows`: whether it can say what a position is worth in points. If so it has three more:
`equity(situation, out)`: what an outcome is worth to who is on turn there, the cube in play.
`before_roll(pos, out)`: what it makes of an outcome of pos, seen by who is about to roll, in place.
`weigh(situation, look)`: a generator as `answer`; returns the options.Cube of who is on turn.
"""

from picogammon.engine.noise import misjudgement
from picogammon.engine.numbers import WIN, tidy


class Erring:
    """Sees positions as another evaluator does, and errs about each by an amount of its own.

    `noise`: by how much, a standard deviation in that evaluator's units.
    """

    finer = 1

    def __init__(self, evaluator, noise):
        self.knows = evaluator.knows
        self.at_once = evaluator.at_once
        self.answer = evaluator.answer
        self._evaluator = evaluator
        self._noise = noise
        self._deviation = 0  # the same, as the plays in hand are judged
        self._pos = None  # whose outcome was asked last
        self._value = None
        if self.knows:
            self.equity = evaluator.equity
            self.weigh = evaluator.weigh

    def outcome(self, pos, out):
        """See above."""
        self._pos = pos
        self._evaluator.outcome(pos, out)

    def valuer(self, situation):
        """See above."""
        self._value, life = self._evaluator.valuer(situation)
        self._deviation = self._noise * self._evaluator.finer
        return self._misjudged, life

    def _misjudged(self, out, life):
        return self._value(out, life) + misjudgement(self._pos, self._deviation)

    def before_roll(self, pos, out):
        """See above."""
        self._evaluator.before_roll(pos, out)
        out[WIN] += misjudgement(pos, self._noise) // 2
        tidy(out)
