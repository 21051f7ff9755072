"""What a press is: a button and its event, packed into one small integer."""

from micropython import const

PREV = const(0)
NEXT = const(1)
OK = const(2)
BACK = const(3)
BUTTON_NAMES = ("PREV", "NEXT", "OK", "BACK")

SHORT = const(0)
LONG = const(1)
REPEAT = const(2)


def pack(button: int, event: int) -> int:
    """The press of a button (0..3) and what it did (SHORT, LONG, REPEAT): 0 to 14."""
    return button << 2 | event


def button_of(press: int) -> int:
    """The button of a packed press."""
    return press >> 2


def event_of(press: int) -> int:
    """What the button of a packed press did: SHORT, LONG or REPEAT."""
    return press & 3
