"""Presses while flash is erased, which takes up to 400 ms: a tap counts once, none is made up."""

from dataclasses import replace

from tools.emulator.constants import CHIP
from tools.emulator.twins import NEXT, Twins

HOST_ONLY = True
_SLOWEST = replace(CHIP, erase_ms=400, program_ms=3)
_TAP_MS = 60
_REST_MS = 2000


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


def test_an_erase_waits_for_two_seconds_and_a_tap_in_it_counts_once(image):
    with Twins(_SLOWEST) as twins:
        rests = _picks(twins, image)
        twins.board.run(3 * _REST_MS)
        erase = _first_erase(twins)
        assert erase - rests >= _REST_MS - 300, "twins.press lets some time pass after the press"
        assert _picks(twins, image) == rests
        closed = erase - rests + 100
        twins.board.contacts([(NEXT, True, closed), (NEXT, False, closed + _TAP_MS)])
        twins.board.run(closed + 1500)
        assert _first_erase(twins) == erase
        twins.twin.press("NEXT")
        twins.agree()
