"""The contact net for many positions at once on a PC: to the bit what the board computes.

>>> net = BulkNet(Path("firmware/picogammon/engine/weights.bin").read_bytes())
>>> net.outcomes(positions)  # (n, 26) int8 -> (n, 5) int32, in 1/65536
"""

import numba as nb
import numpy as np

from tools.trainer import export
from tools.trainer.features import ESCAPES, MOST, features

_ONE = 65536


class BulkNet:
    """A net out of a file of weights; `arrays` are what compiled code is given of it."""

    def __init__(self, data):
        """`data`: the file's bytes, or the sections as export.net_sections gives them."""
        sections = data if isinstance(data, dict) else export.unpack(data)
        hidden, rows, buckets = np.frombuffer(sections["NETS"], "<u2")[:3]
        weights = np.frombuffer(sections["NETW"], np.uint8).reshape(rows, hidden)
        output = np.frombuffer(sections["NETV"], "<i2").reshape(buckets, hidden, 6)
        self.arrays = (
            (weights.astype(np.int16) - 128).astype(np.int8),
            np.frombuffer(sections["NETB"], "<i2").astype(np.int16),
            np.ascontiguousarray(output[:, :, :5].transpose(0, 2, 1), np.int16),
            np.frombuffer(sections["NETC"], "<i4").reshape(buckets, 5).astype(np.int32),
            np.frombuffer(sections["NETP"], "<u2").astype(np.int32),
            ESCAPES,
        )

    def outcomes(self, positions):
        """The outcomes (n, 5) int32 of positions (n, 26) int8, for who has just played."""
        positions = np.ascontiguousarray(positions, np.int8)
        out = np.empty((len(positions), 5), np.int32)
        contact_outcomes(positions, self.arrays, out)
        return out


@nb.njit(cache=True, nogil=True)
def contact_outcomes(positions, net, out):
    """BulkNet.outcomes, compiled. `net`: its `arrays`."""
    weights, biases, output, constants, curve, escape = net
    hidden = weights.shape[1]
    rows = np.zeros(MOST, np.uint16)
    here = np.empty(26, np.int64)
    sums = np.empty(hidden, np.int16)
    active = np.empty(hidden, np.int16)
    for i in range(len(positions)):
        pos = positions[i]
        count, bucket = features(pos, rows, escape, here)
        _first_layer(rows, count, weights, biases, sums, active)
        for q in range(5):
            total = _dot(active, output[bucket, q])
            out[i, q] = _probability((total + constants[bucket, q]) >> 10, curve)
        _reconcile(pos, out[i])


@nb.njit(cache=True)
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


@nb.njit(cache=True)
def _dot(active, weights):
    total = np.int32(0)
    for j in range(len(active)):
        total = np.int32(total + np.int32(np.int32(active[j]) * np.int32(weights[j])))
    return total


@nb.njit(cache=True)
def _probability(odds, curve):
    size = abs(odds)
    step = size >> 3
    if step >= 255:
        above = curve[255]
    else:
        low = curve[step]
        above = low + (((curve[step + 1] - low) * (size & 7) + 4) >> 3)
    return _ONE // 2 - above if odds < 0 else _ONE // 2 + above


@nb.njit(cache=True)
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
