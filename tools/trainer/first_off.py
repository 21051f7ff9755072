"""How soon a side alone can have borne off its first checker: what saves a gammon.

What counts are the checkers outside the home board: all of them have to come in, and with the next
die, whichever it is, a checker goes off. (There is one on most points of a home board that so many
are in.) For each number of rolls the side plays for its best chance to be done by then.
"""

from math import comb

import numpy as np
from numba import njit  # nothing is kept: what calls itself cannot be

OUTSIDE = 18  # points
ROLLS = 20  # numbers of rolls that are looked at
_ABOVE = np.array([[comb(n, k) for k in range(8)] for n in range(OUTSIDE + 8)])


def solve(most):
    """chances[index(ways)][n]: to be done within n rolls, for up to `most` checkers outside."""
    ways = _all_ways(most, comb(OUTSIDE + most, most))
    chances = np.zeros((len(ways), ROLLS + 1))
    _solve(ways, np.argsort(ways.sum(axis=1), kind="mergesort"), chances)
    return chances


@njit
def index(ways):
    """The number of so many ways home, 0 to 18 points each, the longest first: 0 for none."""
    total = 0
    last = len(ways)
    for i in range(last):
        total += _ABOVE[ways[i] + last - i - 1, last - i]
    return total


@njit
def ways_home(points, ways):
    """Fills ways, the longest first; returns how many checkers are outside, perhaps too many."""
    ways[:] = 0
    found = 0
    for place in range(24, 6, -1):
        for _ in range(points[place]):
            if found < len(ways):
                ways[found] = place - 6
            found += 1
    return found


@njit
def _all_ways(most, count):
    """By index."""
    found = np.zeros((count, most), np.int8)
    for i in range(1, count):
        found[i] = found[i - 1]
        last = most - 1
        while last and found[i, last] == found[i, last - 1]:
            found[i, last] = 0
            last -= 1
        found[i, last] += 1
    return found


@njit
def _solve(ways, order, chances):
    now = np.zeros(ways.shape[1], np.int64)
    falling = np.zeros_like(now)
    best = np.zeros(ROLLS + 1)
    chances[0, 1:] = 1
    for at in order[1:]:
        now[:] = ways[at]
        for high in range(1, 7):
            for low in range(1, high + 1):
                best[:] = 0
                if high == low:
                    _search(now, (high, high, high, high), 0, falling, chances, best)
                else:
                    _search(now, (high, low), 0, falling, chances, best)
                    _search(now, (low, high), 0, falling, chances, best)
                weight = 1 if high == low else 2
                for n in range(ROLLS):
                    chances[at, n + 1] += best[n] * weight / 36


@njit
def _search(now, dice, depth, falling, chances, best):
    """Raises best[n] to the best chance to be done n rolls after the rest of the dice."""
    if depth < len(dice) and now.max() == 0:
        best[:] = 1
        return
    if depth == len(dice):
        _sort(now, falling)
        row = chances[index(falling)]
        for n in range(ROLLS + 1):
            best[n] = max(best[n], row[n])
        return
    before = 0
    for i in range(len(now)):
        way = now[i]
        if way and way != before:
            now[i] = max(0, way - dice[depth])
            _search(now, dice, depth + 1, falling, chances, best)
            now[i] = way
            before = way


@njit
def _sort(ways, falling):
    for i in range(len(ways)):
        way = ways[i]
        k = i
        while k and falling[k - 1] < way:
            falling[k] = falling[k - 1]
            k -= 1
        falling[k] = way
