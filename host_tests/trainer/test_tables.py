"""Tables of races and bearing off, and match equities, each against another way to count it."""

import hashlib
import random
from statistics import NormalDist

import numpy as np
import pytest

from picogammon.engine import race as races
from picogammon.engine import weights
from picogammon.engine.bearoff_kernel import rank
from picogammon.engine.met import chance
from picogammon.engine.numbers import ONE
from picogammon.engine.race import Race
from picogammon.rules import position as positions
from tools import ROOT
from tools.trainer import exact
from tools.trainer.bearoff import soon
from tools.trainer.stages import SHIPPED

_BOARDS = 300
_MEAN_ROLLS = 1 / 500  # means are kept in 1/256
_LEFT = 0.06  # of a chance not to be done after n rolls; 0.01 on average
_OFTEN = 0.01


def test_home_boards_are_as_counted():
    """Means within 1/500 roll; chances as near as 16 bits a board allow, exact for few checkers."""
    race = Race(weights.load())
    boards = exact.homes()
    chances, means = exact.solve(boards)
    ranks = random.Random(1).sample(range(1, len(boards)), _BOARDS) + list(range(1, 200))
    off = []
    for ranked in ranks:
        side = bytearray(races.SIDE)
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
        assert error < (1 / 30000 if ranked < races.NEAR_HOMES else _LEFT)
        off.append(error)
    assert sum(off) / len(off) < _OFTEN


def test_the_first_checker_is_off_as_soon_as_counted_by_hand():
    """Rolls of 36 by which all ways home are gone and a die is left."""
    chances = exact.first_off(2)
    for ways, rolls in (((1, 0), 36), ((6, 0), 15), ((9, 0), 4), ((1, 1), 6), ((12, 6), 1)):
        assert chances[exact.index(np.array(ways)), 1] == pytest.approx(rolls / 36)


def test_the_table_of_few_outside_is_what_is_counted():
    assert bytes(weights.load().section("SOON")) == soon()


def test_a_lead_is_worth_what_a_normal_distribution_says():
    """The score is a walk: its spread over the points still to be played is the same all along."""
    spread = _spread(18, 25)
    for less, more in ((24, 32), (33, 40), (41, 50), (50, 64), (60, 64)):
        assert abs(_spread(less, more) / spread - 1) < 0.03, (less, more)


def _spread(less, more):
    """The variance for each point that the two need on average."""
    deviation = (more - less) / NormalDist().inv_cdf(chance(less, more, False) / ONE)
    return deviation**2 / ((less + more) / 2)


def test_the_file_has_the_checksum_that_the_docs_state():
    page = (ROOT / "tools" / "trainer" / "README.md").read_text()
    assert hashlib.sha256(SHIPPED.read_bytes()).hexdigest() in page
