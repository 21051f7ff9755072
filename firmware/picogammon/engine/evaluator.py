"""How a level sees positions, which makes it that level, and how a weaker level errs.

The one thinker asks an Evaluator, which goes by the net (exact.py) or is made by hand
(handmade.py). An Evaluator that `knows` what a position is worth in points is a Knowing as well.
"""

from binascii import crc32
from micropython import const

from picogammon.engine.classes import CONTACT
from picogammon.engine.numbers import WIN, tidy
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from picogammon.engine.engine import Answer, Question, Slices
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.engine.options import Cube
    from picogammon.rules.position import Position

    Look = Callable[[Position], Slices[Outcome]]
    Valuer = Callable[[Chances, int], int]

    class Evaluator(Protocol):
        """What the thinker asks of anything that sees positions."""

        @property
        def knows(self) -> bool:
            """True if it can say what a position is worth in points, and so is a Knowing."""

        @property
        def at_once(self) -> int:
            """The number of positions that it judges without a pause."""

        @property
        def finer(self) -> int:
            """Units of `valuer` in one unit of its level's noise."""

        def outcome(self, pos: Position, out: Outcome) -> None:
            """Looks at pos (26 numbers, its last player's view); fills out if it `knows`."""

        def valuer(self, situation: Situation) -> tuple[Valuer, int]:
            """(a function (out, life), life) for judging the plays of situation.

            The function returns the worth of the last position that `outcome` saw to the player who
            has just played, in units of its own.
            """

        def answer(self, question: Question, look: Look) -> Slices[Answer]:
            """Yields between slices, returns the action for any phase but TO_PLAY.

            `look(pos)` is a generator as well. It returns the outcome for the player about to roll,
            as far ahead as the level looks.
            """

    class Knowing(Evaluator, Protocol):
        """What the thinker also asks of an evaluator that knows; worth is in 1/65536 of a point."""

        def equity(self, situation: Situation, out: Chances) -> int:
            """The worth of an outcome to the player on turn in situation, with the cube in play."""

        def before_roll(self, pos: Position, out: Outcome) -> None:
            """Changes an outcome of pos, the next roller's view, to what the level believes."""

        def weigh(self, situation: Situation, look: Look) -> Slices[Cube]:
            """Yields between slices, returns the cube of the player on turn."""


_BITS = const(1023)
_MEAN = const(511)  # of ten random bits
_DEVIATION = const(296)  # their standard deviation


class Erring:
    """Sees positions as another evaluator does, with an error of its own for each.

    Of a race it misjudges the cube only: nobody fails to bear off a checker that can go. A level by
    the net has learnt the standard openings: it plays a game's first roll as for money, without
    errors. `noise`: the errors' standard deviation, in that evaluator's units.
    """

    finer = 1

    def __init__(self, evaluator: "Knowing", noise: int) -> None:
        """The evaluator need not be a Knowing; if it is not, this one is not either."""
        self.knows = evaluator.knows
        self.at_once = evaluator.at_once
        self.answer = evaluator.answer
        self._evaluator = evaluator
        self._noise = noise
        self._pos = positions.empty()  # the position that `outcome` saw last
        if self.knows:
            self.equity = evaluator.equity
            self.weigh = evaluator.weigh

    def outcome(self, pos: "Position", out: "Outcome") -> None:
        """Evaluator.outcome, without an error: `valuer` adds it."""
        self._pos = pos
        self._evaluator.outcome(pos, out)

    def valuer(self, situation: "Situation") -> "tuple[Valuer, int]":
        """Evaluator.valuer, with the position's error added to its worth if there is contact."""
        if self.knows and situation.position == positions.start():
            return self._evaluator.valuer(Situation())
        value, life = self._evaluator.valuer(situation)
        deviation = self._noise * self._evaluator.finer

        def misjudged(out: "Chances", life: int) -> int:
            worth = value(out, life)
            if class_of(self._pos) == CONTACT:
                worth += misjudgement(self._pos, deviation)
            return worth

        return misjudged, life

    def before_roll(self, pos: "Position", out: "Outcome") -> None:
        """Knowing.before_roll, with the position's error added to the winning chance."""
        self._evaluator.before_roll(pos, out)
        out[WIN] += misjudgement(pos, self._noise) // 2
        tidy(out)


def misjudgement(pos: "Position", deviation: int) -> int:
    """The error of judgement for pos (array of 26), which depends on pos alone.

    Over positions it is spread evenly around 0, with that standard deviation: a bell curve would
    now and then make a play of no sense.
    """
    mixed = crc32(pos)
    mixed ^= mixed >> 15
    mixed = mixed * 40503 & 0xFFFFFFFF
    return ((mixed >> 8 & _BITS) - _MEAN) * deviation // _DEVIATION
