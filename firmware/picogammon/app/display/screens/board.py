"""The board screen: dice, cube, scores, pips, every count, and what is going on.

    cube  | 13 .. 18  bar  19 .. 24  off | score, pips of player 1
    at    |            dice              | length
    owner | 12 ..  7  bar   6 ..  1  off | score, pips of player 0
    headline
    keys

Player 0 sits below, player 1 above, and so do their scores, the checkers they bore off, and their
cubes. Player 0's counts are black on white, player 1's white on black.
"""

from micropython import const

from picogammon.app.display.canvas import CLEAR, INVERT, SET, Canvas, text_width
from picogammon.app.display.font import BIG, SMALL, TEXT
from picogammon.app.display.screens import parts
from picogammon.app.display.view import MARK
from picogammon.ground import BAR_0, BAR_1, OFF_0, OFF_1, PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.view import View

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
_HEADLINE = const(8)  # pixels from its top to the keys
_NONE = const(15)  # number of the picture of an empty place

_CUBE_TOPS = (29, 0)  # by owner
_CUBE_MIDDLE = const(14)

# By mark, five pixels wide, in the three lowest bits: for the upper row pointing up, for the lower
# row pointing down.
MARKS_UP = (
    b"",
    b"\x00\x01\x01\x01\x00",  # CAN_MOVE
    b"\x04\x06\x07\x06\x04",  # CURSOR
    b"\x04\x02\x01\x02\x04",  # LIFTED
    b"\x00\x01\x01\x01\x00",  # LANDING
    b"\x00\x02\x07\x02\x00",  # LANDING_CURSOR
    b"\x00\x02\x05\x02\x00",  # CAME_FROM
    b"\x00\x02\x07\x02\x00",  # WENT_TO
)
MARKS_DOWN = (
    b"",
    b"\x00\x04\x04\x04\x00",
    b"\x01\x03\x07\x03\x01",
    b"\x01\x02\x04\x02\x01",
    b"\x00\x04\x04\x04\x00",
    b"\x00\x02\x07\x02\x00",
    b"\x00\x02\x05\x02\x00",
    b"\x00\x02\x07\x02\x00",
)


def draw(view: "View", canvas: Canvas) -> None:
    """Draws the whole board screen but the keys."""
    _counts(view, canvas)
    _edges(view, canvas)
    dice(view, canvas)
    if view.version:
        _name(view.version, canvas)
    cube(view, canvas)
    _panel(view, canvas)
    headline(view, canvas)


def headline(view: "View", canvas: Canvas) -> None:
    """Writes what is going on, over the keys."""
    parts.line(canvas, view.headline, canvas.display.keys_top - _HEADLINE)


def _edges(view: "View", canvas: Canvas) -> None:
    """Draws the bar, as long as its counts leave room, and the edge before the checkers off."""
    top = _BAR_TOP if view.checkers[BAR_1] or view.marks[BAR_1] else 0
    low = _BAR_LOW if view.checkers[BAR_0] or view.marks[BAR_0] else _BOARD_BOTTOM
    canvas.vline(_BAR_LEFT + 2, top, low - top)
    canvas.vline(_OFF_LEFT - 2, 0, 7)
    canvas.vline(_OFF_LEFT - 2, _LOW_COUNT, 7)


def column(point: int) -> int:
    """The x of the left edge of a point's column."""
    from_left = 12 - point if point <= 12 else point - 13
    return (_BOARD_LEFT if from_left < 6 else _RIGHT_HALF - 6 * _COLUMN) + from_left * _COLUMN


# By place: the left edge of its count, 1 for the lower row, the top of its count, its picture
# without checkers.
_LEFTS = bytes(
    [_BAR_LEFT] + [column(point) for point in range(1, 25)] + [_BAR_LEFT] + [_OFF_LEFT] * 2
)
_LOW = bytes([0] + [1] * 12 + [0] * 12 + [1, 1, 0])
_TOPS = bytes([_LOW_COUNT if low else _TOP_COUNT for low in _LOW])
_EMPTY = bytes([_NONE] + [_NONE + 17] * 12 + [_NONE + 16] * 12 + [_NONE] * 3)


