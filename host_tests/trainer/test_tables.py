"""Tables that are worked out: races and bearing off, all of Hypergammon, and the match equities
beyond the published ones. Each against another way to count it.
"""

import random
from statistics import NormalDist

import numpy as np
import pytest

from picogammon.engine import bearoff, weights
from picogammon.engine.bearoff_kernel import rank
from picogammon.engine.met import LONGEST, PUBLISHED, chance
from picogammon.engine.numbers import ONE
from picogammon.engine.race import Race
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays
from tools.trainer import first_off, hypergammon, long_matches
from tools.trainer.bearoff import soon
from tools.trainer.net import equity
from tools.trainer.one_sided import BINOMIALS, homes, solve

_BOARDS = 300
_MEAN_ROLLS = 1 / 500  # means are kept in 1/256
_LEFT = 0.06  # of a chance not to be done after n rolls; 0.01 on average
_OFTEN = 0.01


def test_home_boards_are_as_counted():
    """Means within 1/500 roll; chances as near as 16 bits a board allow, exact for few checkers."""
    race = Race(weights.load())
    boards = homes()
    chances, means = solve(boards, BINOMIALS)
    ranks = random.Random(1).sample(range(1, len(boards)), _BOARDS) + list(range(1, 200))
    off = []
    for ranked in ranks:
        side = bytearray(bearoff.SIDE)
        side[1:7] = bytes(boards[ranked, 1:].astype(np.uint8))
        assert rank(side, 0) == ranked
        pos = positions.empty()
        for place in range(1, 7):
            pos[place] = side[place]
        pos[24] = -1
        left = np.array(race.left(pos)) / 32768
        wanted = 1 - np.cumsum(chances[ranked])
        error = np.abs(left[: len(wanted)] - wanted).max()
        assert abs(left.sum() - means[ranked]) < _MEAN_ROLLS + 0.01
        assert error < (1 / 30000 if ranked < bearoff.NEAR_HOMES else _LEFT)
        off.append(error)
    assert sum(off) / len(off) < _OFTEN


def test_the_first_checker_is_off_as_soon_as_counted_by_hand():
    """Rolls of 36 by which all ways home are gone and a die is left."""
    chances = first_off.solve(2)
    for ways, rolls in (((1, 0), 36), ((6, 0), 15), ((9, 0), 4), ((1, 1), 6), ((12, 6), 1)):
        assert chances[first_off.index(np.array(ways)), 1] == pytest.approx(rolls / 36)


def test_the_table_of_few_outside_is_what_is_counted():
    assert bytes(weights.load().section("SOON")) == soon()


_PLAYS = Plays()


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
        multiple = positions.multiple_of(positions.swapped(left), hypergammon.CHECKERS)
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


def test_the_match_equities_are_made_by_the_tool():
    before, after = long_matches.tables()
    assert len(after) == LONGEST - PUBLISHED
    assert len(before) == sum(more - 1 for more in range(PUBLISHED + 1, LONGEST + 1))
    for (less, more), worth in before.items():
        assert chance(less, more, False) == worth
    for n, worth in after.items():
        assert chance(n, 1, True) == worth


def test_what_follows_from_the_published_scores_is_what_they_say():
    """The recursion gives back the table itself from 10 points on, to a two-thousandth."""
    for more in range(12, PUBLISHED + 1):
        for less in range(10, more):
            told = long_matches.next_game({}, less, more)
            assert abs(told - chance(less, more, False)) <= 33


def test_a_lead_is_worth_what_a_normal_distribution_says():
    """The score is a walk: its spread over the points still to be played is the same all along."""
    spread = _spread(18, PUBLISHED)
    for less, more in ((24, 32), (33, 40), (41, 50), (50, 64), (60, 64)):
        assert abs(_spread(less, more) / spread - 1) < 0.03, (less, more)


def _spread(less, more):
    """The variance for each point that the two need on average."""
    deviation = (more - less) / NormalDist().inv_cdf(chance(less, more, False) / ONE)
    return deviation**2 / ((less + more) / 2)
