"""Exact numbers of rolls, for a side without contact that plays for speed.

`solve` is about the 54,264 home boards of up to fifteen checkers. `first_off` is about the first
checker that is borne off, which saves a gammon. It counts the checkers outside the home board
alone: once they are in, any die bears a checker off.
"""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numba import njit

from picogammon.rules.position import CHECKERS, SLOTS
from tools.fast_engine.kernels import ROOM, WORK, results_of

HOME = 6
_ROLLS = 32  # no home board needs as many
_OUTSIDE = 18  # points
_FIRST_ROLLS = 20
# [j][c]: C(c + j - 1, j), what c checkers on the first j points add to the rank
BINOMIALS = np.array(
    [[j and c and comb(c + j - 1, j) for c in range(CHECKERS + 1)] for j in range(HOME + 1)],
    np.int32,
)
_ABOVE = np.array([[comb(n, k) for k in range(8)] for n in range(_OUTSIDE + 8)])


def homes():
    """Returns all home boards by rank: int8, each a position without an opponent."""
    # Of each board, the number of checkers on the first 6 points, on the first 5, and so on.
    sums = sorted(tuple(c[::-1]) for c in combinations_with_replacement(range(CHECKERS + 1), HOME))
    boards = np.zeros((len(sums), SLOTS), np.int8)
    boards[:, 1 : HOME + 1] = np.diff(np.array(sums)[:, ::-1], axis=1, prepend=0)
    return boards


@njit(cache=True)
def rank(points, binomials):
    """Returns the index of a home board: with c checkers on the first j points, the sum of
    C(c + j - 1, j).
    """
    total = 0
    checkers = 0
    for j in range(1, HOME + 1):
        checkers += points[j]
        total += binomials[j, checkers]
    return total


@njit(cache=True)
def rearmost(points):
    """Returns the highest point with a checker, 0 if there is none."""
    place = len(points) - 1
    while place > 0 and points[place] == 0:
        place -= 1
    return place


def solve(boards):
    """Returns (chances, means) of `homes`: chances[rank][n] to be done after exactly n rolls, and
    the mean number of rolls.
    """
    # Each board comes after all boards that it can lead to.
    order = np.argsort(boards @ np.arange(SLOTS), kind="stable")
    chances = np.zeros((len(boards), _ROLLS))
    means = np.zeros(len(boards))
    chances[0, 0] = 1.0
    _solve(boards, order[1:], BINOMIALS, chances, means)
    return chances, means


@njit(cache=True)
def _solve(boards, order, binomials, chances, means):
    room = np.empty((ROOM, SLOTS), np.int8)
    work = np.empty(WORK, np.uint8)
    for at in order:
        total = 1.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                best = 1e9
                best_at = -1
                for i in range(results_of(boards[at], high, low, room, work)):
                    there = rank(room[i], binomials)
                    if means[there] < best:
                        best = means[there]
                        best_at = there
                weight = 1.0 / 36 if high == low else 2.0 / 36
                total += weight * best
                for n in range(_ROLLS - 1):
                    chances[at, n + 1] += weight * chances[best_at, n]
        means[at] = total


def first_off(most):
    """Returns chances[index(ways)][n] that the first checker is off within n rolls, for up to
    `most` checkers outside. For each n the side plays for its best chance to be done by then.
    """
    ways = _all_ways(most)
    chances = np.zeros((len(ways), _FIRST_ROLLS + 1))
    chances[0, 1:] = 1
    _first_off(ways, np.argsort(ways.sum(axis=1), kind="stable")[1:], chances)
    return chances


@njit(cache=True)
def index(ways):
    """Returns the number of some ways home, 0 to 18 points each, the longest first: 0 for none."""
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
    for place in range(24, HOME, -1):
        for _ in range(points[place]):
            if found < len(ways):
                ways[found] = place - HOME
            found += 1
    return found


def _all_ways(most):
    """Returns all ways by index: int8 [C(18 + most, most), most]."""
    falling = combinations_with_replacement(range(_OUTSIDE, -1, -1), most)
    return np.array(sorted(falling), np.int8)


@njit(cache=True)
def _first_off(ways, order, chances):
    now = np.zeros(ways.shape[1], np.int64)
    falling = np.zeros_like(now)
    best = np.zeros(_FIRST_ROLLS + 1)
    dice = np.zeros(4, np.int64)
    for at in order:
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
                for n in range(_FIRST_ROLLS):
                    chances[at, n + 1] += best[n] * weight / 36


@njit(cache=True)
def _search(start, now, dice, falling, chances, best):
    """Raises best[n] to the best chance to be done from `start` n rolls after these dice.

    Depth first, without recursion: numba cannot cache a function that calls itself.
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
            for n in range(_FIRST_ROLLS + 1):
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
    """Fills falling with the ways, the longest first: several times as fast as np.sort."""
    for i in range(len(ways)):
        way = ways[i]
        k = i
        while k and falling[k - 1] < way:
            falling[k] = falling[k - 1]
            k -= 1
        falling[k] = way
