"""After a bug the board logs it, restarts and resumes the match; after three in a row it stops."""

from fakes.coach import Coach
from fakes.power import Power, at_board, planted, ran, taps
from fakes.sitting import two_people
from picogammon import VERSION
from picogammon import alarm as alarms
from picogammon.alarm import Alarm
from picogammon.app.advice.pondering import Pondering
from picogammon.app.display.lights import Lights
from picogammon.app.modes import advice, coaching
from picogammon.app.modes.navigator import Navigator
from picogammon.app.practice.cards import Collector
from picogammon.app.session.grading import Grader
from picogammon.app.session.people import People
from picogammon.app.session.players import Computer
from picogammon.app.session.prefs import LANDINGS, TUTOR
from picogammon.devices.match_log import MatchLog
from picogammon.devices.oled import Oled
from picogammon.engine.handmade import Handmade
from picogammon.filing import Filing
from picogammon.rules import actions, match
from picogammon.rules.actions import GameRecords
from picogammon.rules.match import Match

_ONLY_READ = "the board has failed: its files are read-only"
_ASIDE = "Hold BACK: set it aside, start a new one."


def play(power):
    yield 100
    while True:
        yield from power.press("OK")


def idle(power):
    yield 300


def test_a_bug_in_any_room_is_written_down_and_the_match_goes_on():
    for owner, name, count in (
        (Match, "apply", 6),
        (Handmade, "choose", 2),
        (Navigator, "tick", 500),
        (Lights, "paint", 60),
        (Oled, "_show_span", 150),
    ):
        power = Power(5)
        with planted(owner, name, count):
            assert power.run(play) == "reset"
        log = power.crash_log()
        assert "ZeroDivisionError: planted in " + name in log, log
        assert log.startswith("Picogammon %s. After " % VERSION), log
        assert b"planted in" in power.port.gone, "and it is told over USB"
        assert power.run(idle) == "off"
        assert power.view.page is None
        assert power.match.phase != match.OPENING, name


def test_a_bug_while_resuming_is_not_taken_for_a_damaged_match():
    for owner, name in ((GameRecords, "append"), (Match, "_play"), (Match, "apply")):
        power = ran(taps(8), Power(3))
        kept = power.flash.blocks
        shown = power.match.state()
        for error in (ValueError, IndexError):
            with planted(owner, name, 0, error):
                assert power.run(idle) == "reset"
            assert "Error: planted in " + name in power.crash_log()
            assert power.flash.blocks == kept
        ran(idle, power)
        assert power.match.state() == shown


def _kept(power):
    return power.flash.blocks[:], {path: bytes(power.disk.files[path]) for path in power.disk.files}


def _stopped(error=ZeroDivisionError):
    power = Power()
    with planted(Navigator, "tick", 0, error):
        for _ in range(3):
            assert power.run(idle) == "reset"
    return power


def test_a_bug_at_every_start_stops_after_three_until_it_is_switched_off_and_on():
    power = _stopped()
    before = _kept(power)
    with planted(Navigator, "tick"):
        assert power.run(idle) == "off"
        assert _kept(power) == before, "a stopped board writes nothing"
    assert power.alarm and power.view.page.title == "Picogammon failed"
    assert power.view.page.lines == ["crash.log says why. The match is safe.", _ASIDE]
    assert power.display.on and sum(power.display.glass()) > 0
    assert max(power.rgb) > 0
    assert power.crash_log().count("ZeroDivisionError: planted") == 3
    power.cut()
    ran(idle, power)
    assert power.alarm is None


def _pressed(power, button):
    def script(power):
        yield 200
        yield from power.press(button)
        yield 200

    assert power.run(script) == "reset"
    ran(idle, power)
    assert power.alarm is None and power.view.page is None


def test_ok_tries_a_stopped_board_again_and_hold_back_puts_its_match_aside():
    for error in (ZeroDivisionError, MemoryError):
        _pressed(_stopped(error), "OK")
    power = _stopped()
    poison = list(MatchLog(power.host.ring).open())
    _pressed(power, "hold-BACK")
    archive = power.board.session.archive
    (run,) = archive.runs()
    assert list(archive.open(run).open()) == poison
    assert power.match.phase == match.OPENING


_LINES = (
    b"matches",
    b"match running",
    b"files",
    b"get crash.log",
    b"mirror",
    b"put board.bin 3 1",
    b"send 80 1 -",
    b"ubgi",
    b" ",
)


def test_a_stopped_board_gives_its_files_out_takes_none_in_and_restarts_when_it_is_told():
    power = _stopped()
    before = _kept(power)
    told = []

    def script(power):
        yield 200
        for line in _LINES:
            yield from power.ask(line)
            told.append(power.answer.decode().split("\r\n")[:-1])
        assert _kept(power) == before
        yield from power.ask(b"restart")
        raise AssertionError("it did not restart")

    assert power.run(script) == "reset"
    listed, match_log, files, crash_log, mirror, *others = told
    assert listed == ["matches 1 running 2026-11-22", "matches end 1 64"]
    assert match_log[0].startswith("match data ") and match_log[-1].startswith("match end ")
    assert files == ["files crash.log", "files end"]
    assert crash_log[-1].startswith("get end ")
    assert mirror[0] == "mirror board bench " + VERSION and "Picogammon failed." in mirror[1]
    for refused in others:
        assert refused == ["error unsupported_feature " + _ONLY_READ]
    assert power.run(idle) == "off" and power.alarm is None


