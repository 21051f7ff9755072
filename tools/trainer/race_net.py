"""A small net that estimates how many rolls any side needs to bear off.

The net gives mean and variance of the rolls needed, and both for the rolls until the first checker
is off. It learns from games of one side, which the net of the round before plays for the fewest
rolls. A game ends when the rest is known exactly (exact.py).

The length of a game is mostly luck. The playing net also estimates the other 20 rolls of each turn,
and so the luck. Less that luck, a game gives the mean to a twentieth of a roll, right on average
even if the net is wrong. An estimate of the next position alone would favour lucky estimates.
"""

import numpy as np
from numba import njit

from picogammon.rules.position import SLOTS
from tools.fast_engine.kernels import ROOM, WORK, results_of
from tools.trainer import exact
from tools.trainer.exact import rank, rearmost

HIDDEN = 48
DEEP = 4  # a point's fourth checker and those above it count alike
FEATURES = 24 * DEEP
OUTPUTS = 4  # mean, variance, and both until the first is off
STRAIGHT = 3  # what the outputs see directly: one, pips, pips outside the home board
PIPS_A_ROLL = 49 / 6
_SEED = 1
_BATCH = 256  # positions in a step
_FULL = 15
_ROLLS = 21
_LONGEST = 100  # rolls of a game


@njit(cache=True)
def _straight(points, seen):
    seen[0] = 1.0
    seen[1] = 0.0
    seen[2] = 0.0
    for place in range(1, 25):
        seen[1] += points[place] * place / 64.0
        if place > 6:
            seen[2] += points[place] * (place - 6) / 64.0


@njit(cache=True)
def _sums(points, first, bias, sums):
    sums[:] = bias
    for place in range(1, 25):
        for k in range(points[place]):
            sums += first[(place - 1) * 4 + min(k, 3)]


@njit(cache=True, fastmath=True)
def _output(sums, seen, second, direct, k):
    total = seen[0] * direct[k, 0] + seen[1] * direct[k, 1] + seen[2] * direct[k, 2]
    for h in range(len(sums)):
        total += max(sums[h], np.float32(0.0)) * second[k, h]
    return total


@njit(cache=True)
def _value(points, before, goal, net, known, work):
    """Returns the exact mean, or the net's; work[0] has the sums of `before`."""
    _, sums, seen, ways, _, _ = work
    if goal:
        if points.sum() < 15:
            return 0.0
        if exact.ways_home(points, ways) <= len(ways):
            return known[3][exact.index(ways)]
    elif rearmost(points) <= 6:
        return known[0][rank(points, known[2])]
    sums[:] = work[0]
    for place in range(1, 25):
        for k in range(points[place], before[place]):
            sums -= net[0][(place - 1) * 4 + min(k, 3)]
        for k in range(before[place], points[place]):
            sums += net[0][(place - 1) * 4 + min(k, 3)]
    _straight(points, seen)
    return _output(sums, seen, net[2], net[3], goal)


@njit(cache=True)
def _each_roll(points, goal, net, known, work, reached, values):
    """Finds the best play of each roll; returns the mean and the variance of their values.

    goal 0: the fewest rolls to bear off; 2: until the first checker is off.
    """
    room, kernels = work[4:]
    mean = square = 0.0
    roll = 0
    _sums(points, net[0], net[1], work[0])
    for high in range(1, 7):
        for low in range(1, high + 1):
            best = 1e9
            for i in range(results_of(points, high, low, room, kernels)):
                value = _value(room[i], points, goal, net, known, work)
                if value < best:
                    best = value
                    reached[roll] = room[i]
            values[roll] = best
            weight = (1 if high == low else 2) / 36
            mean += weight * best
            square += weight * best**2
            roll += 1
    return mean, square - mean * mean


@njit(cache=True)
def _known(points, goal, ways):
    """True if the rest is known exactly."""
    if not goal:
        return rearmost(points) <= 6
    return points.sum() < 15 or exact.ways_home(points, ways) <= len(ways)


