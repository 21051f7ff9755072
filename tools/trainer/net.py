"""The net: rows of weights, summed up and squared, and five outputs of each of nine buckets.

hidden[j] = clip(b1[j] + sum over the active rows of W[row][j], 0, 1) squared; chance q is the
logistic of b2[bucket][q] + sum over j of V[bucket][q][j] * hidden[j]. Weights are clipped to what
the firmware's integers can hold: see export.py.
"""

import io

import numpy as np
from numba import njit

from picogammon.engine.weights import ROWS

BUCKETS = 9
_NAMES = ("W", "b1", "V", "b2")
_LIMITS = (0.498, 4.0, 7.9, 30.0)
_SIGNS = (2, 1, 1, -1, -1)  # what a chance counts in the equity
_CENTRED = 3.0  # weight of the order within a list, next to that of the values themselves
_WORST = 0.15  # the least that a play counts in a list; the best counts 1
_NEAR = 0.10  # and how soon it falls with the equity below the best, in points
_f4 = np.float32


@njit(fastmath=True, cache=True)
def forward(W, b1, V, b2, rows, count, bucket, sums, hidden, out):
    """Fills sums, hidden ([n, H]) and the chances ([n, 5]) of n positions."""
    H = W.shape[1]
    for s in range(len(count)):
        a = sums[s]
        for j in range(H):
            a[j] = b1[j]
        for k in range(count[s]):
            w = W[rows[s, k]]
            for j in range(H):
                a[j] += w[j]
        h = hidden[s]
        for j in range(H):
            x = min(max(a[j], _f4(0)), _f4(1))
            h[j] = x * x
        for q in range(5):
            v = V[bucket[s], q]
            z = b2[bucket[s], q]
            for j in range(H):
                z += v[j] * h[j]
            out[s, q] = 1 / (1 + np.exp(-z))


@njit(fastmath=True, cache=True)
def _slopes(out, chances, first, centred, err):
    """Turns chances that were found (out) into the loss's slopes; returns the losses, summed.

    The loss of a list: each play's error of equity and of chances, and `centred` times its distance
    from the list's mean error, which makes the order wrong. Better plays count more. err: [n, 3],
    scratch memory.
    """
    loss = 0.0
    loss_centred = 0.0
    i = 0
    while i < len(out):
        k = i + 1
        while k < len(out) and first[k] == 0:
            k += 1
        best = -9.0
        for s in range(i, k):
            e = 0.0
            t = 0.0
            for q in range(5):
                c = 2.0 if q == 0 else (1.0 if q < 3 else -1.0)
                e += c * (out[s, q] - chances[s, q])
                t += c * chances[s, q]
            err[s, 0] = e
            err[s, 1] = t
            if t > best:
                best = t
        mean = 0.0
        weights = 0.0
        for s in range(i, k):
            weight = _WORST + (1 - _WORST) * np.exp(-(best - err[s, 1]) / _NEAR)
            err[s, 2] = weight
            mean += weight * err[s, 0]
            weights += weight
        mean /= weights
        for s in range(i, k):
            e = err[s, 0]
            weight = err[s, 2]
            loss += e * e
            loss_centred += weight * (e - mean) ** 2
            slope = weight * (e + centred * (e - mean))
            for q in range(5):
                o = out[s, q]
                c = 2.0 if q == 0 else (1.0 if q < 3 else -1.0)
                out[s, q] = (slope * c + weight * (o - chances[s, q])) * o * (1 - o)
        i = k
    return loss, loss_centred


@njit(fastmath=True, cache=True)
def _backward(V, rows, count, bucket, sums, hidden, slopes, gW, gb1, gV, gb2):
    """Adds up the gradients."""
    H = V.shape[2]
    g = np.zeros(H, np.float32)
    for s in range(len(count)):
        h = hidden[s]
        a = sums[s]
        b = bucket[s]
        for j in range(H):
            g[j] = 0
        for q in range(5):
            d = _f4(slopes[s, q])
            v = V[b, q]
            gv = gV[b, q]
            gb2[b, q] += d
            for j in range(H):
                gv[j] += d * h[j]
                g[j] += d * v[j]
        for j in range(H):
            x = min(max(a[j], _f4(0)), _f4(1))
            g[j] *= 2 * x if x < 1 else _f4(0)
            gb1[j] += g[j]
        for k in range(count[s]):
            w = gW[rows[s, k]]
            for j in range(H):
                w[j] += g[j]


