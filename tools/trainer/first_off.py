"""How soon a side alone can have borne off its first checker: what saves a gammon.

What counts are the checkers outside the home board: all of them have to come in, and with the next
die, whichever it is, a checker goes off. (There is one on most points of a home board that so many
are in.) For each number of rolls the side plays for its best chance to be done by then.
"""

from math import comb

import numpy as np
from numba import njit

OUTSIDE = 18  # points
ROLLS = 20  # numbers of rolls that are looked at
_ABOVE = np.array([[comb(n, k) for k in range(8)] for n in range(OUTSIDE + 8)])


def solve(most):
    """chances[index(ways)][n]: to be done within n rolls, for up to `most` checkers outside."""
    ways = _all_ways(most, comb(OUTSIDE + most, most))
    chances = np.zeros((len(ways), ROLLS + 1))
    _solve(ways, np.argsort(ways.sum(axis=1), kind="mergesort"), chances)
    return chances


@njit(cache=True)
def index(ways):
    """The number of so many ways home, 0 to 18 points each, the longest first: 0 for none."""
    total = 0
    last = len(ways)
    for i in range(last):
        total += _ABOVE[ways[i] + last - i - 1, last - i]
    return total


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
def _solve(ways, order, chances):
    now = np.zeros(ways.shape[1], np.int64)
    falling = np.zeros_like(now)
    best = np.zeros(ROLLS + 1)
    dice = np.zeros(4, np.int64)
    chances[0, 1:] = 1
    for at in order[1:]:
        for high in range(1, 7):
            for low in range(1, high + 1):
                best[:] = 0
                if high == low:
                    dice[:] = high
                    _search(ways[at], now, dice, falling, chances, best)
                else:
                    dice[0], dice[1] = high, low
                    _search(ways[at], now, dice[:2], falling, chances, best)
                    dice[0], dice[1] = low, high
                    _search(ways[at], now, dice[:2], falling, chances, best)
                weight = 1 if high == low else 2
                for n in range(ROLLS):
                    chances[at, n + 1] += best[n] * weight / 36


@njit(cache=True)
def _search(start, now, dice, falling, chances, best):
    """Raises best[n] to the best chance to be done from `start` n rolls after these dice.

    Depth first; what calls itself, numba cannot keep compiled.
    """
    moved = np.full(len(dice), -1)  # by each die: which way, and how long that was
    was = np.zeros(len(dice), np.int64)
    depth = 0
    now[:] = start
    while depth >= 0:
        if depth < len(dice) and now.max() == 0:
            best[:] = 1
            return
        if depth == len(dice):
            _sort(now, falling)
            row = chances[index(falling)]
            for n in range(ROLLS + 1):
                best[n] = max(best[n], row[n])
            depth -= 1
        i = moved[depth]
        before = 0
        if i >= 0:
            now[i] = before = was[depth]
        i += 1
        while i < len(now) and (now[i] == 0 or now[i] == before):
            i += 1
        if i == len(now):
            moved[depth] = -1
            depth -= 1
        else:
            moved[depth] = i
            was[depth] = now[i]
            now[i] = max(0, now[i] - dice[depth])
            depth += 1


@njit(cache=True)
def _sort(ways, falling):
    for i in range(len(ways)):
        way = ways[i]
        k = i
        while k and falling[k - 1] < way:
            falling[k] = falling[k - 1]
            k -= 1
        falling[k] = way
