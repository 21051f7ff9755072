"""What a roll can make of a position, compiled: the same results in the same order as movegen's.

Whoever looks a roll ahead over ten thousand games asks this a hundred million times. Positions are
int8 [26], as the player on roll sees them.
"""

import numpy as np
from numba import njit

from picogammon.rules.movegen import MOST_PLAYS

ROOM = MOST_PLAYS  # for the results of one roll
_BAR = 25


@njit(cache=True)
def _rearmost(pos):
    place = _BAR
    while place and pos[place] <= 0:
        place -= 1
    return place


@njit(cache=True)
def _next(pos, place, die):
    """The next place, from `place` on towards home, whose checker the die may move; 0 for none."""
    rear = _rearmost(pos)
    if rear == _BAR:
        return _BAR if place == _BAR and pos[_BAR - die] >= -1 else 0
    place = min(place, rear)
    while place:
        if pos[place] > 0:
            to = place - die
            if to > 0:
                if pos[to] >= -1:
                    return place
            elif rear <= 6 and (to == 0 or place == rear):
                return place
        place -= 1
    return 0


@njit(cache=True)
def _move(pos, place, die):
    """Moves a checker; returns whether it hit."""
    pos[place] -= 1
    to = place - die
    if to <= 0:
        return False
    hit = pos[to] < 0
    if hit:
        pos[to] = 0
        pos[0] -= 1
    pos[to] += 1
    return hit


@njit(cache=True)
def _take_back(pos, place, die, hit):
    pos[place] += 1
    to = place - die
    if to > 0:
        pos[to] -= 1
        if hit:
            pos[to] = -1
            pos[0] += 1


@njit(cache=True)
def _keep_new(pos, results, sums, count):
    """Adds pos to the results unless it is among them; returns how many there are."""
    mixed = np.uint64(0)
    for i in range(26):
        mixed = mixed * np.uint64(6364136223846793005) + np.uint64(pos[i] + 16)
    for i in range(count):
        if sums[i] == mixed:
            return count
    sums[count] = mixed
    results[count] = pos
    return count + 1


@njit(cache=True)
def _pairs(pos, first, second, results, sums, count):
    """Adds what the two dice in this order give; returns how many results there are."""
    place = _next(pos, _BAR, first)
    while place:
        hit = _move(pos, place, first)
        after = _next(pos, _BAR, second)
        while after:
            hit_after = _move(pos, after, second)
            count = _keep_new(pos, results, sums, count)
            _take_back(pos, after, second, hit_after)
            after = _next(pos, after - 1, second)
        _take_back(pos, place, first, hit)
        place = _next(pos, place - 1, first)
    return count


@njit(cache=True)
def _singles(pos, die, results):
    count = 0
    place = _next(pos, _BAR, die)
    while place:
        hit = _move(pos, place, die)
        results[count] = pos
        count += 1
        _take_back(pos, place, die, hit)
        place = _next(pos, place - 1, die)
    return count


@njit(cache=True)
def _double(pos, die, results):
    """Depth first, each source no farther back than the last: no result arises twice."""
    places = np.empty(4, np.int64)
    hits = np.empty(4, np.bool_)
    deepest = np.zeros(5, np.bool_)  # nothing has been moved beyond this step
    count = most = depth = 0
    deepest[0] = True
    place = _next(pos, _BAR, die)
    while True:
        if place and depth < 4:
            deepest[depth] = False
            places[depth] = place
            hits[depth] = _move(pos, place, die)
            depth += 1
            deepest[depth] = True
            place = _next(pos, place, die)
            continue
        if depth and deepest[depth] and depth >= most:
            if depth > most:
                most = depth
                count = 0
            results[count] = pos
            count += 1
        if not depth:
            return count
        depth -= 1
        _take_back(pos, places[depth], die, hits[depth])
        place = _next(pos, places[depth] - 1, die)


@njit(cache=True)
def results_of(pos, first, second, results, sums):
    """Fills results (int8 [ROOM, 26]) with what the roll can make of pos; returns how many.

    0: nothing can be played. `sums`: uint64 [ROOM] to work in. pos is changed meanwhile.
    """
    if first == second:
        return _double(pos, first, results)
    high = max(first, second)
    low = min(first, second)
    count = _pairs(pos, high, low, results, sums, 0)
    count = _pairs(pos, low, high, results, sums, count)
    if not count:
        count = _singles(pos, high, results)
    if not count:
        count = _singles(pos, low, results)
    return count


@njit(cache=True)
def all_replies(before, replies, hashes, ends):
    """Fills replies with what each roll can make of before; returns how many these are.

    ends: where the positions of each roll end, in Search's order of rolls; a pass has none.
    """
    count = 0
    roll = 0
    for first in range(1, 7):
        for second in range(1, first + 1):
            count += results_of(before, first, second, replies[count:], hashes)
            ends[roll] = count
            roll += 1
    return count
