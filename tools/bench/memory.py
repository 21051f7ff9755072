"""What a board has free once it has taken up a long match and a page mirrors it, and how much of
it in one piece; also with a game half graded for the records, and the match played back.

It says so itself, in its hardware report, over USB: main.py runs as after power-on.
"""

import random
import re

from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.plays import Plays
from picogammon.rules.settings import Settings
from picogammon.rules.situation import opening
from tools.bench.started import image
from tools.emulator.constants import CHIP
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD
from tools.emulator.twins import HOLD_MS, NEXT, OK, flash_with

RECORDS = 300
_SETTLED_MS = 1500
_MOST_MS = 4000
_GRADING_MS = 12_000  # long before its luck is counted
_MOST_LINES = 20  # of the menu
_FIRST_GAME = 40  # records of the game that is graded
_ROWS = (("free heap", 80), ("largest free block", 16))  # KB at least
_SAID = re.compile(r"^(.*) before: (\d+) KB$", re.MULTILINE)


def rows(chip=CHIP):
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    with Emulator(BOARD, chip) as board:
        board.boot(uf2=image())
        board.start_up()
        resumed(board, long_game(RECORDS))
        mirrored(board)
        found = _rows("resumed and mirrored", told(board))
        board.boot(flash=flash_with(board.flash(), second_game(RECORDS)))
        board.start_up()
        board.run(_GRADING_MS)
        play_back(board)
        return found + _rows("half graded, played back and mirrored", told(board))


def _rows(how, found):
    return [
        {
            "name": f"chip: {what}, a match of {RECORDS} records {how}",
            "value": found[what],
            "unit": "KB",
            "budget": least,
            "ok": found[what] >= least,
        }
        for what, least in _ROWS
    ]


def mirrored(board):
    """What the board tells a page that mirrors all of it."""
    board.received()
    board.send(b"mirror all\n")
    board.run(_MOST_MS, output="mirror end")
    return board.received().decode()


def play_back(board):
    """Opens the match that is played, as a person does in the menu."""
    board.press(OK, HOLD_MS)
    board.run(_SETTLED_MS)
    for _ in range(_MOST_LINES):
        if "Earlier matches" in mirrored(board):
            break
        board.press(NEXT)
        board.run(_SETTLED_MS)
    for _ in range(2):  # the list, and the match on top of it
        board.press(OK)
        board.run(2 * _SETTLED_MS)
    if "mirror played" not in mirrored(board):
        raise RuntimeError("the board plays no match back")


def resumed(board, records):
    """Boots a board that has no match yet with that one."""
    board.boot(flash=flash_with(board.flash(), records))
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


def second_game(count):
    """The records of a match between people with names whose first game is over, and whose second
    goes on after so many records."""
    settings = Settings(length=7, names=["Ann", "Bob"])
    first = _game(random.Random(1), _FIRST_GAME)[1:] + [actions.resign(1), actions.accept()]
    match = matches.Match(settings)
    for record in first:
        match.apply(record)
    second = [actions.game(opening(settings, match.scores)), *long_game(count)[2:]]
    return [actions.settings(settings), *first, *second]


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
