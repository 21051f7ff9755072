"""Measures the memory that an evening leaves free on a board, and the largest piece of it.

main.py runs as after power-on, with earlier matches and a long game; a page mirrors the board. The
contexts follow each other as people open them. The emulator looks every 60 ms at what a collection
would leave free (tools/emulator/board/heap.js): a budget holds at each look.
"""

import random
import re

from picogammon.rules import actions
from picogammon.rules import match as matches
from picogammon.rules.plays import Plays
from picogammon.rules.settings import Settings
from picogammon.rules.situation import opening
from tools.bench.board import MASTER, at_least, at_most, image
from tools.emulator.constants import CHIP
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD
from tools.emulator.twins import BACK, HOLD_MS, NEXT, OK, PREV, flash_with

RECORDS = 300
_KEPT = 12
_FIRST_GAME = 40  # records of the game that is graded
_LOOK_MS = 60
_SHOWN_MS = 250  # after a press
_MOST_MS = 4000
_GRADED_MS = 40_000
_LEFT_MS = 700  # until what was left is let go of, and before grading goes on
_TURNS_MS = 6000
_MOST_LINES = 26  # of a menu
_MOST_ANSWERS = 4
_KB = 1024
# KB that are free at least, and in one piece: with an engine in memory, and without.
_ENGINE = (60, 12)
_NONE = (90, 24)
_LOST = 4  # KB at most, once a context is left
_LOST_IN_ALL = 8  # what draws, answers and keeps matches is loaded once, and stays
_XGID = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10\n"
_MEASURED = re.compile(r"^memory: (\d+) KB free, (\d+) KB in one piece$", re.MULTILINE)


def rows(chip=CHIP):
    """Returns the rows of this benchmark."""
    with Emulator(BOARD, chip) as board:
        return list(evening(board))


def evening(board):
    """Yields the rows of an evening on a board that is not booted yet."""
    board.boot(uf2=image())
    board.start_up()
    empty = board.flash()
    kept = [second_game(_FIRST_GAME + number) for number in range(_KEPT)]
    board.boot(flash=flash_with(empty, *kept, second_game(RECORDS)))
    board.watch_memory(_LOOK_MS)
    board.start_up()
    yield from _free(board, "the start", _NONE)
    mirrored(board)
    yield from _free(board, "a page mirrors the board", _NONE)
    board.run(_GRADED_MS)
    yield from _free(board, "a game is graded", _ENGINE)
    first = before = board.memory()[0][0]
    for name, act, budgets in _CONTEXTS:
        act(board)
        yield from _free(board, name, budgets)
        board.press(BACK, HOLD_MS)
        board.run(_LEFT_MS)
        after = board.memory()[0][0]
        yield _lost(f"after: {name}", before - after, _LOST)
        before = after
    yield _lost("after all of these", first - before, _LOST_IN_ALL)
    _resign(board)
    yield from _free(board, "a game is over and reviewed", _ENGINE)
    board.boot(flash=flash_with(empty, long_game(RECORDS, (MASTER, MASTER))))
    board.start_up()
    board.run(_TURNS_MS)
    yield from _free(board, "the strongest level thinks", _ENGINE)


def _free(board, name, budgets):
    """Yields rows of the least that was free since the last call."""
    _, found = board.memory()
    for what, value, budget in zip(("free", "free in one piece"), found, budgets):
        yield at_least(f"chip: {what}: {name}", value / _KB, "KB", budget)


def _lost(when, lost, budget):
    return at_most(f"chip: not free again {when}", lost / _KB, "KB", budget)


# The contexts, one after another. Each is left by a long BACK.


def _opened(*labels, then=0):
    """Returns an act: opens the main menu and chooses lines, each in the menu that the last opened.

    `then`: how often OK is pressed after that.
    """

    def act(board):
        board.press(OK, HOLD_MS)
        board.run(_SHOWN_MS)
        for label in labels:
            choose(board, label)
        for _ in range(then):
            board.press(OK)
            board.run(_MOST_MS)

    return act


def _walked(board):
    """Looks at each line of the main menu and chooses none."""
    _opened()(board)
    for _ in range(_MOST_LINES):
        board.press(NEXT)
        board.run(_LOOK_MS)


