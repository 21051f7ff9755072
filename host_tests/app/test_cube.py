"""Doubling, answering, resigning, and how games and matches end, at four buttons."""

from fakes.sitting import Sitting, two_people
from picogammon.app.display import view as views
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.checkpoint import Checkpoint
from picogammon.rules.settings import Settings


def to_roll(settings, **fields):
    """A Sitting in which player 0 is to roll in the start position."""
    sitting = Sitting([], settings)
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, **fields)), 0)
    return sitting


def test_double_is_asked_once_more_and_can_be_declined():
    sitting = to_roll(two_people(5))
    assert sitting.sees.keys == ["", "DOUBLE", "ROLL", ""]
    sitting.press("NEXT")
    assert sitting.sees.headline == "Amber: double to 2?"
    sitting.press("BACK")
    assert sitting.match.phase == match.TO_ROLL
    sitting.press("NEXT OK")
    view = sitting.sees
    assert sitting.match.phase == match.DOUBLED
    assert view.offered_by == 0 and view.decider == 1 and view.cube == 1
    assert view.keys == ["TAKE", "DROP", "", ""]


def test_where_a_name_is_too_long_for_it_the_question_is_a_sentence_all_the_same():
    sitting = to_roll(two_people(0, names=("W" * 12, "W" * 12)), cube=512, owner=0)
    sitting.press("NEXT")
    assert sitting.sees.headline == "Double to 1024?"
    sitting.press("OK PREV")
    assert sitting.sees.headline == "Take the cube at 1024?"


def test_take_gives_the_cube():
    sitting = to_roll(two_people(5))
    sitting.press("NEXT OK PREV OK")
    view = sitting.sees
    assert view.cube == 2 and view.owner == 1 and view.offered_by is None
    assert view.keys == ["", "", "ROLL", ""]


def test_who_only_presses_ok_neither_takes_nor_drops():
    sitting = to_roll(two_people(0, beavers=2))
    sitting.press("NEXT OK")
    for presses in ("OK OK OK", "NEXT BACK OK OK", "PREV BACK OK", "BACK BACK OK"):
        sitting.press(presses)
        assert sitting.match.phase == match.DOUBLED, presses
    sitting.press("PREV")
    view = sitting.sees
    assert view.headline == "Blue: take the cube at 2?" and view.keys == ["", "", "TAKE", "NO"]
    assert view.offered_by == 0, "the cube that is offered stays in sight"


def test_resigning_offers_no_gammon_where_jacoby_counts_it_as_a_single_game():
    for fields, lines in (({}, 1), ({"cube": 2, "owner": 1}, 3)):
        sitting = to_roll(two_people(0, jacoby=True), **fields)
        sitting.press("hold-OK")
        sitting.choose("Resign")
        names = [label for label, _ in sitting.sees.page.items]
        assert names == ["Single game", "Gammon", "Backgammon"][:lines]


def test_drop_is_asked_once_more_and_loses_the_stake():
    sitting = to_roll(two_people(5))
    sitting.press("NEXT OK NEXT BACK")
    assert sitting.match.phase == match.DOUBLED
    sitting.press("NEXT OK")
    view = sitting.sees
    assert isinstance(view.page, views.ResultView) and view.page.winner == 0
    assert view.scores == [1, 0]
    assert view.page.lines == ["double dropped", "1 point"]
    assert view.keys == ["", "", "NEXT", "BOARD"]
    sitting.press("BACK")
    assert sitting.sees.page is None
    sitting.press("OK")
    assert sitting.match.phase == match.OPENING and sitting.sees.scores == [1, 0]


