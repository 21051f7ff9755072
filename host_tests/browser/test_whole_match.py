"""A whole 1-point match against the computer, played by pressing the page's buttons.

Beside the page sits its twin: the same app on CPython, with the same dice, pressed the same way.
After every press the page's OLED must show what the twin's shows, dot for dot, and the lights what
the twin's match holds.
"""

import random

import pytest

from fakes.whole_app import WholeApp
from picogammon.app.modes.answer import AnswerDouble
from picogammon.app.modes.turn import HandMode, Turn
from picogammon.devices.entropy import Dice
from picogammon.devices.raw_bits import System
from picogammon.rules import match
from tools.virtual_board.driver import VirtualBoard

_SEED = 172  # of the first 200 it takes the fewest presses, 71
_MOST_PRESSES = 1500


class Urandom:
    """The page's `?seed=`: what its os.urandom gives for tests."""

    def __init__(self, seed):
        self.state = seed

    def __call__(self, count):
        made = bytearray()
        for _ in range(count):
            self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
            made.append(self.state >> 24)
        return bytes(made)


def beside(seed, journal=None, store=None):
    """The page's twin, with the dice of its `?seed=`."""
    return WholeApp(Dice(System(Urandom(seed))), journal, store)


@pytest.fixture
def board(open_board, firmware_address):
    board = open_board(firmware_address + f"?board=pico&seed={_SEED}")
    yield board
    assert board.faults == [] and board.errors() == []


def same_oled(board: VirtualBoard, twin: WholeApp):
    """Lives on until the page shows what the twin shows."""
    board.wait_for("(wanted) => String(picogammon.oled()) === String(wanted)", list(twin.oled()))


def _check_lights(board: VirtualBoard, twin: WholeApp):
    """Each light without a mark shines for its owner, brighter for a point than for a blot."""
    view = twin.sees
    lights = board.lights()
    blots, made = [0], [255 * 3]
    for point in range(1, 25):
        red, _, blue = lights[point - 1]
        if view.marks[point]:
            continue
        checkers = view.checkers[point]
        owner = (red > blue) - (blue > red)
        assert owner == (checkers > 0) - (checkers < 0), f"point {point} at: {view.headline}"
        if checkers == 0:
            assert lights[point - 1] == [0, 0, 0]
        (blots if abs(checkers) == 1 else made).append(sum(lights[point - 1]))
    assert max(blots) < min(light for light in made if light)


def _press(board, twin, name):
    board.press(name.lower())
    twin.press(name)
    twin.settle()
    same_oled(board, twin)


def _choice(chance, twin):
    """The next press of somebody who plays without much thought."""
    top = twin.navigator.top
    if isinstance(top, AnswerDouble):
        return chance.choice(("PREV", "NEXT"))
    if isinstance(top, HandMode) and not top.hand.complete and chance.random() < 0.4:
        return chance.choice(("PREV", "NEXT"))
    return "OK"


def test_a_whole_match_by_pressing_buttons_with_a_reload_in_the_middle(board):
    chance = random.Random(_SEED)
    twin = beside(_SEED)
    same_oled(board, twin)
    _check_lights(board, twin)
    reloaded = False
    for _ in range(_MOST_PRESSES):
        if twin.match.phase == match.MATCH_OVER:
            break
        half_built = isinstance(twin.navigator.top, HandMode) and twin.navigator.top.hand.steps
        if not reloaded and half_built and len(twin.journal.records) > 25:
            reloaded = True
            board.reload()
            twin = beside(_SEED, twin.journal, twin.store)
            same_oled(board, twin)
        _press(board, twin, _choice(chance, twin))
        if isinstance(twin.navigator.top, (Turn, HandMode)):
            _check_lights(board, twin)
    assert reloaded and twin.match.phase == match.MATCH_OVER
    assert max(twin.match.scores) >= 1 and twin.sees.page.winner == twin.match.result.winner
