"""What may be done to a board in its workshop (picogammon/workshop.py), and its questions."""

from micropython import const

NOTHING = const(0)
SET_UP = const(1)
UNDO = const(2)  # the set-up, without the workshop
TEST = const(3)
