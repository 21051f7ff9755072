"""What positions are worth two rolls ahead, by our own net and tables, compiled.

A position is seen by who has just played. The opponent's 21 rolls are all answered by the reply
that looks best to him, and one's own roll after it is sampled by one permutation, as the engine's
Halving samples it: the opponent's roll i of 36 meets one's own roll (7 i + 13 q) mod 36. Each roll
comes once for either side, so over all q the mean is what all pairs give. That takes some 1,150
judgements.
"""

import numpy as np
from numba import njit

from picogammon.engine import numbers
from picogammon.engine.classes import CONTACT
from picogammon.engine.numbers import ONE
from picogammon.engine.race import Race
from picogammon.engine.weights import Weights
from picogammon.rules import position as positions
from tools.replies import ROOM, WORK, all_replies, results_of
from tools.strength.quick_judge import best_of, judge_all, kinds
from tools.strength.quick_race import QuickRace
from tools.trainer.bulk import BulkNet

_CASES = 36
_ROLLS = 21
_BAR = 25


class Looker:
    """A file of weights, as bytes, that looks ahead. Raises WeightsError."""

    def __init__(self, data):
        self._net = BulkNet(data).arrays
        self._race = QuickRace(Race(Weights(data))).tables
        self._room = np.empty((_CASES * ROOM, positions.SLOTS), np.int8)
        self._work = np.empty(WORK, np.uint8)

    def outcomes(self, many):
        """The outcomes, (n, 5) int32 in 1/65536, of positions (n, 26) int8 without a look ahead."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        judge_all(np.ascontiguousarray(many), self._net, self._race, found)
        return found

    def results(self, pos, first, second):
        """All positions, (n, 26) int8, that a roll can make of pos, as who rolls sees them."""
        count = results_of(pos, first, second, self._room, self._work)
        return self._room[:count].copy()

    def look(self, many, permutations):
        """(one roll, two rolls): chances, (n, 5) floats each, of positions (n, 26) with contact.

        `permutations`: the q of each, 0 to 35.
        """
        one = np.empty((len(many), numbers.SLOTS), np.int64)
        two = np.empty_like(one)
        for i, (pos, q) in enumerate(zip(many, permutations)):
            _two_rolls(pos, q, self._net, self._race, self._room, self._work, one[i], two[i])
        return one / (_CASES * ONE), two / (_CASES * ONE)


@njit(cache=True)
def _swap(pos, out):
    for place in range(positions.SLOTS):
        out[place] = -pos[_BAR - place]


@njit(cache=True)
def _flip(outcome, out):
    """Fills out with the same outcome as the other side sees it."""
    out[0] = ONE - outcome[0]
    out[1:3] = outcome[3:5]
    out[3:5] = outcome[1:3]


@njit(cache=True)
def _two_rolls(pos, q, net, race, room, work, one, two):
    """Fills one and two with 36 times the mean outcomes after a roll and after two."""
    ends = np.empty(_CASES, np.int64)
    before = np.empty(positions.SLOTS, np.int8)
    _swap(pos, before)
    count = all_replies(before, room, work, ends)
    found = np.empty((count + 1, numbers.SLOTS), np.int32)
    judge_all(room[:count], net, race, found)
    passed = np.empty((1, positions.SLOTS), np.int8)  # a roll with which nothing can be played
    passed[0] = before
    judge_all(passed, net, race, found[count:])
    room[count] = before
    chosen = np.empty((_ROLLS, positions.SLOTS), np.int8)
    known = np.empty((_ROLLS, numbers.SLOTS), np.int64)
    start = 0
    for roll in range(_ROLLS):
        best = best_of(found, start, ends[roll]) if start < ends[roll] else count
        chosen[roll] = room[best]
        _flip(found[best], known[roll])
        start = ends[roll]
    classes = kinds(chosen)
    reply = np.empty(positions.SLOTS, np.int8)  # as who rolls next sees it
    one[:] = 0
    two[:] = 0
    count = 0
    for i in range(_CASES):
        high = max(i // 6, i % 6)
        roll = high * (high + 1) // 2 + min(i // 6, i % 6)
        one += known[roll]
        ends[i] = count
        if classes[roll] != CONTACT:
            two += known[roll]
            continue
        j = (7 * i + 13 * q) % _CASES
        _swap(chosen[roll], reply)
        made = results_of(reply, j // 6 + 1, j % 6 + 1, room[count:], work)
        if not made:
            room[count] = reply
            made = 1
        count += made
        ends[i] = count
    found = np.empty((count, numbers.SLOTS), np.int32)
    judge_all(room[:count], net, race, found)
    start = 0
    for i in range(_CASES):
        if ends[i] > start:
            two += found[best_of(found, start, ends[i])]
            start = ends[i]
