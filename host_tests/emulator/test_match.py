"""The board on the emulated chip does what the same code does on CPython."""

import random

from emulator.twins import records
from picogammon.app.modes.hand import HandMode
from picogammon.rules import match

HOST_ONLY = True
_SEED = 3
_MOST_PRESSES = 1500


def test_it_starts_with_the_start_position(twins):
    twins.agree()
    assert twins.board.now < 1000
    assert [light != (0, 0, 0) for light in twins.board.lights()].count(True) == 8


def _choice(chance, twin):
    """The next press of somebody who plays without much thought."""
    top = twin.app.top
    if isinstance(top, HandMode) and not top.hand.complete and chance.random() < 0.3:
        return chance.choice(("PREV", "NEXT", "BACK"))
    return "OK"


def test_a_whole_match_by_pressing_buttons(twins):
    """The power goes once in the middle of it."""
    chance = random.Random(_SEED)
    twins.agree()
    twins.quicken()
    cut = False
    for _ in range(_MOST_PRESSES):
        twin = twins.twin
        if twin.match.phase == match.MATCH_OVER:
            break
        if not cut and isinstance(twin.app.top, HandMode) and len(twin.journal.records) > 25:
            cut = True
            twins.boot(seed=7)
            twins.agree()
            continue
        twins.press(_choice(chance, twin))
    assert cut and twins.twin.match.phase == match.MATCH_OVER
    assert records(twins.board.flash()) == twins.twin.journal.records
