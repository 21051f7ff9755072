"""MicroPython's `time` for the virtual board: an interrupt's handler is told when its edge came.

A page may hear of a press late; on a chip nothing is in an interrupt's way.
"""

import _page
import utime
from utime import *  # noqa: F403

if _page.seeded:  # the times of presses are in the dice, which shall come from ?seed=... alone
    del ticks_us  # noqa: F821

_ticks_ms = utime.ticks_ms
_ticks_add = utime.ticks_add
_late = 0  # ms, while a handler runs


def ticks_ms():
    """Milliseconds, as the port counts them."""
    return _ticks_add(_ticks_ms(), -_late) if _late else _ticks_ms()


def interrupt(handler, pin, late):
    """Calls a handler of an edge that came `late` ms ago."""
    global _late
    _late = late
    try:
        handler(pin)
    finally:
        _late = 0
