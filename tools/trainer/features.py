"""The net's features for many positions at once, by numba.

What they are is said in firmware/picogammon/engine/features_twin.py; the rows and their order are
the same here.
"""

from typing import NamedTuple

import numba as nb
import numpy as np

from tools.trainer.records import CERTAIN

ROWS = 924
MOST = 52
_SIDE = 462
_BAR, _OFF, _HOME, _BACK, _PIPS, _ESCAPE, _ESCAPE_NEXT, _ENTER = (
    96,
    99,
    114,
    178,
    210,
    258,
    295,
    332,
)
_TIMING, _BEHIND, _HIT, _RISK = 353, 377, 393, 430
_ALL = 0x1FFFFFF
_AHEAD = 12


def escapes():
    """How well a checker gets away, 0 to 36, by the blocked ones of the 12 points before it.

    Bit k - 1 is the point k away. It is an eighth of the pips it can run, over all 36 rolls.
    """
    return np.array([_escape(blocked) for blocked in range(1 << _AHEAD)], np.uint8)


def _escape(blocked):
    def free(k):
        return k <= _AHEAD and not blocked >> (k - 1) & 1

    total = 0
    for a in range(1, 7):
        for b in range(1, 7):
            best = 0
            if a == b:
                for k in range(1, 5):
                    if not free(k * a):
                        break
                    best = k * a
            else:
                best = max((n for n in (a, b) if free(n)), default=0)
                if best and free(a + b):
                    best = a + b
            total += best
    return min(36, total // 8)


ESCAPES = escapes()


def featurize(positions):
    """(rows (n, MOST) uint16, how many of them (n,), buckets (n,)) of positions (n, 26) int8."""
    count = len(positions)
    rows = np.zeros((count, MOST), np.uint16)
    counts = np.zeros(count, np.uint8)
    buckets = np.zeros(count, np.uint8)
    _all(np.ascontiguousarray(positions, np.int8), rows, counts, buckets, ESCAPES)
    return rows, counts, buckets


@nb.njit(cache=True)
def _all(positions, rows, counts, buckets, escape):
    for i in range(len(positions)):
        counts[i], buckets[i] = features(positions[i], rows[i], escape)


@nb.njit(cache=True)
def features(pos, rows, escape):
    """(count, bucket) of a position (26 int8); fills rows. `escape` is ESCAPES."""
    n, own = _side(pos, False, 0, 0, rows, escape)
    n, other = _side(pos, True, n, _SIDE, rows, escape)
    return n, own * 3 + other


@nb.njit(cache=True)
def _side(pos, turned, n, base, rows, escape):
    made = blots = theirs = opposing = 0
    total = pips = timing = behind = deep = 0
    rear = second = lowest = 0
    for d in range(25, -1, -1):
        k = -np.int64(pos[25 - d]) if turned else np.int64(pos[d])
        if k > 0:
            if not rear:
                rear = d
            elif not second:
                second = d
            total += k
            pips += k * d
            if d >= 19:
                deep += k
            else:
                timing += k * d
            if d < 25:
                row = base + 4 * d - 4
                rows[n] = row + min(k, 3) - 1
                n += 1
                for _ in range(k - 3):
                    rows[n] = row + 3
                    n += 1
                if k > 1:
                    made |= 1 << d
                else:
                    blots |= 1 << d
        elif k < 0:
            theirs |= 1 << d
            lowest = d
            behind = total
            if k < -1 and d:
                opposing |= 1 << d
    bar = -np.int64(pos[0]) if turned else np.int64(pos[25])
    on_bar = np.int64(pos[25]) if turned else -np.int64(pos[0])
    if bar:
        rows[n] = base + _BAR + min(bar, 3) - 1
        shut = opposing >> 19
        ones = 0
        while shut:
            ones += shut & 1
            shut >>= 1
        rows[n + 1] = base + _ENTER + (min(bar, 3) - 1) * 7 + ones
        n += 2
    if total < 15:
        rows[n] = base + _OFF + 14 - total
        n += 1
    rows[n] = base + _HOME + ((made >> 1) & 63)
    rows[n + 1] = base + _BACK + (made >> 20)
    rows[n + 2] = base + _PIPS + min(47, pips >> 2)
    rows[n + 3] = base + _TIMING + min(23, timing // 6)
    rows[n + 4] = base + _BEHIND + (behind if theirs else total)
    n += 5
    if rear > lowest:
        rows[n] = base + _ESCAPE + escape[_blocks(opposing, rear)]
        n += 1
        if second > lowest:
            rows[n] = base + _ESCAPE_NEXT + escape[_blocks(opposing, second)]
            n += 1
    hits = lost = 0
    if blots:
        hits, lost = _shots(theirs & 0xFFFFFF, on_bar, made, blots)
    rows[n] = base + _HIT + hits
    n += 1
    if lost:
        rows[n] = base + _RISK + min(31, lost // 18)
        n += 1
    return n, 0 if deep == 0 else 1 if deep < 3 else 2


@nb.njit(cache=True)
def _blocks(opposing, place):
    found = 0
    for k in range(1, min(_AHEAD, place - 1) + 1):
        found |= ((opposing >> (place - k)) & 1) << (k - 1)
    return found


@nb.njit(cache=True)
def _cost(hit):
    low = 0
    while not hit & 1:
        hit >>= 1
        low += 1
    return 25 - low


@nb.njit(cache=True)
def _shots(theirs, on_bar, made, blots):
    free = ~made & _ALL
    rest = theirs & ~1
    first = 1 if on_bar else theirs
    hits = lost = 0
    for a in range(1, 7):
        by_a = (first << a) & free
        hit = by_a
        if by_a and on_bar < 2:
            moving = by_a | rest if on_bar else by_a
            for _ in range(3):
                moving = (moving << a) & free
                hit |= moving
        hit &= blots
        if hit:
            hits += 1
            lost += _cost(hit)
        for b in range(1, a):
            by_b = (first << b) & free
            hit = by_a | by_b
            if not on_bar:
                hit |= ((by_a << b) | (by_b << a)) & free
            elif on_bar == 1:
                if by_a:
                    hit |= ((rest | by_a) << b) & free
                if by_b:
                    hit |= ((rest | by_b) << a) & free
            hit &= blots
            if hit:
                hits += 2
                lost += 2 * _cost(hit)
    return hits, lost


class Prepared(NamedTuple):
    """Records as the net sees them, in memory: thirty million of them take 4 GB."""

    rows: np.ndarray  # [n, MOST]
    count: np.ndarray  # of rows
    bucket: np.ndarray
    chances: np.ndarray  # [n, 5]
    first: np.ndarray  # whether a list begins


def prepare(labelled):
    """The Prepared of records."""
    rows, count, bucket = featurize(labelled["pos"])
    chances = (labelled["chances"] / np.float32(CERTAIN)).astype(np.float32)
    return Prepared(rows, count, bucket, chances, labelled["first"].copy())
