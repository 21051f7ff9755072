"""How a level by the net sees positions: as its judge does, or misjudged a bit.

What the one thinker asks of an evaluator, so that a level is nothing but data:

`outcome(pos, out)`: as Judge.outcome.
`appraiser(stakes, life)`: a function (pos, out) which fills out as `outcome` does and returns what
the position is worth to who has just played, with the cube in play (cubeful.Stakes, cube.life).
`before_roll(pos, out)`: what it makes of an outcome of pos, seen by who is about to roll, in place.
"""

from picogammon.engine.noise import misjudgement
from picogammon.engine.numbers import WIN, tidy


class Exact:
    """Sees positions as `judge`, a Judge, does."""

    def __init__(self, judge):
        self.outcome = judge.outcome

    def appraiser(self, stakes, life):
        """See above."""
        return stakes.appraiser(self.outcome, life)

    def before_roll(self, pos, out):
        """See above: nothing is changed."""


class Erring:
    """Sees positions as another evaluator does, and errs about each by an amount of its own.

    `noise`: by how much, a standard deviation in 1/65536 of a point.
    """

    def __init__(self, evaluator, noise):
        self.outcome = evaluator.outcome
        self._evaluator = evaluator
        self._noise = noise

    def appraiser(self, stakes, life):
        """See above."""
        exact = self._evaluator.appraiser(stakes, life)
        noise = self._noise

        def misjudged(pos, out):
            return exact(pos, out) + misjudgement(pos, noise)

        return misjudged

    def before_roll(self, pos, out):
        """See above."""
        self._evaluator.before_roll(pos, out)
        out[WIN] += misjudgement(pos, self._noise) // 2
        tidy(out)
