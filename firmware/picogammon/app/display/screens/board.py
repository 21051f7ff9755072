"""The board's screen in usual type, and functions that large.py and low.py use as well.

    cube | 13 .. 18  bar  19 .. 24  off | score, pips of player 1
         |            dice              | length
         | 12 ..  7  bar   6 ..  1  off | score, pips of player 0
    headline
    keys

The numbers of checkers are black on white for player 0, white on black for player 1. The
cube is in the middle of its column, higher if player 1 owns it, lower if player 0 does. With a
clock, player 1's time is at the top of that column and player 0's at the bottom.
"""

from micropython import const

from picogammon.app.display.canvas import CLEAR, INVERT, SET, Canvas
from picogammon.app.display.font import BIG, SMALL, TEXT
from picogammon.app.display.screens.text import write
from picogammon.app.display.view import MARK
from picogammon.ground import BAR_0, BAR_1, OFF_0, OFF_1, PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.view import View

    Layout = tuple[int, int, int, int, int]  # see _USUAL

_BAR_LEFT = const(56)
_BAR_TOP = const(12)
_BAR_LOW = const(34)
_BOARD_BOTTOM = const(46)
_RIGHT_HALF = const(64)
_OFF_LEFT = const(102)
_LOW_COUNT = const(39)
_LEFT_DICE = const(20)
_DICE_TOP = const(14)
_SIDE = const(17)  # pixels: of a die and of the cube
_STEP = const(19)
_PANEL_LEFT = const(108)
_PANEL_WIDTH = const(20)
_HEADLINE = const(8)  # pixels from the headline's top to that of the keys' labels
_NONE = const(15)  # the number of an empty place's picture

_CUBE_TOPS = (29, 0)  # the y of the cube, by owner
_CUBE_TOPS_CLOCK = (20, 10)
_CUBE_MIDDLE = const(14)

_CLOCK_WIDTH = const(17)
_CLOCK_TOPS = (40, 1)  # by side
_DELAY_TOPS = (38, 7)
_LONG = const(6000)  # seconds; a longer time shows minutes only

# The x of points 12 and 13, pixels per point, the x of the bar, of points 6 and 19, of the trays.
_USUAL = (18, 6, _BAR_LEFT, _RIGHT_HALF, _OFF_LEFT)

# By mark: a picture of five columns, three pixels high. Those of the lower row are upside down.
_UPPER_MARKS = (
    b"",
    b"\x00\x01\x01\x01\x00",  # CAN_MOVE
    b"\x04\x06\x07\x06\x04",  # CURSOR
    b"\x04\x02\x01\x02\x04",  # LIFTED
    b"\x00\x01\x01\x01\x00",  # LANDING
    b"\x00\x02\x07\x02\x00",  # LANDING_CURSOR
    b"\x00\x02\x05\x02\x00",  # CAME_FROM
    b"\x00\x02\x07\x02\x00",  # WENT_TO
)
_LOWER_MARKS = (
    b"",
    b"\x00\x04\x04\x04\x00",  # CAN_MOVE
    b"\x01\x03\x07\x03\x01",  # CURSOR
    b"\x01\x02\x04\x02\x01",  # LIFTED
    b"\x00\x04\x04\x04\x00",  # LANDING
    b"\x00\x02\x07\x02\x00",  # LANDING_CURSOR
    b"\x00\x02\x05\x02\x00",  # CAME_FROM
    b"\x00\x02\x07\x02\x00",  # WENT_TO
)


def draw(view: "View", canvas: Canvas) -> None:
    """Draws the board's screen without the keys' labels."""
    _counts(view, canvas)
    marks(view, canvas, _USUAL, 8, 35)
    _edges(view, canvas)
    both_dice(view, canvas)
    if view.version:
        width = 2 * _SIDE
        canvas.centred(SMALL, "PICO", _LEFT_DICE, _DICE_TOP + 2, width)
        canvas.centred(SMALL, "GAMMON", _LEFT_DICE, _DICE_TOP + 9, width)
        canvas.centred(SMALL, view.version, _RIGHT_HALF, _DICE_TOP + 9, width)
    cube_and_clock(view, canvas)
    _panel(view, canvas)
    headline(view, canvas)


