"""The board's screen in large type: one side's checkers, dice, cube, clocks and scores.

Each point shows how many checkers the side to act has there, or a dot if that side has none.
In a match without a clock, the scores are in the cube's column.
"""

from micropython import const

from picogammon.app.display.canvas import WIDTH, Canvas, text_width
from picogammon.app.display.font import BIG, SMALL, TEXT
from picogammon.app.display.screens.board import (
    LOW,
    both_dice,
    column,
    cube_and_clock,
    headline,
    marks,
)
from picogammon.ground import BAR_0, BAR_1, OFF_0, PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.view import View

_LARGE_LEFT = const(19)
_LARGE_BAR = const(62)
_LARGE_OFF = const(114)
_LARGE_OFF_WIDTH = const(14)
_LARGE_LOW = const(36)
_LARGE_PIPS_LEFT = const(107)
_LARGE_PIPS_TOP = const(19)
_TEN = const(3)  # pixels from the top of a big digit to that of a smaller one
# The y of both scores, by the cube's owner (none, 0, 1), then in the Crawford game.
_SCORE_TOPS = ((37, 3), (20, 3), (37, 20), (8, 1))
_LARGE = (_LARGE_LEFT, 7, _LARGE_BAR, 70, _LARGE_OFF)  # a Layout of board.py


def draw_large(view: "View", canvas: Canvas) -> None:
    """Draws the board's screen in large type, without the keys' labels."""
    side = view.decider
    if side is None:
        side = view.dice_side or 0
    for place in range(PLACES):
        _large_count(view, canvas, side, place)
    marks(view, canvas, _LARGE, 11, 32)
    both_dice(view, canvas)
    cube_and_clock(view, canvas)
    pips = str(view.pips[side])
    canvas.centred(TEXT, pips, _LARGE_PIPS_LEFT, _LARGE_PIPS_TOP, WIDTH - _LARGE_PIPS_LEFT)
    if view.length and not view.clocks:
        _large_scores(view, canvas)
    headline(view, canvas)


def _large_count(view: "View", canvas: Canvas, side: int, place: int) -> None:
    x = column(place, _LARGE)
    low = LOW[place]
    y = _LARGE_LOW if low else 0
    if place >= OFF_0:
        count = view.off[side]
        if place == OFF_0 + side and count:
            canvas.centred(BIG, str(count), x, y, _LARGE_OFF_WIDTH)
        return
    count = -view.checkers[place] if side else view.checkers[place]
    if count > 9:  # the first digit, 1, is a bare stroke
        canvas.vline(x, y + _TEN, 7)
        canvas.text(TEXT, str(count - 10), x + 2, y + _TEN)
    elif count > 0:
        canvas.text(BIG, str(count), x, y)
    elif place != BAR_0 and place != BAR_1:
        canvas.box(x + 2, y + 8 if low else y, 2, 2)


def _large_scores(view: "View", canvas: Canvas) -> None:
    """Draws both scores, such as 9/11. If a score is too wide, draws the points needed (-2)."""
    here = 3 if view.crawford else 0 if view.owner is None else view.owner + 1
    for side in (0, 1):
        words = "%d/%d" % (view.scores[side], view.length)
        if text_width(SMALL, words) >= _LARGE_LEFT:
            words = str(view.scores[side] - view.length)
        wide = view.crawford or text_width(TEXT, words) >= _LARGE_LEFT
        font = SMALL if wide else TEXT
        canvas.centred(font, words, 0, _SCORE_TOPS[here][side], _LARGE_LEFT - 1)
