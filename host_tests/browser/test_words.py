"""What the page tells those who listen to it: the firmware's view in words."""

import importlib.util
import sys

import pytest

from picogammon.app.display import board_view, view
from picogammon.app.display.screens.curve import CurveView
from picogammon.ground.places import BAR_1, OFF_0
from picogammon.rules import position
from tools import ROOT

_NEWS = ROOT / "tools" / "virtual_board" / "device" / "news.py"


@pytest.fixture
def seen():
    """A view of the start position; Amber has rolled 3-1 and played the 3."""
    seen = view.View()
    board_view.show_position(seen, position.start(), 0)
    seen.names = ["Ann", "Bob"]
    seen.headline = "Ann: 8/5"
    seen.decider = 0
    board_view.show_dice(seen, (3, 1), 0, [1])
    seen.keys = ["<", ">", "MOVE", "BACK"]
    return seen


def test_the_board_is_told_with_headline_dice_cursor_and_buttons(words, seen):
    seen.marks[6] = view.CURSOR
    seen.marks[5] = view.LANDING_CURSOR
    assert words.said(seen) == (
        "Ann: 8/5. Dice: 3 played, 1. Point 6: 5 Ann, cursor. Point 5: empty, lands here. "
        "Buttons: PREV, NEXT, OK move, BACK."
    )


def test_an_offered_double_takes_the_place_of_the_dice(words, seen):
    seen.offered_by = 1
    seen.cube = 2
    assert "Cube: 4, offered by Bob." in words.said(seen)
    assert "Dice" not in words.said(seen)


def test_each_side_is_told_from_the_back_to_the_front(words, seen):
    seen.checkers[BAR_1] = -2
    seen.off[0] = 3
    seen.scores = [2, 0]
    seen.clocks = (725, 60, 0, 12)
    first, second = words.sides(seen)
    assert first == (
        "Ann: score 2, 167 pips, 2 on point 24, 5 on point 13, 3 on point 8, 5 on point 6, 3 off, "
        "clock 12:05."
    )
    assert second.startswith("Bob: score 0, 167 pips, 2 on the bar, 2 on point 1, 5 on point 12,")


def test_every_button_on_the_board_says_what_is_there(words, seen):
    seen.marks[8] = view.CAN_MOVE
    seen.off[0] = 4
    seen.marks[OFF_0] = view.LANDING
    told = words.places(seen)
    assert len(told) == 30
    assert told["point-8"] == "Point 8, 3 Ann, can move"
    assert told["point-12"] == "Point 12, 5 Bob"
    assert told["point-5"] == "Point 5, empty"
    assert told["off-0"] == "Off, Ann, 4 Ann, can land here"
    assert told["bar-1"] == "Bar, Bob, empty"
    assert told["dice"] == "Dice, 3 played, 1"
    assert told["cube"] == "Cube, 1, in the middle"


@pytest.fixture
def news(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "words", words)
    spec = importlib.util.spec_from_file_location("news", _NEWS)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.News()


def test_a_turn_is_heard_once_and_what_follows_answers_a_press(news, seen):
    board_view.show_dice(seen, (1, 6), 1, [6])
    seen.keys, seen.headline, seen.decider = ["REPLAY", "SKIP", "SKIP", "SKIP"], "Bob: 13/8", 1
    assert news.told(seen, False) == ("", False)
    seen.headline = "Bob: 13/8 6/5*"
    assert news.told(seen, False) == ("", False)
    seen.dice, seen.headline, seen.decider, seen.keys = (), "Ann to roll", 0, ["", "", "ROLL", ""]
    assert news.told(seen, True) == ("Bob rolled 6-1: 13/8 6/5*. Ann to roll.", False)
    assert news.told(seen, True) == ("", False)
    board_view.show_dice(seen, (3, 1), 0, [3, 1])
    seen.headline, seen.keys = "Ann: 8/5", ["<", ">", "MOVE", ""]
    assert news.told(seen, True) == ("Ann: 8/5. Dice: 3, 1.", True)
    seen.headline = "Ann: 6/5"  # another step is chosen
    assert news.told(seen, True) == ("Ann: 6/5.", False)
    seen.dice_used, seen.headline = 2, "Ann: 8/5"  # and made
    assert news.told(seen, True) == ("Ann: 8/5.", True)
    seen.headline = "Ann cannot move that"
    assert news.told(seen, True) == ("Ann cannot move that.", False)


