"""Modules of the page's MicroPython: the board in words, news for listeners, and what hands do."""

import importlib.util
import sys

import pytest

from fakes.power import Power
from picogammon.app.display import board_view, view
from picogammon.app.display.screens.curve import CurveView
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from picogammon.ground.places import BAR_0, BAR_1, OFF_0
from picogammon.rules import phases, position
from tools import ROOT
from tools.matches import listing, log, reading
from tools.soak.match_files import some_match

_SAMPLE = ROOT / "host_tests" / "match_files" / "samples" / "gnubg.mat"  # five games
_RECORDS = reading.read(_SAMPLE.read_bytes()).records


def _module(name):
    path = ROOT / "tools" / "virtual_board" / "device" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def words():
    return _module("words")


@pytest.fixture
def news(words, monkeypatch):
    monkeypatch.setitem(sys.modules, "words", words)
    return _module("news").News()


@pytest.fixture
def hands():
    return _module("hands").Hands()


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
    seen.scores = [2, 0]
    seen.clocks = (725, 60, 0, 12)
    first, second = words.sides(seen)
    assert first == (
        "Ann: score 2, 167 pips, 2 on point 1, 5 on point 12, 3 on point 17, 5 on point 19, 2 off, "
        "clock 12:05."
    )
    assert second.startswith("Bob: score 0, 167 pips, 1 on the bar, 2 on point 24,")


def test_a_die_that_is_used_and_the_sides_colours_are_told(words, seen):
    assert words.table(seen)["dice"] == [[3, 0, 1], [1, 0, 0]]
    assert words.table(seen)["colours"] == [[255, 76, 0], [0, 64, 255]]


@pytest.mark.parametrize("roll", ((6, 2), (4, 4)))
def test_each_die_of_an_opening_roll_is_its_sides(words, seen, roll):
    board_view.show_dice(seen, roll, None, roll)
    assert words.table(seen)["dice"] == [[roll[0], 0, 0], [roll[1], 1, 0]]


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


_OFFERED = (phases.DOUBLED, phases.BEAVERED, phases.RACCOONED)


def _moments(count=200, every=23):
    """So many matches and sessions of all kinds, each up to some moment."""
    found = []
    for seed in range(1000):
        records = some_match(seed)
        for end in range(2 + seed % every, len(records), every):
            *_, match = log.played(iter(records[:end]))
            found.append(match)
            if len(found) == count:
                return found
    raise AssertionError("too few matches")


def _checkers(match, turned):
    """{place: how many}, where there are any, by the page's names."""
    pos = position.swapped(match.position) if match.turn else match.position
    off = [match.settings.checkers - sum(max(side * n, 0) for n in pos) for side in (1, -1)]
    counts = [pos[BAR_0], -pos[BAR_1], *off]
    names = [
        f"{place}-{1 - side if turned else side}" for place in ("bar", "off") for side in (0, 1)
    ]
    for point in range(1, 25):
        names.append(f"point-{25 - point if turned else point}")
        counts.append(abs(pos[point]))
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def _cube(match, turned):
    settings = match.settings
    if not settings.cube_on or settings.length == 1 or match.crawford:
        return None
    offered = match.phase in _OFFERED
    side = match.decider if offered else match.owner
    return [match.cube * (2 if offered else 1), side, side == int(turned)]


def test_what_lies_on_the_board_is_what_the_match_has_in_both_seats(words):
    kinds = set()
    for number, match in enumerate(_moments()):
        turned = bool(number % 2)
        shown = view.View()
        board_view.show_match(shown, match)
        first, second = match.dice or (0, 0)
        dice = [first] * 4 if first == second else [first, second]
        if match.dice:
            board_view.show_dice(shown, match.dice, match.turn, dice)
        if match.phase in _OFFERED:
            shown.offered_by = 1 - match.decider
        shown.turned = turned
        told = words.table(shown)
        assert {name: n for name, n in told["counts"].items() if n} == _checkers(match, turned)
        assert told["dice"] == ([[die, match.turn, 0] for die in dice] if match.dice else [])
        assert told["cube"] == _cube(match, turned)
        kinds |= {match.phase, ("cube", match.owner), ("dice", len(told["dice"]))}
    assert kinds >= {phases.TO_ROLL, phases.TO_PLAY, phases.DOUBLED}
    assert kinds >= {("cube", 0), ("cube", 1), ("cube", None), ("dice", 2), ("dice", 4)}


def _run(script):
    """Does what a script says on a board with an earlier match."""
    power = Power()
    log = MatchLog(Ring(Flash(power.flash, SECTORS)))
    for records in (_RECORDS, _RECORDS[:1]):
        log.restart(records)
    assert power.run(script) == "off"
    assert power.crash_log() == ""


def _looked(hands, power):
    """What is told now."""
    yield 1000
    hands.navigator = power.board.navigator
    return hands.navigator.played


def _choose(power, label):
    """NEXT until that line of the menu is chosen, and OK."""
    while power.view.page.items[power.view.page.selected][0] != label:
        yield from power.press("NEXT")
    yield from power.press("OK")


def test_the_board_goes_to_each_stop_of_the_list(hands):
    games = listing.games(_RECORDS)
    assert len(games) == 5

    def script(power):
        yield 500
        yield from power.press("OK hold-OK")
        yield from _choose(power, "Earlier matches")
        yield from power.press("NEXT OK")
        yield from _looked(hands, power)
        for game in [*reversed(games), *games]:
            for stop in (len(game.cells), 0, 1):
                hands.go(game.number, stop)
                told = yield from _looked(hands, power)
                assert told == (1, game.number, stop)
        last = games[-1]
        assert power.view.names == last.names and power.view.scores == last.scores

    _run(script)


def test_checkers_are_dragged_while_a_position_is_set_up(hands):
    def script(power):
        yield 500
        yield from power.press("OK hold-OK")
        yield from _choose(power, "Set up position")
        yield from _looked(hands, power)
        drags = [("point-6", "point-4"), ("point-13", "off-0"), ("point-1", "bar-1")]
        drags += [("off-0", "point-5"), ("point-24", "point-19"), ("point-12", "bar-0")]
        drags += [("off-0", "point-2"), ("point-2", "point-3"), ("off-1", "off-0")]
        for source, target in drags:
            hands.drop(source, target)
        yield 500
        checkers = list(power.view.checkers)
        assert (checkers[6], checkers[4], checkers[13], checkers[5]) == (4, 1, 4, 1)
        assert (checkers[1], checkers[0]) == (-1, -1), "Blue's may lie on its bar"
        refused = (checkers[24], checkers[19], checkers[12], checkers[25], checkers[2], checkers[3])
        assert refused == (2, -5, -5, 0, 0, 0)
        assert power.view.headline == "It is off already"

    _run(script)


def test_the_running_match_is_played_back_once_something_was_played(hands):
    def script(power):
        yield 500
        assert (yield from _looked(hands, power)) is None
        hands.go(0, 0)
        yield 500
        assert power.view.page.lines == ["Nothing was played in it yet."]
        yield from power.press("OK OK")
        assert (yield from _looked(hands, power)) is None
        hands.go(0, 0)
        told = yield from _looked(hands, power)
        assert told == (2, 1, 0)

    _run(script)
