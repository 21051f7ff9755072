"""The net for Hypergammon: all of it is solved, and a small net is fitted to that.

Three checkers stand in 3,276 ways, so there are 10.7 million positions. Each is worth what the best
plays of the 21 rolls leave (without the cube): round after round that is worked out for all, until
little changes. `python -m tools.trainer.hypergammon` does it, a few minutes a round on one core,
keeps the table in build/train/hypergammon.npy, goes on from there, fits the net and puts its
sections (weights.py: HETS and so on) into the engine's file of weights.
"""

import argparse

import numpy as np
from numba import njit

from picogammon.rules.position import SLOTS
from tools import ROOT
from tools.replies import ROOM, WORK, results_of
from tools.trainer import export, records
from tools.trainer.features import featurize
from tools.trainer.net import Net, equity

CHECKERS = 3
HIDDEN = 16
_BAR = 25
_SECTIONS = ("HETS", "HETW", "HETB", "HETV", "HETC")
_TABLE = ROOT / "build" / "train" / "hypergammon.npy"
_SHIPPED = ROOT / "firmware" / "picogammon" / "engine" / "weights.bin"
_ROUNDS = 12
_POSITIONS = 3_000_000  # that the net is fitted to, each six times
_EPOCHS = 6
_BATCH = 1024
_RATE = 0.004
_SEED = 1


def _sides():
    """All ways in which a side's checkers stand, and the number of each.

    (n, 3): places, the rearmost first, 0 is off; and by `place << 10 | place << 5 | place`.
    """
    places = range(_BAR + 1)
    ways = [(a, b, c) for a in places for b in range(a + 1) for c in range(b + 1)]
    sides = np.array(ways, np.int64)
    numbers = np.zeros(1 << 15, np.int64)
    numbers[_packed(sides)] = np.arange(len(sides))
    return sides, numbers


def _packed(sides):
    return sides[:, 0] << 10 | sides[:, 1] << 5 | sides[:, 2]


SIDES, NUMBERS = _sides()


@njit(cache=True)
def _position(own, other, pos):
    """Fills pos with two packed sides, as the first one sees them."""
    pos[:] = 0
    for shift in (10, 5, 0):
        at, there = own >> shift & 31, other >> shift & 31
        if at:
            pos[at] += 1
        if there:
            pos[_BAR - there] -= 1


@njit(cache=True)
def _side(pos, sign):
    """The packed side whose checkers count `sign`; what is off stands last."""
    side = 0
    left = 3
    for place in range(_BAR, 0, -1):
        for _ in range(sign * pos[place if sign > 0 else _BAR - place]):
            side = side << 5 | place
            left -= 1
    return side << 5 * left


@njit(cache=True)
def _won(other):
    """What a side has won that is off, 1 to 3, from the packed other side."""
    return 1 if other & 31 == 0 else 3 if other >> 10 > 18 else 2


@njit(cache=True)
def _best(pos, high, low, worths, numbers, room, work):
    """The packed sides after the best play, or as they are where nothing can be played."""
    count = results_of(pos, high, low, room, work)
    if not count:
        return _side(pos, 1), _side(pos, -1)
    best = -4.0
    own = other = 0
    for i in range(count):
        mine, theirs = _side(room[i], 1), _side(room[i], -1)
        worth = -worths[numbers[theirs], numbers[mine]] if mine else np.float64(_won(theirs))
        if worth > best:
            best, own, other = worth, mine, theirs
    return own, other


@njit(cache=True)
def judged(own, other, table, worths, numbers, out):
    """Fills out with the five chances of the packed side `own`, which is to roll."""
    pos = np.empty(SLOTS, np.int8)
    room = np.empty((ROOM, SLOTS), np.int8)
    work = np.empty(WORK, np.uint8)
    _position(own, other, pos)
    out[:] = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            mine, theirs = _best(pos, high, low, worths, numbers, room, work)
            cases = 1 if high == low else 2
            if not mine:
                for slot in range(_won(theirs)):
                    out[slot] += cases
                continue
            then = table[numbers[theirs], numbers[mine]]
            out[0] += cases * (1 - then[0])
            out[1] += cases * then[3]
            out[2] += cases * then[4]
            out[3] += cases * then[1]
            out[4] += cases * then[2]
    out /= 36


