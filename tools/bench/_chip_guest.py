"""Runs on the board: measures itself. Sent over USB, piece by piece; see chip.py."""

import binascii
import gc
import time
from array import array

from picogammon.app.display.screens import draw

_ROUNDS = 10


def took(action, *what):
    """Returns the microseconds that an action takes."""
    began = time.ticks_us()
    action(*what)
    return time.ticks_diff(time.ticks_us(), began)


def legal_plays(rolls, plays):
    """Returns [(microseconds, plays found)] of rolls: each 28 bytes in hexadecimal."""
    found = []
    for text in rolls:
        gc.collect()  # or it is timed as well, now and then
        raw = binascii.unhexlify(text)
        pos = array("b", raw[:26])
        spent = took(plays.generate, pos, raw[26], raw[27])
        found.append((spent, plays.count))
    return found


def frames(board):
    """Returns (microseconds for a frame of lights, for a whole screen)."""
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

    return [sum(took(one) for _ in range(_ROUNDS)) // _ROUNDS for one in (lights, screen)]
