"""Acts on the page that are no buttons. Its announcements are in transcripts/heard.txt."""

import json
import time
from binascii import b2a_base64

import states
from app.test_decisions import blunders, cases, reviewed
from browser.device import module, words
from fakes.power import Power
from picogammon.app.display.view import NameView
from picogammon.app.session.prefs import SEAT, Prefs
from picogammon.devices.files import SETTINGS, Store
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import Flash
from picogammon.devices.ring import SECTORS, Ring
from picogammon.rules.plays import source, target
from tools import ROOT
from tools.matches import listing, reading

_SAMPLE = ROOT / "host_tests" / "match_files" / "samples" / "gnubg.mat"  # five games
_START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10"
_RECORDS = reading.read(_SAMPLE.read_bytes()).records


def on_a_board(script):
    """Returns a test that runs `script(power, hands)` on a board with an earlier match."""

    def test(monkeypatch):
        power = Power()
        monkeypatch.setattr(time, "ticks_ms", lambda: power.host.ticks_ms(), raising=False)
        log = MatchLog(Ring(Flash(power.flash, SECTORS)))
        for records in (_RECORDS, _RECORDS[:1]):
            log.restart(records)

        def on(power):
            yield 500
            yield from script(power, module("hands").Hands(power.board.navigator, power.host))

        assert power.run(on) == "off"
        assert power.crash_log() == ""

    return test


def _goes(power, hands, game, stop):
    """Goes to a stop, and returns what is played back then."""
    hands.go(game, stop)
    yield 1000
    return power.board.navigator.played


@on_a_board
def test_the_board_goes_to_each_stop_of_the_list(power, hands):
    games = listing.games(_RECORDS)
    assert len(games) == 5

    yield from power.press("OK hold-OK")
    yield from power.choose("Earlier matches")
    yield from power.press("NEXT OK")
    for game in [*reversed(games), *games]:
        for stop in (len(game.cells), 0, 1):
            assert (yield from _goes(power, hands, game.number, stop)) == (1, game.number, stop)
    assert (power.view.names, power.view.scores) == (games[-1].names, games[-1].scores)


@on_a_board
def test_the_running_match_is_played_back_once_something_was_played(power, hands):
    assert (yield from _goes(power, hands, 0, 0)) is None
    assert power.view.page.lines == ["No moves yet."]
    while power.board.navigator.session.fresh:
        yield from power.press("OK")
    assert (yield from _goes(power, hands, 0, 0)) == (2, 1, 0)


@on_a_board
def test_back_from_a_match_of_the_page_leads_to_the_one_on_the_board_unchanged(power, hands):
    yield from power.press("OK")
    navigator, chosen = power.board.navigator, []
    power.host.choose = chosen.append
    earlier = [one for one in states.reached(states.Cases(states.EARLIER)) if one[2]]
    for kept, (case, state, way) in enumerate(earlier, 2):
        sectors = enumerate(state.sitting(way).kept[0].blocks)
        files = json.dumps({f"{at:02}": b2a_base64(sector).decode() for at, sector in sectors})
        before = list(power.flash.blocks), dict(power.disk.files), power.match.state()
        hands.visit(kept, files)
        yield 1000
        assert navigator.played == (-kept, 1, 0), case
        yield from power.press("NEXT")
        hands.go(1, 2)
        yield 200
        assert len([mode for mode in navigator.open_modes if mode.played]) == 1
        yield from power.press("BACK")
        assert not navigator.open_modes
        assert (list(power.flash.blocks), dict(power.disk.files), power.match.state()) == before
    hands.visit(9, files)
    yield 1000
    yield from power.press("OK")
    yield from power.choose("Play this match")
    assert chosen == [9]


@on_a_board
def test_checkers_are_dragged_while_a_position_is_set_up(power, hands):
    yield from power.press("OK hold-OK")
    yield from power.choose("Set up position")
    for drag in "6>4 13>off-0 1>bar-1 off-0>5 24>19 12>bar-0 off-0>2 2>3 off-1>off-0".split():
        ends = [end if "-" in end else f"point-{end}" for end in drag.split(">")]
        hands.drop(*ends)
        yield 100
    there = power.view.checkers
    assert (there[6], there[4], there[13], there[5], there[1], there[0]) == (4, 1, 4, 1, -1, -1)
    refused = (there[24], there[19], there[12], there[25], there[2], there[3])
    assert refused == (2, -5, -5, 0, 0, 0)
    assert power.view.headline == "No more checkers are off"


