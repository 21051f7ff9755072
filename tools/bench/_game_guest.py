"""Runs on the board: plays a match, and measures the memory that is left, itself included."""

import gc
import time

from picogammon.app.modes.mode import Watch
from picogammon.app.modes.waiting import Think
from picogammon.ground import OK
from picogammon.rules import match as matches
from picogammon.rules.settings import Settings

try:
    from picogammon import main  # where `make flash` puts it
except ImportError:
    import main  # where the image has it

_STEP_MS = 150  # of the match's time between two turns of the loop: pauses pass quickly
_LOOK_EVERY = 10


def free():
    """Returns the free bytes of the heap."""
    gc.collect()
    return gc.mem_free()


def make_board():
    """Returns the board as main.py starts it, without the link."""
    global ring
    host = main.of_chip(False)
    ring = host.ring
    return main.started(host)


def _touched():
    """Replaces Panel.idle: a button is always touched, which ends each round of the loop."""
    return False


def game(board, length=1, players=(1, 1)):
    """Returns (lowest free heap, us of the longest round while a computer thinks) of a match.

    Rounds that erase flash do not count. The animations of plays are skipped.
    """
    navigator = board.navigator
    session = navigator.session
    board.panel.idle = _touched
    settings = Settings(length=length, players=players)
    navigator.begin(time.ticks_ms(), session.new_match, settings)
    lowest = free()
    longest = turns = 0
    now = time.ticks_ms()
    while session.match.phase != matches.MATCH_OVER:
        top = navigator.top
        thinking = isinstance(top, Think)  # perhaps in the round that shows it, too
        if thinking:
            ring.erase_next()
        if isinstance(top, Watch) and not navigator.changed:
            top.press(OK, now)
        began = time.ticks_us()
        board.run_round(now)
        spent = time.ticks_diff(time.ticks_us(), began)
        if thinking and navigator.top is top:  # and nothing was committed
            longest = max(longest, spent)
        now += _STEP_MS
        turns += 1
        if turns % _LOOK_EVERY == 0:
            lowest = min(lowest, free())
    return lowest, longest
