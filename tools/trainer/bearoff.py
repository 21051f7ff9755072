"""Makes the engine's tables for races, in a few minutes.

firmware/picogammon/engine/race.py describes the sections. A home board is kept as the mean and the
shape of its exact distribution (exact.py); the shapes are fitted to all of them. race_net.py trains
the net for all other positions, which is rounded here.
"""

import math

import numpy as np

from picogammon.engine import race as engine
from tools.trainer import exact, race_net

ROWS = 33  # means of 0, 1/2 .. 16 rolls
WIDTH = 14
_SHAPES = engine.SHAPES
_ONE = 32768
_SEEN = 24  # rolls that the fit looks at
_ROUNDS = 12
_PRIOR = 0.5  # positions that the first guess of a shape counts for
_MOST_BIAS = 28_000  # so that sixteen bits hold a sum
_REFITTED = 300_000  # positions that the rounded net is fitted to


def sections(starts, most, say):
    """Returns the sections of the file of weights: {name: bytes}.

    starts: games of each round of training; most: checkers outside with exact labels.
    """
    chances, means = exact.solve(exact.homes())
    rolls = np.arange(chances.shape[1])
    variances = chances @ rolls**2 - means**2
    left = 1 - np.cumsum(chances, axis=1)[:, :_SEEN]
    nodes, shapes = fit_shapes(left, means, variances)
    say(f"home boards: chances within {worst(nodes, shapes, left, means):.4f}")
    known = means, variances, exact.BINOMIALS, *_moments(1 - exact.first_off(most))
    learner, noted, labels = race_net.learn(known, most, starts, say)
    step = max(1, len(noted) // _REFITTED)
    near = np.round(left[: engine.NEAR_HOMES, 1:9] * _ONE).astype("<u2")
    return {
        "NEAR": near.tobytes(),
        "HOME": coded(nodes, shapes, means)[engine.NEAR_HOMES :].tobytes(),
        "ROLL": _rows(nodes),
        "RACE": rounded_net(learner.net, noted[::step], labels[::step]),
        "SOON": soon(),
    }


def soon():
    """Returns the section SOON."""
    left = 1 - exact.first_off(engine.FEW)[:, 1 : engine.FEW + 1]
    return np.round(left * 255).astype(np.uint8).tobytes()


def _moments(left):
    """Returns the means and variances of what is [..][n] not done after n rolls."""
    means = left.sum(axis=1)
    return means, left @ (2 * np.arange(left.shape[1]) + 1) - means**2


def variance_range(mean):
    """Returns the variances of the first and the last shape at a mean."""
    return 0.087 * mean, 0.25 + 0.25 * mean


def fit_shapes(left, means, variances):
    """Returns ([row][shape][n] chances not to be done, [rank] shape) nearest to the exact ones."""
    lowest, highest = variance_range(means)
    wanted = (variances - lowest) / (highest - lowest) * (_SHAPES - 1)
    shapes = np.clip(np.round(wanted), 0, _SHAPES - 1).astype(int)
    rows = np.minimum((means * 2).astype(int), ROWS - 2)
    parts = means * 2 - rows
    guess = _first_guess()
    for _ in range(_ROUNDS):
        nodes = np.stack(
            [
                _fit_shape(left[mine], rows[mine], parts[mine], guess[:, shape])
                for shape, mine in ((k, shapes == k) for k in range(_SHAPES))
            ],
            axis=1,
        )
        shapes = _nearest(nodes, left, rows, parts)
    return nodes, shapes


def _first_guess():
    """Returns a normal distribution for each row and shape, rounded to whole rolls."""
    guess = np.zeros((ROWS, _SHAPES, _SEEN))
    for row in range(ROWS):
        mean = row / 2
        lowest, highest = variance_range(mean)
        for shape in range(_SHAPES):
            variance = lowest + (highest - lowest) * shape / (_SHAPES - 1)
            spread = math.sqrt(max(variance - 1 / 12, 0.02))
            for n in range(_SEEN):
                guess[row, shape, n] = math.erfc((n + 0.5 - mean) / spread / math.sqrt(2)) / 2
    guess[:, :, 0] = 1
    guess[:3, :, 1:] = 0  # in one roll for sure
    return guess


def _fit_shape(left, rows, parts, guess):
    """Returns the rows [row][n] around `left`, by least squares, drawn a little to guess."""
    matrix = np.eye(ROWS) * _PRIOR
    matrix[:3] *= 1e6
    right = matrix @ guess
    for a, b, weight in (
        (0, 0, (1 - parts) ** 2),
        (0, 1, (1 - parts) * parts),
        (1, 0, (1 - parts) * parts),
        (1, 1, parts**2),
    ):
        np.add.at(matrix, (rows + a, rows + b), weight)
    np.add.at(right, rows, (1 - parts)[:, None] * left)
    np.add.at(right, rows + 1, parts[:, None] * left)
    found = np.clip(np.linalg.solve(matrix, right), 0, 1)
    return np.minimum.accumulate(found, axis=1)


def _between(nodes, shapes, rows, parts):
    return nodes[rows, shapes] * (1 - parts)[:, None] + nodes[rows + 1, shapes] * parts[:, None]


def _nearest(nodes, left, rows, parts):
    best = np.full(len(left), np.inf)
    shapes = np.zeros(len(left), int)
    for shape in range(_SHAPES):
        error = ((_between(nodes, shape, rows, parts) - left) ** 2).sum(axis=1)
        shapes[error < best] = shape
        best = np.minimum(best, error)
    return shapes


def coded(nodes, shapes, means):
    """Returns the words of HOME: the mean that these rows turn into the true one << 4 | shape."""
    words = np.zeros(len(means), "<u2")
    for shape in range(_SHAPES):
        mine = shapes == shape
        read = np.maximum.accumulate(nodes[:, shape].sum(axis=1) + np.arange(ROWS) * 1e-9)
        mean = np.interp(means[mine], read, np.arange(ROWS) / 2)
        words[mine] = np.round(mean * 256).astype(int) << 4 | shape
    return words


def worst(nodes, shapes, left, means):
    """Returns the largest error of a chance not to be done after n rolls."""
    rows = np.minimum((means * 2).astype(int), ROWS - 2)
    return np.abs(_between(nodes, shapes, rows, means * 2 - rows) - left)[1:].max()


def _rows(nodes):
    table = np.zeros((ROWS, _SHAPES, WIDTH), "<u2")
    for row in range(ROWS):
        first = max(0, (row * 3 >> 3) - 2)  # before it nobody is done: bearoff_kernel.spread
        kept = nodes[row, :, first : first + WIDTH]
        table[row, :, : kept.shape[1]] = np.round(kept * _ONE)
    return table.tobytes()


def rounded_net(net, boards, labels):
    """Returns the section RACE: the first layer in bytes, and outputs that are fitted to it again.

    Each hidden node is scaled to the range of bytes, and its outgoing weights undo that.
    """
    first, bias, second, _ = net
    scale = 127 / 64 / np.abs(first).max(axis=0)
    rows = np.round(first * scale * 64).astype(int)
    biases = np.round(bias * scale * 64).astype(int)
    counts = _counted(boards)
    active = np.maximum(counts @ rows.astype(np.float32) + biases, 0) / 64
    places = np.arange(25)
    straight = np.stack(
        [np.full(len(boards), 256.0), boards @ places, boards @ np.maximum(places - 6, 0)], axis=1
    )
    seen = np.concatenate([active, straight], axis=1)
    smooth = race_net.values(net, boards)
    targets = []
    for k in (0, 2):
        lowest, highest = variance_range(smooth[:, k])
        shape = (smooth[:, k + 1] - lowest) / (highest - lowest) * (_SHAPES - 1)
        targets += [labels[:, k], np.where(labels[:, k] > 0, shape / 8, -1)]
    seconds, directs = [], []
    for target in targets:
        known = target >= 0
        square = seen[known].T @ seen[known] + np.eye(seen.shape[1]) * 10.0
        found = np.linalg.solve(square, seen[known].T @ target[known])
        seconds.append(np.round(found[: len(bias)] * 8192).astype(int))
        directs.append(np.round(found[len(bias) :] * (1 << 17)).astype(int))
    words = np.concatenate([biases, *seconds, *directs]) + 32768
    if words.min() < 0 or words.max() > 65535 or np.abs(rows).max() > 127:
        raise ValueError("a weight of the net for races does not fit")
    if np.abs(biases).max() > _MOST_BIAS:
        raise ValueError("a bias of the net for races does not fit")
    fours = rows.reshape(len(rows), -1, 4)[:, :, [0, 2, 1, 3]] + 128
    return words.astype("<u2").tobytes() + fours.astype(np.uint8).tobytes()


def _counted(boards):
    """Returns [position][feature]: how many checkers have it."""
    found = np.zeros((len(boards), race_net.FEATURES), np.float32)
    for place in range(1, 25):
        for k in range(race_net.DEEP):
            at = (place - 1) * race_net.DEEP + k
            found[:, at] = np.maximum(boards[:, place].astype(int) - k, 0)
            if k < race_net.DEEP - 1:
                found[:, at] = np.minimum(found[:, at], 1)
    return found
