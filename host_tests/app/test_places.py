"""A turn by pressing places: a checker moves, or comes to where one points at."""

from app.test_turn import at
from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import board_view
from picogammon.app.display.board_view import point_of
from picogammon.app.modes import by_place
from picogammon.app.modes.turn import Turn
from picogammon.app.session.prefs import SEAT
from picogammon.ground import tunes
from picogammon.ground.places import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from picogammon.rules import actions, match
from picogammon.rules.checkpoint import Checkpoint


def test_each_side_has_its_own_numbers_bar_and_off_of_the_places():
    for point in range(26):
        for side in (0, 1):
            assert point_of(side, board_view.place_of(side, point)) == point
    others = [(0, BAR_1), (0, OFF_1), (1, BAR_0), (1, OFF_0), (0, DICE), (1, CUBE)]
    assert [point_of(side, place) for side, place in others] == [None] * 6


def test_dice_roll_and_the_cube_or_the_dice_end_the_turn():
    sitting = Sitting([(3, 1), (6, 4), (2, 1)], two_people(7))
    sitting.press_places(DICE)
    assert sitting.log()[-1] == "roll 3-1"
    sitting.press_places(CUBE, DICE)  # nothing is played yet
    sitting.press_places(8, 6)
    assert sitting.match.phase == match.TO_PLAY
    sitting.press_places(CUBE)
    assert sitting.log()[-1] == "play 8/5 6/5"
    sitting.press_places(DICE, 1, 12)
    sitting.press_places(DICE)
    assert sitting.log()[-1] == "play 24/18 13/9"


def test_a_position_is_set_up_by_places():
    sitting = Sitting([(3, 1)], two_people(7))
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    sitting.press_places(4, OFF_0, OFF_0, 6, OFF_1)
    checkers = sitting.sees.checkers
    assert (checkers[4], checkers[6]) == (2, 4), "off adds for its side, or takes the other's away"
    assert sitting.sees.headline == "Point 6: 4 Amber"
    sitting.press_places(DICE)
    assert sitting.sees.page.title == "Set up"


def test_the_cube_asks_whether_to_double():
    sitting = Sitting([(3, 1)], two_people(7))
    sitting.press_places(DICE, 8, 6, CUBE)
    sitting.press_places(CUBE)
    assert sitting.sees.headline == "Blue: double to 2?"
    sitting.press("OK")
    assert sitting.match.phase == match.DOUBLED


def test_a_checker_moves_by_the_larger_die_that_it_can_use():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(DICE, 24)
    assert (sitting.sees.checkers[24], sitting.sees.checkers[21]) == (1, 1)
    sitting.press_places(24)
    assert (sitting.sees.checkers[24], sitting.sees.checkers[23]) == (0, 1)
    sitting.press("BACK")
    assert (sitting.sees.checkers[24], sitting.sees.checkers[21]) == (1, 1), "one press, one step"
    sitting = at(0, (2, 1), p24=2, p13=2, o22=-2, o21=-2)
    sitting.press_places(24)
    assert sitting.sees.checkers[23] == 1, "the larger die is blocked"


def test_where_one_points_at_comes_who_can():
    sitting = Sitting([(6, 4)], two_people())
    sitting.press_places(DICE, 18)
    assert (sitting.sees.checkers[24], sitting.sees.checkers[18]) == (1, 1)
    sitting = Sitting([(6, 4)], two_people())
    sitting.press_places(DICE, 3)
    assert sitting.sees.checkers[13] == 4 and sitting.sees.checkers[3] == 1, "by both dice"
    sitting.press("BACK")
    assert sitting.sees.checkers[13] == 5, "and back as one"


def test_a_point_is_made_by_one_press():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(DICE, 5)
    assert sitting.sees.checkers[5] == 2 and sitting.sees.headline.endswith("8/5 6/5")
    sitting.press("BACK")
    assert (sitting.sees.checkers[5], sitting.sees.checkers[6]) == (1, 4), "by the smaller die"
    sitting.press("BACK")
    assert sitting.sees.checkers[5] == 0
    sitting = at(0, (3, 3), p8=3, p6=5, p13=5, p24=2, o1=-2)
    sitting.press_places(5)
    assert (sitting.sees.checkers[5], sitting.sees.checkers[8]) == (2, 1)


def test_the_same_press_after_back_moves_by_the_other_die():
    sitting = at(0, (5, 3), p13=2, p8=2, o1=-2)
    for landing in (8, 10, 8):
        sitting.press_places(13)
        assert sitting.navigator.top.hand.steps == [13 << 3 | 13 - landing]
        sitting.press("BACK")


def test_a_checker_that_can_move_goes_before_what_could_come_to_it():
    sitting = at(0, (5, 3), p13=2, p8=2, o1=-2)
    sitting.press_places(8)
    assert (sitting.sees.checkers[13], sitting.sees.checkers[8]) == (2, 1)


def test_a_checker_is_dragged_where_one_likes():
    sitting = at(0, (6, 5), p13=3, p8=3, o1=-2)
    mode = sitting.navigator.top
    hand = mode.hand
    for source, target, way in ((13, 8, [13 << 3 | 5]), (13, 2, [13 << 3 | 6, 7 << 3 | 5])):
        by_place.drag(mode, source, target)
        assert hand.steps == way and sitting.navigator.take_tune() == tunes.CLICK
        sitting.press("BACK")
    sitting.session.prefs.change(SEAT, 1)
    by_place.drag(mode, 12, 17)
    assert hand.steps == [13 << 3 | 5]