def test_a_roll_that_cannot_be_played_is_heard_whoever_pressed_what(news, seen):
    seen.dice, seen.headline = (), "Ann to roll"
    news.told(seen, True)
    board_view.show_dice(seen, (6, 6), 0, [6] * 4)
    seen.headline, seen.keys = "Ann: no legal play", ["", "", "GO ON", ""]
    assert news.told(seen, True) == ("Ann: no legal play. Dice: 6, 6, 6, 6.", False)


def test_turns_that_end_by_themselves_are_heard_with_the_next_one(news, seen):
    board_view.show_dice(seen, (6, 6), 0, [6] * 4)
    seen.headline, seen.keys = "Ann: no legal play", ["", "", "GO ON", ""]
    assert news.told(seen, False) == ("", False)
    board_view.show_dice(seen, (2, 1), 1, [])
    seen.headline, seen.decider, seen.keys = "6/4 6/5", 1, ["REPLAY", "SKIP", "SKIP", "SKIP"]
    assert news.told(seen, False) == ("", False)
    seen.dice, seen.headline, seen.decider = (), "Ann to roll", 0
    assert news.told(seen, True)[0] == (
        "Ann rolled 6-6: no legal play. Bob rolled 2-1: 6/4 6/5. Ann to roll."
    )


def test_of_a_menu_only_the_line_is_heard_that_was_gone_to(news, seen):
    lines = [("Pace", "slow"), ("Tutor", "")]
    for selected, heard in ((0, "Pace: slow. 1 of 2. Menu."), (1, "Tutor. 2 of 2.")):
        seen.page = view.MenuView("Menu", lines, selected)
        assert news.told(seen, True) == (heard, False)
        assert news.told(seen, True) == ("", False)
    seen.page = None
    assert news.told(seen, True)[0].startswith("Ann: 8/5.")


def test_a_question_is_heard_with_what_the_buttons_answer(news, seen):
    seen.offered_by, seen.cube, seen.headline = 1, 2, "Bob doubles to 4: take?"
    seen.keys = ["TAKE", "DROP", "", ""]
    assert news.told(seen, True)[0] == (
        "Bob doubles to 4: take? Cube: 4, offered by Bob. Buttons: PREV take, NEXT drop."
    )


_PAGES = {
    view.MenuView: (
        ("Menu", [("Pace", "slow"), ("Tutor", "")], 0),
        "Pace: slow. 1 of 2. Menu.",
    ),
    view.MessageView: (("No", ["A line.", "Another"]), "No. A line. Another."),
    view.TextView: (("Help", ["A line.", "Another"]), "Help. A line. Another."),
    view.NameView: (("Name", "Ann ", 3, 62), "space, letter 4. Name. Ann ."),
    view.CodeView: (([], ["Position", "< > text"]), "QR code. Position. < > text."),
    CurveView: (
        ("PR of Ann", (300, 900), (300, 600), ("9.0", "3.0", "6.0")),
        "PR of Ann. 2 games, 3.0 to 9.0, now 6.0.",
    ),
    view.ResultView: (("Bob wins", ["a gammon"], 1), "Bob wins. a gammon. Ann 0, Bob 0."),
    view.PlaysView: (("", [("8/5 6/5", "+0.16", "best")], 0), "8/5 6/5, +0.16, best. 1 of 1."),
}


@pytest.mark.parametrize("kind", _PAGES, ids=lambda kind: kind.__name__)
def test_a_page_is_told_whole_what_is_chosen_first(words, seen, kind):
    made_of, told = _PAGES[kind]
    seen.page = kind(*made_of)
    assert words.said(seen) == told + " Buttons: PREV, NEXT, OK move, BACK."


