"""What a press is: which button and how it was pressed, packed into one small integer."""

from micropython import const

PREV = const(0)
NEXT = const(1)
OK = const(2)
BACK = const(3)
BUTTON_NAMES = ("PREV", "NEXT", "OK", "BACK")

SHORT = const(0)
LONG = const(1)
REPEAT = const(2)


def packed(button: int, kind: int) -> int:
    """The press of a button (0..3) in one of the three ways (SHORT, LONG, REPEAT): 0 to 14."""
    return button << 2 | kind


def button_of(press: int) -> int:
    """The button of a packed press."""
    return press >> 2


def kind_of(press: int) -> int:
    """How the button of a packed press was pressed: SHORT, LONG or REPEAT."""
    return press & 3
