"""Picogammon: a backgammon board for the Raspberry Pi Pico."""

import sys

VERSION = "0.1.0"

# A file on flash may stand in for one of these, so MicroPython looks for one at each import, some
# forty times while the board starts, for 2 ms. Where it is noted that they are loaded it does not.
for _name in ("array", "binascii", "os", "struct", "time"):
    sys.modules[_name] = __import__(_name)
