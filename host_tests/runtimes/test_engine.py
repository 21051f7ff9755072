"""The engine on every runtime: the same outcomes on both MicroPythons as here, and of a page's
compiled engine to the bit what numba's code says, which a PC asks."""

import importlib.util
import json
import struct
import subprocess
import sys
import types
import zlib
from array import array
from pathlib import Path

import numpy as np
import pytest

from picogammon.engine import numbers, weights
from picogammon.rules import position as positions
from picogammon.rules.situation import Situation
from portable import data_lines
from reference_data import known_positions
from tools import runtimes
from tools.fast_engine import look, quick
from tools.players import deeper
from tools.strength import reference
from tools.webassembly import entries

_ASK = Path(__file__).with_name("ask.mjs")
_MOST_BYTES = 100_000


# Prints how many known positions there are, and the CRC-32 of their outcomes.
_OUTCOMES = """
from array import array
from binascii import crc32
from picogammon.engine.levels import shared_judge
from reference_data import known_positions

judge = shared_judge()
out = array("i", [0] * 5)
check = count = 0
for pos in known_positions():
    judge.outcome(pos, out)
    check = crc32(bytes(out), check)
    count += 1
print(count, check & 0xFFFFFFFF)
"""


@pytest.mark.parametrize("runtime", ["unix", "wasm"])
def test_net_and_tables_say_the_same_on_each_micropython(runtime, tmp_path):
    script = tmp_path / "outcomes.py"
    script.write_text(_OUTCOMES)
    if runtime == "unix":
        done = runtimes.run_unix(script, heapsize="4m")
    else:
        done = runtimes.run_wasm(script)
    positions = np.array([list(pos) for pos in known_positions()], np.int8)
    outcomes = quick.judge().outcomes(positions)
    check = zlib.crc32(outcomes.astype("<i4").tobytes())
    assert done.stdout == f"{len(positions)} {check}\n"


class _Tables:
    """Takes what compiled.py puts into an engine."""

    def __init__(self):
        self.put_in = []

    def put(self, at, section, length):
        self.put_in.append([at, bytes(section[:length]).hex()])

    def prepare(self):
        return True


def _compiled(monkeypatch):
    """The page's module, which its MicroPython finds without a package; an address is the thing."""
    there = types.SimpleNamespace(addressof=lambda section: section)
    monkeypatch.setitem(sys.modules, "uctypes", there)
    path = runtimes.ROOT / "tools" / "webassembly" / "compiled.py"
    spec = importlib.util.spec_from_file_location("compiled", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _asked():
    """(positions after a play, (position, dice) before one)."""
    lines = reference.plays()[::3] + [line for line in reference.plays() if line["cat"] == "bar"]
    boards = [positions.from_numbers(line["pos"]) for line in lines]
    replies = [(pos, *line["dice"]) for pos, line in zip(boards, lines)]
    tried = [json.loads(line) for line in data_lines("legal_plays.jsonl")]
    replies += [(positions.from_numbers(line["pos"]), *line["dice"]) for line in tried]
    over = positions.empty()
    over[0] = -15
    backgammon = positions.empty()
    backgammon[0], backgammon[6] = -14, -1
    return [*boards, over, backgammon], replies


def _hex(pos):
    return pos.tobytes().hex()


def _words(text, count):
    return list(struct.unpack_from(f"<{count}i", bytes.fromhex(text)))


def test_it_says_what_numbas_code_says(engine, monkeypatch):
    compiled = _compiled(monkeypatch)
    assert compiled.SECTIONS == entries.SECTIONS and compiled.TABLES == entries.TABLES
    tables = _Tables()
    assert compiled.fill(tables, weights.load())
    boards, replies = _asked()
    looks = [positions.swapped(pos) for pos in boards if positions.left(positions.swapped(pos))]
    asked = list(_rolls(replies))
    question = {
        "tables": tables.put_in,
        "outcomes": [_hex(pos) for pos in boards],
        "replies": [[_hex(pos), *dice] for pos, *dice in replies],
        "looks": [_hex(pos) for pos in looks],
        "answered": [[_hex(pos), *dice, _hex(given)] for pos, *dice, given in asked],
    }
    said = subprocess.run(
        [runtimes.node(), str(_ASK), str(engine)],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(said.stdout)
    assert answer["ready"]
    judge = quick.judge()
    expected = judge.outcomes(np.array(boards, np.int8)).tolist()
    assert [_words(one, 5) for one in answer["outcomes"]] == expected
    search = quick.QuickSearch(judge)
    for (pos, first, second), found in zip(replies, answer["replies"]):
        after = positions.empty()
        search.begin(pos, first, second, after)
        count, outcome, left = found
        assert count == search.count, (list(pos), first, second)
        if count:
            assert _words(outcome, 5) == list(search.best)
            assert bytes.fromhex(left) == after.tobytes()
    out = numbers.blank()
    for pos, found in zip(looks, answer["looks"]):
        search.judged = 0
        for _ in search.outcome(pos, out):
            pass
        assert [found[0], *_words(found[1], 5)] == [search.judged, *out], list(pos)
    words = array("i", [0] * look.FOUND)
    for (pos, first, second, given), found in zip(asked, answer["answered"]):
        search.answered(pos, first, second, given, words)
        assert _words(found, look.FOUND) == list(words), list(pos)
    assert engine.stat().st_size < _MOST_BYTES


def _rolls(replies):
    """(position, dice, what is played for) of rolls that are looked at with the cube."""
    stakes = [
        Situation(),
        Situation(jacoby=True),
        Situation(cube=2, owner=1),
        Situation(length=5, scores=(4, 2), crawford=True),
        Situation(length=7, scores=(2, 4), cube=2, owner=0),
    ]
    given = [deeper.given_of(situation, side)[1] for situation in stakes for side in (0, 1)]
    for i, (pos, *dice) in enumerate(replies[::7]):
        yield pos, *dice, given[i % len(given)]
