"""A board that is wired otherwise than its image says, set up by presses alone on the chip."""

import types

import pytest

from tools.emulator import Emulator
from tools.emulator.constants import CHIP
from tools.emulator.reference import BOARD

pytestmark = pytest.mark.long

HOST_ONLY = True

PREV, NEXT, OK, BACK = range(4)
_ANSWERS = (PREV, NEXT, OK, BACK, OK, OK, PREV, NEXT, OK, NEXT, OK, OK, OK, OK, PREV, OK)
_START = {1: 1, 6: 0, 8: 0, 12: 1, 13: 0, 17: 1, 19: 1, 24: 0}


def _otherwise():
    made = types.SimpleNamespace(**vars(BOARD))
    made.BUTTON_PINS = BOARD.BUTTON_PINS[::-1]
    made.STRIP_ORDER = "RGB"
    made.OLED_ADDRESS = 0x3D
    return made


def test_presses_alone_make_it_right(image):
    with Emulator(_otherwise(), CHIP) as board:
        board.boot(uf2=image)
        board.contacts([(OK, True, 0), (OK, False, 5500)])  # a blank flash is laid out first
        board.run(6500)
        resets = board.resets
        for answer in _ANSWERS:
            board.press(answer)
            board.run(700)
        assert board.resets == resets + 1
        board.start_up()
        board.run(4000)
        lights = board.lights()
        owners = {}
        for i, (red, _, blue) in enumerate(lights[:24]):
            if red or blue:
                owners[i + 1] = 0 if red > blue else 1
        assert owners == _START
        assert any(board.oled())
