"""Set-up and movement: R1, R2 and R4 to R9 (R3, who begins, belongs to the match)."""

from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.steps import StepError, dice_of, most_dice, source, step, target
from portable import raises
from rulebook import after, hand, legal, next_steps, position, results

# Red has only the 9 to move (the others are blocked); black holds red's 4.
_EXCALIBUR_LARGER = "9:1 22:2 20:-2 19:-2 4:-2"
_PRIME = "24:2 23:-2 22:-2 21:-2 20:-2 19:-2 18:-2"


def test_R1_ones_own_1_is_the_others_24():
    """P: 24 points; each player numbers them from the outside of his own home board."""
    for point in range(1, 25):
        pos = position("%d:1" % point)
        assert positions.swapped(pos) == position("%d:-1" % (25 - point))


def test_R2_start_position():
    """P: two checkers on the 24, five on the 13, three on the 8, five on the 6; each side so."""
    start = positions.start()
    assert start == position("24:2 13:5 8:3 6:5 1:-2 12:-5 17:-3 19:-5")
    assert positions.swapped(start) == start


def test_R4_two_dice_move_checkers_forward():
    """P: a turn has two dice, and checkers move from 24 towards 1 only."""
    assert dice_of((3, 5)) == [5, 3]
    start = positions.start()
    plays = Plays()
    for first in range(1, 7):
        for second in range(1, first):
            for i in range(plays.generate(start, first, second)):
                way = plays.steps(i)
                assert len(way) == 2
                assert all(target(a_step) < source(a_step) for a_step in way)
            for made in legal(start, first, second):
                assert positions.pips(made) == 167 - first - second


def test_R4_no_step_backwards():
    """P: forward only; a step's die is 1 to 6, so that nothing else can even be said."""
    trying = hand(positions.start(), 6, 1)
    for wrong in (step(8, 0), step(8, 7), step(0, 6), step(26, 1), -1):
        with raises(StepError, "there is no such step"):
            trying.make(wrong)
    assert trying.position == positions.start()


def test_R5_blocked_points_are_not_landed_on():
    """P, T: at most one opposing checker may be where a checker lands."""
    start = positions.start()
    trying = hand(start, 5, 3)
    with raises(StepError, "the 19 point is blocked"):
        trying.make(step(24, 5))
    assert "24/19" not in next_steps(trying)
    assert after(start, "24/19 24/21") not in legal(start, 5, 3)
    assert after(start, "13/8 24/21") in legal(start, 5, 3)


def test_R5_blocked_points_are_jumped():
    """P, T: points may be jumped however many hold them."""
    pos = position("12:1 11:-2 10:-2 9:-2 8:-2 7:-2")
    assert legal(pos, 6, 1) == results(pos, "12/6 6/5")


def test_R5_any_number_of_ones_own_share_a_point():
    """P: all fifteen may stand together."""
    pos = position("8:1 7:14")
    assert after(pos, "8/7 7/5") in legal(pos, 2, 1)
    pos = position("10:1 9:1 7:13")
    assert legal(pos, 3, 2) >= results(pos, "10/7 9/7")


def test_R6_two_dice_move_two_checkers_or_one():
    """P: two checkers by a number each, or one by both."""
    pos = position("24:1 13:1")
    assert legal(pos, 6, 5) == results(pos, "24/18 13/8", "24/19 13/7", "24/18 18/13", "13/7 7/2")
    moving = hand(pos, 6, 5)
    moving.make(step(24, 6))
    assert next_steps(moving) == {"18/13", "13/8"}


def test_R6_one_checker_touches_down_between():
    """P: a checker that moves by both numbers lands on an open point between."""
    by_the_six = position("24:1 19:-2")
    assert legal(by_the_six, 6, 5) == results(by_the_six, "24/18 18/13")
    assert next_steps(hand(by_the_six, 6, 5)) == {"24/18"}
    neither = position("24:1 19:-2 18:-2")
    assert legal(neither, 6, 5) == set()


def test_R7_doubles_are_played_four_times():
    """E p. 12: 5-5 with one checker left far enough back moves it four times."""
    pos = position("24:1 1:-2")
    assert dice_of((5, 5)) == [5, 5, 5, 5]
    assert legal(pos, 5, 5) == results(pos, "24/19 19/14 14/9 9/4")


def test_R7_doubles_in_any_combination():
    """P: the four may be shared among the checkers in any way."""
    pos = position("13:2")
    assert legal(pos, 1, 1) == results(
        pos, "13/12 12/11 11/10 10/9", "13/12 12/11 11/10 13/12", "13/12 12/11 13/12 12/11"
    )


