"""Picogammon: a backgammon board for the Raspberry Pi Pico."""

import sys

VERSION = "0.2.0"
LAYOUT = 1  # of the files on flash; the number grows when older versions cannot read new files

# A file on flash may replace one of these modules, so MicroPython looks for such a file, for 2 ms,
# at each import, some forty times while the board starts. It does not look for loaded modules.
for _name in ("array", "binascii", "os", "struct", "time"):
    sys.modules[_name] = __import__(_name)
