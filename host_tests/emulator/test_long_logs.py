"""However long the log: the board is lit soon after power-on, and nothing resets it.

Sound logs of 8, 64 and 256 KB show their match within half a second, and within a second where the
processor has half its clock, or through the flash's cache; the longest one does so at half the
clock, too, where it is damaged in its header, in what was agreed first, its middle, its end or
anywhere. Nearly all of it is the same for any log: MicroPython's start (60 ms), the modules
(190 ms), the engine and the check of its weights (65 ms).
"""

import random

import pytest

from fakes.sitting import SeededDice, Sitting
from picogammon.devices.files import Files
from picogammon.devices.journal import Journal
from picogammon.rules.settings import Settings
from tools.emulator import Emulator, files
from tools.emulator.constants import CHIP, IDEAL
from tools.emulator.reference import BOARD

HOST_ONLY = True
# By how flash is read (at once; through the chip's cache), and how slow the processor is.
_LIT_MS = {(IDEAL, 1): 500, (IDEAL, 2): 1000, (CHIP, 1): 1000}
_ERASE_MS = 45  # without a log one is begun, and that may erase a sector
_DRAWN = 4  # places of damage beside those that are told apart
_LONGEST = 256


def _log_of(path, size):
    """A log of about that many bytes: some games, again and again."""
    sitting = Sitting(SeededDice(2), Settings(length=0, take_back=0))
    chance = random.Random(2)
    while not sitting.match.result or len(sitting.journal.records) < 200:
        sitting.press(chance.choice(("OK", "OK", "OK", "NEXT")))
    log = Journal(Files(), str(path))
    log.restart(sitting.journal.records)
    while log.size < size:
        log.extend(sitting.journal.records)
    log.close()
    return bytearray(path.read_bytes())


def _lit(board):
    """When the lights first showed checkers, in ms since power-on."""
    for _ in range(10):
        assert board.run(3000, frames=1)
        for _, at, wire in board.frames():
            if any(wire):
                return at
    raise AssertionError("the board stays dark")


def _flash(base, log):
    """The flash with that log on it, none if it is empty."""
    mounted = files.mount(base)
    for name in mounted.listdir("/"):
        if name.startswith("match.log"):
            mounted.remove("/" + name)
    if log:
        with mounted.open("/match.log", "wb") as file:
            file.write(bytes(log))
    return files.rewritten(base, mounted)


def _damages(log, size, slowness):
    """Places in a log of that size, one to be damaged at a time; None: it is sound."""
    if size < _LONGEST or slowness == 1:
        return [None]
    chance = random.Random(size)
    agreed = chance.randrange(8, 9 + log[8] + 4)  # in the first record
    places = [None, 2, agreed, len(log) // 2, len(log) - 40, len(log) - 700]
    return places + [chance.randrange(len(log)) for _ in range(_DRAWN)]


@pytest.mark.parametrize(("chip", "slowness"), _LIT_MS)
@pytest.mark.parametrize(
    "size", [8, *(pytest.param(size, marks=pytest.mark.long) for size in (0, 64, _LONGEST))]
)
def test_a_log_of_so_many_kilobytes_is_on_the_lights_in_time(image, tmp_path, size, chip, slowness):
    log = _log_of(tmp_path / "match.log", size * 1024) if size else bytearray()
    limit = _LIT_MS[chip, slowness] + (0 if size else _ERASE_MS)
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image)
        board.start_up()
        base = board.flash()
        for place in _damages(log, size, slowness):
            if place is not None:
                log[place] ^= 0x42
            board.boot(flash=_flash(base, log), slowness=slowness)
            board.frames()
            lit = _lit(board)
            assert lit < limit and board.resets == 0, (place, lit)
            if place is not None:
                log[place] ^= 0x42
