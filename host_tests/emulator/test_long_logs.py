"""However long the log: the board is lit soon after power-on, and nothing resets it."""

import json

import pytest

from picogammon.devices.journal import Journal
from portable import data_lines
from tools.emulator import files

HOST_ONLY = True
_LIT_MS = 500  # a real board with its flash's cache takes up to twice as long


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


@pytest.mark.parametrize("size", [0, 8, 64, 256])
def test_a_log_of_so_many_kilobytes_is_on_the_lights_in_time(board, tmp_path, size):
    base = board.flash()
    log = _log_of(tmp_path / "match.log", size * 1024)
    for damaged in (None, len(log) // 2, len(log) - 40):
        if damaged is not None:
            log[damaged] ^= 0x42
        mounted = files.mount(base)
        for name in mounted.listdir("/"):
            if name.startswith("match.log"):
                mounted.remove("/" + name)
        if size:
            with mounted.open("/match.log", "wb") as file:
                file.write(bytes(log))
        board.boot(flash=files.rewritten(base, mounted))
        board.frames()
        assert board.run(5000, frames=1)
        assert board.now < _LIT_MS and board.resets == 0, (size, damaged)
