"""Looks a roll ahead: a position is worth what the opponent's best replies leave of it.

A position is judged after a play, with the opponent to roll. For each of his 21 rolls he makes the
reply that looks best to him without looking further. The mean of the judgements after these replies
is nearer to the truth than the judgement of the position itself. With a roll that he cannot play,
only the turn changes, and one guess would count for all those rolls. So if they are many, the
position after a pass is looked at in the same way, once.
"""

from array import array
from micropython import const

from picogammon.engine import numbers
from picogammon.engine.search_kernel import best_of
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.engine import Slices
    from picogammon.engine.judge import Judge
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position

_SLICE = const(8)  # positions judged without a pause: a race takes a millisecond
_CASES = const(36)
MANY_PASSES = const(9)  # of 36 rolls: three points closed, and a checker on the bar


class Search:
    """Looks ahead with a judge and a plays.Plays, which others may use between the slices.

    `best`: the outcome that the best reply leaves, then the number of that reply among the plays.
    `judged`: how many replies it has judged; whoever counts sets it to 0.
    """

    def __init__(self, judge: "Judge", plays: "Plays") -> None:
        self.judge = judge
        self.best = array("i", [0] * (numbers.SLOTS + 1))
        self.judged = 0
        self._plays = plays
        self._before = positions.empty()
        self._after = positions.empty()
        self._seen = numbers.blank()
        self._sums = numbers.blank()
        self._sums_passed = numbers.blank()

    def outcome(self, pos: "Position", out: "Outcome") -> "Slices[None]":
        """Yields between slices, then has filled out as Judge.outcome does."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        before = self._before
        for i in range(positions.SLOTS):
            before[i] = -pos[positions.BAR - i]
        sums = self._sums
        passes = yield from self._replies(before, sums)
        if passes >= MANY_PASSES:
            yield from self._after_pass(pos, out)
            numbers.flip(out, out)
        elif passes:
            self.judge.outcome(before, out)
        _add(sums, passes, out)
        _divide(sums, out)
        numbers.flip(out, out)

    def _after_pass(self, pos: "Position", out: "Outcome") -> "Slices[None]":
        """Fills out with the worth of pos to its player when he is to roll again."""
        sums = self._sums_passed
        passes = yield from self._replies(pos, sums)
        if passes:
            self.judge.outcome(pos, out)
        _add(sums, passes, out)
        _divide(sums, out)

    def _replies(self, before: "Position", sums: "Outcome") -> "Slices[int]":
        """Fills sums with 36 times what the best replies leave to the player who rolls.

        Returns how many of the 36 rolls are missing in it, because nothing can be played with them.
        """
        for slot in range(numbers.SLOTS):
            sums[slot] = 0
        passes = 0
        for first in range(1, 7):
            for second in range(1, first + 1):
                cases = 1 if first == second else 2
                if (yield from self.reply(before, first, second)):
                    _add(sums, cases, self.best)
                else:
                    passes += cases
        return passes

    def reply(
        self, before: "Position", first: int, second: int, into: "Position | None" = None
    ) -> "Slices[int]":
        """Fills `best` with what the best play of a roll leaves to its player.

        Yields between slices, returns how many plays there are. Without any, `best` is as it was.
        `into`, if given, becomes the position after the best play, or after none.
        """
        plays = self._plays
        count = plays.generate(before, first, second)
        if not count:
            if into is not None:
                for i in range(positions.SLOTS):
                    into[i] = before[i]
            yield
            return 0
        self.judged += count
        made = plays.made
        if count > _SLICE:  # to find many plays takes time as well
            yield
        judges = self.judge.by_class
        after = self._after
        seen = self._seen
        best = self.best
        most = -4 * numbers.ONE
        for start in range(0, count, _SLICE):
            if plays.made != made:
                made = plays.again(before, first, second)
            end = min(start + _SLICE, count)
            most = best_of(plays, start, end, before, judges, after, seen, best, most)
            if into is not None and best[numbers.SLOTS] >= start:
                plays.result(best[numbers.SLOTS], before, into)
            yield
        return count


def _add(sums: "Outcome", cases: int, outcome: "Chances") -> None:
    for slot in range(numbers.SLOTS):
        sums[slot] += cases * outcome[slot]


def _divide(sums: "Outcome", out: "Outcome") -> None:
    for slot in range(numbers.SLOTS):
        out[slot] = (sums[slot] + _CASES // 2) // _CASES
