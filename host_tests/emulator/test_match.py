"""The board on the emulated chip does what the same code does on CPython."""

import os
import random

import pytest

from picogammon.app.modes.answer import AnswerDouble
from picogammon.app.modes.hand import HandMode
from picogammon.rules import match
from tools.emulator.files import files
from tools.emulator.twins import records

HOST_ONLY = True
_SEED = 3
_MATCHES = int(os.environ.get("SOAK") or 1)
_MOST_PRESSES = 1500


def test_it_starts_with_the_start_position(twins):
    twins.agree()
    assert [light != (0, 0, 0) for light in twins.board.lights()].count(True) == 8


def test_it_has_resumed_within_a_second_of_power_on(twins):
    twins.agree()
    twins.board.run(5000, still=1000)
    twins.boot()
    assert twins.board.run(1000, picture=twins.twin.oled())
    twins.agree()


def _choice(chance, twin):
    """The next press of somebody who plays without much thought."""
    top = twin.navigator.top
    if isinstance(top, AnswerDouble):
        return chance.choice(("PREV", "NEXT"))
    if isinstance(top, HandMode) and not top.hand.complete and chance.random() < 0.3:
        return chance.choice(("PREV", "NEXT", "BACK"))
    return "OK"


def _look_into_the_menu(chance, twins):
    for name in ("hold-OK", *["NEXT"] * chance.randrange(9), "hold-BACK"):
        twins.press(name)


@pytest.mark.parametrize("seed", range(_SEED, _SEED + _MATCHES))
def test_a_whole_match_by_pressing_buttons(twins, seed):
    """The power goes once in the middle of it."""
    chance = random.Random(seed)
    twins.agree()
    twins.quicken()
    cut = False
    for _ in range(_MOST_PRESSES):
        twin = twins.twin
        if twin.match.phase == match.MATCH_OVER:
            break
        if not cut and isinstance(twin.navigator.top, HandMode) and len(twin.journal.records) > 25:
            cut = True
            twins.boot(seed=seed + 4)
            twins.agree()
            continue
        if chance.random() < 0.02:
            _look_into_the_menu(chance, twins)
        twins.press(_choice(chance, twin))
    assert cut and twins.twin.match.phase == match.MATCH_OVER
    flash = twins.board.flash()
    assert records(flash) == twins.twin.journal.records
    assert twins.board.resets == 0 and "crash.log" not in files(flash)
