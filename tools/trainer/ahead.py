"""What a net says of a position when it looks one roll ahead: labels better than the net itself.

For each of the 21 rolls the opponent's play that the net likes best (for him), and what the net
says of it, averaged.
"""

import numpy as np
from numba import njit

from tools.replies import ROOM, results_of
from tools.trainer.features import ESCAPES, MOST, features
from tools.trainer.net import Net
from tools.trainer.records import RECORD, judged

_f4 = np.float32


@njit(cache=True)
def _over(pos, out):
    """Whether the one who has just played is off; then out is what he has won."""
    for i in range(1, 26):
        if pos[i] > 0:
            return False
    left = 0
    home = False
    for i in range(25):
        if pos[i] < 0:
            left -= pos[i]
            if i <= 6:
                home = True
    out[:] = 0
    out[0] = 1
    if left == 15:
        out[1] = 1
        if home:
            out[2] = 1
    return True


@njit(fastmath=True, cache=True)
def _outputs(W, b1, V, b2, rows, n, bucket, a, out):
    H = len(b1)
    for j in range(H):
        a[j] = b1[j]
    for k in range(n):
        w = W[rows[k]]
        for j in range(H):
            a[j] += w[j]
    for j in range(H):
        x = min(max(a[j], _f4(0)), _f4(1))
        a[j] = x * x
    for q in range(5):
        v = V[bucket, q]
        z = b2[bucket, q]
        for j in range(H):
            z += v[j] * a[j]
        out[q] = 1 / (1 + np.exp(-z))


@njit(cache=True)
def judge(pos, W, b1, V, b2, escapes, rows, a, out):
    """The net's chances of pos, made consistent: as the firmware does."""
    if _over(pos, out):
        return
    n, bucket = features(pos, rows, escapes)
    _outputs(W, b1, V, b2, rows, n, bucket, a, out)
    own = 0
    his = 0
    for i in range(26):
        if pos[i] > 0:
            own += pos[i]
        else:
            his -= pos[i]
    if his < 15:
        out[1] = out[2] = 0
    if own < 15:
        out[3] = out[4] = 0
    out[1] = min(out[1], out[0])
    out[2] = min(out[1], out[2])
    out[3] = min(out[3], 1 - out[0])
    out[4] = min(out[3], out[4])


@njit(cache=True)
def _best(pos, die, other, W, b1, V, b2, escapes, results, hashes, rows, a, out, best):
    """Fills best with the chances of the best play of the roll, or of passing."""
    n = results_of(pos, die, other, results, hashes)
    if n == 0:
        judge(pos, W, b1, V, b2, escapes, rows, a, best)
        return
    highest = -9.0
    for i in range(n):
        judge(results[i], W, b1, V, b2, escapes, rows, a, out)
        e = 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4]
        if e > highest:
            highest = e
            best[:] = out


@njit(cache=True)
def _ahead(pos, W, b1, V, b2, escapes, results, hashes, rows, a, out, best, found):
    """Fills found with the chances of pos, one roll ahead."""
    if _over(pos, found):
        return
    turned = np.empty(26, np.int8)
    for i in range(26):
        turned[i] = -pos[25 - i]
    found[:] = 0
    for die in range(1, 7):
        for other in range(1, die + 1):
            weight = (1.0 if die == other else 2.0) / 36
            _best(turned, die, other, W, b1, V, b2, escapes, results, hashes, rows, a, out, best)
            found[0] += weight * (1 - best[0])
            found[1] += weight * best[3]
            found[2] += weight * best[4]
            found[3] += weight * best[1]
            found[4] += weight * best[2]


@njit(cache=True, nogil=True)
def _ahead_of_all(positions, W, b1, V, b2, escapes, found):
    results = np.empty((ROOM, 26), np.int8)
    hashes = np.empty(ROOM, np.uint64)
    rows = np.empty(MOST, np.uint16)
    a = np.empty(len(b1), np.float32)
    out = np.empty(5)
    best = np.empty(5)
    for i in range(len(positions)):
        pos = positions[i]
        _ahead(pos, W, b1, V, b2, escapes, results, hashes, rows, a, out, best, found[i])


def ahead(net, positions):
    """The chances ([n, 5]) of positions (int8 [n, 26]) one roll ahead."""
    found = np.zeros((len(positions), 5))
    _ahead_of_all(np.ascontiguousarray(positions), *net.weights, ESCAPES, found)
    return found


def judge_ahead(net, asked):
    """The job: the records `asked`, judged a roll ahead; all bytes, a net's and of records."""
    asked = np.frombuffer(asked, RECORD)
    return judged(asked["pos"], ahead(Net.of(net), asked["pos"])).tobytes()