@njit(cache=True)
def _round(order, packed, numbers, table, worths):
    """Judges all pairs anew; returns how much a chance changed on average."""
    out = np.zeros(5)
    changed = 0.0
    n = len(packed)
    for pair in order:
        i, j = pair // n, pair % n
        judged(packed[i], packed[j], table, worths, numbers, out)
        changed += np.abs(table[i, j] - out).max()
        table[i, j] = out
        worths[i, j] = 2 * out[0] - 1 + out[1] + out[2] - out[3] - out[4]
    return changed / len(order)


def solve(rounds, path=_TABLE):
    """The chances of the side to roll, [its number, the other's number, 5]; kept in `path`."""
    n = len(SIDES)
    pips = SIDES.sum(1)
    pairs = np.arange(n * n).reshape(n, n)[1:, 1:].ravel()
    order = pairs[np.argsort(pips[pairs // n] + pips[pairs % n], kind="stable")]
    if path.exists():
        table = np.load(path)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        table = np.zeros((n, n, 5), np.float32)
        table[:, :, 0] = 0.5
    worths = equity(table).astype(np.float32)
    for done in range(rounds):
        changed = _round(order, _packed(SIDES), NUMBERS, table, worths)
        np.save(path, table)
        print(f"round {done + 1}: {changed:.4f} changed on average", flush=True)
    return table


def labels(table, count, seed=_SEED):
    """(positions as who has just played sees them, their chances) with contact, by lot."""
    wheel = np.random.default_rng(seed)
    own, other = wheel.integers(1, len(SIDES), (2, 3 * count))
    positions = np.zeros((len(own), 26), np.int8)
    at = np.arange(len(own))
    fits = SIDES[own, 0] + SIDES[other, 0] > _BAR
    for checker in range(CHECKERS):
        place = SIDES[own, checker]
        positions[at[place > 0], place[place > 0]] += 1
    mine = positions.copy()
    for checker in range(CHECKERS):
        place = SIDES[other, checker]
        there = place > 0
        fits &= ~there | (mine[at, _BAR - place] == 0)
        positions[at[there], _BAR - place[there]] -= 1
    chosen = np.flatnonzero(fits)[:count]
    own, other = own[chosen], other[chosen]
    theirs = table[other, own]
    chances = np.stack([1 - theirs[:, 0], *(theirs[:, slot] for slot in (3, 4, 1, 2))], 1)
    return positions[chosen], chances


def fit(positions, chances, epochs=_EPOCHS):
    """The Net, and the error of its equities (root of the mean square) in the last epoch."""
    rows, count, bucket = featurize(positions)
    first = np.ones(len(count), np.uint8)  # each is a list of its own
    net = Net(HIDDEN, _SEED)
    room = net.room_for(_BATCH)
    wheel = np.random.default_rng(_SEED)
    steps = len(count) // _BATCH
    for epoch in range(epochs):
        lost = 0.0
        for done, step in enumerate(wheel.permutation(steps)):
            part = (epoch + done / steps) / epochs
            rate = _RATE * (0.02 + 0.49 * (1 + np.cos(np.pi * part)))
            here = slice(step * _BATCH, (step + 1) * _BATCH)
            given = (rows[here], count[here], bucket[here], chances[here], first[here])
            lost += net.learn(*given, rate, 0.0, room)[0]
    return net, float(np.sqrt(lost / (steps * _BATCH)))


def sections(net):
    """The net's sections, named as those of Hypergammon are."""
    found = export.net_sections(*net.weights)
    return {name: found["N" + name[1:]] for name in _SECTIONS}


def shipped():
    """The sections of the net for Hypergammon in the engine's file, which other stages keep."""
    found = export.unpack(_SHIPPED.read_bytes())
    return {name: data for name, data in found.items() if name in _SECTIONS}


def main():
    """Solves, fits and ships."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=_ROUNDS)
    table = solve(parser.parse_args().rounds)
    net, error = fit(*labels(table, _POSITIONS))
    print(f"the net's equities are off by {error:.3f}")
    others = export.unpack(_SHIPPED.read_bytes())
    records.write(_SHIPPED, export.pack({**others, **sections(net)}))


if __name__ == "__main__":
    main()
