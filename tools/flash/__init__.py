"""Puts the firmware onto a board that runs stock MicroPython, by mpremote."""


class FlashError(Exception):
    """A board cannot be reached or used; the text says why, and what to do."""
