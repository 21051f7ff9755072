"""The board in large type: the counts of one side, its pips, the dice and the cube.

    cube  | 13 .. 18  bar  19 .. 24 | off of player 1
    at    |            dice         | pips
    owner | 12 ..  7  bar   6 ..  1 | off of player 0
    headline
    keys

The counts are those of the side to act; a dot marks a point where it has no checkers. The lights
show the other side's. In a match the scores stand where the cube does not, if no clock does.
"""

from micropython import const

from picogammon.app.display.canvas import WIDTH, text_width
from picogammon.app.display.font import BIG, SMALL, TEXT
from picogammon.app.display.screens import board
from picogammon.app.display.view import MARK
from picogammon.ground import BAR_0, BAR_1, OFF_0, PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import View

_LEFT = const(19)
_COLUMN = const(7)
_BAR_LEFT = const(62)
_RIGHT_HALF = const(70)
_OFF_LEFT = const(114)
_OFF_WIDTH = const(14)
_TOP = const(0)
_LOW = const(36)
_TOP_MARK = const(11)
_LOW_MARK = const(32)
_PIPS_LEFT = const(107)
_PIPS_TOP = const(19)
_SCORE_TOPS = ((37, 3), (20, 3), (37, 20), (8, 1))  # by owner: nobody, 0, 1, and in Crawford
_TEN = const(3)  # pixels from the top of a big digit to that of a smaller one


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the whole screen but the keys."""
    side = view.decider
    if side is None:
        side = view.dice_side or 0
    for place in range(PLACES):
        _place(view, canvas, side, place)
    board.dice(view, canvas)
    board.cube(view, canvas)
    pips = str(view.pips[side])
    canvas.centred(TEXT, pips, _PIPS_LEFT, _PIPS_TOP, WIDTH - _PIPS_LEFT)
    if view.length and not view.clocks:
        _scores(view, canvas)
    board.headline(view, canvas)


def _scores(view: "View", canvas: "Canvas") -> None:
    """Draws both sides' points, of how many, in the cube's column: 9/11; or how many they lack."""
    here = 3 if view.crawford else 0 if view.owner is None else view.owner + 1
    for side in (0, 1):
        words = "%d/%d" % (view.scores[side], view.length)
        if text_width(SMALL, words) >= _LEFT:
            words = str(view.scores[side] - view.length)
        wide = view.crawford or text_width(TEXT, words) >= _LEFT
        font = SMALL if wide else TEXT
        canvas.centred(font, words, 0, _SCORE_TOPS[here][side], _LEFT - 1)


def _place(view: "View", canvas: "Canvas", side: int, place: int) -> None:
    low = 1 <= place <= 12 or place == BAR_0 or place == OFF_0
    x = _x(place)
    y = _LOW if low else _TOP
    count = _count(view, side, place)
    if place >= OFF_0:
        if count:
            canvas.centred(BIG, str(count), x, y, _OFF_WIDTH)
    elif count > 9:  # a bare stroke for the ten
        canvas.vline(x, y + _TEN, 7)
        canvas.text(TEXT, str(count - 10), x + 2, y + _TEN)
    elif count:
        canvas.text(BIG, str(count), x, y)
    elif place != BAR_0 and place != BAR_1:
        canvas.box(x + 2, y + 8 if low else y, 2, 2)
    mark = view.marks[place]
    if mark:
        row = (board.MARKS_DOWN if low else board.MARKS_UP)[mark & MARK]
        canvas.bitmap(row, x, _LOW_MARK if low else _TOP_MARK, 5, 1)


def _x(place: int) -> int:
    """The x of the left edge of a place's column."""
    if place >= OFF_0:
        return _OFF_LEFT
    if place == BAR_0 or place == BAR_1:
        return _BAR_LEFT
    from_left = 12 - place if place <= 12 else place - 13
    return (_LEFT if from_left < 6 else _RIGHT_HALF - 6 * _COLUMN) + from_left * _COLUMN


def _count(view: "View", side: int, place: int) -> int:
    """The number of checkers of that side there."""
    if place >= OFF_0:
        return view.off[side] if place == OFF_0 + side else 0
    count = view.checkers[place]
    return max(0, -count if side else count)
