"""The compiled judge and look ahead: to the bit what the engine's own code says."""

import ast
import json
import re
from array import array
from importlib.util import find_spec
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engine.test_no_fault import graded
from long_way import thinker_by
from picogammon.engine import levels, numbers
from picogammon.engine import race as races
from picogammon.engine.race import Race
from picogammon.engine.search import Search
from picogammon.engine.sight import Judge, Net
from picogammon.engine.weights import ROWS, Weights
from picogammon.rules import position as positions
from picogammon.rules.plays import Plays
from portable import data_lines
from tools import COMPILED, ROOT
from tools.fast_engine import quick
from tools.fast_engine.judge import race_outcomes, race_tables
from tools.fast_engine.kernels import ROOM, WORK, results_of
from tools.fast_engine.net import BulkNet
from tools.strength import reference
from tools.trainer import export

# To choose, the last two plays go through all pairs of rolls; to grade, through a sample of nine.
_SURE = numbers.ONE * 8 // 1000
_KNOWING = [name for name in levels.levels() if levels.make(name).knows]


def _race(chance):
    """A Race that knows nothing, but whose chances are chances."""

    def falling(width, bytes_wanted):
        rows = chance.integers(0, 32769, (bytes_wanted // (2 * width) + 1, width))
        return np.flip(np.sort(rows), 1).astype("<u2").tobytes()[:bytes_wanted]

    near = falling(8, races.NEAR_BYTES)
    rolls = falling(14, races.ROLL_BYTES)
    sizes = races.HOME_BYTES, races.RACE_BYTES
    homes, net = (chance.integers(0, 256, size, np.uint8).tobytes() for size in sizes)
    few = np.flip(np.sort(chance.integers(0, 256, (1330, races.FEW), np.uint8)), 1).tobytes()
    sections = {"NEAR": near, "HOME": homes, "ROLL": rolls, "RACE": net, "SOON": few}
    return Race(Weights(export.pack(sections)))


@pytest.fixture(scope="module")
def judges():
    """(the engine's Judge, the quick one) with a net that has learnt nothing."""
    chance = np.random.default_rng(4)
    sections = export.net_sections(
        chance.normal(0, 0.1, (ROWS, 16)),
        chance.normal(0, 0.3, 16),
        chance.normal(0, 2, (9, 5, 16)),
        chance.normal(0, 0.5, (9, 5)),
    )
    race = _race(chance)
    file = Weights(export.pack(sections))
    return Judge(Net(file), race), quick.QuickJudge(BulkNet(file), race)


def _thinker(judge, ahead, noise, search=None):
    return thinker_by(judge, ahead, noise, search=search, margin=numbers.ONE // 8)


def _lines():
    return reference.plays()[::12]


def test_each_position_is_judged_the_same(judges):
    slow, fast = judges
    many = [positions.from_numbers(line["pos"]) for line in reference.plays()[::4]]
    together = fast.outcomes(np.array(many, np.int8))
    ours, theirs = numbers.blank(), numbers.blank()
    for pos, row in zip(many, together):
        slow.outcome(pos, ours)
        fast.outcome(pos, theirs)
        assert list(ours) == list(theirs) == list(row)


def test_a_race_is_judged_the_same():
    slow = _race(np.random.default_rng(5))
    boards = [positions.from_numbers(line["pos"]) for line in reference.plays()]
    races = np.array([pos for pos in boards if not positions.contact(pos)], np.int8)
    assert len(races) > 200
    seen = numbers.blank()
    found = np.empty((len(races), numbers.SLOTS), np.int32)
    race_outcomes(races, race_tables(slow), found)
    for pos, row in zip(races, found):
        slow.outcome(array("b", pos.tobytes()), seen)
        assert list(row) == list(seen)


def test_a_roll_ahead_is_the_same(judges):
    slow, fast = judges
    patient, quick_search = Search(slow, Plays()), quick.QuickSearch(fast)
    ours, theirs = numbers.blank(), numbers.blank()
    for line in _lines() + [line for line in reference.plays() if line["cat"] == "bar"][::6]:
        pos = positions.swapped(positions.from_numbers(line["pos"]))
        for search, out in ((patient, ours), (quick_search, theirs)):
            for _ in search.outcome(pos, out):
                pass
        assert list(ours) == list(theirs), line["posid"]


@pytest.mark.parametrize("level", _KNOWING)
def test_every_level_that_knows_finds_no_fault_with_itself(level):
    assert {"club", "expert", "master"} <= set(_KNOWING)
    situations = 600 if level in ("club", "expert") else 300  # the others look ahead
    engine = quick.make(level)
    sure = _SURE if levels.is_slow(level) else 0
    assert graded(engine, Random(level), situations, True, sure) > situations


def test_the_results_of_a_roll_are_movegens_in_its_order():
    """On the positions that try each rule, and on those of games, with all rolls."""
    results, work = np.empty((ROOM, 26), np.int8), np.empty(WORK, np.uint8)
    plays = Plays()
    after = positions.empty()
    for line in data_lines("legal_plays.jsonl"):
        pos = positions.from_numbers(json.loads(line)["pos"])
        first, second = json.loads(line)["dice"]
        for roll in ((first, second), (second, second), (1 + first % 6, second)):
            board = np.array(pos, np.int8)
            count = results_of(board, *roll, results, work)
            assert board.tolist() == list(pos)
            assert count == plays.generate(pos, *roll)
            for i in range(count):
                plays.result(i, pos, after)
                assert results[i].tolist() == list(after), (line, roll, i)


def _taken_from(source):
    """The files of the modules from which functions that numba compiles take a name."""
    tree = ast.parse(source)
    homes = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                try:
                    home = find_spec(f"{node.module}.{alias.name}")
                except ModuleNotFoundError:  # it is a name in a module
                    home = None
                homes[alias.asname or alias.name] = home or find_spec(node.module)
    for function in tree.body:
        marks = [ast.unparse(mark) for mark in getattr(function, "decorator_list", ())]
        if "njit" in "".join(marks):
            for node in (node for part in function.body for node in ast.walk(part)):
                if isinstance(node, ast.Name) and node.id in homes:
                    yield Path(homes[node.id].origin)


def test_what_is_kept_compiled_is_compiled_anew_when_anything_in_it_changes():
    """numba itself looks at no file but a function's own."""
    files = [path for pattern in ("*.py", "*/*.py") for path in (ROOT / "tools").glob(pattern)]
    sources = {path: path.read_text() for path in files}
    needed = {path for path in files if re.search(r"^(from|import) numba", sources[path], re.M)}
    needed |= {path for compiled in tuple(needed) for path in _taken_from(sources[compiled])}
    ours = {path for path in needed if path.is_relative_to(ROOT / "tools")}
    engine = {path for path in needed if path.is_relative_to(ROOT / "firmware")}
    assert ours and engine and ours | engine <= set(COMPILED)
