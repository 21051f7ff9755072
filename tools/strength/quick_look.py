"""A roll ahead, compiled: the engine's Search, whose replies to all rolls are judged together."""

import numpy as np
from numba import njit

from picogammon.engine import numbers
from picogammon.engine.search import MANY_PASSES
from picogammon.rules.position import BAR, SLOTS
from tools.replies import ROOM, WORK, all_replies, results_of
from tools.strength.quick_judge import best_of, judge_all

_REPLIES = 8 * ROOM  # of all 21 rolls of a position: a double has 3,060 at most


@njit(cache=True)
def room():
    """(int8 [_REPLIES, 26], uint8 [WORK]): what `reply` and `look` work in."""
    return np.empty((_REPLIES, SLOTS), np.int8), np.empty(WORK, np.uint8)


@njit(cache=True)
def reply(before, first, second, tables, space, into, out):
    """Fills into (int8 [26]) and out (int32 [5]) by the best play of a roll; returns how many plays
    there are. Without any both are as they were. `tables`: a QuickJudge's; `space`: a room().
    """
    replies, work = space
    count = results_of(before, first, second, replies, work)
    if count:
        found = np.empty((count, numbers.SLOTS), np.int32)
        judge_all(replies[:count], tables[0], tables[1], found)
        best = best_of(found, 0, count)
        for place in range(SLOTS):
            into[place] = replies[best, place]
        for slot in range(numbers.SLOTS):
            out[slot] = found[best, slot]
    return count


@njit(cache=True)
def look(pos, tables, space, out):
    """Fills out (int32 [5]) as Search.outcome does for pos (int8 [26]), which is not over; returns
    how many replies it has judged."""
    before = np.empty(SLOTS, np.int8)
    for place in range(SLOTS):
        before[place] = -pos[BAR - place]
    sums = np.zeros(numbers.SLOTS, np.int64)
    count, passes = _best_replies(before, tables, space, sums)
    if passes >= MANY_PASSES:
        again = np.zeros(numbers.SLOTS, np.int64)
        more, missing = _best_replies(pos, tables, space, again)
        count += more
        if missing:
            _add_now(pos, missing, tables, again)
        _turn(again)
        for slot in range(numbers.SLOTS):
            sums[slot] += passes * again[slot]
    elif passes:
        _add_now(before, passes, tables, sums)
    _turn(sums)
    for slot in range(numbers.SLOTS):
        out[slot] = sums[slot]
    return count


@njit(cache=True)
def _best_replies(before, tables, space, sums):
    """Search._replies: (how many replies there are, how many of the 36 rolls have none)."""
    replies, work = space
    ends = np.empty(21, np.int64)
    count = all_replies(before, replies, work, ends)
    found = np.empty((count, numbers.SLOTS), np.int32)
    judge_all(replies[:count], tables[0], tables[1], found)
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
    return count, passes


@njit(cache=True)
def _add_now(pos, cases, tables, sums):
    """Adds what pos is worth as it stands."""
    one, found = np.empty((1, SLOTS), np.int8), np.empty((1, numbers.SLOTS), np.int32)
    for place in range(SLOTS):
        one[0, place] = pos[place]
    judge_all(one, tables[0], tables[1], found)
    for slot in range(numbers.SLOTS):
        sums[slot] += cases * found[0, slot]


@njit(cache=True)
def _turn(sums):
    """Makes of 36 rolls' sums their mean, as the other side sees it."""
    for slot in range(numbers.SLOTS):
        sums[slot] = (sums[slot] + 18) // 36
    sums[0] = numbers.ONE - sums[0]
    for slot in range(1, 3):
        sums[slot], sums[slot + 2] = sums[slot + 2], sums[slot]
