"""What a board has free once it has taken up a long match and a page mirrors it, and how much of
it in one piece.

It says so itself, in its hardware report, over USB: main.py runs as after power-on.
"""

import random
import re

from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.checkpoint import opening
from picogammon.rules.movegen import Plays
from picogammon.rules.settings import Settings
from tools.bench.started import image
from tools.emulator.constants import CHIP
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD
from tools.emulator.twins import flash_with

RECORDS = 300
_SETTLED_MS = 1500
_MOST_MS = 4000
_ROWS = (("free heap", 80), ("largest free block", 16))  # KB at least
_SAID = re.compile(r"^(.*) before: (\d+) KB$", re.MULTILINE)


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image())
        board.start_up()
        resumed(board, RECORDS)
        board.send(b"mirror all\n")
        board.run(_MOST_MS, output="mirror end")
        found = told(board)
    return [
        {
            "name": f"chip: {what}, a match of {RECORDS} records resumed and mirrored",
            "value": found[what],
            "unit": "KB",
            "budget": least,
            "ok": found[what] >= least,
        }
        for what, least in _ROWS
    ]


def resumed(board, count):
    """Boots a board that has no match yet with one whose running game has so many records."""
    board.boot(flash=flash_with(board.flash(), long_game(count)))
    board.start_up()
    board.run(_SETTLED_MS)


def told(board):
    """{what: KB} of what the board says of its memory; raises RuntimeError where it does not."""
    board.received()
    board.send(b"hardware\n")
    board.run(_MOST_MS, output=f"{_ROWS[-1][0]} before: ")
    board.run(50)
    said = board.received().decode().replace("\r", "")
    found = {what: int(kb) for what, kb in _SAID.findall(said)}
    if len(found) < len(_ROWS):
        raise RuntimeError(f"the board does not say what is free: {said[-400:]!r}")
    return found


def long_game(count):
    """The records of a match whose first game goes on after so many of them, two for a turn."""
    for seed in range(1000):
        kept = _game(random.Random(seed), count)
        if len(kept) == count:
            return kept
    raise RuntimeError(f"no game had {count} records")


def _game(chance, count):
    match = matches.Match(Settings(length=7))
    plays = Plays()
    kept = [actions.settings(match.settings), actions.game(opening(match.settings))]
    match.apply(kept[1])
    rolled = actions.roll(5, 3)
    while len(kept) < count and match.result is None:
        if match.phase == matches.TO_PLAY:
            found = plays.generate(match.position, *match.dice)
            action = actions.play(plays.steps(chance.randrange(found)) if found else [])
        else:
            action, rolled = rolled, actions.roll(chance.randint(1, 6), chance.randint(1, 6))
        match.apply(action)
        kept.append(action)
    return kept
