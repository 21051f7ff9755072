"""Runs on the board: a computer's whole turn, as the board's own loop takes it; see turn.py."""

import binascii
import time
from array import array

from picogammon.app.modes.waiting import Think
from picogammon.board import Board
from picogammon.host import of_chip
from picogammon.rules import actions
from picogammon.rules.settings import Settings
from picogammon.rules.situation import Checkpoint

_LOOP_MS = 5  # as main.py has them
_BUSY_MS = 10

host = of_chip(False)
board = Board(host)
board.start(time.ticks_ms())
navigator = board.navigator


async def _turn():
    began = time.ticks_us()
    board.show(time.ticks_ms())
    paused = time.ticks_ms()
    while isinstance(navigator.top, Think) or navigator.changed:
        board.run_round(time.ticks_ms())
        shown = time.ticks_us()
        if not board.busy:
            await host.pause(_LOOP_MS)
        elif time.ticks_diff(time.ticks_ms(), paused) >= _BUSY_MS:
            await host.pause(host.breath_ms)
        else:
            continue
        paused = time.ticks_ms()
    return time.ticks_diff(shown, began)


def turn(text, level):
    """Returns the microseconds from the first light of a turn to the play shown.

    `text`: a position and a roll, 28 bytes in hexadecimal. The pause that shows the roll does not
    count, nor do the rounds that draw the last play and tidy memory.
    """
    raw = binascii.unhexlify(text)
    now = time.ticks_ms()
    navigator.begin(now, navigator.session.new_match, Settings(length=7, players=(level, 0)))
    navigator.commit(actions.game(Checkpoint(turn=0, position=array("b", raw[:26]))), now)
    navigator.commit(actions.roll(raw[26], raw[27]), now)
    while board.panel.run_round(navigator.view, now):
        pass
    navigator.top.ready_at = now
    try:
        _turn().send(None)
    except StopIteration as done:
        return done.value
