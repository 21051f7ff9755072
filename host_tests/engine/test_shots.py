"""How many rolls hit, and what that costs: what can be counted on a board."""

from picogammon.engine.shots import shots

_BY_DISTANCE = ((1, 11), (2, 12), (3, 14), (4, 15), (5, 15), (6, 17), (7, 6), (8, 6))


def _of(rolls, pips):
    """Rolls that hit, each at the cost of so many pips."""
    return rolls | rolls * pips << 6


def test_a_blot_is_hit_by_the_rolls_that_the_books_say():
    """E.g. six away with nothing between by 17 of 36."""
    for distance, rolls in _BY_DISTANCE:
        place = 10 + distance
        assert shots(1 << 10, 0, 0, 1 << place) == _of(rolls, 25 - place), distance


def test_on_the_last_point_there_is_one_pip_to_lose():
    assert shots(1 << 18, 0, 0, 1 << 24) == _of(17, 1)
    assert shots(1 << 18, 0, 1 << 24, 1 << 24) == 0  # as if it were shut


def test_made_points_are_in_the_way():
    between = 0b1111 << 11
    assert shots(1 << 10, 0, between, 1 << 15) == _of(11, 10)  # by fives alone
    assert shots(1 << 10, 0, 0, 0) == 0


def test_each_roll_hits_the_dearest_blot():
    # Any 5 or 6, and 4-2, 4-1, 3-2, 3-3, 2-2; 15 of them hit the one five away.
    assert shots(1 << 9, 0, 0, 1 << 14 | 1 << 15) == _of(15, 11) + _of(13, 10)


def test_a_checker_on_the_bar_enters_before_it_hits():
    assert shots(1, 1, 0, 1 << 4) == _of(15, 21)  # any 4, 3-1, 1-1, 2-2: as from a point
    closed = 0b1111110
    assert shots(1 | 1 << 10, 1, closed, 1 << 12) == 0
    assert shots(1 | 1 << 10, 2, 0, 1 << 12) == 0
