"""What a board's workshop can do (picogammon/workshop.py), and its questions."""

from micropython import const

NOTHING = const(0)
SET_UP = const(1)
UNDO = const(2)  # undoes the set-up, without the workshop
TEST = const(3)
UPDATE = const(4)  # waits for another image, without the workshop
