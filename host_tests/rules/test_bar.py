"""Hitting and entering: R10 to R14."""

from picogammon.rules.steps import StepError, most_dice, step
from portable import raises
from rulebook import after, hand, legal, next_steps, position, results

# G 2.4: one checker on the bar; the opponent holds the 19, 20, 17, 12 and 1.
_GNU_ENTERING = "25:1 24:1 20:-2 19:-4 17:-2 13:5 12:-5 8:3 6:5 1:-2"
# E p. 13: red is on the bar; black has made red's 22 and has a blot on the 20.
_EXCALIBUR_ENTERING = "25:1 22:-2 20:-1 13:2"
_ONLY_THE_21_OPEN = "24:-2 23:-2 22:-2 20:-2 19:-2"


def test_R10_landing_on_a_blot_sends_it_to_the_bar():
    """G, E, T, P: a lone checker is a blot."""
    pos = position("8:1 6:1 4:-1")
    hitting = hand(pos, 4, 2)
    hitting.make(step(8, 4))
    assert hitting.position == position("6:1 4:1 0:-1")
    hitting.make(step(6, 2))
    assert hitting.position == position("4:2 0:-1")
    assert hitting.hits() == (True, False)
    assert after(pos, "8/4 6/4") in legal(pos, 4, 2)


def test_R10_taking_the_hit_back_puts_the_blot_back():
    """G, E, T, P: as if it had not been hit."""
    pos = position("8:1 4:-1")
    hitting = hand(pos, 4, 2)
    hitting.make(step(8, 4))
    assert hitting.undo() == step(8, 4)
    assert hitting.position == pos
    assert hitting.hits() == ()


def test_R10_several_blots_may_be_hit_in_one_play():
    """G, E, T, P: by two checkers, or by one on its way."""
    two_checkers = position("13:1 10:1 9:-1 7:-1")
    both_hit = after(two_checkers, "13/9 10/7")
    assert both_hit == tuple(position("9:1 7:1 0:-2"))
    assert both_hit in legal(two_checkers, 4, 3)
    one_checker = position("13:1 9:-1 6:-1")
    both_hit = after(one_checker, "13/9 9/6")
    assert both_hit == tuple(position("6:1 0:-2"))
    assert both_hit in legal(one_checker, 4, 3)


def test_R10_hitting_on_the_way_or_not_are_two_plays():
    """G, E, T, P: the same checker by the same numbers, over a blot or past it."""
    pos = position("13:1 10:-1")
    assert legal(pos, 4, 3) == {tuple(position("6:1 0:-1")), tuple(position("6:1 10:-1"))}


def test_R11_nothing_else_moves_until_all_have_entered():
    """G, E, T, P: with checkers on the bar they come first."""
    pos = position("25:2 13:2 6:2")
    assert legal(pos, 6, 4) == results(pos, "bar/19 bar/21")
    entering = hand(pos, 6, 4)
    for place, die in ((13, 6), (13, 4), (6, 4)):
        with raises(StepError, "checkers on the bar enter first"):
            entering.make(step(place, die))
    entering.make(step(25, 6))
    assert next_steps(entering) == {"bar/21"}
    with raises(StepError, "checkers on the bar enter first"):
        entering.make(step(13, 4))
    entering.make(step(25, 4))
    assert entering.complete


def test_R11_entering_on_the_point_of_the_die():
    """G, E, T, P: die 1 enters on the 24 point, and so on to die 6 on the 19."""
    pos = position("25:1")
    for die in range(1, 7):
        assert step(25, die) in hand(pos, die, die).legal()
        entering = hand(pos, die, die)
        entering.make(step(25, die))
        assert entering.position == position("%d:1" % (25 - die))


def test_R11_a_step_from_an_empty_bar_is_refused():
    """G, E, T, P: only who was hit enters."""
    with raises(StepError, "no checker on the bar"):
        hand(position("13:2"), 6, 4).make(step(25, 6))


