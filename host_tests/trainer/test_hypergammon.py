"""All of Hypergammon is worked out by the rules, and the net's sections come back from the file."""

import numpy as np
import pytest

from picogammon.rules import position as positions
from picogammon.rules import scoring
from picogammon.rules.movegen import Plays
from tools.trainer import hypergammon
from tools.trainer.net import equity

_PLAYS = Plays()
_HYPERGAMMON = 2


def position(own, other):
    """The position of the side that stands on `own`, which is to roll, and the other's `other`."""
    pos = positions.empty()
    for place in own:
        pos[place] += place > 0
    for place in other:
        pos[25 - place] -= place > 0
    return pos


def number(pos):
    """The number of the way in which the checkers of the side on roll stand."""
    places = [place for place in range(1, 26) for _ in range(max(0, pos[place]))]
    a, b, c = sorted(places + [0] * (3 - len(places)), reverse=True)
    return hypergammon.NUMBERS[a << 10 | b << 5 | c]


def by_the_rules(pos, worths, table):
    """The chances of the side to roll, from all legal plays."""
    total = np.zeros(5)
    after = positions.empty()
    for high in range(1, 7):
        for low in range(1, high + 1):
            results = []
            for i in range(_PLAYS.generate(pos, high, low)):
                _PLAYS.result(i, pos, after)
                results.append(positions.swapped(after))
            best = max(
                (chances(left, worths, table) for left in results or [positions.swapped(pos)]),
                key=lambda found: found[0],
            )
            total += best[1] * (1 if high == low else 2)
    return total / 36


def chances(left, worths, table):
    """(worth, chances) to the side that has played, of what it left to the other."""
    if not positions.opponent_left(left):
        multiple = scoring.multiple_of(positions.swapped(left), hypergammon.CHECKERS)
        return multiple, np.array([1, multiple > 1, multiple > 2, 0, 0], float)
    pair = number(left), number(positions.swapped(left))
    win, gammon, backgammon, lost, lost_backgammon = table[pair]
    return -worths[pair], np.array([1 - win, lost, lost_backgammon, gammon, backgammon])


@pytest.mark.parametrize("seed", range(12))
def test_a_position_is_judged_as_the_rules_have_it(seed):
    wheel = np.random.default_rng(seed)
    n = len(hypergammon.SIDES)
    table = wheel.random((n, n, 5), np.float32)
    worths = equity(table).astype(np.float32)
    most = (26, 26, 8)[seed % 3]  # a third of them near the end
    while True:
        own, other = (hypergammon.SIDES[wheel.integers(1, n)] for _ in range(2))
        pos = position(own, other)
        if max(own) < most and positions.left(pos) == np.count_nonzero(own):
            if positions.opponent_left(pos) == np.count_nonzero(other):
                break
    out = np.zeros(5)
    packed = [int(a << 10 | b << 5 | c) for a, b, c in (own, other)]
    hypergammon.judged(*packed, table, worths, hypergammon.NUMBERS, out)
    assert out == pytest.approx(by_the_rules(pos, worths, table), abs=1e-6)


def test_make_train_keeps_the_net_for_hypergammon():
    assert set(hypergammon.shipped()) == {"HETS", "HETW", "HETB", "HETV", "HETC"}
