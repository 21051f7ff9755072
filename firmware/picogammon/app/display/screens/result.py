"""The end of a game or a match: who won, how much, and the new score in large type."""

from micropython import const

from picogammon.app.display.canvas import CLEAR, WIDTH, text_width
from picogammon.app.display.font import BIG, SMALL, TEXT
from picogammon.app.display.screens import parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import View

_HALF = const(62)
_RIGHT_HALF = const(66)
_NAMES_TOP = const(23)
_SCORE_TOP = const(32)
_CHECKER = const(12)  # pixels with its gap
_ROWS_TOP = const(24)
_ROW = const(13)
_LENGTH_TOP = const(49)


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the title (who won) on white, the lines (how much), and both scores under the names.

    If names or scores are too wide to stand side by side, each side has a row.
    """
    canvas.plate(0, 0, WIDTH, 11)
    canvas.centred(TEXT, view.page.title, 2, 2, WIDTH - 4, CLEAR)
    lines = ", ".join(view.page.lines)
    if text_width(TEXT, lines) <= WIDTH:
        canvas.centred(TEXT, lines, 0, 13, WIDTH)
    else:
        canvas.centred(SMALL, lines.upper(), 0, 14, WIDTH)
    for side in (0, 1):
        if text_width(TEXT, view.names[side]) > _HALF or _width(view.scores[side]) > _HALF:
            _rows(view, canvas)
            return
    _side(canvas, 0, 0, view.names[0], view.scores[0])
    _side(canvas, 1, _RIGHT_HALF, view.names[1], view.scores[1])
    canvas.box(_HALF - 2, _SCORE_TOP + 5, 8, 2)
    if view.length:
        canvas.centred(SMALL, "MATCH", _HALF - 18, _SCORE_TOP + 9, 40)
        canvas.centred(SMALL, "TO %d" % view.length, _HALF - 18, _SCORE_TOP + 15, 40)


def _width(score: int) -> int:
    return 2 * text_width(BIG, str(score)) + _CHECKER


def _side(canvas: "Canvas", player: int, x: int, name: str, score: int) -> None:
    canvas.centred(TEXT, name, x, _NAMES_TOP, _HALF)
    digits = str(score)
    width = 2 * text_width(BIG, digits)
    left = x + (_HALF - width >> 1)
    canvas.doubled(BIG, digits, left, _SCORE_TOP)
    parts.checker(canvas, left + width + 5 if player else left - 12, _SCORE_TOP + 7, player)


def _rows(view: "View", canvas: "Canvas") -> None:
    for side in (0, 1):
        y = _ROWS_TOP + side * _ROW
        parts.checker(canvas, 2, y + 2, side)
        canvas.text(TEXT, view.names[side], 2 + _CHECKER, y + 2)
        digits = str(view.scores[side])
        font = BIG if len(digits) <= 5 else TEXT
        canvas.right(font, digits, WIDTH - 2, y if font is BIG else y + 2)
    if view.length:
        canvas.centred(SMALL, "MATCH TO %d" % view.length, 0, _LENGTH_TOP, WIDTH)
