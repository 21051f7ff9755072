"""Measures how long the levels think on the emulated chip, and how long a player waits for them.

The player waits from the first light of the computer's turn until the play is shown, without the
pause that shows the roll. The board's own loop runs meanwhile: lights pulse, the OLED catches up.

Decisions are every 40th of the measured set, those with the most plays, and those with the most
replies to them; for grandmaster, every 40th and those for which it judges the most replies. A level
must decide on the chip as it does on a PC.
"""

import statistics
from array import array
from pathlib import Path

from picogammon.rules import actions
from picogammon.rules.match import match_of
from picogammon.rules.situation import Situation
from tools.bench.board import MASTER, as_hex, asked, at_most, free, prompt
from tools.emulator.constants import CHIP
from tools.fast_engine import quick
from tools.strength import reference

_GUEST = Path(__file__).with_name("_thinking_guest.py")
_TURN_GUEST = Path(__file__).with_name("_turn_guest.py")
_EVERY = 40
_WIDEST = 4
_LONGEST = (928, 653, 382)  # whose best plays take the longest look ahead, up to 16,116 positions
_LONGEST_OF_ALL = (652, 973)  # for which grandmaster judges 38,560 and 38,312 replies
_SLICE_MS = 12
# Level: its number as a player, and milliseconds in the middle (grandmaster: on average) and at
# worst, of a play and of a turn on the board.
LEVELS = {
    "expert": (MASTER - 1, (40, 320), (40, 320)),
    "master": (MASTER, (2000, 6000), (2000, 6000)),
    "grandmaster": (MASTER + 1, (3200, 12_000), (4000, 15_000)),
}


def rows(chip=CHIP, levels=LEVELS):
    """Returns the rows of this benchmark."""
    found = []
    with prompt(_GUEST, chip) as board:
        for level in levels:
            found += _plays(board, level)
    with prompt(_TURN_GUEST, chip) as board:
        for level in levels:
            player, _, budgets = LEVELS[level]
            usual, extreme = decisions(level)
            times = [asked(board, f"turn({as_hex(line)!r}, {player})") for line in usual + extreme]
            found += _rows(f"{level}'s turn on the board", level, times, len(usual), budgets)
    return found


def _plays(board, level):
    board.exec("from picogammon.engine.levels import make")
    before = free(board)
    board.exec(f"engine = make({level!r}, plays)")
    ram = before - free(board)
    engine = quick.make(level)
    times = []
    longest = 0
    usual, extreme = decisions(level)
    for line in usual + extreme:
        spent, slice_us, steps = asked(board, f"decide(engine, {as_hex(line)!r})")
        times.append(spent)
        longest = max(longest, slice_us)
        if steps != _steps(engine, line):
            raise RuntimeError(f"the board's {level} plays otherwise than a PC's: {line['posid']}")
    return [
        *_rows(f"{level}: a play", level, times, len(usual), LEVELS[level][1]),
        at_most(f"chip: {level}: longest slice", longest / 1000, "ms", _SLICE_MS),
        at_most(f"chip: {level}: RAM, with what other levels share", ram / 1024, "KB", 48),
    ]


def _rows(what, level, times, usual, budgets):
    kind = "mean" if level == "grandmaster" else "median"
    middle = getattr(statistics, kind)(times[:usual])
    return [
        at_most(f"chip: {what}, {kind} of {usual}", middle / 1000, "ms", budgets[0]),
        at_most(f"chip: {what}, worst", max(times) / 1000, "ms", budgets[1]),
    ]


def decisions(level):
    """Returns (usual, extreme) lines of the measured set."""
    lines = reference.lines("plays_2ply.jsonl")
    if level == "grandmaster":
        return lines[::_EVERY], [line for line in lines if line["id"] in _LONGEST_OF_ALL]
    widest = sorted(lines, key=lambda line: -line["n"])[:_WIDEST]
    return lines[::_EVERY], widest + [line for line in lines if line["id"] in _LONGEST]


def _steps(engine, line):
    situation = Situation(position=array("b", line["pos"]), dice=tuple(line["dice"]))
    return list(actions.steps_of(engine.begin(match_of(situation)).finish()))
