"""Bearing off and the end of the game: R15 to R20."""

from picogammon.rules import position as positions
from picogammon.rules.steps import StepError, step
from portable import raises
from rulebook import hand, legal, next_steps, position, results

# G 2.5, roll 6-4; T's example, roll 1-2. The opponent is out of the way.
_GNU_BEARING_OFF = "5:2 4:3 3:2 2:2 1:2 24:-2"
_TABLETOP = "3:1 2:1 1:1 24:-2"


def test_R15_bearing_off_starts_when_all_are_home():
    """G, T, P: fifteen in the home board or off, none on the bar."""
    assert "6/off" in next_steps(hand(position("6:5 5:5 4:5"), 6, 1))
    assert "6/off" in next_steps(hand(position("6:1 1:1"), 6, 1))
    for outside in ("7:1", "13:1", "24:1"):
        bearing = hand(position("6:5 5:5 4:4 " + outside), 6, 5)
        with raises(StepError, "not all checkers are home"):
            bearing.make(step(6, 6))
        with raises(StepError, "not all checkers are home"):
            bearing.make(step(5, 6))
        with raises(StepError, "not all checkers are home"):
            bearing.make(step(5, 5))


def test_R15_not_with_a_checker_on_the_bar():
    """G, T, P: the bar is not home."""
    with raises(StepError, "checkers on the bar enter first"):
        hand(position("25:1 6:5"), 6, 5).make(step(6, 6))


def test_R15_bearing_off_starts_within_the_turn_that_brings_the_last_one_home():
    """G, T, P: 7/6 with the one, then the six takes a checker off."""
    pos = position("7:1 6:1 2:1")
    bearing = hand(pos, 6, 1)
    assert "6/off" not in next_steps(bearing)
    bearing.make(step(7, 1))
    assert next_steps(bearing) == {"6/off"}
    assert results(pos, "7/6 6/off") < legal(pos, 6, 1)


def test_R16_a_number_takes_off_a_checker_on_exactly_that_point():
    """G, P: whatever stands farther back."""
    pos = position("6:2 5:2 4:2 3:2 2:2 1:2")
    for die in range(1, 7):
        assert "%d/off" % die in next_steps(hand(pos, die, die))
    assert results(pos, "6/off 1/off") < legal(pos, 6, 1)


def test_R17_gnu_with_none_on_the_six_the_highest_comes_off():
    """G 2.5: 6-4 takes one off the 5 and one off the 4."""
    pos = position(_GNU_BEARING_OFF)
    gnu = position("5:1 4:2 3:2 2:2 1:2 24:-2")
    assert tuple(gnu) in legal(pos, 6, 4)
    bearing = hand(pos, 6, 4)
    assert next_steps(bearing) == {"5/off with the 6", "5/1", "4/off"}
    bearing.make(step(5, 6))
    bearing.make(step(4, 4))
    assert bearing.position == gnu
    assert positions.left(gnu) == positions.left(pos) - 2 == 9


def test_R17_it_must_come_off_if_that_is_the_only_use():
    """G, T, P: nothing on the 5 and 6, so that 6-5 takes two off the 4."""
    pos = position("4:2 3:3 1:2 24:-2")
    assert legal(pos, 6, 5) == results(pos, "4/off 4/off")


def test_R17_with_one_on_a_higher_point_that_one_must_move():
    """G, T, P: none on the 4, but one on the 6: the four moves it, and nothing else."""
    pos = position("6:1 3:3 1:1 24:-2")
    bearing = hand(pos, 4, 4)
    assert next_steps(bearing) == {"6/2"}
    with raises(StepError, "a checker farther back goes first"):
        bearing.make(step(3, 4))
    bearing.make(step(6, 4))
    assert next_steps(bearing) == {"3/off with the 4"}


def test_R17_with_a_blocked_one_higher_no_lower_one_comes_off():
    """G, T, P: the 6 cannot move by the five; so nothing goes off by it."""
    pos = position("6:1 4:2 1:-2")
    assert legal(pos, 5, 5) == set()
    with raises(StepError, "a checker farther back goes first"):
        hand(pos, 5, 5).make(step(4, 5))
    assert legal(pos, 5, 2) == results(pos, "6/4 4/off")
    assert legal(pos, 5, 1) == results(pos, "6/5 5/off")


def test_R18_one_may_move_inside_instead():
    """T: with 1-2, one off the 1 and one off the 2, or the one on the 3 and another inside."""
    pos = position(_TABLETOP)
    assert legal(pos, 2, 1) == results(pos, "1/off 2/off", "3/1 1/off", "3/1 2/1")
    assert next_steps(hand(pos, 2, 1)) == {"3/1", "2/off", "3/2", "2/1", "1/off"}


def test_R19_a_checker_hit_must_enter_and_come_home():
    """G, T: until then bearing off does not go on."""
    pos = position("25:1 6:1 3:2 1:2 24:-1")
    for first in range(1, 7):
        for second in range(1, first + 1):
            made = legal(pos, first, second)
            assert made
            assert all(positions.left(after) == positions.left(pos) for after in made)
    home_again = position("7:1 6:1 3:2 1:2 24:-1")
    assert "7/6" in next_steps(hand(home_again, 6, 1))
    assert results(home_again, "7/6 6/off") < legal(home_again, 6, 1)


def test_R20_fifteen_off_wins():
    """All: whoever is first to bear off fifteen; the position says so."""
    pos = position("2:1 1:1 24:-3")
    assert positions.left(pos) == 2
    (won,) = legal(pos, 6, 5)
    assert won == tuple(position("24:-3"))
    assert positions.left(won) == 0
    assert positions.opponent_left(positions.swapped(position("24:-3"))) == 0


def test_R20_dice_left_when_the_last_is_off_are_not_played():
    """All: the game is over with the fifteenth; a double's last dice have no use."""
    pos = position("2:1 1:1 24:-3")
    (won,) = legal(pos, 3, 3)
    assert positions.left(won) == 0
    bearing = hand(pos, 3, 3)
    bearing.make(step(2, 3))
    bearing.make(step(1, 3))
    assert bearing.complete
    assert bearing.dice == [3, 3]
    with raises(StepError, "no checker there to move"):
        bearing.make(step(1, 3))
