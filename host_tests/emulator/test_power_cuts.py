"""What happens to the flash: the plug is pulled, the match is long, no files can be mounted.
The match goes on, or the board says what is wrong; it formats nothing by itself.

One run records every erase and every page program of a first start and of some turns. For each of
them the board is then booted with what the flash would hold had the power gone just before it,
half-way through it, or half-way with bits that drifted.
"""

import os
import random

import pytest

from fakes.sitting import SeededDice, Sitting
from picogammon.devices.nor import SECTOR
from picogammon.rules import actions
from picogammon.rules.settings import Settings
from tools.emulator import Emulator, files
from tools.emulator.constants import CHIP, IDEAL, UNKIND
from tools.emulator.reference import BOARD
from tools.emulator.twins import BACK, OK, Twins, flash_with, records

HOST_ONLY = True
_SOAK = int(os.environ.get("SOAK") or 0)
_PRESSES = 20 * _SOAK or 16
# A test run looks at every so many of the operations, each one way; a soak at all, in all. The
# simulator's flash (host_tests/board, devices) is cut at each of them in every test run.
_EVERY = 1 if _SOAK else 5
_WORKERS = 2 if _SOAK else 1
_LEAST_CUTS = 100 * _SOAK or 5
_WAYS = ((False, None), (True, None), (True, 1))
_OTHER_SEED = 99


class _Recording:
    """Some turns against the computer: after which operation which records were shown as done."""

    def __init__(self, twins, image):
        self.shown = []  # operations so far, records that both have shown
        twins.boot(uf2=image)
        for number in range(_PRESSES + 1):
            if number:
                twins.press("OK")
            twins.agree()
            self.shown.append((len(twins.board.operations()), len(twins.twin.log.records)))
        self.log = list(twins.twin.log.records)

    def bounds(self, operation):
        """(records shown as done before that operation, records shown after it)."""
        before = [count for done, count in self.shown if done <= operation]
        after = [count for done, count in self.shown if done > operation]
        return max(before, default=0), min(after, default=len(self.log))


@pytest.mark.parametrize("worker", range(_WORKERS))
def test_after_a_cut_at_any_operation_the_board_holds_all_that_it_showed(image, worker):
    with Twins(UNKIND) as twins:
        recording = _Recording(twins, image)
        operations = range(worker, recording.shown[-1][0], _WORKERS)[::_EVERY]
        for tried, operation in enumerate(operations):
            for torn, drift in _WAYS if _SOAK else _WAYS[tried % 3 :][:1]:
                _check_cut(twins, recording, operation, torn, drift)
    assert len(operations) * _WORKERS >= _LEAST_CUTS


def _check_cut(twins, recording, operation, torn, drift):
    what = f"cut at operation {operation}, torn: {torn}, drift: {drift}"
    twins.board.boot(cut=(operation, torn, drift), seed=_OTHER_SEED)
    least, most = recording.bounds(operation)
    kept = records(twins.board.flash())
    assert least <= len(kept) <= most, f"{what}: {len(kept)} records, not {least} to {most}"
    assert kept == recording.log[: len(kept)], what
    twins.resume(kept)
    assert twins.board.now < 20_000, what
    assert records(twins.board.flash()) == twins.twin.log.records, what


def test_a_roll_is_on_flash_before_anybody_sees_it(twins):
    """So nobody gets another one by pulling the plug."""
    twins.agree()
    board = twins.board
    board.run(5000, still=1000)  # what is done ahead of time is done
    before = board.oled()
    done = len(board.operations())
    board.contacts([(2, True, 0), (2, False, 60)])
    rolled = records(board.flash())[-1]
    while actions.kind_of(rolled) != actions.ROLL:
        done += 1
        assert board.run(1000, operations=done)
        assert board.oled() == before
        rolled = records(board.flash())[-1]
    board.boot(seed=_OTHER_SEED)
    twins.resume()
    assert twins.twin.log.records[2] == rolled


