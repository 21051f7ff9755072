"""A turn by pressing places: a checker moves, or comes to where one points at."""

from fakes.ruler import check
from fakes.sitting import Sitting, two_people
from picogammon.app.display import board_view
from picogammon.app.display.board_view import point_of
from picogammon.app.modes import by_place
from picogammon.app.modes.turn import Turn
from picogammon.app.session.prefs import SEAT
from picogammon.ground import tunes
from picogammon.ground.places import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint


def at(turn, dice, **points):
    """A Sitting: `turn` has rolled `dice` in a position given as p6=2, o24=-2, bar=1, ..."""
    sitting = Sitting([dice], two_people(3))
    pos = positions.empty()
    for name in points:
        pos[25 if name == "bar" else int(name[1:])] = points[name]
    sitting.navigator.commit(actions.game(Checkpoint(turn=turn, position=pos)), 0)
    sitting.press("OK")
    return sitting


def test_each_side_has_its_own_numbers_bar_and_off_of_the_places():
    for point in range(26):
        for side in (0, 1):
            assert point_of(side, board_view.place_of(side, point)) == point
    others = [(0, BAR_1), (0, OFF_1), (1, BAR_0), (1, OFF_0), (0, DICE), (1, CUBE)]
    assert [point_of(side, place) for side, place in others] == [None] * 6


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