@njit(cache=True)
def play_home(starts, goal, net, known, most, seed, boards, labels):
    """Plays each start until the rest is known; returns the number of positions in boards.

    Each position on the way gets labels that are right on average: the rolls of the game and of its
    known rest, less the luck; and the variance of that luck. `most`: as in `learn`.
    """
    means, variances, binomials, first_means, first_variances = known
    np.random.seed(seed)
    ways = np.zeros(most, np.int64)
    work = (
        np.zeros(len(net[1]), np.float32),
        np.zeros(len(net[1]), np.float32),
        np.zeros(3, np.float32),
        ways,
        np.empty((ROOM, SLOTS), np.int8),
        np.empty(WORK, np.uint8),
    )
    reached = np.zeros((_ROLLS, SLOTS), np.int8)
    points = np.zeros(SLOTS, np.int8)
    values = np.zeros(_ROLLS)
    lucks = np.zeros(_LONGEST)
    spreads = np.zeros(_LONGEST)
    count = 0
    for start in starts:
        points[:25] = start
        begun = count
        while not _known(points, goal, ways) and count < len(boards):
            boards[count] = points[:25]
            mean, variance = _each_roll(points, goal, net, known, work, reached, values)
            one = np.random.randint(1, 7)
            other = np.random.randint(1, 7)
            high = max(one, other)
            roll = high * (high - 1) // 2 + min(one, other) - 1
            lucks[count - begun] = values[roll] - mean
            spreads[count - begun] = variance
            points[:] = reached[roll]
            count += 1
        if not _known(points, goal, ways):  # there is no room for the rest of this game
            return begun
        total = _value(points, points, goal, net, known, work)
        spread = 0.0
        if not goal:
            spread = variances[rank(points, binomials)]
        elif points.sum() == 15:
            exact.ways_home(points, ways)
            spread = first_variances[exact.index(ways)]
        for i in range(count - 1, begun - 1, -1):
            total += 1 - lucks[i - begun]
            spread += spreads[i - begun]
            labels[i, :] = -1.0
            labels[i, goal] = total
            labels[i, goal + 1] = spread
            if not goal and boards[i].sum() == 15:
                if exact.ways_home(boards[i], ways) <= most:
                    at = exact.index(ways)
                    labels[i, 2] = first_means[at]
                    labels[i, 3] = first_variances[at]
    return count


@njit(cache=True, fastmath=True, error_model="numpy")
def evaluate(boards, net, out):
    """Fills out[i] with the net's four numbers."""
    first, bias, second, direct = net
    sums = np.zeros(len(bias), np.float32)
    seen = np.zeros(3, np.float32)
    for i in range(len(boards)):
        points = boards[i]
        _sums(points, first, bias, sums)
        _straight(points, seen)
        for k in range(OUTPUTS):
            out[i, k] = _output(sums, seen, second, direct, k)


@njit(cache=True, fastmath=True, error_model="numpy")
def _epoch(order, boards, labels, net, moments, squares, grads, rate):
    """Makes one pass of Adam."""
    first, bias, second, direct = net
    gfirst, gbias, gsecond, gdirect = grads
    hidden = len(bias)
    sums = np.zeros(hidden, np.float32)
    back = np.zeros(hidden, np.float32)
    seen = np.zeros(3, np.float32)
    for start in range(0, len(order), _BATCH):
        stop = min(start + _BATCH, len(order))
        for j in range(start, stop):
            points = boards[order[j]]
            _straight(points, seen)
            _sums(points, first, bias, sums)
            back[:] = 0
            for k in range(OUTPUTS):
                wanted = labels[order[j], k]
                if wanted < 0:
                    continue
                error = _output(sums, seen, second, direct, k) - np.float32(wanted)
                for s in range(3):
                    gdirect[k, s] += error * seen[s]
                for h in range(hidden):
                    if sums[h] > 0:
                        gsecond[k, h] += error * sums[h]
                        back[h] += error * second[k, h]
            gbias += back
            for place in range(1, 25):
                for k in range(points[place]):
                    gfirst[(place - 1) * 4 + min(k, 3)] += back
        scale = np.float32(1.0 / (stop - start))
        pace = np.float32(rate)
        _adam(first.ravel(), gfirst.ravel(), moments[0].ravel(), squares[0].ravel(), scale, pace)
        _adam(bias, gbias, moments[1], squares[1], scale, pace)
        _adam(second.ravel(), gsecond.ravel(), moments[2].ravel(), squares[2].ravel(), scale, pace)
        _adam(direct.ravel(), gdirect.ravel(), moments[3].ravel(), squares[3].ravel(), scale, pace)


