"""Races on the chip, with its native code: the same outcomes as in plain Python, to the bit."""

import ast
import json
from array import array

from picogammon.engine import weights
from picogammon.engine.race import Race
from picogammon.rules import gnu_id
from portable import data_lines

_EVERY = 16
_GUEST = """
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


def _positions():
    """What plays of races and of bear-offs lead to."""
    found = []
    for line in data_lines("plays_2ply.jsonl"):
        fact = json.loads(line)
        if fact["cat"] in ("race", "bearoff"):
            found += [gnu_id.from_position_id(posid) for posid, *_ in fact["moves"]]
    return found[::_EVERY]


def test_races_on_the_chip(board):
    board.exec(_GUEST)
    race = Race(weights.load(), native=False)
    positions = _positions()
    assert len(positions) > 150
    for at in range(0, len(positions), 10):
        some = positions[at : at + 10]
        text = b"".join(pos.tobytes() for pos in some).hex()
        answers = ast.literal_eval(board.exec(f"print(outcomes({text!r}))"))
        for pos, answer in zip(some, answers, strict=True):
            out = array("i", bytes(20))
            race.outcome(pos, out)
            assert answer == list(out), pos