def test_player_1_enters_from_his_bar_and_bears_off_to_his_tray():
    sitting = at(1, (3, 1), bar=1, p6=2, o1=-2)
    sitting.press_places(BAR_1)
    assert sitting.sees.checkers[BAR_1] == 0 and sitting.sees.checkers[3] == -1
    sitting = at(1, (2, 1), p3=2, p2=2, p1=2, o24=-2)
    sitting.press_places(OFF_1)
    assert sitting.sees.off[1] == 10


def refusals(sitting, *presses):
    """What is said of each of the presses of a place, or drags (a tuple), none of which can be."""
    found = []
    for press in presses:
        before = list(sitting.sees.checkers)
        if isinstance(press, tuple):
            by_place.drag(sitting.navigator.top, *press)
        else:
            sitting.press_places(press)
        check(sitting.sees)
        assert sitting.navigator.take_tune() == tunes.REFUSED
        assert list(sitting.sees.checkers) == before
        found.append(sitting.sees.headline)
    return found


def test_what_cannot_be_is_refused_with_the_reason():
    sitting = Sitting([(3, 1)], two_people(names=("Amber", "Blue")))
    assert refusals(sitting, 24, 13, CUBE) == ["First roll"] * 3
    assert isinstance(sitting.navigator.top, Turn)
    sitting.press_places(DICE)
    assert refusals(sitting, 12, OFF_0, OFF_1, 18, DICE, (13, 12), (13, 8), (12, 9)) == [
        "The 12 point is blocked",
        "Not all checkers are home",
        "That is the other side's",
        "No dice for that",
        "More of the dice can be played",
        "The 12 point is blocked",
        "No dice for that",
        "No checker there to move",
    ]
    sitting.press_places(13)
    sitting.press("OK")
    assert sitting.navigator.top.hand.complete
    assert refusals(sitting, 13, (13, 7)) == ["All dice are used"] * 2
    sitting.press("BACK")
    assert sitting.sees.headline.startswith("Amber: "), "it is said until the next press"


def test_the_reason_is_the_rules():
    for presses, why, sitting in (
        # A six from the 24 point to the 18 point is free, but then no five is.
        (
            [18, (24, 18)],
            "Both dice must be used",
            at(0, (6, 5), p24=1, p10=1, p8=1, o13=-2, o5=-2, o3=-2),
        ),
        ([13], "The 7 point is blocked", at(0, (6, 4), p24=2, p13=2, o7=-2, o9=-2)),
        ([6], "Checkers on the bar enter first", at(0, (6, 4), bar=1, p6=2, o1=-2)),
        ([(13, 2)], "The 2 point is blocked", at(0, (6, 5), p13=2, p6=2, o2=-2)),
        ([4], "A checker farther back goes first", at(0, (6, 5), p6=3, p5=1, p4=1, o24=-2)),
    ):
        assert refusals(sitting, *presses) == [why] * len(presses), presses


def test_the_cube_says_why_it_cannot_be_turned():
    for settings, start, why in (
        (two_people(3, cube_on=False), {}, "There is no cube in this match"),
        (two_people(1), {}, "No doubles in a one-point match"),
        (two_people(3), {"cube": 2, "owner": 1}, "The other side owns the cube"),
        (two_people(3), {"cube": 4, "owner": 0}, "A double gains nothing now"),
    ):
        sitting = Sitting([(3, 1)], settings)
        sitting.navigator.commit(actions.game(Checkpoint(turn=0, **start)), 0)
        sitting.press_places(CUBE)
        check(sitting.sees)
        assert sitting.sees.headline == why
        assert sitting.navigator.take_tune() == tunes.REFUSED


def test_a_place_that_cannot_be_set_up_says_why():
    sitting = Sitting([(3, 1)], two_people(7))
    sitting.press("hold-OK")
    sitting.choose("Set up position")
    sitting.press_places(BAR_1, OFF_0)
    assert sitting.sees.headline == "The bar is Blue's"
    sitting.press_places(BAR_0, OFF_1)
    assert sitting.sees.headline == "The bar is Amber's"
    sitting.press_places(6, *[OFF_0] * 10)
    assert sitting.sees.headline == "Point 6: 15 Amber"
    sitting.press_places(OFF_0)
    assert sitting.sees.headline == "15 at most"


def test_a_question_says_that_places_do_not_answer_it():
    sitting = Sitting([(3, 1), (2, 1)], two_people(7))
    sitting.press_places(DICE, 8, 6, CUBE, CUBE)
    sitting.press("OK")
    sitting.press_places(CUBE)
    assert sitting.sees.headline == "The buttons answer this" and sitting.sees.keys[0] == "TAKE"
    assert sitting.match.phase == match.DOUBLED


def test_a_place_wakes_the_board_and_no_more():
    sitting = Sitting([(3, 1)], two_people())
    sitting.wait(601_000)
    assert sitting.sees.asleep
    sitting.press_places(DICE)
    assert not sitting.sees.asleep and sitting.match.phase == match.OPENING
