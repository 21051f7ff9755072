"""Names that all packages share: times, presses, places and tunes, and whether native code runs.

Times are milliseconds as MicroPython's `ticks_ms` counts them, modulo 2 ** 30. After twelve days
they begin again at 0, so compare times only with the functions of this file.

A press is a button and an event, packed into one small integer. Some boards also have a button for
each place. Its press has the event PLACE and, as the button, the place's number, DICE or CUBE.

A place is the number of a point, a bar, or a tray for borne-off checkers. Positions use the numbers
of the player on roll: points 1..24, BAR, and OTHER_BAR for the opponent's bar. Displays and wirings
use the numbers of player 0, the bars BAR_0 and BAR_1, and the trays OFF_0 and OFF_1.

A kernel is an algorithm in native code; its twin is the same algorithm in plain Python. ASSEMBLER
decides which of the two runs. Viper code needs no twin: it also runs as plain Python.
"""

import sys
from micropython import const

_PERIOD = const(1 << 30)
TICKS_MASK = const((1 << 30) - 1)  # (later - earlier) & TICKS_MASK: the time from one to the other
TICKS_HALF = const(1 << 29)  # a difference of this or more is negative

PREV = const(0)
NEXT = const(1)
OK = const(2)
BACK = const(3)
BUTTON_NAMES = ("PREV", "NEXT", "OK", "BACK")

SHORT = const(0)
LONG = const(1)
REPEAT = const(2)
PLACE = const(3)
LINE = const(4)  # a touch of a menu's line on a web page; never packed into a press

BAR = const(25)
OTHER_BAR = const(0)

BAR_1 = const(0)
BAR_0 = BAR
OFF_0 = const(26)
OFF_1 = const(27)
PLACES = const(28)

DICE = const(28)  # not places, but pressed like places
CUBE = const(29)

# What a board can do in place of a match (workshop.py).
NOTHING = const(0)
SET_UP = const(1)
UNDO_SET_UP = const(2)  # needs no workshop
SELF_TEST = const(3)
UPDATE = const(4)  # waits for another image; needs no workshop

NO_TUNE = const(-1)
TUNE_CLICK = const(0)
TUNE_REFUSED = const(1)
TUNE_ROLL = const(2)
TUNE_HIT = const(3)
TUNE_DOUBLE = const(4)
TUNE_WIN = const(5)
TUNE_LOSE = const(6)
TUNE_YOUR_TURN = const(7)

_FAIR = const(252)  # the largest multiple of 6 in a byte

_ARMV6M = const(4)  # MicroPython's number of the first kind of processor with Thumb code
_ARMV7EMDP = const(8)  # and of the last

# True where functions marked @micropython.asm_thumb run. The bits are the processor for which
# MicroPython makes native code; there are none on WebAssembly and on CPython.
ASSEMBLER = _ARMV6M <= getattr(sys.implementation, "_mpy", 0) >> 10 & 15 <= _ARMV7EMDP


def ticks_add(now: int, ms: int) -> int:
    """Returns the time `ms` milliseconds (fewer than six days) after `now`."""
    return now - (_PERIOD - ms) if now >= _PERIOD - ms else now + ms


def ticks_diff(later: int, earlier: int) -> int:
    """Returns the milliseconds from `earlier` to `later`, negative if `later` comes first."""
    ms = (later - earlier) & TICKS_MASK
    return ms - _PERIOD if ms >= TICKS_HALF else ms


def reached(now: int, when: int) -> bool:
    """True if the time `now` is `when` or later."""
    return ticks_diff(now, when) >= 0


def press_of(button: int, event: int) -> int:
    """Returns button << 2 | event. `button`: 0..3, or a place if `event` is PLACE."""
    return button << 2 | event


def button_of(press: int) -> int:
    """Returns the button (0..3) of `press`, or the place if the event is PLACE."""
    return press >> 2


def event_of(press: int) -> int:
    """Returns the event of a press: SHORT, LONG, REPEAT or PLACE."""
    return press & 3


def opposite(place: int) -> int:
    """Returns the other player's number for `place`: 24 for point 1, OFF_1 for OFF_0 and so on."""
    return BAR - place if place < OFF_0 else OFF_0 + OFF_1 - place


def capital(text: str) -> str:
    """Returns `text` with a capital letter first."""
    return text[0].upper() + text[1:]


def roll_of(digest: bytes) -> tuple[int, int]:
    """Returns the dice (d1, d2) made from the first two bytes below 252 in `digest`.

    As 252 is a multiple of six, all numbers of a die are equally likely.
    """
    fair = [byte % 6 + 1 for byte in digest if byte < _FAIR]
    return fair[0], fair[1]
