"""The net's features for many positions at once: the firmware's net_twin, compiled."""

from typing import NamedTuple

import numba as nb
import numpy as np

from picogammon.engine import handmade, net_twin
from picogammon.engine.net_twin import SIDE, side_rows
from picogammon.engine.weights import MOST
from picogammon.rules.position import BAR, SLOTS
from tools.jitted import jitable
from tools.trainer.records import CERTAIN

_AHEAD = 12

jitable(handmade, "_by_double shots")
jitable(net_twin, "_ones side_rows")


def escapes():
    """How well a checker gets away, 0 to 36, by the blocked ones of the 12 points before it.

    Bit k - 1 is the point k away. It is an eighth of the pips it can run, over all 36 rolls.
    """
    blocked = np.arange(1 << _AHEAD)
    free = np.zeros((4 * 6 + 1, 1 << _AHEAD), bool)  # by how far it is
    for k in range(1, _AHEAD + 1):
        free[k] = blocked >> (k - 1) & 1 == 0
    total = np.zeros(1 << _AHEAD, int)
    for a in range(1, 7):
        total += a * np.cumprod(free[a : 4 * a + 1 : a], axis=0).sum(axis=0)
        for b in range(1, a):
            one = np.maximum(a * free[a], b * free[b])
            total += 2 * np.where((one > 0) & free[a + b], a + b, one)
    return np.minimum(36, total // 8).astype(np.uint8)


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
    here = np.empty(SLOTS, np.int64)
    for i in range(len(positions)):
        counts[i], buckets[i] = features(positions[i], rows[i], escape, here)


@nb.njit(cache=True)
def features(pos, rows, escape, here):
    """(count, bucket) of a position (26 int8); fills rows. `escape`: ESCAPES; `here`: 26 int64."""
    for place in range(SLOTS):
        here[place] = pos[place]
    own = side_rows(here, 0, 0, rows, escape)
    for place in range(SLOTS):
        here[place] = -np.int64(pos[BAR - place])
    other = side_rows(here, own >> 3, SIDE, rows, escape)
    return other >> 3, (own & 3) * 3 + (other & 3)


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
