"""Outcomes and equities; the match equity table, compared with the published table."""

from array import array

from picogammon.engine.met import LONGEST, chance
from picogammon.engine.numbers import ONE, blank, cubeless, flip, ratio, tidy, times
from portable import data_lines


def test_a_sure_win_is_worth_a_point_a_backgammon_three_and_to_the_other_side_the_negative():
    assert cubeless((ONE, 0, 0, 0, 0)) == ONE
    assert cubeless((ONE, ONE, ONE, 0, 0)) == 3 * ONE
    assert cubeless((0, 0, 0, ONE, ONE)) == -3 * ONE
    assert cubeless((ONE // 2, 0, 0, 0, 0)) == 0
    outcome = array("i", (40000, 9000, 500, 4000, 70))
    other = blank()
    flip(outcome, other)
    assert list(other) == [ONE - 40000, 4000, 70, 9000, 500]
    assert cubeless(other) == -cubeless(outcome)
    flip(other, other)
    assert other == outcome


def test_estimates_are_made_consistent():
    for estimate, consistent in (
        ((60000, 61000, 65000, 9000, -3), [60000, 60000, 60000, ONE - 60000, 0]),
        ((-5, 60000, 60000, 5536, 0), [0, 0, 0, 5536, 0]),
        ((ONE + 9, 0, 0, 5536, 0), [ONE, 0, 0, 0, 0]),
    ):
        outcome = array("i", estimate)
        tidy(outcome)
        assert list(outcome) == consistent


def test_products_and_quotients_are_exact_to_the_last_bit():
    """`times` and `ratio` round down. `times` adds two rounded products, so it may be 1 too low."""
    for part in (0, 1, 255, 256, 40001, 65535, ONE):
        for worth in (0, 1, -1, 77, 65536, -65535, 3 * ONE, -3 * ONE, 1 << 20):
            assert 0 <= (part * worth >> 16) - times(part, worth) <= 1
            if worth > 0:
                assert ratio(part, worth) == (part << 16) // worth
    assert times(ONE, 12345) == 12345
    assert ratio(7 * ONE, 8 * ONE) == ONE * 7 // 8


def _millionths(text):
    return int((text[1:] + "000000")[:6])


def test_every_published_number_is_in_the_table():
    """The table differs from the published numbers by at most half of 1/65536."""
    seen = 0
    for line in data_lines("kazaross_xg2.txt"):
        name, numbers = line.split(" ", 1)
        for i, text in enumerate(numbers.split()):
            if name == "post":
                mine = chance(i + 1, 1, True)
            else:
                mine = chance(int(name), int(name) + i + 1, False)
            assert abs(mine * 1000000 - _millionths(text) * ONE) <= 500000
            seen += 1
    assert seen == 300 + 25


def test_the_sides_share_the_match_and_who_needs_less_is_better_off():
    for away in range(-2, LONGEST + 1):
        for other in range(max(1, 1 - away), LONGEST + 1):
            for after in (False, True):
                mine = chance(away, other, after)
                assert mine + chance(other, away, after) == ONE, (away, other, after)
                assert 0 < mine < ONE if away > 0 else mine == ONE
            if 0 < away < LONGEST:
                assert chance(away, other, False) > chance(away + 1, other, False)
        if 0 < away < LONGEST:
            assert chance(away, 1, True) > chance(away + 1, 1, True)


def test_after_the_crawford_game_only_a_side_one_point_short_differs():
    assert chance(2, 1, True) == 31984  # a free drop away from even
    assert chance(2, 1, False) == 21145
    assert chance(3, 4, True) == chance(3, 4, False)
