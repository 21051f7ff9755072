"""Looks a roll ahead: a position is worth what the opponent's best replies leave of it.

A position is judged after a play, the opponent to roll. For each of his 21 rolls he makes the reply
that looks best to him without looking further; the mean of what the judge says then is nearer to
the truth than what it says at once.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.rules import position as positions

SLICE = const(8)  # positions judged without a pause
_CASES = const(36)


class Search:
    """Works with a judge and a movegen.Plays that nobody else uses between the slices."""

    def __init__(self, judge, plays):
        self._judge = judge
        self._plays = plays
        self._before = positions.empty()
        self._after = positions.empty()
        self._seen = numbers.blank()
        self._best = numbers.blank()
        self._sums = numbers.blank()

    def outcome(self, pos, out):
        """A generator: pauses between slices, then has filled out as Judge.outcome does."""
        if positions.off(pos) == positions.CHECKERS:
            self._judge.outcome(pos, out)
            return
        before = self._before
        for i in range(positions.SLOTS):
            before[i] = -pos[positions.BAR - i]
        sums = self._sums
        for slot in range(numbers.SLOTS):
            sums[slot] = _CASES // 2
        for first in range(1, 7):
            for second in range(1, first + 1):
                yield from self._reply(first, second)
                best = self._best
                numbers.flipped(best, best)
                cases = 1 if first == second else 2
                for slot in range(numbers.SLOTS):
                    sums[slot] += cases * best[slot]
        for slot in range(numbers.SLOTS):
            out[slot] = sums[slot] // _CASES

    def _reply(self, first, second):
        """Fills self._best with what the opponent has after his best reply."""
        before = self._before
        plays = self._plays
        judge = self._judge.outcome
        count = plays.generate(before, first, second)
        if not count:
            judge(before, self._best)
            yield
            return
        after = self._after
        seen = self._seen
        best = self._best
        most = -4 * numbers.ONE
        for start in range(0, count, SLICE):
            end = min(start + SLICE, count)
            most = best_of(plays, start, end, before, judge, after, seen, best, most)
            yield


def twin(plays, start, end, pos, judge, after, seen, best, most):
    """Judges the results of the plays of pos from `start` on to before `end`.

    Fills `best` with the first outcome of the highest equity, if that is more than `most`; returns
    the equity of `best`. `judge`: a Judge's outcome; `after` and `seen` are worked in.
    """
    for i in range(start, end):
        plays.result(i, pos, after)
        judge(after, seen)
        equity = numbers.cubeless(seen)
        if equity > most:
            most = equity
            for slot in range(numbers.SLOTS):
                best[slot] = seen[slot]
    return most


try:
    from picogammon.engine.search_kernel import best_of
except SyntaxError:  # there is no native code here
    best_of = twin
