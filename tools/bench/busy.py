"""Measures how long a press waits while the image works, on the emulated RP2040.

The board looks at a press when the round of its loop ends; a press may cut the round short. Sparks,
too short to be presses, touch a button all the time. The guest measures the longest that a spark
waits for the end of its round, or a whole round after it; what a press takes on an idle board comes
on top.
"""

from pathlib import Path

from tools.bench.board import MASTER, as_hex, asked, at_most, prompt
from tools.bench.chip import busy_press_ms, idle_press_ms
from tools.bench.memory import second_game
from tools.emulator.constants import CHIP
from tools.emulator.twins import OK
from tools.strength import reference

_GUEST = Path(__file__).with_name("_busy_guest.py")
_BUDGET_MS = 50
_SPARKS_MS = 30_000
_EVERY_MS = 61
_SPARK_MS = 9
QUESTIONS = (
    ("the strongest level thinks", f"thinking({{!r}}, {MASTER})"),
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
# Of the reference: the most plays of a double, with contact and in a race, and a usual one.
_POSITIONS = ("4PPBACy0zZIBKA", "2wEAANrehRAAAA", "mHPMATDg8+ABJA")


def rows(chip=CHIP):
    """Returns the rows of this benchmark."""
    press_ms = idle_press_ms(chip)
    found = [
        _row(name, press_ms, max(longest(chip, question, text) for text in texts()))
        for name, question in QUESTIONS
    ]
    matches = [second_game(_RECORDS + number) for number in range(_KEPT)]  # over, not graded yet
    for where, kept in (("a fresh board", ()), (f"a board with {_KEPT} matches", matches)):
        for name, question in FIRST:
            most = longest(chip, question, texts()[0], kept)
            found.append(_row(f"{name}, {where}", press_ms, most))
    return found


def texts():
    """Returns the positions and rolls as the guest takes them, 28 bytes in hexadecimal each."""
    lines = reference.lines("plays_2ply.jsonl")
    return [as_hex(line) for line in lines if line["posid"] in _POSITIONS]


def longest(chip, question, text, kept=()):
    """Returns the microseconds. Raises RuntimeError if the board did not work on the question.

    Each question gets a board of its own: sparks left over from another would come on top.
    `kept`: the records of the board's earlier matches.
    """
    begin = range(0, _SPARKS_MS, _EVERY_MS)
    edges = [(OK, True, ms) for ms in begin] + [(OK, False, ms + _SPARK_MS) for ms in begin]
    with prompt(_GUEST, chip, kept) as board:
        board.contacts(edges)
        most, rounds = asked(board, question.format(text))
    if not rounds:
        raise RuntimeError("nothing was worked on: " + question.format(text))
    return most


def _row(name, press_ms, longest_us):
    value = busy_press_ms(press_ms, longest_us)
    return at_most(f"chip: press → light, while {name}", value, "ms", _BUDGET_MS)
