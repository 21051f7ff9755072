"""The board screen: dice, cube, scores, pips, every count, and what is going on.

    cube  | 13 .. 18  bar  19 .. 24  off | score, pips of player 1
    at    |            dice              | length
    owner | 12 ..  7  bar   6 ..  1  off | score, pips of player 0
    headline
    keys

Player 0 sits below, player 1 above: so do their scores, what they bore off, and their cube. Player
0's counts are black on white, player 1's white on black.
"""

from micropython import const

from picogammon.app.canvas import CLEAR, INVERT, SET, Canvas, text_width
from picogammon.app.font import BIG, SMALL, TEXT
from picogammon.app.screens import parts
from picogammon.app.view import BAR_0, BAR_1, OFF_0, OFF_1
from picogammon.rules.position import CHECKERS

_BOARD_LEFT = const(18)
_LEFT_DICE = const(20)
_COLUMN = const(6)
_BAR_LEFT = const(56)
_BAR_TOP = const(12)
_BAR_LOW = const(34)
_BOARD_BOTTOM = const(46)
_RIGHT_HALF = const(64)
_OFF_LEFT = const(102)
_TOP_COUNT = const(0)
_TOP_MARK = const(8)
_LOW_MARK = const(35)
_LOW_COUNT = const(39)
_DICE_TOP = const(14)
_PANEL_LEFT = const(108)
_PANEL_WIDTH = const(20)
_HEADLINE_TOP = const(47)
_TOP_EMPTY = const(16)  # as a count: the pictures after the last
_LOW_EMPTY = const(17)

_CUBE_TOPS = (29, 0)  # by owner
_CUBE_MIDDLE = const(14)

# marks, five wide: pointing up for the upper row, then down; rows in the three lowest bits
_MARKS_UP = (
    b"",
    b"\x00\x01\x01\x01\x00",  # CAN_MOVE
    b"\x04\x06\x07\x06\x04",  # CURSOR
    b"\x04\x02\x01\x02\x04",  # LIFTED
    b"\x00\x01\x01\x01\x00",  # LANDING
    b"\x04\x06\x07\x06\x04",  # LANDING_CURSOR
    b"\x00\x02\x05\x02\x00",  # CAME_FROM
    b"\x00\x02\x07\x02\x00",  # WENT_TO
)
_MARKS_DOWN = (
    b"",
    b"\x00\x04\x04\x04\x00",
    b"\x01\x03\x07\x03\x01",
    b"\x01\x02\x04\x02\x01",
    b"\x00\x04\x04\x04\x00",
    b"\x01\x03\x07\x03\x01",
    b"\x00\x02\x05\x02\x00",
    b"\x00\x02\x07\x02\x00",
)


def draw(view, canvas):
    """The whole board screen but the keys."""
    checkers = view.checkers
    marks = view.marks
    for point in range(1, 25):
        count = checkers[point] or (_LOW_EMPTY if point <= 12 else _TOP_EMPTY)
        _count(canvas, _COLUMNS[point], point <= 12, count, marks[point])
    _edges(view, canvas)
    _count(canvas, _BAR_LEFT, True, checkers[BAR_0], marks[BAR_0])
    _count(canvas, _BAR_LEFT, False, checkers[BAR_1], marks[BAR_1])
    _count(canvas, _OFF_LEFT, True, view.off[0], marks[OFF_0])
    _count(canvas, _OFF_LEFT, False, -view.off[1], marks[OFF_1])
    _dice(view, canvas)
    _cube(view, canvas)
    _panel(view, canvas)
    canvas.text(TEXT, view.headline, 0, _HEADLINE_TOP)


def _edges(view, canvas):
    """The bar, as long as its counts leave room, and the edge before the checkers off."""
    top = _BAR_TOP if view.checkers[BAR_1] or view.marks[BAR_1] else 0
    low = _BAR_LOW if view.checkers[BAR_0] or view.marks[BAR_0] else _BOARD_BOTTOM
    canvas.vline(_BAR_LEFT + 2, top, low - top)
    canvas.vline(_OFF_LEFT - 2, 0, 7)
    canvas.vline(_OFF_LEFT - 2, _LOW_COUNT, 7)


