"""How a level sees positions, which is what makes it that level; and how a weaker one errs.

The one thinker asks an Evaluator, whether it goes by the net (exact.py) or is made by hand
(handmade.py). One that `knows` what a position is worth in points is a Knowing as well.
"""

from binascii import crc32
from micropython import const

from picogammon.engine.numbers import WIN, tidy
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from picogammon.engine.engine import Answer, Question, Slices
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.engine.options import Cube
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    Look = Callable[[Position], Slices[Outcome]]
    Valuer = Callable[[Chances, int], int]

    class Evaluator(Protocol):
        """What the thinker asks of whatever sees positions."""

        @property
        def knows(self) -> bool:
            """Whether it can say what a position is worth in points, and so is a Knowing."""

        @property
        def at_once(self) -> int:
            """How many positions it judges without a pause."""

        @property
        def finer(self) -> int:
            """How many of the units of `valuer` make one of those of its level's noise."""

        def outcome(self, pos: Position, out: Outcome) -> None:
            """Looks at pos as who has just played sees it; fills out where it `knows`."""

        def valuer(self, situation: Situation) -> tuple[Valuer, int]:
            """(a function (out, life), life) for judging the plays of situation.

            The function says what the position that `outcome` saw last is worth to who has just
            played, in units of its own.
            """

        def answer(self, question: Question, look: Look) -> Slices[Answer]:
            """A generator, pausing between slices: the action for any phase but TO_PLAY.

            `look(pos)` is a generator as well, and returns the outcome for who is about to roll,
            as far as the level looks.
            """

    class Knowing(Evaluator, Protocol):
        """What it asks as well of one that knows; worth is in 1/65536 of a point."""

        def equity(self, situation: Situation, out: Chances) -> int:
            """What an outcome is worth to who is on turn in situation, the cube in play."""

        def before_roll(self, pos: Position, out: Outcome) -> None:
            """What it makes of an outcome of pos, seen by who is about to roll, in place."""

        def weigh(self, situation: Situation, look: Look) -> Slices[Cube]:
            """A generator as `answer`: the cube of who is on turn."""


_MEAN = const(510)  # of the sum of four bytes,
_DEVIATION = const(148)  # and its standard deviation


class Erring:
    """Sees positions as another evaluator does, and errs about each by an amount of its own.

    `noise`: by how much, a standard deviation in that evaluator's units.
    """

    finer = 1

    def __init__(self, evaluator: "Knowing", noise: int) -> None:
        """An evaluator that does not know will do: the level does not know then."""
        self.knows = evaluator.knows
        self.at_once = evaluator.at_once
        self.answer = evaluator.answer
        self._evaluator = evaluator
        self._noise = noise
        self._pos = positions.empty()  # whose outcome was asked last
        if self.knows:
            self.equity = evaluator.equity
            self.weigh = evaluator.weigh

    def outcome(self, pos: "Position", out: "Outcome") -> None:
        """See Evaluator."""
        self._pos = pos
        self._evaluator.outcome(pos, out)

    def valuer(self, situation: "Situation") -> "tuple[Valuer, int]":
        """See Evaluator."""
        value, life = self._evaluator.valuer(situation)
        deviation = self._noise * self._evaluator.finer

        def misjudged(out: "Chances", life: int) -> int:
            return value(out, life) + misjudgement(self._pos, deviation)

        return misjudged, life

    def before_roll(self, pos: "Position", out: "Outcome") -> None:
        """See Knowing."""
        self._evaluator.before_roll(pos, out)
        out[WIN] += misjudgement(pos, self._noise) // 2
        tidy(out)


def misjudgement(pos: "Position", deviation: int) -> int:
    """By how much pos (array of 26) is misjudged: as if drawn from a bell curve around 0."""
    mixed = crc32(pos)
    mixed ^= mixed >> 15
    mixed = mixed * 40503 & 0xFFFFFFFF
    total = (mixed & 255) + (mixed >> 8 & 255) + (mixed >> 16 & 255) + (mixed >> 24 & 255)
    return (total - _MEAN) * deviation // _DEVIATION
