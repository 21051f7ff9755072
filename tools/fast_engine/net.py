"""The contact net for many positions at once: to the bit what the board computes.

>>> net = BulkNet(weights.load())
>>> net.outcomes(positions)  # (n, 26) int8 -> (n, 5) int32, in 1/65536
"""

import numpy as np
from numba import njit

from picogammon.engine import handmade, net_twin
from picogammon.engine.net_twin import SIDE, side_rows
from picogammon.engine.weights import MOST
from picogammon.rules.position import BAR, SLOTS
from tools.fast_engine.kernels import jitable

_ONE = 65536
_AHEAD = 12

jitable(handmade, "_by_double shots")
jitable(net_twin, "_ones side_rows")


def _escapes():
    """Returns the section ESCP: an eighth of the pips that a checker can run, over all 36 rolls.

    The index says which of the 12 points ahead are blocked: bit k - 1 is the point k away.
    """
    blocked = np.arange(1 << _AHEAD)
    free = np.zeros((4 * 6 + 1, 1 << _AHEAD), bool)  # by distance
    for k in range(1, _AHEAD + 1):
        free[k] = blocked >> (k - 1) & 1 == 0
    total = np.zeros(1 << _AHEAD, int)
    for a in range(1, 7):
        total += a * np.cumprod(free[a : 4 * a + 1 : a], axis=0).sum(axis=0)
        for b in range(1, a):
            one = np.maximum(a * free[a], b * free[b])
            total += 2 * np.where((one > 0) & free[a + b], a + b, one)
    return np.minimum(36, total // 8).astype(np.uint8)


ESCAPES = _escapes()


class BulkNet:
    """The net of a file of weights, a Weights. `arrays`: what compiled code takes of the net."""

    def __init__(self, weights):
        def section(name, kind):
            return np.frombuffer(bytes(weights.section(name)), kind)

        hidden, rows, buckets = section("NETS", "<u2")[:3]
        first = section("NETW", np.uint8).reshape(rows, hidden)
        output = section("NETV", "<i2").reshape(buckets, hidden, 6)
        self.arrays = (
            (first.astype(np.int16) - 128).astype(np.int8),
            section("NETB", "<i2").astype(np.int16),
            np.ascontiguousarray(output[:, :, :5].transpose(0, 2, 1), np.int16),
            section("NETC", "<i4").reshape(buckets, 5).astype(np.int32),
            section("NETP", "<u2"),
            ESCAPES,
        )

    def outcomes(self, positions):
        """Returns the outcomes (n, 5) int32 of positions (n, 26) int8, for the last mover."""
        positions = np.ascontiguousarray(positions, np.int8)
        out = np.empty((len(positions), 5), np.int32)
        contact_outcomes(positions, self.arrays, out)
        return out


def featurize(positions):
    """Returns the active rows of positions (n, 26) int8: ((n, MOST) uint16, the number of rows of
    each position, the bucket of each).
    """
    count = len(positions)
    rows = np.zeros((count, MOST), np.uint16)
    counts, buckets = np.zeros((2, count), np.uint8)
    _featurize(np.ascontiguousarray(positions, np.int8), rows, counts, buckets, ESCAPES)
    return rows, counts, buckets


@njit(cache=True)
def _featurize(positions, rows, counts, buckets, escape):
    here = np.empty(SLOTS, np.int64)
    for i in range(len(positions)):
        counts[i], buckets[i] = _features(positions[i], rows[i], escape, here)


@njit(cache=True)
def _features(pos, rows, escape, here):
    """Fills rows; returns (count, bucket). `here`: int64 [26], scratch memory."""
    for place in range(SLOTS):
        here[place] = pos[place]
    own = side_rows(here, 0, 0, rows, escape)
    for place in range(SLOTS):
        here[place] = -np.int64(pos[BAR - place])
    other = side_rows(here, own >> 3, SIDE, rows, escape)
    return other >> 3, (own & 3) * 3 + (other & 3)


@njit(cache=True, nogil=True)
def contact_outcomes(positions, net, out):
    """BulkNet.outcomes, compiled. `net`: its `arrays`."""
    weights, biases, output, constants, curve, escape = net
    hidden = weights.shape[1]
    rows = np.zeros(MOST, np.uint16)
    here = np.empty(SLOTS, np.int64)
    sums = np.empty(hidden, np.int16)
    active = np.empty(hidden, np.int16)
    for i in range(len(positions)):
        pos = positions[i]
        count, bucket = _features(pos, rows, escape, here)
        _first_layer(rows, count, weights, biases, sums, active)
        for q in range(5):
            total = _dot(active, output[bucket, q])
            out[i, q] = _probability((total + constants[bucket, q]) >> 10, curve)
        _reconcile(pos, out[i])


@njit(cache=True)
def _first_layer(rows, count, weights, biases, sums, active):
    for j in range(len(sums)):
        sums[j] = biases[j]
    k = 0
    while k + 8 <= count:  # eight at a time: the sums are read and written less often
        a, b = weights[rows[k]], weights[rows[k + 1]]
        c, d = weights[rows[k + 2]], weights[rows[k + 3]]
        e, f = weights[rows[k + 4]], weights[rows[k + 5]]
        g, h = weights[rows[k + 6]], weights[rows[k + 7]]
        for j in range(len(sums)):
            sums[j] += (np.int16(a[j]) + np.int16(b[j]) + np.int16(c[j]) + np.int16(d[j])) + (
                np.int16(e[j]) + np.int16(f[j]) + np.int16(g[j]) + np.int16(h[j])
            )
        k += 8
    while k < count:
        row = weights[rows[k]]
        for j in range(len(sums)):
            sums[j] += np.int16(row[j])
        k += 1
    for j in range(len(sums)):
        x = np.int32(min(max(sums[j], np.int16(0)), np.int16(255)))
        active[j] = np.int16((x * x) >> np.int32(6))


@njit(cache=True)
def _dot(active, weights):
    total = np.int32(0)
    for j in range(len(active)):
        total = np.int32(total + np.int32(np.int32(active[j]) * np.int32(weights[j])))
    return total


@njit(cache=True)
def _probability(odds, curve):
    size = abs(odds)
    step = size >> 3
    if step >= 255:
        above = np.int32(curve[255])
    else:
        low, high = np.int32(curve[step]), np.int32(curve[step + 1])
        above = low + (((high - low) * (size & 7) + 4) >> 3)
    return _ONE // 2 - above if odds < 0 else _ONE // 2 + above


@njit(cache=True)
def _reconcile(pos, out):
    own = other = 0
    for n in pos:
        if n > 0:
            own += n
        else:
            other -= n
    out[1] = 0 if other < 15 else min(out[1], out[0])
    out[2] = min(out[2], out[1])
    out[3] = 0 if own < 15 else min(out[3], _ONE - out[0])
    out[4] = min(out[4], out[3])
