"""What the tables for races lose by GNU Backgammon's judgement, and how exact they are."""

import json
import random
from array import array

import numpy as np
import pytest

from picogammon.engine import bearoff, numbers, weights
from picogammon.engine.race import Race
from picogammon.rules import gnu_id, position
from portable import data_lines
from tools.trainer import first_off
from tools.trainer.bearoff import soon
from tools.trainer.one_sided import BINOMIALS, homes, solve

HOST_ONLY = True  # numpy and numba; lines of 14 KB

_MOST = {"bearoff": 0.1, "race": 0.5}  # mEq a decision
_BOARDS = 300
_MEAN_ROLLS = 1 / 500  # means are kept in 1/256
_LEFT = 0.06  # of a chance not to be done after n rolls; 0.01 on average
_OFTEN = 0.01


@pytest.fixture(scope="module")
def race():
    return Race(weights.load())


@pytest.fixture(scope="module")
def solved():
    return solve(homes(), BINOMIALS)


@pytest.mark.parametrize("category", sorted(_MOST))
def test_plays(race, category):
    out = array("i", bytes(20))
    losses = []
    for line in data_lines("plays_2ply.jsonl"):
        fact = json.loads(line)
        if fact["cat"] != category:
            continue
        values = []
        for posid, *_ in fact["moves"]:
            race.outcome(gnu_id.from_position_id(posid), out)  # the view of who has just played
            values.append(numbers.cubeless(out))
        chosen = values.index(max(values))
        losses.append(fact["moves"][0][1] - fact["moves"][chosen][1])
    assert len(losses) == 110
    assert 1000 * sum(losses) / len(losses) <= _MOST[category]


def test_home_boards_are_as_counted(race, solved):
    """Means within 1/500 roll; chances as near as 16 bits a board allow, exact for few checkers."""
    chances, means = solved
    boards = homes()
    ranks = random.Random(1).sample(range(1, len(boards)), _BOARDS) + list(range(1, 200))
    off = []
    for ranked in ranks:
        side = bytearray(bearoff.SIDE)
        side[1:7] = bytes(boards[ranked, 1:].astype(np.uint8))
        assert bearoff.rank(side, 0) == ranked
        pos = position.empty()
        for place in range(1, 7):
            pos[place] = side[place]
        pos[24] = -1
        race.outcome(pos, array("i", bytes(20)))
        left = np.array(race._own.left) / 32768
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
