"""How long the native kernels take on the emulated chip.

On the way its plays are held against the host's: the same, in the same order. Of the 1,900 rolls
every tenth is taken, with ALL=1 each.
"""

import ast
import binascii
import json
import os
from array import array
from pathlib import Path

from picogammon.rules.movegen import Plays
from tools import runtimes
from tools.bench import started
from tools.emulator.constants import CHIP

_GUEST = Path(__file__).with_name("_kernels_guest.py")
_DATA = runtimes.ROOT / "host_tests" / "data" / "legal_plays.jsonl"
EVERY = 1 if os.environ.get("ALL") else 10
_AT_ONCE = 20
_LONGEST_MS = 60_000
# A person who has rolled a double and may move from several points.
_VIEW = """
from picogammon.board import Board
class _Dice:
    def collect(self): return False
    def roll(self): return 6, 4
board = Board(of_chip(False))
board.start(0)
board.session.dice.box._dice = _Dice()
board.navigator.roll(0)
board.navigator.refresh()
view = board.navigator.view
"""


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    with started.board(_GUEST, chip) as board:
        times = _sorted_times(board)
        board.exec("plays = None\n" + _VIEW)
        frames = ast.literal_eval(board.exec("print(frames(view))"))
    found = []
    for name, at in (("median", 1 / 2), ("p99", 99 / 100), ("worst", 1)):
        us = times[min(int(len(times) * at), len(times) - 1)]
        found.append(_row(f"legal plays, {name}", us))
    for name, us in zip(
        ("a frame of lights", "drawing a screen", "sending all of a screen"), frames
    ):
        found.append(_row(name, us))
    return found


def _sorted_times(board):
    """Microseconds for all plays of each roll, sorted.

    Raises RuntimeError where the plays are not the host's, in the host's order.
    """
    facts = [json.loads(line) for line in _DATA.read_text().splitlines()][::EVERY]
    plays = Plays()
    board.exec("from picogammon.rules.movegen import Plays\nplays = Plays()")
    times = []
    for start in range(0, len(facts), _AT_ONCE):
        some = facts[start : start + _AT_ONCE]
        rolls = [bytes([n & 255 for n in fact["pos"]] + fact["dice"]).hex() for fact in some]
        said = ast.literal_eval(board.exec(f"print(found({rolls!r}, plays))", _LONGEST_MS))
        for fact, (us, checksum) in zip(some, said, strict=True):
            count = plays.generate(array("b", fact["pos"]), *fact["dice"])
            if checksum != binascii.crc32(plays.buffer[: 4 * count]):
                raise RuntimeError(f"chip and host differ: {fact['pos']} {fact['dice']}")
            times.append(us)
    return sorted(times)


def _row(name, us):
    return {"name": f"chip: {name}", "value": us / 1000, "unit": "ms", "budget": None, "ok": True}
