"""The image on an emulated chip; without the image these tests fail and say how to make it.

The board and the twins have a chip that is as unkind as data sheets allow: each erase takes 400 ms,
each page program 3, and random bits are biased samples of a ring oscillator.
"""

import pytest

from tools.emulator import Emulator
from tools.emulator.constants import UNKIND
from tools.emulator.reference import BOARD, IMAGE
from tools.emulator.twins import Twins


@pytest.fixture(scope="session")
def image():
    assert IMAGE.exists(), "there is no image to test: make uf2"
    return IMAGE


@pytest.fixture
def board(image):
    """A board with the image on it and an empty file system, switched on and showing the start."""
    with Emulator(BOARD, UNKIND) as board:
        board.boot(uf2=image)
        board.start_up()
        yield board


@pytest.fixture
def twins(image):
    """Such a board and its twin."""
    with Twins(UNKIND) as twins:
        twins.boot(uf2=image)
        yield twins


@pytest.fixture
def picking(twins):
    """The same where a checker is to be chosen."""
    twins.agree()
    while twins.twin.sees.keys[1] != ">":
        twins.press("OK")
    return twins
