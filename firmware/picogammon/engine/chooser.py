"""The engine without a look ahead: it judges all plays of a roll, keeps the few best, without
allocating memory for each play, and makes the best.

The evaluator decides what positions are worth, what that means for cube and resignations, and
whether a level errs.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.engine import Engine, Ranked
from picogammon.rules import position as positions
from picogammon.rules.plays import make

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.engine import Question, Slices
    from picogammon.engine.evaluator import Knowing, Look, Valuer
    from picogammon.engine.numbers import Chances
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation


_NOTHING = const(-1000000)  # worth less than any play


class Kept:
    """A play: its index among all, the position after it, that position's outcome, its worth.

    `permutations`: as of a Ranked.
    """

    def __init__(self) -> None:
        self.index = -1
        self.position = positions.empty()
        self.outcome = numbers.blank()
        self.worth = _NOTHING
        self.steps: "Sequence[int]" = ()
        self.permutations = 0

    def fill(self, index: int, pos: "Position", outcome: "Chances", worth: int) -> None:
        """Copies the arguments."""
        self.index = index
        self.worth = worth
        for i in range(positions.SLOTS):
            self.position[i] = pos[i]
        for i in range(numbers.SLOTS):
            self.outcome[i] = outcome[i]

    def ranked(self) -> Ranked:
        """A Ranked of the play, with an outcome of its own."""
        return Ranked(self.steps, self.worth, tuple(self.outcome), self.permutations)


class Shortlist:
    """The best plays in `kept[:count]`, the best first, at most `size` or the `most` of `clear`.

    A play is judged into `spare`, a Kept, which `keep` then moves in among the others without
    copying. Only a play worth more than `least` may be kept.
    """

    def __init__(self, size: int) -> None:
        self.kept = [Kept() for _ in range(size)]
        self.spare = Kept()
        self.clear()

    def clear(self, most: int | None = None) -> None:
        """Empties the list for another decision; `most`: how many plays to keep, at most `size`."""
        size = len(self.kept)
        self._last = (size if most is None else min(most, size)) - 1
        self.count = 0
        self.least = _NOTHING

    def keep(self, index: int, worth: int) -> None:
        """Keeps the play in `spare`, which has to be worth more than `least`; both change."""
        kept = self.kept
        last = self._last
        at = self.count
        if at > last:
            at = last
        else:
            self.count = at + 1
        one = self.spare
        one.index = index
        one.worth = worth
        self.spare = kept[at]
        while at and kept[at - 1].worth < worth:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = one
        if self.count > last:
            self.least = kept[last].worth

    def sort(self, count: int | None = None) -> None:
        """Sorts the first `count` (None: all) after a change of worth; equals stay in order."""
        kept = self.kept
        for i in range(1, self.count if count is None else count):
            one = kept[i]
            at = i
            while at and kept[at - 1].worth < one.worth:
                kept[at] = kept[at - 1]
                at -= 1
            kept[at] = one


class Chooser(Engine):
    """An Engine that works with an evaluator, an evaluator.Evaluator.

    `plays`: a plays.Plays, which others may use between slices. `kept`: how many of the best
    plays it keeps; `also`: a Kept for one that is asked for besides, or None: nobody asks for any.
    """

    _look: "Look" = None  # what the evaluator asks a position's outcome of; one by hand asks nobody

    def __init__(
        self, evaluator: "Knowing", plays: "Plays", kept: int = 1, also: "Kept | None" = None
    ) -> None:
        self._evaluator: "Knowing" = evaluator
        self._plays = plays
        self._few = Shortlist(kept)
        self._also = also

    def choose(self, situation: "Situation") -> "Slices[Sequence[int]]":
        """Engine.choose."""
        plays = self._plays
        count = plays.generate(situation.position, *situation.dice)
        if count < 2:
            return plays.steps(0) if count else []
        yield from self._order_plays(situation, count)
        return self._few.kept[0].steps

    def answer(self, question: "Question") -> "Slices[bytes | None]":
        """Engine.answer."""
        return self._evaluator.answer(question, self._look)

    def _order_plays(
        self, situation: "Situation", count: int, most: int = 1, also: "Sequence[int] | None" = None
    ) -> "Slices[None]":
        """Fills self._few with the `most` best of the `count` plays just generated, best first.

        Fills self._also if the play `also` is not among them.
        """
        self._few.clear(most)
        yield from self._shortlist(situation, count, also)

    def _shortlist(
        self, situation: "Situation", count: int, also: "Sequence[int] | None"
    ) -> "Slices[None]":
        """Judges the plays and keeps a few."""
        pos = situation.position
        plays = self._plays
        few = self._few
        other = self._also
        if other:
            other.steps = ()
            other.index = -1
        wanted = _result(pos, also) if also else None
        valuer = self._evaluator.valuer(situation)
        at_once = self._evaluator.at_once
        made = plays.made
        for start in range(0, count, at_once):
            yield
            if plays.made != made:
                made = plays.again(pos, *situation.dice)
            self._judge_some(start, min(start + at_once, count), pos, valuer, wanted)
        if wanted and other.index >= 0:
            other.steps = also
            other.permutations = 0
        for i in range(few.count):
            kept = few.kept[i]
            kept.permutations = 0
            kept.steps = plays.steps(kept.index)
            if wanted and kept.position == wanted:
                other.steps = ()

    def _judge_some(
        self,
        start: int,
        end: int,
        pos: "Position",
        valuer: "tuple[Valuer, int]",
        wanted: "Position | None",
    ) -> None:
        """Judges the plays from start on to before end; keeps one that leads to `wanted`, too."""
        value, life = valuer
        result = self._plays.result
        judge = self._evaluator.outcome
        few = self._few
        spare = few.spare
        after = spare.position
        outcome = spare.outcome
        for i in range(start, end):
            result(i, pos, after)
            judge(after, outcome)
            worth = value(outcome, life)
            if wanted and after == wanted:
                self._also.fill(i, after, outcome, worth)
            if worth > few.least:
                few.keep(i, worth)
                spare = few.spare
                after = spare.position
                outcome = spare.outcome


def _result(pos: "Position", play: "Sequence[int]") -> "Position":
    """The position after the steps of a play."""
    after = positions.empty()
    for i in range(positions.SLOTS):
        after[i] = pos[i]
    for one in play:
        make(after, one)
    return after
