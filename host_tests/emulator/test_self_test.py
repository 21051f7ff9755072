"""The self-test on the chip: what it asks, what it finds by itself, and what is kept of it."""

import pytest

from tools.emulator import Emulator
from tools.emulator.constants import UNKIND
from tools.emulator.reference import BOARD
from tools.emulator.twins import NEXT, OK

HOST_ONLY = True

_KEPT = "from picogammon import host, self_test\nprint(self_test.kept(host.of_chip(False)))"


def _until(board, words, ms=20_000):
    """Waits for words that the board says; returns all that it has said since the last ones."""
    assert board.run(ms, output=words), board.received()
    return board.received().decode()


def _begun(board, image):
    """A board whose self-test asks for the first button; two held at power-on have begun it."""
    board.boot(uf2=image)
    held = [(button, closed, at) for closed, at in ((True, 0), (False, 5500)) for button in (0, OK)]
    board.contacts(held)
    _until(board, "Are all lights red?")
    for _ in range(6):  # colours, walk, display
        board.press(OK)
        board.run(300)
    _until(board, "Press PREV")


def _to_bright(board):
    for button in range(4):
        board.press(button)
        board.run(200)


@pytest.mark.long
def test_a_board_is_well_and_keeps_that_through_its_restart(image):
    with Emulator(BOARD, UNKIND) as board:
        _begun(board, image)
        _to_bright(board)
        board.run(500)
        board.press(OK)
        _until(board, "the right colour?", 20_000)
        board.press(OK)
        said = _until(board, "[UP, DOWN, OK, ]")
        assert "Tested All is well. RP2040, revision" in said
        assert "flash 2048 KB, I2C 400 kHz, 0 errors, sparks 0 0 0 0, faults 0 Random" in said
        board.press(OK)
        board.start_up()
        assert board.exec(_KEPT).strip() in said


@pytest.mark.long
def test_faults_of_lines_module_and_piezo_are_named(image):
    with Emulator(BOARD, UNKIND) as board:
        board.set("oled", resistors=False)
        board.set("piezo", shorted=True)
        _begun(board, image)
        board.set("strip", missing=1000)
        _to_bright(board)
        _until(board, "look at the lights", 3000)
        board.run(1000)
        assert not any(max(light) > 40 for light in board.lights())
        board.set("strip", missing=0)
        board.run(4000)
        assert all(min(light) > 40 for light in board.lights()[:24]), "the frame is sent again"
        board.set("oled", fastest=100_000)
        board.contacts([(NEXT, i % 2 == 0, 500 * (i // 2) + i % 2) for i in range(28)])
        _until(board, "the right colour?", 20_000)
        board.press(NEXT)
        said = _until(board, "[UP, DOWN, OK, ]")
        sda, scl = BOARD.I2C_SDA_PIN, BOARD.I2C_SCL_PIN
        for fault in (
            f"SDA (GP{sda}) lacks a pull-up: add 4.7 k to 3V3",
            f"SCL (GP{scl}) lacks a pull-up: add 4.7 k to 3V3",
            "Piezo: a magnetic buzzer or a short",
            "NEXT: noise (14)",
            "Not steady: check cable",
            "pages failed at 400 kHz, 0 at 100",
        ):
            assert fault in said
