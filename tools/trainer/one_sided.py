"""How long a side alone needs to bear off: every position of its home board, played for speed.

A side that is past all contact plays for itself. This finds for each of the 54,264 home boards of
up to fifteen checkers the plays that need the fewest rolls on average, and with them the exact
chance to be done after so many rolls. Everything the engine knows of races starts from here.
"""

import numpy as np
from numba import njit

from picogammon.rules.position import SLOTS
from tools.replies import ROOM, WORK, results_of

HOME = 6
CHECKERS = 15
ROLLS = 32  # no home board needs as many


def _binomials():
    """[j][s]: C(s + j - 1, j), what s checkers on the first j points add to the rank."""
    table = np.zeros((HOME + 1, CHECKERS + 1), np.int32)
    for j in range(1, HOME + 1):
        for s in range(1, CHECKERS + 1):
            above = 1
            for k in range(j):
                above = above * (s + j - 1 - k) // (k + 1)
            table[j, s] = above
    return table


BINOMIALS = _binomials()


@njit(cache=True)
def rank(points, binomials):
    """The index of a home board: with c checkers on the first j points, the sum of C(c+j-1, j)."""
    total = 0
    checkers = 0
    for j in range(1, 7):
        checkers += points[j]
        total += binomials[j, checkers]
    return total


@njit(cache=True)
def homes():
    """All home boards by rank: int8, [rank] as positions are that have nobody else."""
    boards = np.zeros((54264, SLOTS), np.int8)
    at = 0
    for all6 in range(16):
        for c5 in range(all6 + 1):
            for c4 in range(c5 + 1):
                for c3 in range(c4 + 1):
                    for c2 in range(c3 + 1):
                        for c1 in range(c2 + 1):
                            boards[at, 1] = c1
                            boards[at, 2] = c2 - c1
                            boards[at, 3] = c3 - c2
                            boards[at, 4] = c4 - c3
                            boards[at, 5] = c5 - c4
                            boards[at, 6] = all6 - c5
                            at += 1
    return boards


@njit(cache=True)
def rearmost(points):
    """The highest point with a checker, 0 if there is none."""
    place = len(points) - 1
    while place > 0 and points[place] == 0:
        place -= 1
    return place


@njit(cache=True)
def best_rolled(points, high, low, values, binomials, room, work):
    """The lowest value that this roll can lead to, and its rank. room, work: as results_of has."""
    best = 1e9
    best_at = -1
    for i in range(results_of(points, high, low, room, work)):
        at = rank(room[i], binomials)
        if values[at] < best:
            best = values[at]
            best_at = at
    return best, best_at


@njit(cache=True)
def by_pips(boards):
    """The ranks so that each comes after all that it can lead to."""
    pips = np.zeros(len(boards), np.int32)
    for i in range(len(boards)):
        for place in range(1, 7):
            pips[i] += place * boards[i, place]
    return np.argsort(pips, kind="mergesort")


@njit(cache=True)
def solve(boards, binomials):
    """(chances, means): chances[rank][n] to be done after exactly n rolls, and the mean rolls."""
    count = len(boards)
    chances = np.zeros((count, ROLLS))
    means = np.zeros(count)
    room = np.empty((ROOM, SLOTS), np.int8)
    work = np.empty(WORK, np.uint8)
    chances[0, 0] = 1.0
    for i in by_pips(boards)[1:]:
        total = 1.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                best, at = best_rolled(boards[i], high, low, means, binomials, room, work)
                weight = 1.0 / 36 if high == low else 2.0 / 36
                total += weight * best
                for n in range(ROLLS - 1):
                    chances[i, n + 1] += weight * chances[at, n]
        means[i] = total
    return chances, means
