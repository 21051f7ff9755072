"""The net for Hypergammon: all of it is solved, and a small net is fitted to that.

Three checkers stand in 3,276 ways, so there are 10.7 million positions. Each is worth what the best
plays of the 21 rolls leave (without the cube): round after round that is worked out for all, until
little changes. `python -m tools.trainer.hypergammon` does it, a few minutes a round on one core,
keeps the table in build/train/hypergammon.npy, goes on from there, fits the net and puts its
sections (net_sections.py: HETS and so on) into the engine's file of weights.
"""

import argparse

import numpy as np
from numba import njit

from tools import ROOT
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
def _moved(side, at, to):
    """The packed side with one of its checkers moved."""
    a, b, c = side >> 10, side >> 5 & 31, side & 31
    if c == at:
        c = to
    elif b == at:
        b = to
    else:
        a = to
    a, b = max(a, b), min(a, b)
    b, c = max(b, c), min(b, c)
    a, b = max(a, b), min(a, b)
    return a << 10 | b << 5 | c


@njit(cache=True)
def _won(other):
    """What a side has won that is off, 1 to 3, from the packed other side."""
    return 1 if other & 31 == 0 else 3 if other >> 10 > 18 else 2


@njit  # not kept: a function that calls itself cannot be loaded again
def _play(own, other, high, low, done, most, worths, numbers, found, best):
    """Plays what is left of a roll in each way; found: [dice used, die, own, other] of the best.

    best: [its worth to the one who plays]. `high`: the die that is played first.
    """
    if done < most and own:
        die = low if done == 1 else high
        moved = False
        last = 0
        for shift in (10, 5, 0):
            at = own >> shift & 31
            if at == 0 or at == last or own >> 10 == 25 != at:
                continue
            last = at
            to = at - die
            left = other
            if to <= 0:
                if own >> 10 > 6 or (to < 0 and at != own >> 10):
                    continue
                to = 0
            else:
                there = 25 - to
                count = (other >> 10 == there) + (other >> 5 & 31 == there) + (other & 31 == there)
                if count > 1:
                    continue
                if count:
                    left = _moved(other, there, 25)
            moved = True
            _play(
                _moved(own, at, to), left, high, low, done + 1, most, worths, numbers, found, best
            )
        if moved:
            return
    used = done if own else 9
    die = high if done == 1 and most == 2 and own else 0
    if used < found[0] or (used == found[0] and die < found[1]):
        return
    worth = np.float64(_won(other)) if not own else -worths[numbers[other], numbers[own]]
    if used > found[0] or die > found[1] or worth > best[0]:
        found[0], found[1], found[2], found[3] = used, die, own, other
        best[0] = worth


@njit
def judged(own, other, table, worths, numbers, out):
    """Fills out with the five chances of the packed side `own`, which is to roll."""
    found = np.empty(4, np.int64)
    best = np.empty(1, np.float64)
    out[:] = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            found[:] = -1
            most = 4 if high == low else 2
            _play(own, other, high, low, 0, most, worths, numbers, found, best)
            if high != low:
                _play(own, other, low, high, 0, most, worths, numbers, found, best)
            cases = 1 if high == low else 2
            if not found[2]:
                for slot in range(_won(found[3])):
                    out[slot] += cases
                continue
            then = table[numbers[found[3]], numbers[found[2]]]
            out[0] += cases * (1 - then[0])
            out[1] += cases * then[3]
            out[2] += cases * then[4]
            out[3] += cases * then[1]
            out[4] += cases * then[2]
    out /= 36


@njit
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