def _counts(view: "View", canvas: Canvas) -> None:
    """Draws the count and the mark of every place."""
    checkers = view.checkers
    empty = _EMPTY
    numbers = bytearray(PLACES)
    for place in range(OFF_0):
        n = checkers[place]
        numbers[place] = n + _NONE if n else empty[place]
    numbers[OFF_0] = _NONE + view.off[0]
    numbers[OFF_1] = _NONE - view.off[1]
    canvas.pictures(_PICTURES, 5, numbers, _LEFTS, _TOPS)
    marks = view.marks
    for place in range(PLACES):
        if marks[place]:
            low = _LOW[place]
            row = (MARKS_DOWN if low else MARKS_UP)[marks[place] & MARK]
            canvas.bitmap(row, _LEFTS[place], _LOW_MARK if low else _TOP_MARK, 5, 1)


def _pictures() -> bytes:
    """The pictures of all counts, five bytes each.

    Fifteen to one of player 1, empty, one to fifteen of player 0; then an empty point above, and
    one below. They are drawn once, because there are 28 counts on every screen.
    """
    canvas = Canvas()
    pictures = bytearray()
    for checkers in range(-_NONE, _NONE + 1):
        canvas.box(0, 0, 5, 8, CLEAR)
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


_PICTURES = _pictures()


def dice(view: "View", canvas: Canvas) -> None:
    """Draws the dice on their roller's half, a double's four on both, or the offered cube instead.

    In an opening roll each side has one die.
    """
    if view.offered_by is not None:
        x = _RIGHT_HALF if view.offered_by == 0 else _LEFT_DICE
        parts.cube(canvas, x + 9, _DICE_TOP, view.cube * 2)
        return
    lying = view.dice
    opening = view.dice_side is None
    step = parts.SIDE + 2
    for i in range(len(lying)):
        if opening:
            x = (_RIGHT_HALF if i == 0 else _LEFT_DICE) + 9
        elif len(lying) == 4:
            x = (_LEFT_DICE if i < 2 else _RIGHT_HALF) + i % 2 * step
        else:
            x = (_RIGHT_HALF if view.dice_side == 0 else _LEFT_DICE) + i * step
        canvas.die(x, _DICE_TOP, lying[i], view.dice_used >> i & 1, parts.SIDE)


def _name(version: str, canvas: Canvas) -> None:
    """Draws the name and the version in place of the dice."""
    width = 2 * parts.SIDE
    canvas.centred(SMALL, "PICO", _LEFT_DICE, _DICE_TOP + 2, width)
    canvas.centred(SMALL, "GAMMON", _LEFT_DICE, _DICE_TOP + 9, width)
    canvas.centred(SMALL, version, _RIGHT_HALF, _DICE_TOP + 9, width)


def cube(view: "View", canvas: Canvas) -> None:
    """Draws the cube, before the owner's side or in the middle, and the clock, if there is one."""
    tops = _CUBE_TOPS
    if view.clocks:
        from picogammon.app.display.screens import clocks  # saves memory in matches without a clock

        clocks.draw(view, canvas)
        tops = clocks.CUBE_TOPS
    if not view.cube_on or view.offered_by is not None:
        return
    middle = view.owner is None or view.crawford
    y = _CUBE_MIDDLE if middle else tops[view.owner]
    parts.cube(canvas, 0, y, view.cube, not view.crawford)
    if view.crawford:
        canvas.text(SMALL, "CRAW", 0, y - 6 if view.clocks else y + 19)
        canvas.text(SMALL, "FORD", 0, y + 18 if view.clocks else y + 25)


def _panel(view: "View", canvas: Canvas) -> None:
    """Draws scores, pip counts and the length; the side to act is on a white plate."""
    _score(canvas, 1, 12, view.scores[1], view.pips[1])
    _score(canvas, 28, 39, view.scores[0], view.pips[0])
    length = "TO %d" % view.length if view.length else "MONEY"
    canvas.centred(SMALL, length, _PANEL_LEFT - 2, 21, _PANEL_WIDTH + 2)
    if view.decider is not None:
        canvas.plate(_PANEL_LEFT, 0 if view.decider else 27, _PANEL_WIDTH, 20, INVERT)


def short_score(score: int) -> str:
    """A score in four letters at most: a money session can go far."""
    if score < 10000:
        return str(score)
    return "%dK" % (score // 1000) if score < 1000000 else "%dM" % (score // 1000000)


def _score(canvas: Canvas, y: int, pips_y: int, score: int, pips: int) -> None:
    font = BIG if score < 100 else TEXT if score < 10000 else SMALL
    y += 0 if font is BIG else 1 if font is TEXT else 2
    canvas.centred(font, short_score(score), _PANEL_LEFT, y, _PANEL_WIDTH)
    digits = str(pips)
    canvas.text(
        TEXT, digits, _PANEL_LEFT + ((_PANEL_WIDTH - text_width(TEXT, digits)) >> 1), pips_y
    )
