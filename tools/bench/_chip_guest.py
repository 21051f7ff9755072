"""Runs on the board: measures itself. Sent over USB, piece by piece; see chip.py."""

import binascii
import gc
import time
from array import array

from picogammon.app.display.screens import draw
from picogammon.app.modes.think import Think
from picogammon.board import Board
from picogammon.rules import match as matches
from picogammon.rules.movegen import Plays  # noqa: F401 (chip.py makes some)
from picogammon.rules.settings import Settings

_ROUNDS = 10
_STEP_MS = 150  # of the match's time between two turns of the loop: shows and pauses pass quickly
_LOOK_EVERY = 10


def took(action, *what):
    """Microseconds that an action takes."""
    began = time.ticks_us()
    action(*what)
    return time.ticks_diff(time.ticks_us(), began)


def _average(action):
    return sum(took(action) for _ in range(_ROUNDS)) // _ROUNDS


def free():
    """Bytes that nothing lives in."""
    gc.collect()
    return gc.mem_free()


def legal_plays(rolls, plays):
    """[(microseconds, plays found)] of rolls: position and dice, 28 bytes in hexadecimal each."""
    found = []
    for text in rolls:
        gc.collect()  # or it is timed as well, now and then
        raw = binascii.unhexlify(text)
        pos = array("b", raw[:26])
        spent = took(plays.generate, pos, raw[26], raw[27])
        found.append((spent, plays.count))
    return found


def make_board():
    """The board as main.py makes it, but for the link."""
    board = Board(None)
    board.start(time.ticks_ms())
    return board


def frames(board):
    """(microseconds for a frame of lights, for a whole screen)."""
    view = board.navigator.view
    panel = board.panel

    flicker = bytearray(1)  # a frame that is on the lights already would not be sent

    def lights():
        panel.lights.paint(view, time.ticks_ms(), panel.rgb)
        flicker[0] ^= 1
        panel.rgb[0] ^= flicker[0]
        panel.strip.show(panel.rgb)

    def screen():
        draw(view, panel.canvas)
        panel.oled.look_after()
        panel.oled.show(panel.canvas.buffer)

    rounds = range(_ROUNDS)
    return sum(took(lights) for _ in rounds) // _ROUNDS, sum(
        took(screen) for _ in rounds
    ) // _ROUNDS


def game(board, length=1, players=(1, 1)):
    """(lowest free heap, longest turn of the loop while a computer thinks, in us) of a match.

    Without erases of flash, which cannot be cut in pieces.
    """
    navigator = board.navigator
    session = navigator.session
    navigator.new_match(Settings(length=length, players=players), time.ticks_ms())
    lowest = free()
    longest = turns = 0
    now = time.ticks_ms()
    while session.match.phase != matches.MATCH_OVER:
        top = navigator.top
        thinking = isinstance(top, Think) and not navigator.changed
        while thinking and board.journal.tidy():
            pass
        spent = took(board.run_round, now)
        if thinking and navigator.top is top:  # and nothing was committed
            longest = max(longest, spent)
        now += _STEP_MS
        turns += 1
        if turns % _LOOK_EVERY == 0:
            lowest = min(lowest, free())
    return lowest, longest
