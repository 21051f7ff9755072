"""An engine that thinks a hundred times as fast: its judge and its look ahead, compiled.

The plays are chosen by the engine's own code, the net levels' Thinker. Only what it asks most is
answered from here, to the bit as it would be: the net by the trainer's BulkNet, the next roll by
all its positions at once.
"""

from array import array

import numpy as np
from numba import njit

from picogammon.engine import levels, numbers, weights
from picogammon.engine.classes import CONTACT, OVER, RACE
from picogammon.engine.judge import Judge
from picogammon.engine.numbers import (
    LOSE_BACKGAMMON,
    LOSE_GAMMON,
    WIN,
    WIN_BACKGAMMON,
    WIN_GAMMON,
)
from picogammon.engine.search import MANY_PASSES
from picogammon.rules import position as positions
from tools.replies import ROOM, WORK, all_replies, results_of
from tools.strength.quick_race import quickened
from tools.trainer.bulk import BulkNet

_CUBELESS = np.array([2, 1, 1, -1, -1])  # of an outcome, but for a constant
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
    """The engine's Judge, for one position or many. `net`: a BulkNet; `race`: as Judge's."""

    def __init__(self, net, race):
        self.race = race
        self._net = net
        self._races = quickened(race)
        self._slow = Judge(_OneByOne(net), self._races)
        self.outcome = self._slow.outcome
        self._seen = numbers.blank()

    def outcomes(self, many):
        """The outcomes, (n, 5) int32, of positions (n, 26) int8."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        classes = kinds(many)
        contact = classes == CONTACT
        found[contact] = self._net.outcomes(many[contact])
        race = classes == RACE
        if race.any():
            found[race] = self._races.outcomes(many[race])
        for i in np.flatnonzero(classes == OVER):
            self._slow.outcome(array("b", many[i].tobytes()), self._seen)
            found[i] = self._seen
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
        yield
        if not count:
            if into is not None:
                into[:] = before
            return 0
        self.judged += count
        found = self.judge.outcomes(replies[:count])
        best = int(np.argmax(found @ _CUBELESS))
        self.best[:] = array("i", found[best].tolist())
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


@njit(cache=True)
def kinds(many):
    """Of each whether it is over, or there is contact as position.contact says, or a race."""
    found = np.empty(len(many), np.uint8)
    for i in range(len(many)):
        rearmost = 25
        while rearmost and many[i, rearmost] <= 0:
            rearmost -= 1
        foremost = 0
        while foremost < 25 and many[i, foremost] >= 0:
            foremost += 1
        found[i] = CONTACT if rearmost > foremost else RACE if rearmost else OVER
    return found


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
            best = start
            most = -(1 << 30)
            for i in range(start, ends[roll]):
                equity = 2 * found[i, WIN] + found[i, WIN_GAMMON] + found[i, WIN_BACKGAMMON]
                equity -= found[i, LOSE_GAMMON] + found[i, LOSE_BACKGAMMON]
                if equity > most:
                    most = equity
                    best = i
            if start == ends[roll]:
                passes += cases
            else:
                for slot in range(5):
                    sums[slot] += cases * found[best, slot]
            start = ends[roll]
            roll += 1
    return passes