def test_beavers_and_raccoons_where_agreed():
    sitting = to_roll(two_people(0, beavers=2))
    sitting.press("NEXT OK")
    assert sitting.sees.keys == ["TAKE", "DROP", "", "BEAVER"]
    sitting.press("BACK OK")
    view = sitting.sees
    assert view.headline == "Blue beavers, cube 4" and view.decider == 0
    assert view.keys == ["ACCEPT", "DROP", "", "RACCOON"]
    sitting.press("BACK OK")
    view = sitting.sees
    assert view.headline == "Amber raccoons, cube 8" and view.decider == 1 and view.offered_by == 0
    assert view.keys == ["ACCEPT", "DROP", "", ""] and view.cube == 4, "8 is on the table"
    sitting.press("PREV OK")
    assert sitting.log()[-4:] == ["double", "beaver", "raccoon", "take"]
    assert sitting.sees.cube == 8 and sitting.sees.owner == 1


def test_a_raccoon_is_dropped_for_the_stake_after_the_beaver():
    sitting = to_roll(two_people(0, beavers=2))
    sitting.press("NEXT OK BACK OK BACK OK NEXT OK")
    assert sitting.log()[-1] == "drop"
    assert sitting.sees.page.title == "Amber wins" and sitting.sees.scores == [4, 0]


def test_no_double_is_offered_in_the_crawford_game_or_with_a_dead_cube():
    sitting = to_roll(two_people(3), scores=(2, 0), crawford=True)
    assert sitting.sees.keys == ["", "", "ROLL", ""] and sitting.sees.crawford
    sitting.press("NEXT")
    assert sitting.match.phase == match.TO_ROLL
    sitting = to_roll(two_people(3), scores=(2, 1))
    assert sitting.sees.keys == ["", "", "ROLL", ""]


def test_resigning_is_an_offer():
    sitting = to_roll(two_people(5))
    sitting.press("hold-OK")
    sitting.choose("Resign")
    sitting.choose("Gammon")
    sitting.press("NEXT OK")
    view = sitting.sees
    assert view.headline == "Amber resigns a gammon: accept?" and view.decider == 1
    assert view.keys == ["ACCEPT", "REFUSE", "", ""]
    sitting.press("OK BACK OK")
    assert sitting.match.phase == match.RESIGNING, "OK alone accepts nothing"
    sitting.press("PREV")
    view = sitting.sees
    assert view.headline == "Blue: accept the gammon?" and view.keys == ["", "", "ACCEPT", "NO"]
    sitting.press("BACK NEXT OK")
    assert sitting.match.phase == match.TO_ROLL
    sitting.press("hold-OK")
    sitting.choose("Resign")
    sitting.choose("Single game")
    sitting.press("NEXT OK")
    sitting.press("PREV OK")
    assert sitting.sees.page.winner == 1 and sitting.sees.scores == [0, 1]
    assert sitting.sees.page.lines == ["single game resigned", "1 point"]


def test_a_match_ends_and_ok_asks_for_a_new_one():
    pos = positions.empty()
    pos[1] = 1
    pos[2] = -15
    sitting = Sitting([(2, 1)], two_people(2))
    sitting.navigator.commit(actions.game(Checkpoint(turn=1, position=pos)), 0)
    sitting.press("OK OK")
    view = sitting.sees
    assert isinstance(view.page, views.ResultView) and view.page.title == "Blue wins the match"
    assert view.page.lines == ["backgammon", "3 points"] and view.scores == [0, 3]
    assert view.off == [0, 15]
    sitting.press("OK")
    assert isinstance(sitting.sees.page, views.MenuView) and sitting.sees.page.title == "New match"
    sitting.choose("Start")
    assert sitting.match.phase == match.OPENING and sitting.sees.scores == [0, 0]


def test_jacoby_counts_a_gammon_once_with_the_cube_in_the_middle():
    pos = positions.empty()
    pos[1] = 1
    pos[2] = -15
    sitting = Sitting([(2, 1)], two_people(0, jacoby=True))
    sitting.navigator.commit(actions.game(Checkpoint(turn=0, position=pos)), 0)
    sitting.press("OK OK")
    assert sitting.sees.page.lines == ["single game", "1 point"]


def test_without_a_cube_none_is_shown():
    sitting = Sitting([], Settings(length=3, cube_on=False))
    assert not sitting.sees.cube_on
    sitting = Sitting([], Settings(length=1))
    assert not sitting.sees.cube_on
