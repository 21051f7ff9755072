"""Modules of the page's MicroPython: what lies on the board, and what hands do. What listeners are
told is in transcripts/heard.txt."""

import pytest

from browser.device import module, words
from fakes.power import Power
from picogammon.app.display import board_view, view
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.ground.places import BAR_0, BAR_1
from picogammon.rules import phases, position
from tools import ROOT
from tools.matches import listing, log, reading
from tools.soak.match_files import some_match

_LOG = "matches/00004-20261122.log"
_SAMPLE = ROOT / "host_tests" / "match_files" / "samples" / "gnubg.mat"  # five games
_RECORDS = reading.read(_SAMPLE.read_bytes()).records


@pytest.fixture
def hands():
    return module("hands").Hands()


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


def test_what_lies_on_the_board_is_what_the_match_has_in_both_seats():
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
