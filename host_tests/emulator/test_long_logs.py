"""However long the log: the board is lit soon after power-on, and nothing resets it.

Sound, or damaged in its header, in what was agreed first, its middle, its end or anywhere, logs of
8, 64 and 256 KB show their match after 430 to 465 ms, and after 860 to 930 ms where the processor
has half its clock; a board without a log after 425 and 850. Nearly all of it is the same for any
log: MicroPython's start (25 ms), the modules (260 ms) and the check of the weights (100 ms).
"""

import json
import random

import pytest

from picogammon.devices.journal import Journal
from portable import data_lines
from tools.emulator import files

HOST_ONLY = True
_LIT_MS = {1: 500, 2: 1000}  # at the processor's clock, and at half of it
_DRAWN = 8  # places of damage for each size of a log


def _log_of(path, size):
    """A log of about that many bytes, as the first version of the format has it."""
    saved = next(json.loads(line) for line in data_lines("saved.jsonl"))
    path.write_bytes(bytes.fromhex(saved["files"]["match.log"]))
    games = list(Journal(str(path)).open())[1:]
    log = Journal(str(path))
    while log.size < size:
        log.extend(games)
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


def _damages(log, size):
    """(place, how slow the processor is) for each log to be tried; None: it is sound."""
    if not size:
        return [(None, 1), (None, 2)]
    chance = random.Random(size)
    agreed = chance.randrange(4, 5 + log[4] + 4)  # in the first record
    places = (None, 2, agreed, len(log) // 2, len(log) - 40, len(log) - 700)
    drawn = [(chance.randrange(len(log)), 2) for _ in range(_DRAWN)]
    return [(place, slowness) for place in places for slowness in _LIT_MS] + drawn


@pytest.mark.parametrize("size", [0, 8, 64, 256])
def test_a_log_of_so_many_kilobytes_is_on_the_lights_in_time(board, tmp_path, size):
    base = board.flash()
    log = _log_of(tmp_path / "match.log", size * 1024) if size else bytearray()
    for place, slowness in _damages(log, size):
        if place is not None:
            log[place] ^= 0x42
        board.boot(flash=_flash(base, log), slowness=slowness)
        board.frames()
        lit = _lit(board)
        assert lit < _LIT_MS[slowness] and board.resets == 0, (size, place, slowness)
        if place is not None:
            log[place] ^= 0x42