@on_a_board
def test_a_drag_ends_what_was_said_and_keeps_the_board_awake_as_a_press_does(power, hands):
    yield from power.press("OK")
    while not power.match.dice:
        yield from power.press("OK")
    step = power.board.navigator.top.hand.legal()[-1]
    ends = [f"point-{place}" for place in (source(step), target(step))]
    while power.host.ticks_ms() < 590_000:
        yield 10_000
    for _ in range(2):
        hands.drop(ends[0], "off-0")
        yield 100
        assert power.view.headline == "Not all checkers are home"
    hands.drop(*ends)
    yield 30_000
    assert not power.view.asleep
    assert power.board.navigator.top.hand.steps == [step]
    assert "Not all" not in power.view.headline


@on_a_board
def test_a_match_begins_as_the_page_asks_or_it_hears_why_not(power, hands):
    asked = {"names": ["Anna", "Blue"], "players": [0, 0], "length": 3, "clock": 0, "sealed": 0}
    assert hands.begin(json.dumps(asked)) == ""
    yield 500
    settings = power.match.settings
    assert (list(settings.names), settings.length) == (["Anna", "Blue"], 3)
    assert "clock" in hands.begin(json.dumps({**asked, "clock": 99}))
    assert hands.begin('{"position": "XGID=-", "agreed": ""}') != ""
    start = {"position": _START, "agreed": settings.pack().hex()}
    assert hands.begin(json.dumps(start)) == ""
    yield 500
    assert (list(power.view.names), power.view.dice) == (["Anna", "Blue"], (3, 1))


@on_a_board
def test_letters_are_typed_where_a_name_is_asked_for(power, hands):
    hands.type("A")
    assert power.board.navigator.top is power.board.navigator.base
    yield from power.press("hold-OK")
    for line in ("This match", "Ann Lee's name"):
        yield from power.choose(line)
    assert type(power.view.page) is NameView
    while power.view.page.text:
        yield from power.press("BACK")
    for letter in "Änna Böll-O\n(12345678":
        hands.type(letter)
    yield 500
    assert power.view.page.text == "nna Bll-O123"


@on_a_board
def test_the_home_board_of_who_plays_a_computer_lies_below_and_that_is_not_kept(power, hands):
    navigator = power.board.navigator
    liked = navigator.session.prefs
    seats = [((1, 0), True), ((0, 1), False), ((2, 0), True), ((0, 0), False), ((1, 0), True)]
    for players, turned in seats:  # two people sit as they have chosen to
        draft = power.match.settings.copy(players=players)
        navigator.begin(0, navigator.session.new_match, draft)
        assert hands.turn()
        navigator.refresh()
        assert navigator.view.turned is turned, players
        navigator.keep_prefs()
        assert Prefs(Store(power.host.files, SETTINGS).load())[SEAT] == 0
    liked.change(SEAT, 1)
    assert liked[SEAT] == 0 == liked.pack()[SEAT], "or as somebody turns it"
    yield 0


def test_a_decision_that_is_looked_at_is_on_the_page_as_it_was():
    for case in cases():
        for seen in (reviewed, blunders):
            for sitting, before, _, _ in seen(case):
                view = sitting.sees
                table, seats = words.table(view), words.seats(view, ["", ""])
                assert [seat["score"] for seat in seats] == [before.scores[1], before.scores[0]]
                assert [seat["acts"] for seat in seats] == [before.decider == i for i in (1, 0)]
                offered = view.offered_by is not None
                cube = table["cube"] and (table["cube"]["value"], table["cube"]["side"])
                side = 1 - view.offered_by if offered else before.owner
                assert cube == (before.cube * (1 + offered), side) or before.settings.length == 1
                assert {die for die, _, _ in table["dice"]} == set(before.dice or ())
                assert view.page.note in words.said(view)
