"""The match equity table is the published one, and a side's chance is what the other's is not."""

from picogammon.engine.met import LONGEST, PUBLISHED, chance
from picogammon.engine.numbers import ONE
from portable import data_lines


def _millionths(text):
    return int((text[1:] + "000000")[:6])


def test_every_published_number_is_in_the_table():
    """To half of 1/65536."""
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


def test_the_sides_share_the_match():
    for away in range(-2, LONGEST + 1):
        for other in range(max(1, 1 - away), LONGEST + 1):
            for after in (False, True):
                both = chance(away, other, after) + chance(other, away, after)
                assert both == ONE, (away, other, after)


def test_who_needs_less_is_better_off():
    for away in range(1, LONGEST):
        for other in range(1, LONGEST + 1):
            assert chance(away, other, False) > chance(away + 1, other, False)
        assert chance(away, 1, True) > chance(away + 1, 1, True)


def test_beyond_the_published_table_it_goes_on_smoothly():
    """A point more or less is worth about as much on either side of its border."""
    for away in range(1, PUBLISHED):
        steps = [_step(away, other) for other in (PUBLISHED - 2, PUBLISHED, PUBLISHED + 2)]
        assert steps[0] * 9 >= steps[1] * 8 - 512 and steps[1] * 9 >= steps[2] * 8 - 512, away
        assert abs(steps[1] * 2 - steps[0] - steps[2]) <= 64 + steps[1] // 2, (away, steps)


def _step(away, other):
    """Two points more for the other."""
    return chance(away, other + 2, False) - chance(away, other, False)


def test_a_match_that_is_over_is_won():
    assert chance(0, 3, False) == chance(-5, 1, True) == ONE
    assert chance(3, 0, False) == chance(1, -3, True) == 0


def test_longer_matches_have_chances_as_well():
    for away in range(1, 65):
        assert chance(away, away, False) == ONE // 2
        for other in range(1, 65):
            both = chance(away, other, False) + chance(other, away, False)
            assert both == ONE and 0 < chance(away, other, False) < ONE


def test_after_the_crawford_game_only_a_side_one_point_short_differs():
    assert chance(2, 1, True) == 31984  # a free drop away from even
    assert chance(2, 1, False) == 21145
    assert chance(3, 4, True) == chance(3, 4, False)
