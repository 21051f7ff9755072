"""A turn by pressing places: a checker is lifted and put down where one points at."""

from app.test_turn import at
from fakes.sitting import Sitting, two_people
from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.display.board_view import point_of
from picogammon.app.modes.turn import Turn
from picogammon.ground.places import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1, PLACES
from picogammon.rules import match


def _marked(view, *marks):
    return [place for place in range(PLACES) if view.marks[place] in marks]


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
    sitting.press_places(8, 5, 6, 5)
    assert sitting.match.phase == match.TO_PLAY
    sitting.press_places(CUBE)
    assert sitting.log()[-1] == "play 8/5 6/5"
    sitting.press_places(DICE, 1, 7, 12, 16)
    sitting.press_places(DICE)
    assert sitting.log()[-1] == "play 24/18 13/9"


def test_the_cube_asks_whether_to_double():
    sitting = Sitting([(3, 1)], two_people(7))
    sitting.press_places(DICE, 8, 5, 6, 5, CUBE)
    sitting.press_places(CUBE)
    assert sitting.sees.headline == "Blue: double to 2?"
    sitting.press("OK")
    assert sitting.match.phase == match.DOUBLED


def test_a_lifted_checker_shows_its_landings_and_goes_where_one_points():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(DICE, 24)
    view = sitting.sees
    assert view.marks[24] == views.LIFTED
    assert _marked(view, views.LANDING, views.LANDING_CURSOR) == [20, 21, 23]
    sitting.press_places(20)
    view = sitting.sees
    assert (view.checkers[24], view.checkers[20]) == (1, 1)
    assert view.headline.endswith("24/20") and _marked(view, views.LIFTED) == []


def test_a_landing_that_is_the_only_one_is_pointed_at_as_well():
    sitting = at(0, (2, 1), p24=2, p13=2, o22=-2, o21=-2)
    sitting.press_places(24)
    assert _marked(sitting.sees, views.LANDING_CURSOR) == [23]
    assert sitting.sees.checkers[24] == 2
    sitting.press_places(23)
    assert sitting.sees.checkers[23] == 1


def test_its_own_place_puts_a_checker_back_and_another_place_lifts_that_one():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(DICE, 24, 24)
    assert _marked(sitting.sees, views.LIFTED) == []
    sitting.press_places(24, 6)
    assert _marked(sitting.sees, views.LIFTED) == [6]
    assert _marked(sitting.sees, views.LANDING, views.LANDING_CURSOR) == [2, 3, 5]


def test_a_lifted_checker_goes_back_where_one_points_at_what_it_cannot_reach():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(DICE)
    for place in (18, BAR_0, OFF_1, 12, CUBE):
        sitting.press_places(24)
        assert _marked(sitting.sees, views.LIFTED) == [24]
        sitting.press_places(place)
        assert _marked(sitting.sees, views.LIFTED) == [], place
    assert sitting.match.phase == match.TO_PLAY


def test_a_lifted_checker_goes_by_the_four_buttons_too():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(DICE, 24)
    sitting.press("BACK")
    assert _marked(sitting.sees, views.LIFTED) == []
    sitting.press_places(24)
    assert sitting.sees.headline == "Amber: 24/20"
    sitting.press("NEXT")
    assert sitting.sees.headline == "Amber: 24/21"
    sitting.press("PREV PREV OK")
    assert sitting.sees.checkers[23] == 1


def test_player_1_enters_from_his_bar_and_bears_off_to_his_tray():
    sitting = at(1, (3, 1), bar=1, p6=2, o1=-2)
    sitting.press_places(BAR_1)
    assert sitting.sees.marks[BAR_1] == views.LIFTED
    assert _marked(sitting.sees, views.LANDING, views.LANDING_CURSOR) == [1, 3, 4]
    sitting = at(1, (2, 1), p3=2, p2=2, p1=2, o24=-2)
    sitting.press_places(23, OFF_1)
    assert sitting.sees.off[1] == 10


def test_what_has_no_checker_that_can_move_is_not_lifted():
    sitting = Sitting([(3, 1)], two_people())
    sitting.press_places(24, 13)
    assert isinstance(sitting.navigator.top, Turn)
    sitting.press_places(DICE, 12, 7, 1, OFF_0)
    assert _marked(sitting.sees, views.LIFTED) == []


def test_a_place_wakes_the_board_and_no_more():
    sitting = Sitting([(3, 1)], two_people())
    sitting.wait(601_000)
    assert sitting.sees.asleep
    sitting.press_places(DICE)
    assert not sitting.sees.asleep and sitting.match.phase == match.OPENING
