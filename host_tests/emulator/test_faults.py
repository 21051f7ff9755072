"""What breaks on the chip or around it, and what the board does about it.

The board's own tests have each fault (board/test_crashes.py, test_wires.py, test_dice.py):
here is one witness of each kind. In a reset flash and OLED keep their power.
"""

import os
import random

import pytest

from fakes.memory import MemoryJournal
from picogammon.rules import actions, match
from tools.emulator import files
from tools.emulator.constants import UNKIND
from tools.emulator.twins import BACK, NEXT, OK, Twin, Twins, logs_of, records

HOST_ONLY = True

_SOAK = int(os.environ.get("SOAK") or 0)
_BURSTS = 3334 * _SOAK or 50
_BOUNCES = 167 * _SOAK or 4
_OLED_FOUND_MS = 4000
_TURN_MS = 10_000  # within these the computer has made its play, and shown it
_SECTOR = 4096
_MOST_NEWEST = 224
_LEAST_ENTRY = 8  # a roll, which is what comes after most else


def _picks(twins):
    """Plays until there is a choice of checkers."""
    twins.agree()
    while not twins.twin.sees.keys[1] == ">":
        twins.press("OK")


def test_without_an_oled_it_plays_and_one_plugged_in_later_shows_all(twins, image):
    twins.board.plug("oled", False)
    twins.twin = None
    twins.boot(uf2=image)
    twins.board.start_up()
    assert any(light != (0, 0, 0) for light in twins.board.lights())
    twins.touch("OK")
    twins.board.run(600)
    assert len(records(twins.board.flash())) > 2
    twins.twin.press("OK")
    twins.twin.settle()  # the computer's turn, where it won the opening roll
    twins.board.run(_TURN_MS)
    twins.board.plug("oled")
    assert twins.board.run(_OLED_FOUND_MS, picture=twins.twin.oled())


@pytest.mark.long
def test_an_oled_unplugged_in_the_middle_of_a_frame_is_missed_but_not_waited_for(twins):
    _picks(twins)
    sent, _ = twins.board.oled_traffic()
    twins.board.contacts([(NEXT, True, 0), (NEXT, False, 60)])
    while twins.board.oled_traffic()[0] == sent:
        twins.board.run(2)
    twins.board.plug("oled", False)
    twins.board.run(200)
    twins.twin.press("NEXT")
    twins.touch("NEXT")
    twins.twin.press("NEXT")
    twins.board.plug("oled")
    assert twins.board.run(_OLED_FOUND_MS, picture=twins.twin.oled())
    twins.press("OK")


@pytest.mark.long
def test_wrong_data_on_the_flash_give_way_to_the_images_own(twins):
    twins.agree()
    flash = _with(twins.board, "board_config.py", b"STRIP_PIN = 28\nWIRING = ((1, 24)\n")
    twins.boot(flash=flash, seed=5)
    assert twins.board.run(2000, output="board_config.py: SyntaxError")
    twins.board.start_up()
    assert any(twins.board.oled()) and any(max(light) for light in twins.board.lights())
    twins.touch("OK")  # the message is read
    twins.agree()


def _burst(chance, button, first, until):
    """Edges of a contact that closes and opens at random from `first` to `until` ms."""
    times = sorted(first + chance.random() * (until - first) for _ in range(chance.randint(1, 12)))
    edges = [(button, i % 2 == 0, at) for i, at in enumerate(times)]
    return edges + [(button, False, until)]


@pytest.mark.long
def test_sparks_shorter_than_10_ms_are_no_press(twins):
    _picks(twins)
    chance = random.Random(1)
    for _ in range(_BURSTS):
        edges = _burst(chance, chance.choice((NEXT, OK, BACK)), 0, 9 * chance.random())
        twins.board.contacts(edges)
        twins.board.run(45)
    twins.agree()


def test_a_bouncing_press_is_one_press(twins):
    _picks(twins)
    chance = random.Random(2)
    for _ in range(_BOUNCES):
        down = _burst(chance, NEXT, 0, 5)
        up = [(NEXT, not closed, at) for _, closed, at in _burst(chance, NEXT, 80, 89)]
        twins.board.contacts([*down, (NEXT, True, 6), *up, (NEXT, False, 90)])
        twins.board.run(200)
        twins.twin.press("NEXT")
        twins.agree()


