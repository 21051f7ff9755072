"""make flash, with the real mpremote, to an emulated Pico that runs stock MicroPython."""

import os

import pytest

from emulator import serial_port
from picogammon import VERSION
from tools.bench import stock
from tools.emulator import Emulator, constants
from tools.emulator.reference import BOARD, IMAGE
from tools.emulator.twins import OK, Twin

HOST_ONLY = True
_STOCK = IMAGE.with_name("rpi_pico.uf2")
_BOOT_MS = 10_000  # stock MicroPython loads the firmware from files
_TURNS = 8
_LEAST = 18 * 1024
_PULLED_AFTER = 150  # flash operations: with some thirty files copied


def _flash(board, until=None):
    # Nothing on the path: no shell, above all.
    nothing = {**os.environ, "PATH": ""}
    return serial_port.run(board, "tools.flash", "--patience", "120", until=until, env=nothing)


def _agrees(board, twin):
    twin.settle()
    return board.run(_BOOT_MS, picture=twin.oled())


@pytest.fixture(scope="module")
def flashed():
    """What the flash of a stock board holds, before and after make flash."""
    assert _STOCK.exists(), "there is no stock image to test with: python -m tools.image --plain"
    with Emulator(BOARD) as board:
        board.boot(uf2=_STOCK)
        board.run(5000, usb="connected")
        board.record()
        pulled = _flash(board, until=lambda: len(board.operations()) > _PULLED_AFTER)
        half = board.flash()
        board.boot(flash=half)
        board.run(5000, usb="connected")
        done = _flash(board)
        yield pulled, half, done, board.flash()


@pytest.fixture
def board():
    with Emulator(BOARD) as board:
        yield board


def test_a_pulled_cable_is_said(flashed):
    pulled, *_ = flashed
    assert pulled.returncode == 1
    assert "run make flash again" in pulled.stdout


def test_half_of_the_firmware_starts_nothing(flashed, board):
    board.boot(flash=flashed[1])
    there = board.exec("import os\nprint('main.py' in os.listdir(), len(os.listdir('picogammon')))")
    main, files = there.split()
    assert main == "False"
    assert int(files) > 1


def test_running_it_again_repairs_and_the_board_plays(flashed, board):
    _, _, done, flash = flashed
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == f"The board says: Picogammon {VERSION} plays on pico"
    board.boot(flash=flash)
    assert _agrees(board, Twin(board))


def test_a_match_goes_on_after_flashing_again(flashed, board):
    board.boot(flash=flashed[-1])
    twin = Twin(board)
    assert _agrees(board, twin)
    board.press(OK)
    twin.press("OK")
    assert _agrees(board, twin)
    done = _flash(board)
    assert "The board has the newest files already." in done.stdout
    twin = Twin(board, twin.journal)
    assert _agrees(board, twin)


def test_a_game_leaves_room_in_memory(flashed):
    """Of its first turns, which take the most; `make bench` plays a whole match."""
    with Emulator(BOARD, constants.IDEAL) as board:
        board.boot(flash=flashed[-1])
        start, lowest = stock.heap(board, turns=_TURNS)
    assert lowest >= _LEAST, f"{start} bytes are free after the start, {lowest} in a game"


def test_the_image_is_not_deployed_over(board):
    board.boot(uf2=IMAGE)
    board.run(5000, usb="connected")
    done = _flash(board)
    assert done.returncode == 1
    assert "runs Picogammon's own image" in done.stdout