def test_R7_as_many_of_the_four_as_can_be():
    """P, E: of the four, as many as can be played must be."""
    three = position("21:1 1:-2")
    assert most_dice(three, (5, 5)) == 3
    assert legal(three, 5, 5) == results(three, "21/16 16/11 11/6")
    two = position("22:1 16:-2 10:1 4:-2")
    assert most_dice(two, (3, 3)) == 2
    assert legal(two, 3, 3) == results(two, "22/19 10/7")
    none = position("22:1 19:-2")
    assert most_dice(none, (3, 3)) == 0
    assert legal(none, 3, 3) == set()


def test_R7_hand_goes_on_while_one_of_the_four_can_be_played():
    """P, E: the play is complete only when nothing is left to play."""
    pos = position("22:1 16:-2 10:1 4:-2")
    playing = hand(pos, 3, 3)
    playing.make(step(10, 3))
    assert not playing.complete
    assert next_steps(playing) == {"22/19"}
    playing.make(step(22, 3))
    assert playing.complete
    assert playing.dice == [3, 3]
    with raises(StepError, "the 16 point is blocked"):
        playing.make(step(19, 3))


def test_R8_both_dice_must_be_used_if_any_sequence_can():
    """E, G: the ace may be played in many ways, but only one leaves a six."""
    pos = position("24:1 6:2 5:2 18:-2 7:-2 1:-3")
    assert legal(pos, 6, 1) == results(pos, "24/23 23/17")
    playing = hand(pos, 6, 1)
    assert next_steps(playing) == {"24/23"}
    with raises(StepError, "both dice must be used, and the 6 could not be after that"):
        playing.make(step(6, 1))
    with raises(StepError, "the 18 point is blocked"):
        playing.make(step(24, 6))
    playing.make(step(24, 1))
    assert next_steps(playing) == {"23/17"}


def test_R8_a_step_that_leaves_the_other_die_unplayable_is_not_legal():
    """E, G: after 13/11 there would be no six; after 9/7 or 13/7 both dice are used."""
    pos = position("13:1 9:1 5:-2 3:-2")
    assert legal(pos, 6, 2) == results(pos, "13/7 9/7", "9/7 7/1")
    playing = hand(pos, 6, 2)
    assert next_steps(playing) == {"13/7", "9/7"}
    with raises(StepError, "both dice must be used, and the 6 could not be after that"):
        playing.make(step(13, 2))


def test_R8_larger_die_if_only_one_can_be_played():
    """E p. 12: 3-2, either but not both can move, so the three is played: 9/6."""
    pos = position(_EXCALIBUR_LARGER)
    for roll in ((3, 2), (2, 3)):
        assert most_dice(pos, roll) == 1
        assert legal(pos, roll[0], roll[1]) == results(pos, "9/6")
    playing = hand(pos, 3, 2)
    with raises(StepError, "the 3 must be used, as both dice cannot be"):
        playing.make(step(9, 2))
    playing.make(step(9, 3))
    assert playing.complete
    assert playing.dice == [2]


def test_R8_one_die_may_be_played_by_any_checker():
    """E, G: the number is forced, not the checker; no four can ever be played here."""
    pos = position("14:1 8:1 10:-2 5:-2 4:-2")
    assert legal(pos, 5, 4) == results(pos, "14/9", "8/3")


def test_R8_smaller_die_if_only_that_can_be_played():
    """E, G: the larger is forced only where it could be played."""
    pos = position("9:1 3:-2 1:-2")
    assert legal(pos, 6, 2) == results(pos, "9/7")
    assert next_steps(hand(pos, 6, 2)) == {"9/7"}


def test_R8_last_checker_goes_off_by_the_larger_die():
    """E, G: either would do and only one is needed."""
    pos = position("1:1 24:-1")
    assert legal(pos, 6, 5) == results(pos, "1/off")
    assert next_steps(hand(pos, 6, 5)) == {"1/off with the 6"}


def test_R9_who_cannot_use_any_die_passes():
    """E, T: no die, no move; the hand is complete before it begins."""
    pos = position(_PRIME)
    for first in range(1, 7):
        for second in range(1, 7):
            assert legal(pos, first, second) == set()
            assert most_dice(pos, (first, second)) == 0
    passing = hand(pos, 6, 3)
    assert passing.complete
    assert passing.legal() == []
    assert passing.steps == []
    with raises(StepError, "the 18 point is blocked"):
        passing.make(step(24, 6))
