"""A bug in any room costs a restart of the board, and not the match. In a reset flash and OLED keep
their power, and the match goes on."""

import pytest

from fakes.memory import MemoryJournal
from picogammon.rules import actions
from tools.emulator import repl
from tools.emulator.files import files
from tools.emulator.twins import Twin, records

HOST_ONLY = True
_PLANT = """
import {module} as place
def fail(*_):
    raise {error}("planted in {module}")
place.{name} = fail
import main
main.run()
"""
_PLACES = (
    ("picogammon.rules.match", "Match.apply"),
    ("picogammon.engine.engine", "Engine.begin"),
    ("picogammon.app.display.lights", "Lights.paint"),
    ("picogammon.devices.strip", "Strip.show"),
)
_HANG = """
from picogammon.app.modes.navigator import Navigator
def hang(*_):
    while True:
        pass
Navigator.tick = hang
import main
main.run()
"""


def _run(board, code):
    """Lets the REPL run code that does not come back."""
    board.exec("pass")
    board.send(code.encode() + b"\x04")


def _goes_on(twins):
    """With all that was done before the reset."""
    kept = records(twins.board.flash())
    assert kept[: len(twins.twin.journal.records)] == twins.twin.journal.records
    twins.twin = Twin(twins.board, MemoryJournal(kept))
    twins.twin.settle()
    twins.agree()


@pytest.mark.parametrize(
    "module, name",
    [_PLACES[0], *(pytest.param(*place, marks=pytest.mark.long) for place in _PLACES[1:])],
)
def test_a_raised_exception_is_written_down_and_the_match_goes_on(twins, module, name):
    twins.agree()
    twins.press("OK")
    _run(twins.board, _PLANT.format(module=module, name=name, error="RuntimeError"))
    for _ in range(20):
        if twins.board.run(500, resets=1):
            break
        twins.touch("OK")
    assert twins.board.resets == 1
    log = files(twins.board.flash())["crash.log"].decode()
    assert f"RuntimeError: planted in {module}" in log
    _goes_on(twins)
    twins.press("OK")


@pytest.mark.long
def test_a_value_error_while_resuming_is_not_taken_for_a_damaged_match(twins):
    twins.agree()
    for _ in range(4):
        twins.press("OK")
    plant = _PLANT.format(module=_PLACES[0][0], name=_PLACES[0][1], error="ValueError")
    _run(twins.board, plant)
    assert twins.board.run(8000, resets=1)
    kept = files(twins.board.flash())
    assert "ValueError: planted" in kept["crash.log"].decode()
    assert "match.log.bad" not in kept
    _goes_on(twins)


@pytest.mark.long
def test_a_loop_that_hangs_is_ended_by_the_watchdog(twins):
    twins.agree()
    twins.press("OK")
    _run(twins.board, _HANG)
    assert twins.board.run(8000, resets=1)
    assert twins.board.now > 5000
    _goes_on(twins)


_WATCHDOG_RESET = 3


@pytest.mark.long
def test_a_reset_plays_on(twins):
    twins.agree()
    twins.press("OK")
    repl.enter(twins.board)
    twins.board.send(b"import machine; machine.reset()\x04")
    assert twins.board.run(2000, resets=1)
    twins.twin = type(twins.twin)(twins.board, twins.twin.journal)
    twins.agree()
    assert actions.kind_of(twins.twin.journal.records[2]) == actions.ROLL


@pytest.mark.long
def test_what_was_shown_before_a_reset_is_not_taken_for_what_comes_after(board):
    picture = board.oled()
    assert board.run(1, picture=picture)
    repl.enter(board)
    board.send(b"import machine; machine.reset()\x04")
    assert board.run(2000, resets=1)
    assert board.oled() == picture
    assert not board.run(100, picture=picture)
    assert board.run(2000, picture=picture)


@pytest.mark.long
def test_a_starving_watchdog_resets_and_says_so(twins):
    twins.agree()
    hang = "import machine\ndog = machine.WDT(timeout=300)\nwhile True: pass\n"
    repl.enter(twins.board)
    twins.board.send(hang.encode() + b"\x04")
    began = twins.board.now
    assert twins.board.run(2000, resets=1)
    assert 300 <= twins.board.now - began < 500
    twins.agree()
    cause = twins.board.exec("import machine\nprint(machine.reset_cause())")
    assert cause == f"{_WATCHDOG_RESET}\n"


@pytest.mark.long
def test_a_fed_watchdog_lets_it_run(twins):
    twins.agree()
    twins.board.exec("import machine, time\ndog = machine.WDT(timeout=300)\ndog.feed()")
    feed = "for _ in range(10):\n    time.sleep_ms(200)\n    dog.feed()\nprint('alive')"
    assert twins.board.exec(feed) == "alive\n"
    assert twins.board.resets == 0
