"""How well a level that plays like a person plays, as the board's coach counts it."""

from tools.strength import like


def test_the_expert_loses_nothing_by_its_own_count_and_errors_cost():
    ((lost, decisions),) = like.play_matches(0, 0, 1, like.TO_FIT)
    assert lost == 0 and decisions > 40
    ((lost, decisions),) = like.play_matches(5500, 0, 1, like.TO_FIT)
    assert 5 < 500 * lost / 65536 / decisions < 20


def test_no_match_is_in_both_halves():
    fitted, other = (like.play_matches(5500, 0, 2, half) for half in (like.TO_FIT, like.LOOKED_AT))
    assert not set(fitted) & set(other)
