"""make flash, with the real mpremote, to an emulated Pico that runs stock MicroPython."""

import os
import re

import pytest

from emulator import serial_port
from picogammon import VERSION
from tools.bench import stock
from tools.emulator import Emulator, constants, files
from tools.emulator.reference import BOARD, IMAGE
from tools.emulator.twins import OK, Twin
from tools.flash import payload

pytestmark = pytest.mark.long

HOST_ONLY = True
_STOCK = IMAGE.with_name("rpi_pico.uf2")
_BOOT_MS = 10_000  # stock MicroPython loads the firmware from files
_PULLED_AFTER = 150  # flash operations: with some thirty files copied


def _flash(board, until=None):
    # Nothing on the path: no shell, above all.
    nothing = {**os.environ, "PATH": ""}
    return serial_port.run(board, "tools.flash", "--patience", "120", until=until, env=nothing)


def _agrees(board, twin):
    twin.settle()
    return board.run(_BOOT_MS, picture=twin.oled())


def _with_most_files(flash):
    """What the pulled cable left, and three of four of the files that it left out."""
    disk = files.mount(flash)
    wanted = payload.collect("pico")
    wanted.pop(payload.MAIN)
    for name in sorted(wanted)[1::4] + sorted(wanted)[2::4] + sorted(wanted)[3::4]:
        disk.makedirs(name.rpartition("/")[0] or "/", exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(wanted[name])
    return files.rewritten(flash, disk)


class _Story:
    """A stock board that is flashed three times, the first time until the cable is pulled.

    What make flash said, what the flash held, and whether the board showed what its twin did.
    """

    def __init__(self, board):
        board.boot(uf2=_STOCK)
        board.run(5000, usb="connected")
        board.record()
        self.pulled = _flash(board, until=lambda: len(board.operations()) > _PULLED_AFTER)
        self.half = board.flash()
        board.boot(flash=_with_most_files(self.half))
        board.run(5000, usb="connected")
        self.done = _flash(board)
        self.flash = board.flash()
        twin = Twin(board)
        self.agreed = [_agrees(board, twin)]
        board.press(OK)
        twin.press("OK")
        self.agreed.append(_agrees(board, twin))
        self.again = _flash(board)
        self.agreed.append(_agrees(board, Twin(board, twin.log)))


@pytest.fixture(scope="module")
def story():
    assert _STOCK.exists(), "there is no stock image to test with: python -m tools uf2 --plain"
    with Emulator(BOARD) as board:
        return _Story(board)


@pytest.fixture
def board():
    with Emulator(BOARD) as board:
        yield board


def test_a_pulled_cable_is_said(story):
    assert story.pulled.returncode == 1
    assert "run make flash again" in story.pulled.stdout


def test_half_of_the_firmware_starts_nothing(story, board):
    board.boot(flash=story.half)
    there = board.exec("import os\nprint('main.py' in os.listdir(), len(os.listdir('picogammon')))")
    main, found = there.split()
    assert main == "False"
    assert int(found) > 1


def test_running_it_again_repairs_and_the_board_plays(story):
    assert story.done.returncode == 0, story.done.stdout
    said = story.done.stdout.splitlines()
    copied = re.fullmatch(r"Copying (\d+) files, \d+ bytes", said[-2])
    assert copied and int(copied[1]) > 20
    assert said[-1] == f"The board says: Picogammon {VERSION} plays on pico"
    kept = files.files(story.flash)
    assert {name: kept[name] for name in payload.collect("pico")} == payload.collect("pico")
    assert story.agreed[0]


def test_a_match_goes_on_after_flashing_again(story):
    assert story.agreed[1], "a roll"
    assert "The board has the newest files already." in story.again.stdout
    assert story.agreed[2]


def test_a_match_to_3_ends_within_its_memory(story):
    """`make bench` says how much it leaves."""
    with Emulator(BOARD, constants.IDEAL) as board:
        board.boot(flash=story.flash)
        _, lowest = stock.heap(board, length=3)  # raises where the match does not end
    assert lowest > 0


def test_the_image_is_not_deployed_over(board):
    board.boot(uf2=IMAGE)
    board.run(5000, usb="connected")
    done = _flash(board)
    assert done.returncode == 1
    assert "runs Picogammon's own image" in done.stdout
