"""How long a press waits while the image thinks, grades and reviews, on the emulated RP2040.

A press is looked at when the round of the loop that it falls into is over, which it may cut short.
Sparks, too short to be presses, touch a button all the time: the longest that one waits for the end
of its round is measured, or a whole round after it, and put together with what a press takes on an
idle board.
"""

import ast
from pathlib import Path

from tools.bench import started
from tools.bench.chip import busy_press_ms, idle_press_ms
from tools.bench.memory import second_game
from tools.emulator.constants import CHIP
from tools.emulator.twins import OK
from tools.strength import reference

GUEST = Path(__file__).with_name("_busy_guest.py")
_BUDGET_MS = 50
_MOST_MS = 120_000
_SPARKS_MS = 30_000
_EVERY_MS = 61
_SPARK_MS = 9
_MASTER = 5  # as players are numbered
QUESTIONS = (
    ("the strongest level thinks", f"thinking({{!r}}, {_MASTER})"),
    ("the coach looks at a roll", "pondering({!r})"),
    ("the tutor grades a play", "grading({!r})"),
    ("a game is reviewed", "reviewing({!r})"),
    ("a game is graded for the records", "filing({!r})"),
)
# What first makes an engine since power-on: each on a fresh board and on one with many matches.
FIRST = (
    ("the first engine line is answered", "answering({!r})"),
    ("the first report of the hardware begins", "reporting({!r})"),
)
_KEPT = 12
_RECORDS = 60
# The same with erases of flash included, which cannot be cut in pieces: two may come in a row.
KEEPING = "a game's cards and records are kept, erases included"
_KEEPING_BUDGET_MS = _BUDGET_MS + 2 * 45
# Of the reference: the most plays of a double, with contact and in a race, and a usual one.
_POSITIONS = ("4PPBACy0zZIBKA", "2wEAANrehRAAAA", "mHPMATDg8+ABJA")


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    press_ms = idle_press_ms(chip)
    found = [
        _row(name, press_ms, max(longest(chip, question, text) for text in texts()))
        for name, question in QUESTIONS
    ]
    for where, kept in (("a fresh board", ()), (f"a board with {_KEPT} matches", kept_matches())):
        for name, question in FIRST:
            most = longest(chip, question, texts()[0], kept)
            found.append(_row(f"{name}, {where}", press_ms, most))
    most = longest(chip, "keeping({!r})", texts()[0])
    return found + [_row(KEEPING, press_ms, most, _KEEPING_BUDGET_MS)]


def kept_matches():
    """The records of matches that are over and not graded yet."""
    return [second_game(_RECORDS + number) for number in range(_KEPT)]


def texts():
    """The positions and rolls, as the guest takes them."""
    found = [
        bytes([n & 255 for n in line["pos"]] + line["dice"]).hex()
        for line in reference.lines("plays_2ply.jsonl")
        if line["posid"] in _POSITIONS
    ]
    if len(found) != len(_POSITIONS):
        raise RuntimeError(f"the reference lacks a position of {_POSITIONS}")
    return found


def longest(chip, question, text, kept=()):
    """The microseconds; raises RuntimeError where the board did not work on it at all.

    A board of its own: sparks that are left over from another question would come on top. `kept`:
    the records of the matches that it has.
    """
    begin = range(0, _SPARKS_MS, _EVERY_MS)
    edges = [(OK, True, ms) for ms in begin] + [(OK, False, ms + _SPARK_MS) for ms in begin]
    with started.board(GUEST, chip, kept) as board:
        board.contacts(edges)
        said = board.exec(f"print({question.format(text)})", _MOST_MS)
    most, rounds = ast.literal_eval(said)
    if not rounds:
        raise RuntimeError("nothing was worked on: " + question.format(text))
    return most


def _row(name, press_ms, longest_us, budget_ms=_BUDGET_MS):
    value = busy_press_ms(press_ms, longest_us)
    return {
        "name": f"chip: press → light, while {name}",
        "value": value,
        "unit": "ms",
        "budget": budget_ms,
        "ok": value <= budget_ms,
    }
