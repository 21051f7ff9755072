"""Outcomes and what they are worth."""

from picogammon.engine.numbers import ONE, blank, cubeless, flip, ratio, tidy, times


def test_a_sure_win_is_worth_a_point_and_a_backgammon_three():
    assert cubeless((ONE, 0, 0, 0, 0)) == ONE
    assert cubeless((ONE, ONE, ONE, 0, 0)) == 3 * ONE
    assert cubeless((0, 0, 0, ONE, ONE)) == -3 * ONE
    assert cubeless((ONE // 2, 0, 0, 0, 0)) == 0


def test_the_other_side_sees_the_negative():
    outcome = blank()
    for i, chance in enumerate((40000, 9000, 500, 4000, 70)):
        outcome[i] = chance
    other = blank()
    flip(outcome, other)
    assert list(other) == [ONE - 40000, 4000, 70, 9000, 500]
    assert cubeless(other) == -cubeless(outcome)
    flip(other, other)
    assert other == outcome


def test_estimates_are_made_consistent():
    outcome = blank()
    for i, chance in enumerate((60000, 61000, 65000, 9000, -3)):
        outcome[i] = chance
    tidy(outcome)
    assert list(outcome) == [60000, 60000, 60000, ONE - 60000, 0]
    outcome[0] = -5
    tidy(outcome)
    assert list(outcome) == [0, 0, 0, ONE - 60000, 0]
    outcome[0] = ONE + 9
    tidy(outcome)
    assert list(outcome) == [ONE, 0, 0, 0, 0]


def test_products_and_quotients_are_exact_to_the_last_bit():
    """Rounded down; a product of a product's halves may be one less."""
    for chance in (0, 1, 255, 256, 40001, 65535, ONE):
        for worth in (0, 1, -1, 77, 65536, -65535, 3 * ONE, -3 * ONE, 1 << 20):
            assert 0 <= (chance * worth >> 16) - times(chance, worth) <= 1
            if worth > 0:
                assert ratio(chance, worth) == (chance << 16) // worth
    assert times(ONE, 12345) == 12345
    assert ratio(7 * ONE, 8 * ONE) == ONE * 7 // 8