@njit(cache=True, fastmath=True, error_model="numpy")
def _adam(values, grads, moment, square, scale, pace):
    for i in range(len(values)):
        g = grads[i] * scale
        moment[i] = np.float32(0.9) * moment[i] + np.float32(0.1) * g
        square[i] = np.float32(0.999) * square[i] + np.float32(0.001) * g * g
        values[i] -= pace * moment[i] / (np.sqrt(square[i]) + np.float32(1e-8))
        grads[i] = 0


class Learner:
    """The net in float32 (first, bias, second, direct) and the state of its training."""

    def __init__(self):
        self._random = np.random.default_rng(_SEED)
        shapes = ((FEATURES, HIDDEN), (HIDDEN,), (OUTPUTS, HIDDEN), (OUTPUTS, STRAIGHT))
        self.net = tuple(
            self._random.normal(0, scale, shape).astype(np.float32)
            for shape, scale in zip(shapes, (0.15, 0.3, 0.1, 0.0))
        )
        self._state = [tuple(np.zeros_like(w) for w in self.net) for _ in range(3)]

    def fit(self, boards, labels, epochs, rate, last_rate):
        """Trains on these, the rate falling to last_rate."""
        for epoch in range(epochs):
            order = self._random.permutation(len(boards))
            now = rate * (last_rate / rate) ** (epoch / max(1, epochs - 1))
            _epoch(order, boards, labels, self.net, *self._state, now)


def sample(count, seed):
    """Returns random positions of one side, int8 [count][25], the rearmost checker on 7 to 24."""
    random = np.random.default_rng(seed)
    boards = np.zeros((count, 25), np.int8)
    for i in range(count):
        checkers = 15 if random.random() < 0.85 else random.integers(1, 15)
        rear = int(7 + 18 * random.random() ** 2.2)
        outside = random.beta(0.8, 1.2)
        lean = random.random() * 1.5 - 0.4
        weights = np.exp(lean * np.arange(6) / 3 + random.normal(0, 0.9, 6))
        weights /= weights.sum()
        for _ in range(checkers - 1):
            if random.random() < outside and rear > 7:
                # Mostly near home, as players come in together.
                place = 7 + int((rear - 6) * random.random() ** 1.5)
            else:
                place = 1 + random.choice(6, p=weights)
            boards[i, place] += 1
        boards[i, rear] += 1
    return boards


def values(net, boards):
    """Returns the net's four numbers of each position."""
    out = np.zeros((len(boards), OUTPUTS), np.float32)
    evaluate(boards, net, out)
    return out


def learn(known, most, starts, say):
    """Returns a trained Learner, and the positions and labels of its last round.

    known: means and variances of home boards by rank, BINOMIALS, and both until the first checker
    is off by exact.index, for up to `most` checkers outside. In the first round the checkers
    only come home; then the net of the round before plays.
    """
    learner = Learner()
    roll = 64 / PIPS_A_ROLL
    for k, direct in enumerate(((1, roll, 0), (0, 2, 0), (0, 0, roll), (0, 0, 2))):
        learner.net[3][k] = direct
    player = tuple(np.zeros_like(w) for w in learner.net)
    player[3][0] = (7.5, 0, roll)
    player[3][2] = (0, 0, roll)
    for lesson, count in enumerate(starts):
        begun = sample(count, 10 + lesson)
        full = begun[begun.sum(axis=1) == _FULL]
        mean = _noted(begun, 0, player, known, most, lesson)
        first = _noted(full, 2, player, known, most, lesson + 50)
        boards, labels = (np.concatenate(both) for both in zip(mean, first))
        last = lesson == len(starts) - 1
        learner.fit(boards, labels, 24 if last else 8, 2e-3, 2e-5 if last else 2e-4)
        off = values(learner.net, boards) - labels
        errors = [np.sqrt(np.mean(off[labels[:, k] >= 0, k] ** 2)) for k in (0, 2)]
        errs = "within {:.3f} rolls, and {:.3f} until one is off".format(*errors)
        say(f"races {lesson + 1}: {len(boards)} positions, {errs}")
        player = tuple(w.copy() for w in learner.net)
    return learner, boards, labels


def _noted(starts, goal, player, known, most, seed):
    boards = np.zeros((len(starts) * 14, 25), np.int8)
    labels = np.zeros((len(boards), OUTPUTS), np.float32)
    count = play_home(starts, goal, player, known, most, seed, boards, labels)
    return boards[:count].copy(), labels[:count].copy()