def _with(board, name, content):
    """What the flash holds, with that file in it."""
    flash = board.flash()
    mounted = files.mount(flash)
    with mounted.open(name, "wb") as file:
        file.write(content)
    return files.rewritten(flash, mounted)


@pytest.mark.parametrize(
    "name, lost", [("match.log", 43), pytest.param("match.log.newest", 8, marks=pytest.mark.long)]
)
def test_a_damaged_log_is_told_and_kept_and_the_good_part_goes_on(twins, name, lost):
    _picks(twins)
    log = files.files(twins.board.flash())[name]
    flash = _with(twins.board, name, log[:-3] + b"\x00" + log[-2:])
    good = records(flash)
    assert 0 < len(good) < len(twins.twin.journal.records)
    twins.boot(flash=flash, seed=5)
    twins.twin = Twin(
        twins.board,
        MemoryJournal(good, f"The last {lost} bytes of {name} were damaged; the file is kept as"),
    )
    twins.board.start_up()
    assert f"{name}.bad" not in files.files(twins.board.flash()), "nothing is written unseen"
    twins.touch("OK")  # the message is read
    twins.twin.press("OK")
    twins.agree()
    assert f"{name}.bad" in files.files(twins.board.flash())
    assert records(twins.board.flash()) == good


@pytest.mark.long
def test_a_foreign_log_and_settings_of_a_newer_version_start_anew(twins):
    twins.agree()
    flash = _with(twins.board, "match.log", b"somebody else's file " * 40)
    twins.boot(flash=flash, seed=5)
    twins.board.start_up()
    twins.touch("OK")
    twins.twin = Twin(twins.board)
    twins.agree()
    flash = _with(twins.board, "settings.bin", b"\xff\xff" + bytes(30))
    twins.boot(flash=flash, seed=5)
    twins.agree()


def _write(mounted, name, size):
    with mounted.open(name, "wb") as file:
        file.write(bytes(size))


def _filled(flash, logs):
    """The flash with these files, and not one sector to spare."""
    mounted = files.mount(flash)
    for name, log in logs.items():
        with mounted.open(name, "wb") as file:
            file.write(log)
    sectors = (len(flash) - files.START) // _SECTOR
    _write(mounted, "filler", (sectors - mounted.used_block_count - 4) * (_SECTOR - 16))
    while mounted.used_block_count < sectors:
        _write(mounted, f"filler{mounted.used_block_count}", _SECTOR // 2)
    return files.rewritten(flash, mounted)


def _long_game():
    """Somebody's game of 100 records and more, of whose newest no other fits into their page.

    A person has to roll.
    """
    played = Twin(seed=2)
    while True:
        played.press("OK")
        played.settle()
        if played.match.phase == match.MATCH_OVER:
            played = Twin(seed=len(played.journal.records))
        elif len(played.journal.records) > 100 and played.sees.keys[2] == "ROLL":
            logs = logs_of(played.journal.records)
            if len(logs["match.log.newest"]) + _LEAST_ENTRY > _MOST_NEWEST:
                return played, logs


@pytest.mark.long
def test_with_the_flash_full_it_plays_on_and_says_so(twins):
    twins.agree()
    played, logs = _long_game()
    flash = _filled(twins.board.flash(), logs)
    twins.boot(flash=flash, seed=1)
    twins.twin = Twin(twins.board, MemoryJournal(played.journal.records))
    twins.agree()
    twins.twin.journal.full = True
    twins.press("hold-OK")
    twins.choose("Enter real dice")  # those of the board would be known from its flash alone
    for _ in range(3):
        twins.press("OK")
    assert twins.twin.journal.records == played.journal.records
    assert records(twins.board.flash()) == played.journal.records


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
    ("picogammon.devices.strip", "Strip.show", _RAISES),
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
    assert found[: len(twins.twin.journal.records)] == twins.twin.journal.records
    twins.twin = Twin(board, MemoryJournal(found))
    twins.twin.settle()
    twins.agree()
    twins.press("OK")


_RECOVERED_MS = 6000


def test_dice_that_are_dead_are_refused_and_roll_again_when_they_have_recovered(image):
    with Twins(UNKIND) as twins:
        twins.stick(1)
        twins.boot(uf2=image, seed=4)
        twins.agree()
        assert twins.twin.sees.page.title == "No dice" and "stuck" in twins.twin.sees.page.lines[0]
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