def test_the_lights_are_dim_where_the_power_has_failed_twice_as_they_came_on(twins):
    board = twins.board
    board.run(8000)
    lit = []
    for ms in (3000, 3000, 8000, 3000):
        board.boot(seed=_OTHER_SEED)
        assert board.run(5000, output="plays on")
        board.run(ms)
        lit.append(sum(map(sum, board.lights())))
    assert lit[0] == lit[1] == lit[3] and lit[0] / 5 < lit[2] < lit[0] / 3, lit


def test_files_of_another_project_are_played_without_or_erased_after_a_yes(twins):
    board = twins.board
    flash = bytearray(board.flash())
    flash[files.START :] = b"\x5a" * (len(flash) - files.START)
    board.boot(flash=bytes(flash), seed=3)
    assert board.run(5000, output="Files unreadable")
    board.run(500)
    assert any(board.oled()) and any(light != (0, 0, 0) for light in board.lights())
    board.contacts([(BACK, True, 0), (BACK, False, 3000)])
    board.run(3500)
    assert not board.operations()
    board.press(OK)
    assert board.run(5000, output="cannot be read; playing without")
    for _ in range(3):  # what is said is read, and the opening roll made
        board.run(1000)
        board.press(OK)
    board.run(1000)
    where = {address // SECTOR for *_, address in board.operations()}
    kept = records(board.flash())
    assert len(kept) > 2
    assert files.RING_START // SECTOR <= min(where) <= max(where) < files.START // SECTOR
    board.boot(seed=3)
    board.contacts([(BACK, True, 500), (BACK, False, 9500)])
    board.run(13_000)
    assert records(board.flash()) == kept and list(files.files(board.flash())) == ["layout.bin"]
    twins.resume(kept)


_LONGEST = 64  # KB: of a longer match the next game begins another log
# KB of the match; how flash is read, at once or through the cache; how slow the processor is;
# within how many ms of power-on the match is seen.
_LIT = [
    (size, chip, slowness, most)
    for size in (0, 8, _LONGEST)
    for chip, slowness, most in ((IDEAL, 1, 500), (IDEAL, 2, 1000), (CHIP, 1, 1000))
]
_ERASE_MS = 45  # without a match one is begun, and that may erase a sector


def _match_of(size):
    """The records of a match of about that many bytes: some games, again and again."""
    sitting = Sitting(SeededDice(2), Settings(length=0, take_back=0))
    chance = random.Random(2)
    while not sitting.match.result or len(sitting.log.records) < 200:
        sitting.press(chance.choice(("OK", "OK", "OK", "NEXT")))
    some = sitting.log.records
    return some * (1 + size // sitting.log.size)


def _lit(board):
    """When the lights first showed checkers, in ms since power-on."""
    for _ in range(10):
        assert board.run(3000, frames=1)
        for _, at, wire in board.frames():
            if any(wire):
                return at
    raise AssertionError("the board stays dark")


@pytest.mark.parametrize(
    ("size", "chip", "slowness", "most"),
    [pytest.param(*case, marks=() if case[:2] == (8, CHIP) else pytest.mark.long) for case in _LIT],
)
def test_however_long_and_damaged_a_match_the_lights_show_it_in_time(
    image, size, chip, slowness, most
):
    limit = most + (0 if size else _ERASE_MS)
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image)
        board.start_up()
        kept = flash_with(board.flash(), *([_match_of(size * 1024)] if size else []))
        end = len(kept[: files.START].rstrip(b"\xff"))
        damaged = (None, files.RING_START + 5, end - size * 512, end - 40, end - 700)
        for place in damaged if (size, slowness) == (_LONGEST, 2) else (None,):
            spoilt = bytearray(kept)
            if place is not None:
                spoilt[place] ^= 0x42
            board.boot(flash=bytes(spoilt), slowness=slowness)
            board.frames()
            lit = _lit(board)
            assert lit < limit and board.resets == 0, (place, lit)
