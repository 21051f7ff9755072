"""Races: outcomes computed from the rolls that each side needs (tables in the weights).

host_tests/trainer/test_tables.py tests these tables. host_tests/runtimes/test_engine.py compares
the runtimes.
"""

from array import array

from picogammon.engine import weights
from picogammon.engine.bearoff_kernel import correct_first
from picogammon.engine.levels import shared_judge
from picogammon.engine.numbers import ONE
from picogammon.engine.race import FEW, ROLLS, SIDE, SOON_BYTES, Race
from picogammon.rules import position as positions
from rulebook import position

_CLOSE = 20  # of 65536: the tables' words are rounded
_WAYS = SOON_BYTES // FEW  # home for up to three checkers outside: C(18 + 3, 3)


def _position(own, theirs):
    pos = array("b", bytes(26))
    for place in own:
        pos[place] += 1
    for place in theirs:
        pos[25 - place] -= 1
    return pos


def _outcome(race, own, theirs):
    out = array("i", bytes(20))
    race.outcome(_position(own, theirs), out)
    return list(out)


def test_ways_home_are_numbered_without_a_gap():
    """Each set of one to three checkers outside the home board has its own entry in the table."""
    table = bytearray(SOON_BYTES)
    for at in range(_WAYS):
        table[3 * at : 3 * at + 3] = bytes((255, at >> 8, at & 255))
    seen = set()
    for far in range(7, 25):
        for middle in range(6, far + 1):
            for near in range(6, middle + 1):
                side = bytearray(SIDE)
                for place in (far, middle, near):
                    side[place] += 1
                left = array("i", [0] * ROLLS)
                correct_first(side, table, left)
                assert left[1] == 32768
                seen.add((2 * left[2] // 257) * 256 + 2 * left[3] // 257)
    assert seen == set(range(1, _WAYS))


def test_a_side_wins_that_is_done_before_the_other_which_rolls_next():
    race = Race(weights.load())
    for own, theirs in (
        ((1,), (6, 6)),
        ((6, 5, 3), (4, 4)),
        ((6, 6, 5, 2), (6, 5, 5, 4, 1)),
        ((12, 6, 5, 4), (9, 8, 3)),
    ):
        pos = _position(own, theirs)
        left = [list(race.left(pos)), list(race.left(positions.swapped(pos)))]
        win = 0
        for n in range(1, ROLLS):
            win += (left[0][n - 1] - left[0][n]) * left[1][n]
        out = _outcome(race, own, theirs)
        assert abs(out[0] - win * ONE / 32768**2) <= _CLOSE, (own, theirs)
        assert out[1:] == [0, 0, 0, 0]
    first = _outcome(race, (2, 1), (6, 4))
    assert _outcome(race, (2, 1), (6, 5)) != first
    assert _outcome(race, (2, 1), (6, 4)) == first


def test_a_side_that_is_done_has_won_and_a_judge_of_all_classes_knows_how_much():
    won = [ONE, 0, 0, 0, 0], [ONE, ONE, 0, 0, 0], [ONE, ONE, ONE, 0, 0]
    judge = shared_judge()
    out = array("i", [7] * 5)
    for text, points in (
        ("22:-1", 1),
        ("3:-1 19:-13", 1),
        ("22:-15", 2),
        ("3:-1 19:-14", 3),
        ("0:-1 19:-14", 3),
    ):
        judge.outcome(position(text), out)
        assert list(out) == won[points - 1], text


def test_who_bears_off_next_wins_a_backgammon_from_those_who_cannot_get_away():
    """31 of the loser's 36 rolls leave the winner's home board; the other 5 lose a backgammon."""
    out = _outcome(Race(weights.load()), (1,), (23,) + (13,) * 14)
    assert out[:2] == [ONE, ONE]
    assert abs(out[2] - 5 * ONE // 36) <= _CLOSE
    assert out[3:] == [0, 0]
