"""How a level by the net sees positions: as its judge does, or misjudged a bit.

What the one thinker asks of an evaluator, so that a level is nothing but data:

`outcome(pos, out)`: as Judge.outcome.
`valuer(stakes)`: a function (out, life) of what `outcome` filled in last: what that position is
worth to who has just played, with the cube in play (cubeful.Stakes.value).
`before_roll(pos, out)`: what it makes of an outcome of pos, seen by who is about to roll, in place.
"""

from picogammon.engine.noise import misjudgement
from picogammon.engine.numbers import WIN, tidy


class Exact:
    """Sees positions as `judge`, a Judge, does."""

    def __init__(self, judge):
        self.outcome = judge.outcome

    def valuer(self, stakes):
        """See above."""
        return stakes.value

    def before_roll(self, pos, out):
        """See above: nothing is changed."""


class Erring:
    """Sees positions as another evaluator does, and errs about each by an amount of its own.

    `noise`: by how much, a standard deviation in 1/65536 of a point.
    """

    def __init__(self, evaluator, noise):
        self._evaluator = evaluator
        self._noise = noise
        self._pos = None  # whose outcome was asked last
        self._value = None

    def outcome(self, pos, out):
        """See above."""
        self._pos = pos
        self._evaluator.outcome(pos, out)

    def valuer(self, stakes):
        """See above."""
        self._value = self._evaluator.valuer(stakes)
        return self._misjudged

    def _misjudged(self, out, life):
        return self._value(out, life) + misjudgement(self._pos, self._noise)

    def before_roll(self, pos, out):
        """See above."""
        self._evaluator.before_roll(pos, out)
        out[WIN] += misjudgement(pos, self._noise) // 2
        tidy(out)
