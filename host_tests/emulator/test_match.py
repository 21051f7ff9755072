"""The board on the emulated chip does what the same code does on CPython."""

import os
import random

import pytest

from fakes.memory import MemoryJournal
from picogammon.app.modes.answer import AnswerDouble
from picogammon.app.modes.turn import HandMode
from picogammon.engine import levels
from picogammon.rules import actions, match, position
from picogammon.rules.match import replay
from tools.emulator.files import files
from tools.emulator.twins import Twin, flash_with, records

HOST_ONLY = True
_SEED = 3
_SOAK = int(os.environ.get("SOAK") or 0)
_MATCHES = _SOAK or 1
_FAR = 30  # pips
_MOST_PRESSES = 1500


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


def _late(records, chance):
    """The records of a match that begins so and is nearly over, with player 0 to roll."""
    *_, played = replay(records)
    engine = levels.make("casual")
    kept = list(records)
    while not (
        played.phase == match.TO_ROLL
        and played.turn == 0
        and min(position.pips(played.position), position.opponent_pips(played.position)) < _FAR
    ):
        if played.phase == match.TO_PLAY:
            action = engine.begin(played).finish()
        else:
            action = actions.roll(*chance.sample(range(1, 7), 2))
        played.apply(action)
        kept.append(action)
    return kept


@pytest.mark.parametrize("seed", range(_SEED, _SEED + _MATCHES))
def test_a_match_to_its_end_by_pressing_buttons(twins, seed):
    """The power goes once in the middle. A soak plays all of it, a test run its last turns."""
    chance = random.Random(seed)
    twins.agree()
    begun = twins.twin.journal.records
    if not _SOAK:
        begun = _late(begun, chance)
        flash = flash_with(twins.board.flash(), begun)
        twins.twin = Twin(twins.board, MemoryJournal(begun))
        twins.boot(flash=flash)
        twins.agree()
    twins.quicken()
    cut = False
    for _ in range(_MOST_PRESSES):
        twin = twins.twin
        if twin.match.phase == match.MATCH_OVER:
            break
        played = len(twin.journal.records) - len(begun)
        if not cut and isinstance(twin.navigator.top, HandMode) and played > 5:
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