@njit(fastmath=True, cache=True)
def _adam(w, g, m, v, rate, near, far, limit):
    """Makes a step of Adam for a flat array; near and far: the weight of the means so far."""
    for i in range(w.size):
        x = g[i]
        m[i] += _f4(0.1) * (x - m[i])
        v[i] += _f4(0.001) * (x * x - v[i])
        y = w[i] - rate * (m[i] / near) / (np.sqrt(v[i] / far) + _f4(1e-8))
        w[i] = min(max(y, -limit), limit)
        g[i] = 0


def equity(chances):
    """Returns the cubeless equities of chances ([n, 5])."""
    return chances @ np.array(_SIGNS) - 1


class Net:
    """The weights, and the state of Adam."""

    def __init__(self, hidden, seed=1):
        rng = np.random.default_rng(seed)
        W = rng.normal(0, 0.08, (ROWS, hidden)).astype(_f4)
        V = np.repeat(rng.normal(0, 0.1, (1, 5, hidden)), BUCKETS, 0).astype(_f4)
        b2 = np.zeros((BUCKETS, 5), _f4)
        b2[:] = [0, -1.6, -4.5, -1.6, -4.5]
        self.weights = [W, np.full(hidden, 0.4, _f4), V, b2]
        self.gradients = [np.zeros_like(w) for w in self.weights]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    @property
    def hidden(self):
        """Units of the hidden layer."""
        return self.weights[0].shape[1]

    def as_bytes(self):
        """Returns the weights as an .npz file: W, b1, V, b2."""
        file = io.BytesIO()
        np.savez(file, **dict(zip(_NAMES, self.weights)))
        return file.getvalue()

    def state(self):
        """Returns all that a fit needs to continue: arrays by name."""
        arrays = {"steps": np.int64(self.steps)}
        for prefix, values in (("", self.weights), ("m", self.means), ("v", self.squares)):
            arrays.update({prefix + name: value for name, value in zip(_NAMES, values)})
        return arrays

    def restore(self, arrays):
        """Restores the arrays of `state`."""
        self.steps = int(arrays["steps"])
        for prefix, values in (("", self.weights), ("m", self.means), ("v", self.squares)):
            for name, value in zip(_NAMES, values):
                value[:] = arrays[prefix + name]

    def chances(self, rows, count, bucket):
        """Returns the chances of positions by their features: [n, 5]."""
        out = np.zeros((len(count), 5))
        for begin in range(0, len(count), 4096):
            part = slice(begin, begin + 4096)
            room = np.empty((2, len(count[part]), self.hidden), _f4)
            forward(*self.weights, rows[part], count[part], bucket[part], *room, out[part])
        return out

    def learn(self, rows, count, bucket, chances, first, rate, room):
        """Makes one step from whole lists; returns the losses, summed. room: from `room_for`."""
        sums, hidden, out, err = (array[: len(count)] for array in room)
        forward(*self.weights, rows, count, bucket, sums, hidden, out)
        losses = _slopes(out, chances, first, _CENTRED, err)
        V = self.weights[2]
        _backward(V, rows, count, bucket, sums, hidden, out, *self.gradients)
        self.steps += 1
        near = _f4(1 - 0.9**self.steps)
        far = _f4(1 - 0.999**self.steps)
        for w, g, m, v, limit in zip(
            self.weights, self.gradients, self.means, self.squares, _LIMITS
        ):
            g /= len(count)
            flat = (w.ravel(), g.ravel(), m.ravel(), v.ravel())
            _adam(*flat, _f4(rate), near, far, _f4(limit))
        return losses

    def room_for(self, positions):
        """Returns scratch memory for `learn`."""
        shape = (positions, self.hidden)
        return (
            np.empty(shape, _f4),
            np.empty(shape, _f4),
            np.empty((positions, 5)),
            np.empty((positions, 3)),
        )