def test_no_kind_of_page_is_left_out():
    kinds = {kind for name, kind in vars(view).items() if name.endswith("View")}
    assert kinds - {view.View} == set(_PAGES) - {CurveView}


def test_a_display_that_sleeps_says_who_is_to_act(words, seen):
    seen.asleep = True
    assert words.said(seen) == "The display sleeps. Ann is to act. Any button wakes it."


def test_who_sits_opposite_is_told_the_points_that_lie_before_him(words, seen):
    """Points are numbered as printed, and Bob sits below: his 24 is Ann's 1."""
    seen.turned = True
    seen.checkers[BAR_1] = -1
    seen.off[0] = 2
    seen.marks[6] = view.CURSOR
    told = words.places(seen)
    assert told["point-24"] == "Point 24, 2 Bob"
    assert told["point-19"] == "Point 19, 5 Ann, cursor"
    assert (told["bar-0"], told["bar-1"]) == ("Bar, Bob, 1 Bob", "Bar, Ann, empty")
    assert (told["off-0"], told["off-1"]) == ("Off, Bob, empty", "Off, Ann, 2 Ann")
    assert "Point 19: 5 Ann, cursor." in words.said(seen)
    first, second = words.sides(seen)
    assert first.startswith("Ann: score 0, 167 pips, 2 on point 1, 5 on point 12, 3 on point 17,")
    assert second.startswith("Bob: score 0, 167 pips, 1 on the bar, 2 on point 24,")


def test_dice_cube_and_counts_lie_on_the_board(words, seen):
    seen.checkers[BAR_1] = -1
    seen.off[0] = 2
    table = words.table(seen)
    assert table["dice"] == [[3, 0, 1], [1, 0, 0]]
    assert table["cube"] == [1, None, False]
    assert (table["counts"]["point-24"], table["counts"]["point-1"]) == (2, 2)
    assert (table["counts"]["bar-1"], table["counts"]["off-0"]) == (1, 2)
    assert "point-2" not in table["counts"] and "bar-0" not in table["counts"]
    assert table["colours"] == [[255, 76, 0], [0, 64, 255]]
    seen.turned = True
    counts = words.table(seen)["counts"]
    assert (counts["bar-0"], counts["off-1"]) == (1, 2)


@pytest.mark.parametrize("roll", ((6, 2), (4, 4)))
def test_each_die_of_an_opening_roll_is_its_sides(words, seen, roll):
    board_view.show_dice(seen, roll, None, roll)
    assert words.table(seen)["dice"] == [[roll[0], 0, 0], [roll[1], 1, 0]]


@pytest.mark.parametrize("turned", (False, True))
def test_the_cube_lies_before_who_has_it_or_is_to_answer(words, seen, turned):
    seen.turned = turned
    seen.cube, seen.owner = 4, 1
    assert words.table(seen)["cube"] == [4, 1, turned]
    seen.offered_by = 1
    assert words.table(seen)["cube"] == [8, 0, not turned]
    seen.offered_by, seen.crawford = None, True
    assert words.table(seen)["cube"] is None


def test_who_sits_below_is_told_last_and_who_acts_is_marked(words, seen):
    seen.scores = [2, 5]
    seen.length = 7
    seen.clocks = (725, 60, 0, 12)
    above, below = words.seats(seen, ["you", "expert"])
    assert above == {
        "name": "Bob",
        "who": "expert",
        "colour": [0x00, 0x40, 0xFF],
        "score": 5,
        "length": 7,
        "pips": 167,
        "clock": "1:00",
        "acts": False,
    }
    assert (below["name"], below["who"], below["score"], below["acts"]) == ("Ann", "you", 2, True)
    seen.turned = True
    assert [seat["name"] for seat in words.seats(seen, ["", ""])] == ["Ann", "Bob"]