def column(place: int, layout: "Layout" = _USUAL) -> int:
    """Returns the x of the left edge of the column that shows `place`."""
    left, step, bar, right, off = layout
    if place >= OFF_0:
        return off
    if place == BAR_0 or place == BAR_1:
        return bar
    from_left = 12 - place if place <= 12 else place - 13
    return left + from_left * step if from_left < 6 else right + (from_left - 6) * step


# By place: the x of its count; 1 in the lower row, otherwise 0; the y of its count; the number of
# its picture without checkers.
_LEFTS = bytes([column(place) for place in range(PLACES)])
LOW = bytes([0] + [1] * 12 + [0] * 12 + [1, 1, 0])
_TOPS = bytes([_LOW_COUNT * low for low in LOW])
_EMPTY = bytes([_NONE] + [_NONE + 17] * 12 + [_NONE + 16] * 12 + [_NONE] * 3)


def _pictures() -> bytes:
    """Returns pictures of five bytes each, which show the number of checkers at a place.

    Picture 15 + n shows n checkers of player 0, picture 15 - n shows n checkers of player 1.
    Pictures 31 and 32 show an empty point of the upper and of the lower row.
    """
    canvas = Canvas()
    pictures = bytearray()
    for checkers in range(-_NONE, _NONE + 1):
        canvas.box(0, 0, 5, 8, CLEAR)
        count = str(abs(checkers))
        if checkers > 0:
            canvas.box(0, 0, 5, 7)
        mode = CLEAR if checkers > 0 else SET
        if len(count) == 2:  # the first digit, 1, is a bare stroke, so that both take five pixels
            canvas.vline(0, 1, 5, mode)
            canvas.text(SMALL, count[1], 2, 1, mode)
        elif checkers:
            canvas.text(SMALL, count, 1, 1, mode)
        pictures.extend(canvas.buffer[:5])
    return bytes(pictures) + b"\x00\x00\x02\x00\x00" + b"\x00\x00\x20\x00\x00"


_PICTURES = _pictures()


def _counts(view: "View", canvas: Canvas) -> None:
    checkers = view.checkers
    empty = _EMPTY
    numbers = bytearray(PLACES)
    for place in range(OFF_0):
        n = checkers[place]
        numbers[place] = n + _NONE if n else empty[place]
    numbers[OFF_0] = _NONE + view.off[0]
    numbers[OFF_1] = _NONE - view.off[1]
    canvas.pictures(_PICTURES, 5, numbers, _LEFTS, _TOPS)


def marks(view: "View", canvas: Canvas, layout: "Layout", upper: int, lower: int) -> None:
    """Draws View.marks at all places; `upper`, `lower`: the marks' y in the two rows of points."""
    marks = view.marks
    for place in range(PLACES):
        if marks[place]:
            low = LOW[place]
            row = (_LOWER_MARKS if low else _UPPER_MARKS)[marks[place] & MARK]
            canvas.bitmap(row, column(place, layout), lower if low else upper, 5, 1)


def _edges(view: "View", canvas: Canvas) -> None:
    """Draws the trays' left edge, and a line on the part of the bar without checkers or marks."""
    top = _BAR_TOP if view.checkers[BAR_1] or view.marks[BAR_1] else 0
    low = _BAR_LOW if view.checkers[BAR_0] or view.marks[BAR_0] else _BOARD_BOTTOM
    canvas.vline(_BAR_LEFT + 2, top, low - top)
    canvas.vline(_OFF_LEFT - 2, 0, 7)
    canvas.vline(_OFF_LEFT - 2, _LOW_COUNT, 7)


