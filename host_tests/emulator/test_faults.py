"""What breaks on the chip or around it, what people do at the wrong moment, and what comes of it.

The board's own tests have each fault (board/test_crashes.py, test_wires.py, test_dice.py):
here is one witness of each kind. In a reset flash and OLED keep their power.
"""

import dataclasses
import os
import random
import types

import pytest

from picogammon.rules import actions
from reading import glass
from tools.emulator import Emulator, files
from tools.emulator.constants import CHIP, UNKIND
from tools.emulator.reference import BOARD
from tools.emulator.twins import BACK, NEXT, OK, PREV, Twins, records

HOST_ONLY = True

_SOAK = int(os.environ.get("SOAK") or 0)
_BURSTS = 3334 * _SOAK or 50
_BOUNCES = 167 * _SOAK or 4
_OLED_FOUND_MS = 4000
_ERASED_AHEAD_MS = 5000  # after the last press
_TURN_MS = 10_000  # within these the computer has made its play, and shown it


def test_without_an_oled_it_plays_and_one_plugged_in_later_shows_all(twins, image):
    twins.board.set("oled", plugged=False)
    twins.twin = None
    twins.boot(uf2=image)
    twins.board.start_up()
    assert any(light != (0, 0, 0) for light in twins.board.lights())
    twins.touch("OK")
    twins.board.run(600)
    assert len(records(twins.board.flash())) > 2
    twins.twin.press("OK")
    twins.twin.settle()  # the computer's turn, where it won the opening roll
    twins.board.run(_TURN_MS, still=2000)
    twins.board.set("oled", plugged=True)
    assert twins.board.run(_OLED_FOUND_MS, picture=twins.twin.oled())


def test_a_chip_with_less_flash_than_the_image_needs_says_so_and_writes_nothing(image):
    with Emulator(BOARD, dataclasses.replace(CHIP, flash_mb=1)) as board:
        board.boot(uf2=image)
        board.start_up()
        board.run(1000)
        assert glass.rows(board.oled())[:2] == ["Flash too small", "Use a Pico with 2 MB."]
        board.press(OK)
        board.run(2000)
        for _ in range(3):
            board.press(OK)
            board.run(500)
        board.run(4000)  # long enough for an erase ahead
        assert board.operations() == []


def _burst(chance, button, first, until):
    """Edges of a contact that closes and opens at random from `first` to `until` ms."""
    times = sorted(first + chance.random() * (until - first) for _ in range(chance.randint(1, 12)))
    edges = [(button, i % 2 == 0, at) for i, at in enumerate(times)]
    return edges + [(button, False, until)]


@pytest.mark.long
def test_sparks_shorter_than_10_ms_are_no_press(picking):
    twins = picking
    chance = random.Random(1)
    twins.board.run(_ERASED_AHEAD_MS)  # within an erase each contact is a tap
    for _ in range(_BURSTS):
        edges = _burst(chance, chance.choice((NEXT, OK, BACK)), 0, 9 * chance.random())
        twins.board.contacts(edges)
        twins.board.run(45)
    twins.agree()


def test_a_bouncing_press_is_one_press(picking):
    twins = picking
    chance = random.Random(2)
    for _ in range(_BOUNCES):
        down = _burst(chance, NEXT, 0, 5)
        up = [(NEXT, not closed, at) for _, closed, at in _burst(chance, NEXT, 80, 89)]
        twins.board.contacts([*down, (NEXT, True, 6), *up, (NEXT, False, 90)])
        twins.board.run(200)
        twins.twin.press("NEXT")
        twins.agree()


_PLANT = """
import {module} as place
def fail(*_):
    {does}
place.{name} = fail
import main
main.run()
"""
_RAISES = 'raise ValueError("planted here")'
_HANGS = "while True: pass"
_PLACES = (
    ("picogammon.rules.match", "Match.apply", _RAISES),  # while the match is resumed
    pytest.param("picogammon.devices.strip", "Strip.show", _RAISES, marks=pytest.mark.long),
    ("picogammon.app.modes.navigator", "Navigator.tick", _HANGS),
)
_WATCHDOG_MS = 5000


@pytest.mark.parametrize("module, name, does", _PLACES)
def test_a_bug_is_written_down_and_the_match_goes_on(twins, module, name, does):
    twins.agree()
    twins.press("OK")
    board = twins.board
    board.exec("pass")
    board.send(_PLANT.format(module=module, name=name, does=does).encode() + b"\x04")
    assert board.run(_WATCHDOG_MS + 3000, resets=1)
    kept = files.files(board.flash())
    log = kept["crash.log"].decode() if does == _RAISES else ""
    assert ("ValueError: planted here" in log) == (does == _RAISES)
    assert board.now > _WATCHDOG_MS or does == _RAISES
    assert "match.log.bad" not in kept, "a bug is no damaged match"
    found = records(board.flash())
    assert found[: len(twins.twin.log.records)] == twins.twin.log.records
    twins.resume(found)
    twins.press("OK")


_RECOVERED_MS = 6000


def test_dice_that_are_dead_are_refused_and_roll_again_when_they_have_recovered(image):
    with Twins(UNKIND) as twins:
        twins.stick(1)
        twins.boot(uf2=image, seed=4)
        twins.agree()
        page = twins.twin.sees.page
        assert page.title == "Can't roll" and "stuck" in page.lines[0]
        twins.press("OK")
        assert len(records(twins.board.flash())) == 2
        for name in ("OK", "NEXT", "NEXT", "OK", "OK"):
            twins.press(name)
        assert records(twins.board.flash())[-1] == actions.roll(3, 1, by_hand=True)
        twins.stick(None)
        twins.board.run(_RECOVERED_MS)
        twins.twin.wait(_RECOVERED_MS)
        assert twins.twin.sees.page.title == "Dice"
        twins.agree()


_ANSWERS = (PREV, NEXT, OK, BACK, OK, OK, PREV, NEXT, OK, NEXT, OK, OK, OK, OK, PREV, OK)
_START = {1: 1, 6: 0, 8: 0, 12: 1, 13: 0, 17: 1, 19: 1, 24: 0}


@pytest.mark.long
def test_presses_alone_set_up_a_board_that_is_wired_otherwise_than_its_image_says(image):
    wired = {"BUTTON_PINS": BOARD.BUTTON_PINS[::-1], "STRIP_ORDER": "RGB", "OLED_ADDRESS": 0x3D}
    with Emulator(types.SimpleNamespace(**{**vars(BOARD), **wired}), CHIP) as board:
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
