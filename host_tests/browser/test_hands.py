"""What hands do on the page beside the buttons. What it tells is in transcripts/heard.txt."""

import time

import pytest

from browser.device import module, words
from fakes.power import Power
from picogammon.app.display import view
from picogammon.app.modes import practice_sets
from picogammon.app.session.prefs import SEAT, Prefs
from picogammon.devices.checked_files import Store
from picogammon.devices.files import SETTINGS
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from tools import ROOT
from tools.matches import listing, reading

_SAMPLE = ROOT / "host_tests" / "match_files" / "samples" / "gnubg.mat"  # five games
_RECORDS = reading.read(_SAMPLE.read_bytes()).records


@pytest.fixture
def hands():
    return module("hands").Hands()


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


def test_the_board_goes_to_each_stop_of_the_list(hands):
    games = listing.games(_RECORDS)
    assert len(games) == 5

    def script(power):
        yield 500
        yield from power.press("OK hold-OK")
        yield from power.choose("Earlier matches")
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
        yield from power.choose("Set up position")
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


def test_a_click_on_a_word_or_on_a_set_does_what_the_board_does(hands, monkeypatch):
    def script(power):
        monkeypatch.setattr(time, "ticks_ms", lambda: power.host.ticks_ms(), raising=False)
        yield 500
        yield from _looked(hands, power)
        assert words.controls(power.view) == [["Roll", 2]]
        hands.press(2)
        yield 1000
        assert power.view.dice
        hands.menu()
        yield 500
        assert words.controls(power.view) == []
        hands.practise("Counting pips")
        yield 500
        assert isinstance(power.board.navigator.top, practice_sets.PipCount)

    _run(script)


def test_a_match_begins_with_what_the_page_asked_for_as_far_as_the_board_has_it(hands, monkeypatch):
    def script(power):
        monkeypatch.setattr(time, "ticks_ms", lambda: power.host.ticks_ms(), raising=False)
        yield 500
        yield from _looked(hands, power)
        hands.begin('{"names": ["Anna", "Blue"], "length": 3, "clock": 99, "moon": 1}')
        yield 500
        settings = power.match.settings
        assert (list(settings.names), settings.length, settings.clock) == (["Anna", "Blue"], 3, 0)

    _run(script)


def test_a_dragged_checker_is_lifted_and_shows_its_own_landings_alone(hands):
    def script(power):
        yield 500
        while not power.view.dice:
            yield from power.press("OK")
        yield from _looked(hands, power)
        before = list(power.view.checkers)
        side = power.match.turn
        name = "point-8" if side == 0 else "point-17"
        hands.lift(name)
        yield 500
        point = int(name.split("-")[1])
        assert abs(power.view.checkers[point]) == 2
        marks = {place: mark & view.MARK for place, mark in enumerate(power.view.marks) if mark}
        assert marks.pop(point) == view.LIFTED
        landings = {point - die * (1 - 2 * side) for die in power.match.dice}
        assert landings & set(marks) and set(marks.values()) == {view.LANDING}
        hands.lift("")
        yield 500
        assert list(power.view.checkers) == before
        assert view.CURSOR in [mark & view.MARK for mark in power.view.marks]
        hands.lift(name)
        yield from power.press("NEXT")
        assert list(power.view.checkers) == before, "a press puts it down"

    _run(script)


def test_letters_are_typed_where_a_name_is_asked_for(hands):
    def script(power):
        yield 500
        yield from _looked(hands, power)
        hands.type("A")
        assert power.board.navigator.top is power.board.navigator.base
        yield from power.press("hold-OK")
        for line in ("This match", "1st player"):
            yield from power.choose(line)
        assert words.types(power.view)
        while power.view.page.text:
            yield from power.press("BACK")
        for letter in "Änna Böll-O\n(12345678":
            hands.type(letter)
        yield 500
        assert power.view.page.text == "nna Bll-O123"

    _run(script)


def test_the_home_board_of_who_plays_a_computer_lies_below_and_that_is_not_kept():
    def script(power):
        yield 500
        navigator = power.board.navigator
        seat = module("hands").Seat(navigator)

        def begun(*players):
            draft = power.match.settings.copy(players=players)
            navigator.begin(0, navigator.session.library.new_match, draft)
            turned = seat.turns()
            navigator.refresh()
            return turned, navigator.view.turned

        assert begun(1, 0) == (True, True)
        navigator.keep_prefs()
        assert Prefs(Store(power.host.files, SETTINGS).load())[SEAT] == 0
        assert begun(0, 1) == (True, False)
        assert begun(2, 0) == (True, True)
        assert begun(0, 0) == (True, False), "two people sit as they have chosen to"
        assert begun(0, 0) == (False, False)

    _run(script)
