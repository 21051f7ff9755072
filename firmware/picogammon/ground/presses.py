"""What a press is: a button and its event, packed into one small integer.

A board may have a button for each place, too. Its only event is PLACE, and the press has the place
(ground/places.py, or DICE, CUBE) where that of the four buttons has the button.
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


def pack(button: int, event: int) -> int:
    """A button (0..3) and what it did (SHORT, LONG, REPEAT), or a place and PLACE: 0 to 119."""
    return button << 2 | event


def button_of(press: int) -> int:
    """The button of a packed press, or its place."""
    return press >> 2


def event_of(press: int) -> int:
    """What the button of a packed press did: SHORT, LONG or REPEAT; PLACE if it is a place's."""
    return press & 3