def test_R12_no_entry_on_a_point_with_two_or_more():
    """G, T: if no die enters, the turn is lost, whatever could move elsewhere."""
    pos = position("25:1 13:2 " + _ONLY_THE_21_OPEN)
    for first, second in ((6, 5), (3, 1), (2, 2), (6, 6)):
        assert legal(pos, first, second) == set()
        assert most_dice(pos, (first, second)) == 0
    with raises(StepError, "the 19 point is blocked"):
        hand(pos, 6, 5).make(step(25, 6))
    with raises(StepError, "checkers on the bar enter first"):
        hand(pos, 6, 5).make(step(13, 6))


def test_R12_excalibur_only_the_double_three_passes():
    """E p. 13: black has made the 22; every roll but 3-3 enters."""
    pos = position(_EXCALIBUR_ENTERING)
    for first in range(1, 7):
        for second in range(1, first + 1):
            passes = legal(pos, first, second) == set()
            assert passes == (first == second == 3)


def test_R12_as_many_enter_as_can_and_the_rest_is_forfeit():
    """G, T: one of two enters by the four; the one is not played elsewhere."""
    pos = position("25:2 13:2 " + _ONLY_THE_21_OPEN)
    assert legal(pos, 4, 1) == results(pos, "bar/21")
    entering = hand(pos, 4, 1)
    assert next_steps(entering) == {"bar/21"}
    entering.make(step(25, 4))
    assert entering.complete
    assert entering.dice == [1]


def test_R12_a_double_enters_up_to_four():
    """G, T: five on the bar, four enter."""
    pos = position("25:5 13:2 " + _ONLY_THE_21_OPEN)
    assert legal(pos, 4, 4) == results(pos, "bar/21 bar/21 bar/21 bar/21")


def test_R13_the_rest_is_played_with_any_checker():
    """G, E, P: after the last has entered, the one that entered included."""
    pos = position("25:1 13:1")
    assert legal(pos, 4, 1) == results(
        pos, "bar/21 21/20", "bar/21 13/12", "bar/24 24/20", "bar/24 13/9"
    )
    entering = hand(pos, 4, 1)
    entering.make(step(25, 1))
    assert next_steps(entering) == {"24/20", "13/9"}


def test_R13_a_double_enters_and_goes_on():
    """G, E, P: two enter with 3-3, two threes are left for any checker."""
    pos = position("25:2 13:1")
    assert legal(pos, 3, 3) == results(
        pos,
        "bar/22 bar/22 22/19 22/19",
        "bar/22 bar/22 22/19 19/16",
        "bar/22 bar/22 22/19 13/10",
        "bar/22 bar/22 13/10 10/7",
    )


def test_R14_gnu_enters_on_the_four_point_and_plays_a_six():
    """G 2.4: 6-4 with the six point made: bar/21, then any six."""
    pos = position(_GNU_ENTERING)
    assert legal(pos, 6, 4) == results(
        pos, "bar/21 24/18", "bar/21 21/15", "bar/21 13/7", "bar/21 8/2"
    )
    entering = hand(pos, 6, 4)
    assert next_steps(entering) == {"bar/21"}
    with raises(StepError, "the 19 point is blocked"):
        entering.make(step(25, 6))
    entering.make(step(25, 4))
    assert next_steps(entering) == {"24/18", "21/15", "13/7", "8/2"}


def test_R14_an_entering_checker_hits():
    """E p. 13: a five hits the blot on the 20."""
    pos = position(_EXCALIBUR_ENTERING)
    entering = hand(pos, 5, 3)
    assert next_steps(entering) == {"bar/20"}
    entering.make(step(25, 5))
    assert entering.position == position("22:-2 20:1 13:2 0:-1")
    assert entering.hits() == (True,)
    assert legal(pos, 5, 3) == results(pos, "bar/20 20/17", "bar/20 13/10")


def test_R8_larger_die_enters_if_only_one_can_be_played():
    """E, G: either the six or the five enters, and no other die can follow."""
    pos = position("25:1 14:-2")
    assert legal(pos, 6, 5) == results(pos, "bar/19")
    with raises(StepError, "the 6 must be used, as both dice cannot be"):
        hand(pos, 6, 5).make(step(25, 5))
