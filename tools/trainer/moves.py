"""The results of a roll, compiled: the trainer looks a roll ahead a million times.

The rules' own generator (rules/movegen.py) is made for a chip; host_tests/trainer compares the two.
Positions are int8 [26], as the player on roll sees them.
"""

import numpy as np
from numba import njit

ROOM = 4000  # results of one roll, at most


@njit(cache=True)
def _can(pos, start, die, rear):
    end = start - die
    if end > 0:
        return pos[end] >= -1
    return rear <= 6 and (end == 0 or start == rear)


@njit(cache=True)
def _rearmost(pos):
    for i in range(25, 0, -1):
        if pos[i] > 0:
            return i
    return 0


@njit(cache=True)
def _make(pos, start, die):
    """Moves a checker; returns whether that hit."""
    pos[start] -= 1
    end = start - die
    hit = 0
    if end > 0:
        if pos[end] < 0:
            pos[end] = 0
            pos[0] -= 1
            hit = 1
        pos[end] += 1
    return hit


@njit(cache=True)
def _unmake(pos, start, die, hit):
    pos[start] += 1
    end = start - die
    if end > 0:
        pos[end] -= 1
        if hit:
            pos[end] = -1
            pos[0] += 1


@njit(cache=True)
def _add(pos, results, hashes, n):
    """Adds pos to the n results unless it is there; returns how many there are."""
    h = np.uint64(1469598103934665603)
    for i in range(26):
        h = (h ^ np.uint64(pos[i] + 32)) * np.uint64(1099511628211)
    for i in range(n):
        if hashes[i] == h:
            return n
    if n < len(hashes):
        hashes[n] = h
        for i in range(26):
            results[n, i] = pos[i]
        n += 1
    return n


@njit(cache=True)
def _doubles(pos, die, results, hashes):
    """Sources from the back to the front; returns how many results."""
    # No recursion: what numba keeps of that on disk crashes when it is used again.
    top = np.empty(5, np.int64)  # where a step may begin, by the steps made before
    stuck = np.empty(5, np.bool_)  # whether none could be made
    made = np.empty(4, np.int64)
    hits = np.empty(4, np.int64)
    top[0] = 25
    stuck[0] = True
    n = best = depth = 0
    while True:
        if depth < 4:
            rear = _rearmost(pos)
            last = 25 if rear == 25 else 1
            start = min(top[depth], rear)
            while start >= last and not (pos[start] > 0 and _can(pos, start, die, rear)):
                start -= 1
            if start >= last:
                hits[depth] = _make(pos, start, die)
                made[depth] = start
                stuck[depth] = False
                depth += 1
                top[depth] = start
                stuck[depth] = True
                continue
        if depth == 0:
            return n
        if stuck[depth] and depth >= best:
            if depth > best:
                best = depth
                n = 0
            n = _add(pos, results, hashes, n)
        depth -= 1
        _unmake(pos, made[depth], die, hits[depth])
        top[depth] = made[depth] - 1


@njit(cache=True)
def _both(pos, first, second, results, hashes, n):
    """Adds what the dice give in this order."""
    rear = _rearmost(pos)
    for start in range(rear, 24 if rear == 25 else 0, -1):
        if pos[start] > 0 and _can(pos, start, first, rear):
            hit = _make(pos, start, first)
            rear_then = _rearmost(pos)
            for then in range(rear_then, 24 if rear_then == 25 else 0, -1):
                if pos[then] > 0 and _can(pos, then, second, rear_then):
                    hit_then = _make(pos, then, second)
                    n = _add(pos, results, hashes, n)
                    _unmake(pos, then, second, hit_then)
            _unmake(pos, start, first, hit)
    return n


@njit(cache=True)
def results_of(pos, die, other, results, hashes):
    """Fills results (int8 [ROOM, 26]) with what the roll can give; 0: nothing can be played.

    hashes: uint64 [ROOM], to find what is there already. pos is changed meanwhile.
    """
    if die == other:
        return _doubles(pos, die, results, hashes)
    high = max(die, other)
    low = min(die, other)
    n = _both(pos, high, low, results, hashes, 0)
    n = _both(pos, low, high, results, hashes, n)
    if n:
        return n
    rear = _rearmost(pos)
    for single in (high, low):
        for start in range(rear, 24 if rear == 25 else 0, -1):
            if pos[start] > 0 and _can(pos, start, single, rear):
                hit = _make(pos, start, single)
                n = _add(pos, results, hashes, n)
                _unmake(pos, start, single, hit)
        if n:
            return n
    return 0
