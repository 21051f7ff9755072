"""No line costs the chip more than its answer: its integers have 31 bits, the unix port's 63."""

import pytest

import lines
from picogammon.server import VERBS
from tools.emulator import Emulator
from tools.emulator.constants import IDEAL
from tools.emulator.reference import BOARD
from tools.runtimes import ROOT

HOST_ONLY = True

_TABLE = (ROOT / "host_tests/lines.py").read_text()
_GUEST = """
import gc
import main
board = main.started(main.of_chip(False))
count = 0
for verb in {verbs}:
    for line in hostile(verb, {words}):
        for reply in board.answers(line):
            if reply and reply.startswith("error internal"):
                print(line, reply)
        count += 1
        gc.collect()
print(count)
"""
_MOST_MS = 120_000


@pytest.mark.parametrize(
    "verbs, words",
    (
        (VERBS, lines.LARGE),
        pytest.param(sorted(lines.WRITTEN), lines.HOSTILE, marks=pytest.mark.long),
    ),
    ids=("own", "all"),
)
def test_each_verb_survives_hostile_arguments(image, verbs, words):
    verbs = [verb for verb in verbs if verb != "hardware"]  # which takes seconds
    count = sum(len(list(lines.hostile(verb, words))) for verb in verbs)
    with Emulator(BOARD, IDEAL) as board:
        board.boot(uf2=image)
        board.start_up()
        board.exec(_TABLE)
        printed = board.exec(_GUEST.format(verbs=verbs, words=words), _MOST_MS)
        assert printed == f"{count}\n"
