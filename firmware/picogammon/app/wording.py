"""Which of several wordings a line of the OLED has room for."""

from picogammon.app.canvas import WIDTH, text_width
from picogammon.app.font import TEXT


def fitting_one(*wordings, room=WIDTH):
    """The first of the wordings, the longest first, that takes at most `room` pixels; else the
    last."""
    for words in wordings:
        if text_width(TEXT, words) <= room:
            return words
    return wordings[-1]