def both_dice(view: "View", canvas: Canvas) -> None:
    """Draws the dice; during a double, draws the cube instead, on the offering side's half."""
    if view.offered_by is None:
        dice(view, canvas, _LEFT_DICE, _RIGHT_HALF, _DICE_TOP, _SIDE, _STEP)
    else:
        left = _LEFT_DICE if view.offered_by else _RIGHT_HALF
        cube(canvas, left + _STEP // 2, _DICE_TOP, view.cube * 2)


def dice(
    view: "View", canvas: Canvas, left: int, right: int, top: int, size: int, step: int
) -> None:
    """Draws the dice on the roller's half of the board; doubles and opening rolls use both halves.

    `left`, `right`: the x of each half. `size`: a die's width. `step`: the pixels from die to die.
    """
    side = view.dice_side
    lying = view.dice
    for i in range(len(lying)):
        if side is None:
            x = (left if i else right) + step // 2
        elif len(lying) == 4:
            x = (left if i < 2 else right) + i % 2 * step
        else:
            x = (left if side else right) + i * step
        canvas.die(x, top, lying[i], view.dice_used >> i & 1, size)


def cube(canvas: Canvas, x: int, y: int, value: int, in_play: bool = True) -> None:
    """Draws a cube that shows `value`, with a dotted outline unless it is `in_play`."""
    canvas.plate(x, y, _SIDE, _SIDE)
    canvas.box(x + 1, y + 1, _SIDE - 2, _SIDE - 2, CLEAR)
    if not in_play:
        canvas.dim(x, y, _SIDE, _SIDE)
    short = short_cube(value)
    if value < 100:
        font, top = BIG, 4
    elif value >= 1000 and len(short) < 4:
        font, top = TEXT, 5
    else:
        font, top = SMALL, 6
    canvas.centred(font, short, x + 1, y + top, _SIDE - 2)


def short_cube(value: int) -> str:
    """Returns the cube's `value` in at most four characters, such as 512 or 2K."""
    if value < 1000:
        return str(value)
    return "%dK" % (value >> 10) if value < 1000 << 10 else "%dM" % (value >> 20)


def cube_and_clock(view: "View", canvas: Canvas) -> None:
    """Draws the cube, on its owner's side or in the middle, and the clock, if there is one."""
    tops = _CUBE_TOPS
    if view.clocks:
        _clock(view, canvas)
        tops = _CUBE_TOPS_CLOCK
    if not view.cube_on or view.offered_by is not None:
        return
    middle = view.owner is None or view.crawford
    y = _CUBE_MIDDLE if middle else tops[view.owner]
    cube(canvas, 0, y, view.cube, not view.crawford)
    if view.crawford:
        canvas.text(SMALL, "CRAW", 0, y - 6 if view.clocks else y + 19)
        canvas.text(SMALL, "FORD", 0, y + 18 if view.clocks else y + 25)


def _clock(view: "View", canvas: Canvas) -> None:
    """Draws both sides' times; the running time is black on white.

    During a turn's free delay, a line (a pixel per second of delay left) replaces black on white.
    """
    running, delay = view.clocks[2:]
    for side in (0, 1):
        canvas.centred(SMALL, clock_text(view.clocks[side]), 0, _CLOCK_TOPS[side], _CLOCK_WIDTH)
        if side == running and delay:
            canvas.hline(0, _DELAY_TOPS[side], min(delay, _CLOCK_WIDTH))
        elif side == running:
            canvas.box(0, _CLOCK_TOPS[side] - 1, _CLOCK_WIDTH, 7, INVERT)


def clock_text(seconds: int) -> str:
    """Returns the time `seconds` in at most five characters, such as 1:05 or 120M (minutes)."""
    minutes = seconds // 60
    return "%d:%02d" % (minutes, seconds % 60) if seconds < _LONG else "%dM" % minutes


def _panel(view: "View", canvas: Canvas) -> None:
    """Draws scores, pips and match length. The side to act has its numbers black on white."""
    _score(canvas, 1, 12, view.scores[1], view.pips[1])
    _score(canvas, 28, 39, view.scores[0], view.pips[0])
    length = "TO %d" % view.length if view.length else "MONEY"
    canvas.centred(SMALL, length, _PANEL_LEFT - 2, 21, _PANEL_WIDTH + 2)
    if view.decider is not None:
        canvas.plate(_PANEL_LEFT, 0 if view.decider else 27, _PANEL_WIDTH, 20, INVERT)


def _score(canvas: Canvas, y: int, pips_y: int, score: int, pips: int) -> None:
    font = BIG if score < 100 else TEXT if score < 10000 else SMALL
    y += 0 if font is BIG else 1 if font is TEXT else 2
    canvas.centred(font, short_score(score), _PANEL_LEFT, y, _PANEL_WIDTH)
    canvas.centred(TEXT, str(pips), _PANEL_LEFT, pips_y, _PANEL_WIDTH)


def short_score(score: int) -> str:
    """Returns `score` in at most four characters; in money sessions it can reach millions."""
    if score < 10000:
        return str(score)
    return "%dK" % (score // 1000) if score < 1000000 else "%dM" % (score // 1000000)


def headline(view: "View", canvas: Canvas) -> None:
    """Writes the headline above the keys."""
    write(canvas, view.headline, 0, canvas.display.keys_top - _HEADLINE)
