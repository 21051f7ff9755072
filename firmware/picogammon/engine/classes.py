"""The classes of positions that the engine distinguishes."""

from micropython import const

CONTACT = const(0)  # the sides have still to pass each other
RACE = const(1)
OVER = const(2)  # the player has borne off all