def test_whatever_fails_in_the_alarm_all_else_says_what_there_is_to_say():
    for part, lit, written in (
        ("make_strip", False, True),
        ("make_oled", True, False),
        ("make_buttons", True, True),
        ("draw", True, False),
        ("Canvas", True, False),
    ):
        power = _stopped()
        power.port.gone = bytearray()
        before = power.display.glass()
        with planted(alarms, part):
            assert power.run(idle) == "off"
        assert (any(power.rgb), power.display.glass() != before) == (lit, written), part
        assert b"Picogammon failed\r\ncrash.log says why" in power.port.gone


def test_the_alarm_falls_back_on_the_images_own_data_and_says_what_is_wrong_with_the_others():
    def typo():
        raise SyntaxError("invalid syntax")

    def script(power):
        yield 200
        assert any(power.rgb) and power.display.on
        lines = power.view.page.lines
        assert lines[0] == "board_config.py: SyntaxError: invalid syntax"
        assert lines[2:] == [_ASIDE] and lines[0].encode() in power.port.gone
        yield from power.press("OK")
        yield 200

    power = _stopped()
    power.data_on_flash = typo
    assert power.run(script) == "reset"


@at_board(make=_stopped)
def test_a_line_that_fails_costs_a_stopped_board_its_answer_alone(power):
    yield 200
    with planted(Filing, "_files"):
        yield from power.ask(b"files")
    assert power.answer.startswith(b"error internal"), power.answer
    yield from power.ask(b"files")
    assert power.answer.endswith(b"files end\r\n"), power.answer
    assert power.alarm


@at_board(make=_stopped)
def test_an_oled_that_comes_back_to_a_stopped_board_shows_why(power):
    yield 100
    wanted = power.display.glass()
    before = power.bus.transfers
    yield 9000
    assert power.bus.transfers - before <= 3 * 19, "and no oftener than every three seconds"
    power.display.lose_power()
    yield 4000
    assert power.display.on and power.display.glass() == wanted
    power.bus.display = None
    yield 4000
    power.display.lose_power()
    power.bus.display = power.display
    yield 4000
    assert power.display.on and power.display.glass() == wanted


def test_an_alarm_that_fails_leaves_the_board_open_to_a_cable():
    power = _stopped()
    before = _kept(power)

    def script(power):
        yield 5000
        yield from power.interrupt()
        power.port.coming += [13, 1]
        yield 5000

    with planted(Alarm, "run_round"):
        assert power.run(script) == "prompt"
    assert b"ZeroDivisionError('planted in run_round'" in power.port.gone
    assert _kept(power) == before and not power.circuit.watched
    assert power.run(idle) == "off" and power.alarm is None, "whoever had the prompt starts afresh"


def test_a_hang_that_the_watchdog_ends_is_written_down_too():
    def hang(power):
        yield 500
        power.circuit.reset()  # by the watchdog

    power = Power()
    for _ in range(3):
        assert power.run(hang) == "reset"
    assert power.run(idle) == "off"
    assert power.crash_log().count("The board hung, and the watchdog restarted it.") == 3
    assert power.alarm is not None


_OFF = "This failed and is off until the next start. You can play on."


def _games(power):
    """Plays two games of Ann and Bob with the tutor on: a script for Power.run.
    `power.said` lists all messages that the board shows."""
    yield 100
    session = power.board.session
    session.players.find_coach = lambda: Computer(lambda: Coach(slices=1))
    session.players.find_ponderer = lambda: Coach(slices=1)
    session.prefs.change(TUTOR, 1)
    session.prefs.change(LANDINGS, 1)
    power.begin(two_people(5, names=("Ann", "Bob")))
    power.said = []
    for step in 2 * ("roll", "play", "resign", "accept", "next"):
        if step == "roll":
            action = actions.roll(3, 1)
        elif step == "play":
            session.players.plays.generate(session.match.position, 3, 1)
            action = actions.play(session.players.plays.steps(0))
        elif step == "next":
            yield from power.press("hold-BACK")
            yield 30_000
            action = session.match.next_game()
        else:
            action = actions.resign(actions.SINGLE) if step == "resign" else actions.accept()
        yield from power.read()
        power.said += power.told
        assert power.board.navigator.commit(action, power.now)
        yield 3000 if step in ("roll", "play") else 0


def test_a_bug_in_work_that_nobody_waits_for_switches_that_off_and_is_said_once():
    for owner, name, title in (
        (Grader, "step", "Grading"),
        (People, "add_decision", "Grading"),
        (Collector, "graded", "Grading"),
        (Pondering, "thought_about", "Thinking ahead"),
        (coaching, "equities", "Good targets"),
        (advice, "grade", "Tutor"),
    ):
        power = Power(3)
        with planted(owner, name):
            assert power.run(_games) == "off", (name, power.crash_log())
        assert power.said == [(title, _OFF)], (name, power.said)
        log = power.crash_log()
        assert log.count("ZeroDivisionError: planted in " + name) == 1, log
        assert log.startswith("Picogammon %s. After " % VERSION), log
        assert power.run(_games) == "off" and power.said == [], "the next start tries it again"
        assert power.board.session.people.place()[1] == 2


def test_a_full_flash_does_not_keep_it_from_restarting():
    power = Power()

    def fails(power):
        yield 100
        power.disk.full = 0
        power.board.navigator.tick = None
        yield 100

    assert power.run(fails) == "reset"
    power.disk.full = None
    assert power.run(idle) == "off" and power.alarm is None
