"""What a player waits for: the computer's turn on the board, first light to the play shown.

The board's own loop runs, with lights that pulse, an OLED that catches up, memory to tidy and a log
to keep. The pause in which people see the roll is left out.
"""

import ast
from pathlib import Path

from tools.bench import started, thinking
from tools.emulator.constants import CHIP

_GUEST = Path(__file__).with_name("_turn_guest.py")
LEVELS = {"expert": 4, "master": 5}  # as players are numbered
_MOST_MS = 120_000


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    found = []
    with started.board(_GUEST, chip) as board:
        for level, player in LEVELS.items():
            middle, worst = thinking.BUDGETS[level]
            times = sorted(_turn(board, line, player) for line in thinking.decisions())
            name = f"{level}'s turn on the board, median of {len(times)}"
            found.append(thinking.row(name, times[len(times) // 2] / 1000, middle))
            found.append(
                thinking.row(f"{level}'s turn on the board, worst", times[-1] / 1000, worst)
            )
    return found


def _turn(board, line, player):
    text = bytes([n & 255 for n in line["pos"]] + line["dice"]).hex()
    return ast.literal_eval(board.exec(f"print(turn({text!r}, {player}))", _MOST_MS))
