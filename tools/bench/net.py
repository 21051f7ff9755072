"""The net on the emulated chip: the same outcomes as by numpy, in how much time and memory.

Positions come as the engine asks for them: all plays of a roll, one after another. With ALL=1
there are thousands of them, from every tenth line of the reference; and all of its positions.
"""

import ast
import os
import time
from pathlib import Path

import numpy as np

from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from reference_data import known_positions
from tools import runtimes
from tools.bench import started
from tools.emulator.constants import CHIP
from tools.trainer.bulk import BulkNet

GUEST = Path(__file__).with_name("_net_guest.py")
WEIGHTS = runtimes.ROOT / "firmware/picogammon/engine/weights.bin"
_AT_ONCE = 20
_ALL = bool(os.environ.get("ALL"))
_ROLLS = ((3, 1), (6, 4), (5, 2), (2, 2))
_BULK = 200_000
_KB = 1024


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    some = after_plays()
    known = np.array([list(pos) for pos in known_positions()], np.int8)
    jumps = known if _ALL else known[::20]
    with started.board(GUEST, chip) as board:
        load_us, load_ram, ram = ast.literal_eval(board.exec("print(setting_up())"))
        near = sorted(times_of(board, some))
        far = sorted(times_of(board, jumps))
        parts = _asked(board, "times", some[: 10 * _AT_ONCE])
    middle = np.median(np.array(parts), 0).astype(int).tolist()
    found = [
        _row(f"an outcome, median of {len(near)} after plays", _middle(near), "us", 400),
        _row("an outcome after plays, worst", near[-1], "us", 400),
        _row(f"an outcome, median of {len(far)} unlike the last", _middle(far), "us", 400),
        _row("an outcome unlike the last, worst", far[-1], "us", 400),
    ]
    for name, us in zip(("features", "comparing rows", "first layer", "second layer"), middle):
        found.append(_row(f"of that, median: {name}", us, "us", None))
    return found + [
        _row("checking the weights", load_us // 1000, "ms", None),
        _row("weights, in flash", WEIGHTS.stat().st_size // _KB, "KB", 400),
        _row("RAM for the weights", load_ram, "bytes", 1024),
        _row("RAM with the net", ram, "bytes", 48 * _KB),
        _on_this_machine(known),
    ]


def after_plays():
    """The positions (n, 26) after all plays of some rolls, in the order they are found."""
    plays = Plays()
    found = []
    for i, pos in enumerate(known_positions()):
        if i % (20 if _ALL else 200):
            continue
        for number in range(plays.generate(pos, *_ROLLS[i // 20 % 4])):
            made = positions.empty()
            plays.result(number, pos, made)
            found.append(list(made))
    return np.array(found, np.int8)


def times_of(board, some):
    """The microseconds of each outcome, on the board; raises RuntimeError where one is wrong."""
    told = _asked(board, "outcomes", some)
    wanted = BulkNet(WEIGHTS.read_bytes()).outcomes(some).tolist()
    for pos, (_, outcome), right in zip(some.tolist(), told, wanted):
        if outcome != right:
            raise RuntimeError(f"the board says {outcome}, not {right}, of {pos}")
    return [us for us, _ in told]


def _asked(board, question, some):
    told = []
    for start in range(0, len(some), _AT_ONCE):
        text = some[start : start + _AT_ONCE].tobytes().hex()
        told += ast.literal_eval(board.exec(f"print({question}({text!r}))"))
    return told


def _on_this_machine(known):
    net = BulkNet(WEIGHTS.read_bytes())
    many = np.tile(known, (_BULK // len(known), 1))
    net.outcomes(known)
    began = time.perf_counter()
    net.outcomes(many)
    each = len(many) / (time.perf_counter() - began)
    return {
        "name": "PC: outcomes by numba, one core",
        "value": round(each),
        "unit": "a second",
        "budget": None,
        "ok": True,
    }


def _middle(numbers):
    return numbers[len(numbers) // 2]


def _row(name, value, unit, budget):
    ok = budget is None or value <= budget
    return {"name": f"chip: {name}", "value": value, "unit": unit, "budget": budget, "ok": ok}
