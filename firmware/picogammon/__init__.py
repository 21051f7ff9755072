"""Picogammon: a backgammon board for the Raspberry Pi Pico."""

import sys

VERSION = "0.2.0"
LAYOUT = 1  # of the files on flash: one more where older versions cannot read them

# A file on flash could stand in for one of these, so MicroPython looks for one at each import, some
# forty times while the board starts, for 2 ms. It does not look once they are listed as loaded.
for _name in ("array", "binascii", "os", "struct", "time"):
    sys.modules[_name] = __import__(_name)
