"""How long the levels think on the emulated chip, and whether they decide what they do on a PC; and
what a player waits for, the computer's turn on the board, from its first light to the play shown.

Decisions are every so-manieth of the reference, and those with the most plays, and with the most
replies to them. With ALL=1 there are ten times as many. Grandmaster, which takes seconds, decides
every 160th on average, and those for which it judges the most replies.

A turn is played by the board's own loop, with lights that pulse, an OLED that catches up, memory to
tidy and a log to keep. The pause in which people see the roll is left out.
"""

import ast
import os
import statistics
from array import array
from pathlib import Path

from picogammon.rules import actions
from picogammon.rules.match import match_of
from picogammon.rules.situation import Situation
from tools.bench import started
from tools.emulator.constants import CHIP
from tools.fast_engine import quick
from tools.strength import reference

_GUEST = Path(__file__).with_name("_thinking_guest.py")
_TURN_GUEST = Path(__file__).with_name("_turn_guest.py")
TURNS = {"expert": 4, "master": 5}  # as players are numbered
_EVERY = 4 if os.environ.get("ALL") else 40
_WIDEST = 40 if os.environ.get("ALL") else 4
_LONGEST = (928, 653, 382)  # whose best plays take the longest look ahead, up to 16,116 positions
# Milliseconds in the middle (grandmaster: on average) and at worst.
BUDGETS = {"expert": (40, 320), "master": (2000, 6000), "grandmaster": (5000, 20000)}
_LONG = "grandmaster"
_LONG_EVERY = 160
_LONGEST_OF_ALL = (652, 973)  # for which it judges 38,560 and 38,312 replies
_SLICE_MS = 12
_MOST_MS = 120_000


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    found = []
    with started.board(_GUEST, chip) as board:
        for level, (middle, worst) in BUDGETS.items():
            found += _level(board, level, middle, worst)
    with started.board(_TURN_GUEST, chip) as board:
        for level, player in TURNS.items():
            found += _turns(board, level, player)
    return found


def _turns(board, level, player):
    middle, worst = BUDGETS[level]
    times = sorted(_asked(board, f"turn({_text(line)!r}, {player})") for line in decisions())
    return [
        _row(
            f"{level}'s turn on the board, median of {len(times)}",
            times[len(times) // 2] / 1000,
            middle,
        ),
        _row(f"{level}'s turn on the board, worst", times[-1] / 1000, worst),
    ]


def _level(board, level, middle, worst):
    before = _asked(board, "free()")
    board.exec(f"engine = level({level!r})")
    ram = before - _asked(board, "free()")
    engine = quick.make(level)
    times = []
    longest = 0
    usual = decisions()
    extreme = []
    if level == _LONG:
        usual, extreme = _few_of_many()
    for line in usual + extreme:
        spent, slice_us, _, _, steps = _asked(board, f"decide(engine, {_text(line)!r})")
        times.append(spent)
        longest = max(longest, slice_us)
        if steps != _steps(engine, line):
            raise RuntimeError(f"the board's {level} plays otherwise than a PC's: {line['posid']}")
    kind = "mean" if level == _LONG else "median_high"
    found = getattr(statistics, kind)(times[: len(usual)])
    return [
        _row(f"{level}: a play, {kind.split('_')[0]} of {len(usual)}", found / 1000, middle),
        _row(f"{level}: a play, worst", max(times) / 1000, worst),
        _row(f"{level}: longest slice", longest / 1000, _SLICE_MS),
        _row(f"{level}: RAM, with what other levels share", ram / 1024, 48, "KB"),
    ]


def _few_of_many():
    """(lines like all of the reference, the longest)."""
    lines = reference.lines("plays_2ply.jsonl")
    return lines[::_LONG_EVERY], [line for line in lines if line["id"] in _LONGEST_OF_ALL]


def decisions():
    """Some lines of the reference."""
    lines = reference.lines("plays_2ply.jsonl")
    some = lines[::_EVERY]
    widest = sorted(lines, key=lambda line: -line["n"])[:_WIDEST]
    return some + widest + [line for line in lines if line["id"] in _LONGEST]


def _steps(engine, line):
    situation = Situation(position=array("b", line["pos"]), dice=tuple(line["dice"]))
    return list(actions.steps_of(engine.begin(match_of(situation)).finish()))


def _text(line):
    """A position and a roll, as the guests take them."""
    return bytes([n & 255 for n in line["pos"]] + line["dice"]).hex()


def _asked(board, expression):
    return ast.literal_eval(board.exec(f"print({expression})", _MOST_MS))


def _row(name, value, budget, unit="ms"):
    value = round(value, 1)
    return {
        "name": f"chip: {name}",
        "value": value,
        "unit": unit,
        "budget": budget,
        "ok": value <= budget,
    }
