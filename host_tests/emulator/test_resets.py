"""Resets: the chip starts again by itself, flash and OLED keep their power."""

from picogammon.rules import actions
from tools.emulator import repl

HOST_ONLY = True
_WATCHDOG_RESET = 3


def test_a_reset_plays_on(twins):
    twins.agree()
    twins.press("OK")
    repl.enter(twins.board)
    twins.board.send(b"import machine; machine.reset()\x04")
    assert twins.board.run(2000, resets=1)
    twins.twin = type(twins.twin)(twins.board, twins.twin.journal)
    twins.agree()
    assert actions.kind_of(twins.twin.journal.records[2]) == actions.ROLL


def test_what_was_shown_before_a_reset_is_not_taken_for_what_comes_after(board):
    picture = board.oled()
    assert board.run(1, picture=picture)
    repl.enter(board)
    board.send(b"import machine; machine.reset()\x04")
    assert board.run(2000, resets=1)
    assert board.oled() == picture
    assert not board.run(100, picture=picture)
    assert board.run(2000, picture=picture)


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


def test_a_fed_watchdog_lets_it_run(twins):
    twins.agree()
    twins.board.exec("import machine, time\ndog = machine.WDT(timeout=300)\ndog.feed()")
    feed = "for _ in range(10):\n    time.sleep_ms(200)\n    dog.feed()\nprint('alive')"
    assert twins.board.exec(feed) == "alive\n"
    assert twins.board.resets == 0
