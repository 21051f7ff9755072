"""An engine that thinks a hundred times as fast: its judge and its look ahead, compiled.

The plays are chosen by the engine's own code, the net levels' Thinker. Only what it asks most is
answered from here, to the bit as it would be: the net by the trainer's BulkNet, the next roll by
all its positions at once.
"""

from array import array

import numpy as np
from numba import njit

from picogammon.engine import levels, numbers, weights
from picogammon.engine.judge import Judge
from picogammon.engine.search import MANY_PASSES
from picogammon.rules import position as positions
from tools.replies import ROOM, WORK, all_replies, results_of
from tools.strength.quick_judge import best_of, judge_all
from tools.strength.quick_race import QuickRace
from tools.trainer.bulk import BulkNet

_REPLIES = 8 * ROOM  # of all 21 rolls of a position: a double has 3,060 at most


def make(level, noise=None):
    """The Engine of that level, as quick as it can be made; see levels.make."""
    return levels.make(level, judge_of=judge, search_of=_search, noise=noise)


def judge():
    """The QuickJudge that answers as the levels' own Judge; raises WeightsError."""
    net = BulkNet(_net_sections(weights.load()))
    return QuickJudge(net, levels.shared_judge().race)


def _search(judge, plays):
    return QuickSearch(judge)


class _OneByOne:
    """A BulkNet as the engine's Net, asked about one position."""

    def __init__(self, net):
        self._net = net
        self._one = np.empty((1, positions.SLOTS), np.int8)

    def outcome(self, pos, out):
        """See Net."""
        self._one[0] = pos
        found = self._net.outcomes(self._one)[0]
        for slot in range(numbers.SLOTS):
            out[slot] = int(found[slot])


class QuickJudge:
    """The engine's Judge, for one position or many. `net`: a BulkNet; `race`: as Judge's.

    `tables`: what compiled code is given of it (judge_all).
    """

    def __init__(self, net, race):
        self.race = race
        races = QuickRace(race)
        self.tables = net.arrays, races.tables
        self.outcome = Judge(_OneByOne(net), races).outcome

    def outcomes(self, many):
        """The outcomes, (n, 5) int32, of positions (n, 26) int8."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        judge_all(many, *self.tables, found)
        return found


class QuickSearch:
    """The engine's Search: all replies to all rolls are judged together."""

    def __init__(self, judge):
        self.judge = judge
        self.best = numbers.blank()
        self.judged = 0
        self._replies = np.empty((_REPLIES, positions.SLOTS), np.int8)
        self._work = np.empty(WORK, np.uint8)
        self._ends = np.empty(21, np.int64)
        self._found = np.empty((ROOM, numbers.SLOTS), np.int32)
        self._seen = numbers.blank()

    def outcome(self, pos, out):
        """See Search; it makes no pause."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        before = positions.swapped(pos)
        sums, passes = self._best_replies(before)
        if passes >= MANY_PASSES:
            sums += passes * _flipped(self._after_pass(pos))
        elif passes:
            sums += passes * self._now(before)
        for slot, mean in enumerate(_flipped(_divided(sums))):
            out[slot] = int(mean)
        yield

    def reply(self, before, first, second, into=None):
        """See Search; it makes no pause."""
        board = np.frombuffer(before, np.int8)
        replies = self._replies
        count = results_of(board, first, second, replies, self._work)
        judge_all(replies[:count], *self.judge.tables, self._found)
        best = best_of(self._found, 0, count)
        yield
        if not count:
            if into is not None:
                into[:] = before
            return 0
        self.judged += count
        self.best[:] = array("i", self._found[best].tolist())
        if into is not None:
            into[:] = array("b", replies[best].tobytes())
        return count

    def _after_pass(self, pos):
        """See Search."""
        sums, passes = self._best_replies(pos)
        if passes:
            sums += passes * self._now(pos)
        return _divided(sums)

    def _now(self, pos):
        self.judge.outcome(pos, self._seen)
        return np.array(self._seen, np.int64)

    def _best_replies(self, before):
        """See Search._replies: (the sums, how many rolls are missing there)."""
        board = np.array(before, np.int8)
        count = all_replies(board, self._replies, self._work, self._ends)
        self.judged += count
        found = self.judge.outcomes(self._replies[:count])
        sums = np.zeros(numbers.SLOTS, np.int64)
        return sums, _sum_the_best(found, self._ends, sums)


def _net_sections(loaded):
    names = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP")
    return {name: bytes(loaded.section(name)) for name in names}


def _flipped(outcome):
    return np.array([numbers.ONE - outcome[0], *outcome[3:], *outcome[1:3]], np.int64)


def _divided(sums):
    return (sums + 18) // 36


@njit(cache=True)
def _sum_the_best(found, ends, sums):
    """Adds up the best of each roll, as its player sees it; how many of the 36 have none."""
    passes = 0
    start = 0
    roll = 0
    for first in range(1, 7):
        for second in range(1, first + 1):
            cases = 1 if first == second else 2
            if start == ends[roll]:
                passes += cases
            else:
                best = best_of(found, start, ends[roll])
                for slot in range(numbers.SLOTS):
                    sums[slot] += cases * found[best, slot]
            start = ends[roll]
            roll += 1
    return passes
