"""Presses while the chip is busy: its pins interrupt, so none is lost."""

import random

from fakes.memory import MemoryJournal
from tools.emulator.twins import NEXT, Twin, records

HOST_ONLY = True
_TAPS = 15
_TAP_MS = 60
_ROUND_MS = 400
_SLOW = """
import time
from picogammon.app.modes.navigator import Navigator
def slow(*_):
    end = time.ticks_ms() + {ms}
    while time.ticks_ms() < end:
        pass
Navigator.tick = slow
import main
main.run()
"""


def test_short_taps_in_long_rounds_are_not_lost(twins):
    twins.agree()
    while not twins.twin.sees.keys[1] == ">":
        twins.press("OK")
    board = twins.board
    board.exec("pass")
    board.send(_SLOW.format(ms=_ROUND_MS).encode() + b"\x04")
    assert board.run(3000, output="plays on")
    twins.twin = Twin(board, MemoryJournal(records(board.flash())))
    twins.twin.settle()
    chance = random.Random(1)
    for _ in range(_TAPS):
        board.contacts([(NEXT, True, 0), (NEXT, False, _TAP_MS)])
        board.run(_TAP_MS + 90 + 150 * chance.random())
        twins.twin.press("NEXT")
    board.run(2 * _ROUND_MS)
    twins.agree()
