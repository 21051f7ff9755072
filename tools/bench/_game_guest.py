"""Runs on the board: plays a match, and sees what that leaves of the memory. Sent over USB.

It takes of the same memory, so there is no more in it than that.
"""

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
    """Bytes that nothing lives in."""
    gc.collect()
    return gc.mem_free()


def make_board():
    """The board as main.py starts it, without the link."""
    global ring
    host = main.of_chip(False)
    ring = host.ring
    return main.started(host)


def _touched():
    """In place of Panel.idle: somebody touches a button. Else a turn lasts until somebody does."""
    return False


def game(board, length=1, players=(1, 1)):
    """(lowest free heap, longest round of the loop while a computer thinks, in us) of a match.

    Without erases of flash, which cannot be cut in pieces. Somebody skips what is shown of a play.
    """
    navigator = board.navigator
    session = navigator.session
    board.panel.idle = _touched
    navigator.begin(
        time.ticks_ms(),
        navigator.session.new_match,
        Settings(length=length, players=players),
    )
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
