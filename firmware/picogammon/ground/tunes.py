"""The tunes that a board can play, by number."""

from micropython import const

NONE = const(-1)
CLICK = const(0)
REFUSED = const(1)
ROLL = const(2)
HIT = const(3)
DOUBLE = const(4)
WIN = const(5)
LOSE = const(6)
YOUR_TURN = const(7)
