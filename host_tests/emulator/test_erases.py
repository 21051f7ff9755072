"""Presses while flash is erased, which takes up to 400 ms: a tap counts once, none is made up."""

from dataclasses import replace

from tools.emulator.constants import CHIP
from tools.emulator.twins import NEXT, Twins

HOST_ONLY = True
_SLOWEST = replace(CHIP, erase_ms=400, program_ms=3)
_TAP_MS = 60


def _erase_is_due(twins):
    """Plays until there is a choice of checkers, and rests until the log is tidied."""
    twins.agree()
    while not twins.twin.sees.keys[1] == ">":
        twins.press("OK")
    twins.board.record()
    assert twins.board.run(4000, operations=1)


def test_a_tap_during_an_erase_counts_once_and_none_is_made_up(image):
    with Twins(_SLOWEST) as twins:
        twins.boot(uf2=image)
        _erase_is_due(twins)
        assert twins.board.operations()[0][1] == "erase"
        began = twins.board.operations()[0][0]
        assert twins.board.now - began < 50, "the erase goes on"
        twins.board.contacts([(NEXT, True, 100), (NEXT, False, 100 + _TAP_MS)])
        twins.board.run(1500)
        twins.twin.press("NEXT")
        twins.agree()


def test_an_erase_waits_until_nobody_has_pressed_for_two_seconds(image):
    with Twins(_SLOWEST) as twins:
        twins.boot(uf2=image)
        twins.agree()
        while not twins.twin.sees.keys[1] == ">":
            twins.press("OK")
        twins.board.record()
        last = 0
        for _ in range(6):
            twins.touch("NEXT")
            last = twins.board.now
            twins.board.run(500)
        twins.board.run(3000)
        first = [at for at, kind, _ in twins.board.operations() if kind == "erase"][0]
        assert first - last >= 1990
