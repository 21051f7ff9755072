"""Runs on the board: times what the kernels do; see kernels.py."""

import binascii
import gc
import time
from array import array

from picogammon import board_data
from picogammon.app.display.screens import draw
from picogammon.host import of_chip
from picogammon.panel import Panel

_ROUNDS = 5


def took(action, *what):
    """Microseconds that an action takes."""
    began = time.ticks_us()
    action(*what)
    return time.ticks_diff(time.ticks_us(), began)


def frames(view):
    """Microseconds for a frame of lights, for drawing a screen, for sending all of it."""
    panel = board_data.first_of(of_chip(False), Panel)[0]
    spent = [0, 0, 0]
    for i in range(_ROUNDS):
        gc.collect()
        spent[0] += took(panel.lights.paint, view, 0, panel.rgb)
        panel.rgb[0] ^= i  # a frame that is on the lights already would not be sent
        spent[0] += took(panel.strip.show, panel.rgb)
        spent[1] += took(draw, view, panel.canvas)
        panel.oled.look_after()
        spent[2] += took(panel.oled.show, panel.canvas.buffer)
    return [us // _ROUNDS for us in spent]


def found(rolls, plays):
    """[(us for all plays, their checksum)] of rolls: position and dice, 28 bytes in hexadecimal.

    `plays`: a Plays.
    """
    all_found = []
    for text in rolls:
        gc.collect()  # or it is timed as well, now and then
        raw = binascii.unhexlify(text)
        us = took(plays.generate, array("b", raw[:26]), raw[26], raw[27])
        all_found.append((us, binascii.crc32(plays.buffer[: 4 * plays.count])))
    return all_found
