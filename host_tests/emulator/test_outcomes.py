"""The net and the tables for races on the chip: the same outcomes as on a PC, to the bit."""

import ast
from array import array

import numpy as np
import pytest

from picogammon.engine import weights
from picogammon.engine.race import Race
from picogammon.rules import gnu_id
from reference_data import known_positions
from tools import measured
from tools.bench import net
from tools.emulator import repl

_AFTER_PLAYS = 200
_EVERY_KNOWN = 38  # of the 3,800 known positions
_KB = 1024


def test_outcomes_on_the_chip(board):
    repl.bare(board)
    board.exec(net.GUEST.read_text())
    known = np.array([list(pos) for pos in known_positions()], np.int8)[::_EVERY_KNOWN]
    times = net.times_of(board, net.after_plays()[:_AFTER_PLAYS]) + net.times_of(board, known)
    assert len(times) == 300
    _, for_weights, in_all = ast.literal_eval(board.exec("print(setting_up())"))
    assert for_weights < _KB, "the weights are not read in place"
    assert in_all < 36 * _KB  # 24 of them copies of rows, 4 of a bucket's weights


_CHECKS_GUEST = """
from binascii import crc32
from picogammon.engine import crc_kernel
from picogammon_weights import DATA

view = memoryview(DATA)
parts = [view[:n] for n in (0, 1, 3, 4, 4097, len(view))]
print([crc_kernel.crc32(part) & 0xFFFFFFFF == crc32(part) for part in parts])
before = crc32(view[:4097])
print(crc_kernel.crc32(view[4097:], before) & 0xFFFFFFFF == crc32(view))
"""


def test_the_check_of_the_weights_is_binasciis(board):
    alone, continued = board.exec(_CHECKS_GUEST).splitlines()
    assert ast.literal_eval(alone) == [True] * 6
    assert continued == "True"


_EVERY_RACE = 16
_RACE_GUEST = """
import binascii
from array import array
from picogammon.engine import weights
from picogammon.engine.race import Race

race = Race(weights.load())

def outcomes(text):
    found = []
    raw = binascii.unhexlify(text)
    for at in range(0, len(raw), 26):
        out = array("i", bytes(20))
        race.outcome(array("b", raw[at : at + 26]), out)
        found.append(list(out))
    return found
"""


def _races():
    """What plays of races and of bear-offs lead to."""
    found = []
    for fact in measured.lines("plays_2ply.jsonl"):
        if fact["cat"] in ("race", "bearoff"):
            found += [gnu_id.from_position_id(posid) for posid, *_ in fact["moves"]]
    return found[::_EVERY_RACE]


@pytest.mark.long
def test_races_on_the_chip(board):
    board.exec(_RACE_GUEST)
    race = Race(weights.load())
    positions = _races()
    assert len(positions) > 150
    for at in range(0, len(positions), 10):
        some = positions[at : at + 10]
        text = b"".join(pos.tobytes() for pos in some).hex()
        answers = ast.literal_eval(board.exec(f"print(outcomes({text!r}))"))
        for pos, answer in zip(some, answers, strict=True):
            out = array("i", bytes(20))
            race.outcome(pos, out)
            assert answer == list(out), pos