def column(point):
    """The left edge of a point's column."""
    from_left = 12 - point if point <= 12 else point - 13
    return (_BOARD_LEFT if from_left < 6 else _RIGHT_HALF - 6 * _COLUMN) + from_left * _COLUMN


_COLUMNS = bytes([0] + [column(point) for point in range(1, 25)])


def _count(canvas, x, low, checkers, mark):
    """A place's count and mark; checkers > 0 are player 0's. Or how an empty point looks."""
    y = _LOW_COUNT if low else _TOP_COUNT
    canvas.bitmap(_COUNTS, x, y, 5, 1, SET, 5 * (checkers + CHECKERS))
    if mark:
        rows = _MARKS_DOWN if low else _MARKS_UP
        canvas.bitmap(rows[mark], x, _LOW_MARK if low else _TOP_MARK, 5, 1)


def _counts():
    """The pictures of all counts, five bytes each: player 1's from fifteen on, none, player 0's.

    Then those of an empty point, above and below. They are drawn once, because there are 28 of them
    on every screen.
    """
    canvas = Canvas()
    pictures = bytearray()
    for checkers in range(-CHECKERS, CHECKERS + 1):
        canvas.clear()
        count = str(abs(checkers))
        if checkers > 0:
            canvas.box(0, 0, 5, 7)
        mode = CLEAR if checkers > 0 else SET
        if len(count) == 2:  # a bare stroke for the ten: five pixels in all
            canvas.vline(0, 1, 5, mode)
            canvas.text(SMALL, count[1], 2, 1, mode)
        elif checkers:
            canvas.text(SMALL, count, 1, 1, mode)
        pictures.extend(canvas.buffer[:5])
    return bytes(pictures) + b"\x00\x00\x02\x00\x00" + b"\x00\x00\x20\x00\x00"


_COUNTS = _counts()


def _dice(view, canvas):
    """The dice on their roller's half, a double's four on both; or the offered cube instead.

    In an opening roll each side has one.
    """
    if view.offered_by is not None:
        x = _RIGHT_HALF if view.offered_by == 0 else _LEFT_DICE
        parts.cube(canvas, x + 9, _DICE_TOP, view.cube * 2)
        return
    dice = view.dice
    opening = view.dice_side is None
    step = parts.SIDE + 2
    for i in range(min(len(dice), 2) if opening else len(dice)):
        if opening:
            x = (_RIGHT_HALF if i == 0 else _LEFT_DICE) + 9
        elif len(dice) == 4:
            x = (_LEFT_DICE if i < 2 else _RIGHT_HALF) + i % 2 * step
        else:
            x = (_RIGHT_HALF if view.dice_side == 0 else _LEFT_DICE) + i * step
        parts.die(canvas, x, _DICE_TOP, dice[i], view.dice_used >> i & 1)


def _cube(view, canvas):
    if not view.cube_on or view.offered_by is not None:
        return
    y = _CUBE_MIDDLE if view.owner is None else _CUBE_TOPS[view.owner]
    parts.cube(canvas, 0, y, view.cube, not view.crawford)
    if view.crawford:
        canvas.text(SMALL, "CRAW", 0, y + 19)
        canvas.text(SMALL, "FORD", 0, y + 25)


def _panel(view, canvas):
    """Scores, big, and pip counts; the side to act on a white plate; the length between them."""
    _score(canvas, 1, 12, view.scores[1], view.pips[1])
    _score(canvas, 28, 39, view.scores[0], view.pips[0])
    length = "TO %d" % view.length if view.length else "MONEY"
    canvas.centred(SMALL, length, _PANEL_LEFT - 2, 21, _PANEL_WIDTH + 2)
    if view.turn is not None:
        canvas.plate(_PANEL_LEFT, 0 if view.turn else 27, _PANEL_WIDTH, 20, INVERT)


def _score(canvas, y, pips_y, score, pips):
    digits = str(score)
    if len(digits) <= 2:
        canvas.centred(BIG, digits, _PANEL_LEFT, y, _PANEL_WIDTH)
    else:
        canvas.centred(TEXT, digits, _PANEL_LEFT, y + 1, _PANEL_WIDTH)
    digits = str(pips)
    canvas.text(
        TEXT, digits, _PANEL_LEFT + ((_PANEL_WIDTH - text_width(TEXT, digits)) >> 1), pips_y
    )
