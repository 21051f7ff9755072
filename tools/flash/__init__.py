"""Puts the firmware onto a board that runs stock MicroPython, by mpremote."""


class FlashError(Exception):
    """The board could not be brought up to date; the text says why, and what to do."""
