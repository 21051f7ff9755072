"""Guest: the modules that a board imports where it first needs them."""

import os

import picogammon

_ON_CHIP = ("kernel.py", "matrix_program.py")  # what only a chip can run
_ROOMS = ("", ".rules", ".engine", ".devices", ".app.ubgi", ".app.advice", ".app.display")
_ROOMS += (".app.display.screens", ".app.modes", ".app.session")


def import_late_modules():
    """Imports them all: on a Pico they are in flash, and take no heap but here."""
    for room in _ROOMS:
        for name in os.listdir(picogammon.__path__ + room.replace(".", "/")):
            if name.endswith(".py") and not name.endswith(_ON_CHIP):
                __import__("picogammon" + room + "." + name[:-3])
