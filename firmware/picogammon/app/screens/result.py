"""The end of a game or a match: who won, how much, and the new score, big."""

from micropython import const

from picogammon.app.canvas import CLEAR, WIDTH, text_width
from picogammon.app.font import BIG, TEXT
from picogammon.app.screens import parts

_NAMES_TOP = const(23)
_SCORE_TOP = const(32)
_MIDDLE = const(64)
_GAP = const(8)


def draw(view, canvas):
    """Title (who won) on white, the lines (how much), and under the names both scores."""
    canvas.plate(0, 0, WIDTH, 11)
    canvas.centred(TEXT, view.title, 2, 2, WIDTH - 4, CLEAR)
    canvas.centred(TEXT, ", ".join(view.lines), 0, 13, WIDTH)
    digits = str(view.scores[0])
    left = _MIDDLE - _GAP - text_width(BIG, digits) * 2 - 1
    canvas.doubled(BIG, digits, left, _SCORE_TOP)
    canvas.box(_MIDDLE - 3, _SCORE_TOP + 9, 6, 2)
    right = canvas.doubled(BIG, str(view.scores[1]), _MIDDLE + _GAP, _SCORE_TOP)
    parts.checker(canvas, left - 13, _SCORE_TOP + 7, 0)
    parts.checker(canvas, right + 4, _SCORE_TOP + 7, 1)
    canvas.centred(TEXT, view.names[0], 0, _NAMES_TOP, _MIDDLE - 2)
    canvas.centred(TEXT, view.names[1], _MIDDLE + 2, _NAMES_TOP, _MIDDLE - 2)
