"""Presses: a button and its event, packed into one small integer.

A board may also have a button for each place. Its only event is PLACE, and the press has the place
(ground/places.py, or DICE, CUBE) instead of one of the four buttons.
"""

from micropython import const

PREV = const(0)
NEXT = const(1)
OK = const(2)
BACK = const(3)
BUTTON_NAMES = ("PREV", "NEXT", "OK", "BACK")

SHORT = const(0)
LONG = const(1)
REPEAT = const(2)
PLACE = const(3)
LINE = const(4)  # a line of a menu, touched on a page; never packed


def pack(button: int, event: int) -> int:
    """A packed press, 0 to 119: of a button (0..3) and its event, or of a place and PLACE."""
    return button << 2 | event


def button_of(press: int) -> int:
    """The button of a packed press, or its place."""
    return press >> 2


def event_of(press: int) -> int:
    """The event of a packed press: SHORT, LONG or REPEAT; PLACE for a place's button."""
    return press & 3
