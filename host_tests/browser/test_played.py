"""What the page is told of a match that is played back, and the way from its list to the board."""

import importlib.util

import pytest

from fakes.power import Power
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from tools import ROOT
from tools.matches import listing, reading

_PATH = ROOT / "tools" / "virtual_board" / "device" / "hands.py"
_LOG = "matches/00004-20261122.log"
_SAMPLE = ROOT / "host_tests" / "match_files" / "samples" / "gnubg.mat"  # five games
_RECORDS = reading.read(_SAMPLE.read_bytes()).records


@pytest.fixture
def hands():
    """The page's Hands, which its MicroPython finds without a package."""
    spec = importlib.util.spec_from_file_location("hands", _PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Hands()


def _run(script, tmp_path):
    """Does what a script says on a board with a match in its archive."""
    Journal(Files(), str(tmp_path / "match.log")).restart(_RECORDS)
    power = Power()
    power.disk.mkdir("matches")
    power.disk.files[_LOG] = bytearray((tmp_path / "match.log").read_bytes())
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


def test_a_match_of_the_archive_is_named_until_it_is_left(hands, tmp_path):
    def script(power):
        yield 500
        yield from power.press("OK hold-OK")
        assert (yield from _looked(hands, power)) is None
        yield from _choose(power, "Earlier matches")
        assert (yield from _looked(hands, power)) is None
        yield from power.press("NEXT OK")
        at_first = (_LOG, 1, 0)
        assert (yield from _looked(hands, power)) == at_first
        yield from power.press("NEXT NEXT")
        assert (yield from _looked(hands, power)) == (_LOG, 1, 2)
        yield from power.press("OK")  # the menu over it
        assert (yield from _looked(hands, power)) == (_LOG, 1, 2)
        yield from power.press("BACK BACK")
        assert (yield from _looked(hands, power)) is None

    _run(script, tmp_path)


def test_the_board_goes_to_each_stop_of_the_list(hands, tmp_path):
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
                assert told == (_LOG, game.number, stop)
        last = games[-1]
        assert power.view.names == last.names and power.view.scores == last.scores

    _run(script, tmp_path)


def test_checkers_are_dragged_while_a_position_is_set_up(hands, tmp_path):
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

    _run(script, tmp_path)


def test_the_running_match_is_played_back_once_something_was_played(hands, tmp_path):
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
        assert told == ("match.log", 1, 0)

    _run(script, tmp_path)
