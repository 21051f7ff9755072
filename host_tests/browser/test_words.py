"""What the page tells those who listen to it: the firmware's view in words."""

import importlib.util

import pytest

from picogammon.app.display import board_view, view
from picogammon.ground.places import BAR_1, OFF_0
from picogammon.rules import position
from tools import ROOT

_PATH = ROOT / "tools" / "virtual_board" / "device" / "words.py"


@pytest.fixture(scope="module")
def words():
    """The module, which the page's MicroPython finds without a package."""
    spec = importlib.util.spec_from_file_location("words", _PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
    assert "Cube: Bob offers it at 4." in words.said(seen)
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


_PAGES = {
    view.MenuView: (
        ("Menu", [("Pace", "slow"), ("Tutor", "")], 0),
        "Pace: slow. 1 of 2. Menu.",
    ),
    view.MessageView: (("No", ["A line.", "Another"]), "No. A line. Another."),
    view.TextView: (("Help", ["A line.", "Another"]), "Help. A line. Another."),
    view.NameView: (("Name", "Ann ", 3, 62), "space, letter 4. Name. Ann ."),
    view.CodeView: (([], ["Position", "< > text"]), "QR code. Position. < > text."),
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
    assert kinds - {view.View} == set(_PAGES)


def test_a_display_that_sleeps_says_who_is_to_act(words, seen):
    seen.asleep = True
    assert words.said(seen) == "The display sleeps. Ann is to act. Any button wakes it."
