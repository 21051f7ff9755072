"""Measures how deep the stack of the image gets on the emulated RP2040.

main.py runs as after power-on. The stack is painted first; whatever overwrites the paint used it,
interrupts included.
"""

from functools import partial

from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.plays import Plays
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Checkpoint
from tools.bench.board import MASTER, at_most, image
from tools.emulator.emulator import Emulator
from tools.emulator.reference import BOARD
from tools.emulator.twins import BACK, HOLD_MS, NEXT, OK, PREV, flash_with

_ROOM = 1536  # bytes that are to stay free
_MOST_MS = 4000
_LINES = (
    "ubgi",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10",
    "XGID=-a-B--D-B---dE---d-e----B-:1:-1:1:00:0:0:0:5:10",
    "plays XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10",
    "nonsense",
    "position gnubgid 4HPwATDgc/ABMA",
    "dice 6 6",
    "go role turn",
)
# With contact, and each side with checkers back: as its player, who is to roll, sees it.
_POSITION = (-1, -2, 0, 2, 2, 0, 3, 0, 2, 0, 0, 0, -3, 3, 0, 0, 0, -3, 0, -3, -2, 2, -1, 0, 1, 0)


def rows(acts=None):
    """Returns the rows of this benchmark, for each of `acts` (of ACTS; None: all)."""
    with Emulator(BOARD) as board:
        board.boot(uf2=image())
        board.start_up()
        size = board.stack_size()
        empty = board.flash()
        return [
            at_most(
                f"chip: stack of {size} while {what}",
                act(board, size, empty),
                "bytes",
                size - _ROOM,
            )
            for what, act in acts or ACTS
        ]


def _resumes(board, size, empty, records=None):
    """Boots with a match, by default one between people; what comes after is counted from zero."""
    board.boot(flash=flash_with(empty, records or _records(0, 0)))
    board.run(1)  # there is a stack by then
    board.paint_stack(size)
    board.start_up()
    used = board.stack_used(size)
    board.paint_stack(size)
    return used


def _records(*players, resigned=False):
    """A game's log: some plays from the position; the last roll is to be played, or all is over."""
    match = Match(Settings(length=7, players=players))
    plays = Plays()
    kept = [actions.settings(match.settings)]

    def act(action):
        match.apply(action)
        kept.append(action)

    act(actions.game(Checkpoint(turn=0, position=_POSITION)))
    for first, second in ((3, 1), (6, 4), (5, 2), (4, 4), (6, 1)):
        act(actions.roll(first, second))
        plays.generate(match.position, first, second)
        act(actions.play(plays.steps(plays.count // 2)))
    if resigned:
        act(actions.resign(actions.SINGLE))
        act(actions.accept())
    else:
        act(actions.roll(4, 3))
    return kept


def _thinks(board, size, empty):
    _resumes(board, size, empty, _records(0, MASTER))
    board.run(6000)
    return board.stack_used(size)


def _hints(board, size, empty):
    _resumes(board, size, empty, _records(MASTER, 0))
    board.press(OK, HOLD_MS)
    board.press(OK)
    board.run(2000)
    for button in (NEXT, NEXT, PREV, OK, BACK, BACK):
        board.press(button)
        board.run(100)
    return board.stack_used(size)


def _walks_through_menus(board, size, empty, lines=None):
    """Opens lines of the menu, all if None, and of each what a few presses reach."""
    _resumes(board, size, empty)
    for line in lines or range(_MENU_LINES):
        board.press(OK, HOLD_MS)
        for button in [NEXT] * line + [OK, OK, NEXT, OK, PREV, OK, NEXT, NEXT, OK]:
            board.press(button)
            board.run(70)
        board.press(BACK, HOLD_MS)
        board.run(70)
        board.press(OK)
        board.run(200)
    return board.stack_used(size)


_MENU_LINES = 10  # without the last one, which begins a new match


def _answers(board, size, empty):
    _resumes(board, size, empty)
    for line in _LINES:
        board.send(line.encode() + b"\n")
        board.run(3000, still=300)
    return board.stack_used(size)


def _reviews(board, size, empty):
    _resumes(board, size, empty, _records(0, 0, resigned=True))
    board.press(PREV)
    board.run(6000)
    for button in (OK, NEXT, PREV, BACK, NEXT, OK):
        board.press(button)
        board.run(100)
    return board.stack_used(size)


def _fails(board, size, empty):
    _resumes(board, size, empty)
    board.exec("pass")
    board.paint_stack(size)
    board.send(_FAILURE.encode() + b"\x04")
    if not board.run(_MOST_MS, output="RuntimeError: planted"):
        raise RuntimeError("the board did not fail")
    board.run(500)
    return board.stack_used(size)


_FAILURE = """
import machine
import main
import picogammon.app.display.lights as lights
class Stays:  # or its memory would be a new one
    def __getattr__(self, name):
        return getattr(machine, name)
    def reset(self):
        while True:
            pass
host = main.of_chip()
host.machine = Stays()
def fail(*_):
    raise RuntimeError("planted")
lights.Lights.paint = fail
main.run(host)
"""

ACTS = (
    ("a match is resumed", _resumes),
    ("the strongest level thinks", _thinks),
    ("hints are given", _hints),
    ("menus are walked through", _walks_through_menus),
    ("lines are answered", _answers),
    ("a game is reviewed", _reviews),
    ("a failure is written down", _fails),
)
# The menu's walk is deeper than all else by 900 bytes, its second line than the first by 3000; the
# others add nothing.
DEEPEST = (("a line of the menu is walked through", partial(_walks_through_menus, lines=(1,))),)
