"""However long the log: the board is lit soon after power-on, and nothing resets it.

Sound, or damaged in its header, its middle or its end, logs of 8, 64 and 256 KB show their match
after 430 to 465 ms, and after 860 to 930 ms where the processor has half its clock; a board without
a log after 425 and 850. Nearly all of it is the same for any log: MicroPython's start (25 ms), the
modules (260 ms) and the check of the weights (100 ms).
"""

import json

import pytest

from picogammon.devices.journal import Journal
from portable import data_lines
from tools.emulator import files

HOST_ONLY = True
_LIT_MS = {1: 500, 2: 1000}  # at the processor's clock, and at half of it


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


@pytest.mark.parametrize("size", [0, 8, 64, 256])
def test_a_log_of_so_many_kilobytes_is_on_the_lights_in_time(board, tmp_path, size):
    base = board.flash()
    log = _log_of(tmp_path / "match.log", size * 1024)
    for damaged in (None, len(log) // 2, len(log) - 40, len(log) - 700, 2):
        if damaged is not None:
            log[damaged] ^= 0x42
        mounted = files.mount(base)
        for name in mounted.listdir("/"):
            if name.startswith("match.log"):
                mounted.remove("/" + name)
        if size:
            with mounted.open("/match.log", "wb") as file:
                file.write(bytes(log))
        for slowness in _LIT_MS:
            board.boot(flash=files.rewritten(base, mounted), slowness=slowness)
            board.frames()
            lit = _lit(board)
            assert lit < _LIT_MS[slowness] and board.resets == 0, (size, damaged, slowness)
        if damaged is not None:
            log[damaged] ^= 0x42
