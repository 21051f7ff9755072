"""Presses while flash is erased, for up to 400 ms, or the chip is busy: a tap counts once."""

import random

import pytest

from fakes.memory import MemoryJournal
from tools.emulator.constants import UNKIND
from tools.emulator.twins import BACK, NEXT, OK, Twin, Twins, records

HOST_ONLY = True
_TAP_MS = 60
_UNTOUCHED_MS = 2000


def _picks(twins, image):
    """Boots, and plays until there is a choice of checkers: the same each time."""
    twins.twin = None
    twins.boot(uf2=image)
    twins.agree()
    while not twins.twin.sees.keys[1] == ">":
        twins.press("OK")
    twins.board.record()
    return twins.board.now


def _first_erase(twins):
    return next(at for at, kind, _ in twins.board.operations() if kind == "erase")


@pytest.mark.long
def test_an_erase_waits_for_two_seconds_and_a_tap_in_it_counts_once(image):
    with Twins(UNKIND) as twins:
        rests = _picks(twins, image)
        twins.board.run(3 * _UNTOUCHED_MS)
        erase = _first_erase(twins)
        waited = erase - rests
        assert waited >= _UNTOUCHED_MS - 300, "twins.press lets some time pass after the press"
        assert _picks(twins, image) == rests
        closed = erase - rests + 100
        twins.board.contacts([(NEXT, True, closed), (NEXT, False, closed + _TAP_MS)])
        twins.board.run(closed + 1500)
        assert _first_erase(twins) == erase
        twins.twin.press("NEXT")
        twins.agree()


_TAPS = 7
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


@pytest.mark.long
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


_ERASING = """
import os
from picogammon.app.modes.navigator import Navigator
def press(self, button, event, now):
    print("pressed", button, event)
    if button == 2:
        with open("filler", "wb") as file:
            file.write(bytes(5000))
        os.remove("filler")
        host.files.sync()
Navigator.press = press
import main
host = main.of_chip()
main.run(host)
"""


def test_a_tap_in_an_erase_that_a_press_has_started_counts_once(board):
    board.exec("pass")
    board.send(_ERASING.encode() + b"\x04")
    assert board.run(3000, output="plays on")
    board.run(500)
    board.received()
    pressed = []
    for i in (0, 4, 8):  # each button once, soon and late
        board.run(5000, still=1000)  # or an erase of the board's own comes first
        board.record()
        again = (OK, BACK, NEXT)[i % 3]
        after = 60 + 90 + 20 * i
        board.contacts(
            [(OK, True, 0), (OK, False, 60), (again, True, after), (again, False, after + _TAP_MS)]
        )
        begun = board.now
        board.run(2500)
        erases = [at - begun for at, kind, _ in board.operations() if kind == "erase"]
        assert 60 < erases[0] < after < after + _TAP_MS < erases[-1] + UNKIND.erase_ms
        pressed += [OK, again]
    said = board.received().decode().split()
    assert said == [word for button in pressed for word in ("pressed", str(button), "0")]