def _asked(board):
    """Asks the engine over the link, as a program does, and quits."""
    for line in (b"nonsense\n", b"ubgi\n", _XGID):
        board.send(line)
        board.run(_MOST_MS, still=_SHOWN_MS)
    board.send(b"quit\n")
    board.run(_SHOWN_MS)


def _practised(board):
    """Answers some cards by the first play; then a program asks the engine."""
    _opened("Practice", "My mistakes", "Ann", then=4)(board)
    board.send(_XGID)
    board.run(_MOST_MS, output="24/18")
    board.send(b"quit\n")
    board.run(_SHOWN_MS)


def _resign(board):
    """Resigns the game, has the other side accept, and waits while the coach reviews it."""
    _opened("Resign", "Single game", "Resign")(board)
    for _ in range(_MOST_ANSWERS):
        told = said(board)
        if " wins" in told:
            board.run(2 * _MOST_MS)
            return
        board.press(PREV if "PREV: ACCEPT" in told else OK)
        board.run(_SHOWN_MS)
    raise RuntimeError(f"the game is not over: {said(board)}")


_CONTEXTS = (
    ("the main menu", _walked, _NONE),
    ("lines over the link", _asked, _ENGINE),
    ("practice", _practised, _ENGINE),
    ("a new match's levels", _opened("New match", "Ann"), _NONE),
    ("Players", _opened("Players", then=1), _NONE),
    ("an earlier match is played back", _opened("Earlier matches", then=1), _NONE),
    ("its next blunder", _opened("Earlier matches", then=3), _ENGINE),
    ("a hint", _opened("Hint", then=1), _ENGINE),
    ("the position's code", _opened("Position"), _NONE),
    ("preferences", _opened("Preferences"), _NONE),
    ("a position is set up", _opened("Set up position"), _NONE),
)


# What people and pages do.


def choose(board, label):
    """Walks to a line of the open menu and chooses it. Raises RuntimeError if there is none."""
    for _ in range(_MOST_LINES):
        if f". {label}" in said(board):
            board.press(OK)
            board.run(_MOST_MS, still=_SHOWN_MS)
            return
        board.press(NEXT)
        board.run(_LOOK_MS)
    raise RuntimeError(f"no line {label}: {said(board)}")


def said(board):
    """Returns the words on the board's display, as the board sends them to a page."""
    return re.search(r"^mirror said (.*)$", mirrored(board), re.MULTILINE)[1]


def mirrored(board):
    """Returns what the board sends to a page that mirrors all of it."""
    board.received()
    board.send(b"mirror all\n")
    board.run(_MOST_MS, output="mirror end")
    return board.received().decode()


def resumed(board, records):
    """Boots a board that has no match yet with a match of these records."""
    board.boot(flash=flash_with(board.flash(), records))
    board.start_up()
    board.run(_SHOWN_MS)


def told(board):
    """Returns (KB free, KB in one piece). Raises RuntimeError if the board does not report them."""
    board.received()
    board.send(b"hardware\n")
    board.run(_MOST_MS, output="KB in one piece")
    board.run(50)
    said = board.received().decode().replace("\r", "")
    found = _MEASURED.search(said)
    if not found:
        raise RuntimeError(f"the board does not say what is free: {said[-400:]!r}")
    return int(found[1]), int(found[2])


# Matches.


def second_game(count):
    """Returns the records of a match between Ann and Bob: a finished game, then `count` records."""
    settings = Settings(length=7, names=["Ann", "Bob"])
    first = _game(random.Random(1), _FIRST_GAME, settings)[1:]
    first += [actions.resign(1), actions.accept()]
    match = matches.Match(settings)
    for record in first:
        match.apply(record)
    second = [actions.game(opening(settings, match.scores)), *long_game(count)[2:]]
    return [actions.settings(settings), *first, *second]


def long_game(count, players=(0, 0)):
    """Returns `count` records of a match whose first game is not over; a turn has two."""
    for seed in range(1000):
        kept = _game(random.Random(seed), count, Settings(length=7, players=players))
        if len(kept) == count:
            return kept
    raise RuntimeError(f"no game had {count} records")


def _game(chance, count, settings):
    match = matches.Match(settings)
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
