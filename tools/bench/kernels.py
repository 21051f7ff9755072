"""What the native kernels give: their times on the emulated chip beside those of their twins.

On the way kernel and twin are held against each other, on the chip: the same plays in the same
order. Of the 1,900 rolls every tenth is taken, with ALL=1 each.
"""

import ast
import json
import os
from pathlib import Path

from tools import runtimes
from tools.bench import started
from tools.emulator.constants import CHIP

_GUEST = Path(__file__).with_name("_kernels_guest.py")
_FIRMWARE = runtimes.ROOT / "firmware" / "picogammon"
_DATA = runtimes.ROOT / "host_tests" / "data" / "legal_plays.jsonl"
_EVERY = 1 if os.environ.get("ALL") else 10
_AT_ONCE = 20
_LONGEST_MS = 60_000
# A person who has rolled a double and may move from several points.
_VIEW = """
from picogammon.board import Board
class _Dice:
    def collect(self): return False
    def roll(self): return 6, 4
board = Board(None)
board.start(0)
board.session.dice_box._dice = _Dice()
board.navigator.roll(0)
board.navigator.refresh()
view = board.navigator.view
"""


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    with started.board(_GUEST, chip) as board:
        _lend(board, "rules.movegen_twin")
        times = _sorted_times(board)
        board.exec("both = None")
        _lend(board, "app.display.pixels_twin", "app.display.lights_twin", "devices.twin")
        board.exec("pairs = code()\n" + _VIEW)
        frames = [
            ast.literal_eval(board.exec(f"print(frames(view, {native}, pairs))"))
            for native in (True, False)
        ]
    found = []
    for name, at in (("median", 1 / 2), ("p99", 99 / 100), ("worst", 1)):
        pair = [by[min(int(len(by) * at), len(by) - 1)] for by in times]
        found += _pair(f"legal plays, {name}", pair)
    for i, name in enumerate(("a frame of lights", "drawing a screen", "sending all of a screen")):
        found += _pair(name, [by[i] for by in frames])
    return found


def _lend(board, *twins):
    """Brings twins of kernels to the board, whose image has none."""
    for name in twins:
        source = (_FIRMWARE / (name.replace(".", "/") + ".py")).read_text()
        board.exec(f"lend({f'picogammon.{name}'!r}, {source!r})")


def _sorted_times(board):
    """Microseconds for all plays of each roll, sorted: by the kernel, and by its twin."""
    facts = [json.loads(line) for line in _DATA.read_text().splitlines()][::_EVERY]
    rolls = [bytes([n & 255 for n in fact["pos"]] + fact["dice"]).hex() for fact in facts]
    board.exec("both = generators()")
    found = []
    for start in range(0, len(rolls), _AT_ONCE):
        some = rolls[start : start + _AT_ONCE]
        found += ast.literal_eval(board.exec(f"print(compared({some!r}, both))", _LONGEST_MS))
    return [sorted(times) for times in zip(*found)]


def _pair(name, microseconds):
    return [
        {
            "name": f"chip: {name}, {by}",
            "value": us / 1000,
            "unit": "ms",
            "budget": None,
            "ok": True,
        }
        for us, by in zip(microseconds, ("native", "pure Python"))
    ]
