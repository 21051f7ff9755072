"""What several screens have in common: the line of keys, a title, a die, a cube."""

from micropython import const

from picogammon.app.display.canvas import CLEAR, WIDTH, text_width
from picogammon.app.display.font import BIG, SMALL, TEXT

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import View

_CELL_WIDTH = const(32)
_TEXT_HEIGHT = const(7)
_SMALL_HEIGHT = const(5)
_GAP = const(4)

SIDE = const(17)  # pixels: of a die and of the cube


def keys(view: "View", canvas: "Canvas") -> None:
    """Draws what the four buttons do, each label over its button; an empty label has no plate."""
    display = canvas.display
    font = SMALL if display.low else TEXT
    for label in view.keys:
        if text_width(TEXT, label.upper()) > _CELL_WIDTH - 3:
            font = SMALL
    top = display.keys_top
    height = display.height - top
    y = top + (height - (_TEXT_HEIGHT if font is TEXT else _SMALL_HEIGHT) >> 1)
    for i in range(4):
        label = view.keys[i].upper()
        if label:
            x = i * _CELL_WIDTH
            canvas.plate(x, top, _CELL_WIDTH - 1, height)
            canvas.centred(font, label, x, y, _CELL_WIDTH - 1, CLEAR)


def line(canvas: "Canvas", text: str, y: int) -> None:
    """Writes a line over the whole width, in small letters if it does not fit otherwise."""
    if text_width(TEXT, text) <= WIDTH:
        canvas.text(TEXT, text, 0, y)
    else:
        canvas.text(SMALL, text.upper(), 0, y + 1)


def title(view: "View", canvas: "Canvas") -> None:
    """Draws the title at the top left, with a line under it, or small on a low display.

    Below it is the page's note, if there is one; a low display shows the two by turns.
    """
    words = view.page.title
    note = getattr(view.page, "note", "").upper()
    if canvas.display.low:
        if note:
            canvas.leaves = 2
            words = note if canvas.leaf & 1 else words
        canvas.text(SMALL, words.upper(), 0, 0)
        return
    canvas.text(TEXT, words, 0, 0)
    canvas.hline(0, 8, WIDTH)
    canvas.text(SMALL, note, 0, 10)


def beside_title(view: "View", canvas: "Canvas", text: str) -> None:
    """Writes how far down one is at the right of the title; not if that leaves a low display."""
    font = TEXT
    if canvas.display.low:
        font = SMALL
        if text_width(SMALL, view.page.title) + _GAP + text_width(SMALL, text) > WIDTH:
            return
    canvas.right(font, text, WIDTH, 0)


def sleeping(view: "View", canvas: "Canvas") -> None:
    """Draws the sleeping board: nearly black; a dot says that it is on, and who is to act."""
    height = canvas.display.height
    y = (height >> 1) - 1
    if view.decider is not None:
        y += -(height // 7) if view.decider else height // 7
    canvas.box(63, y, 2, 2)


def cube(canvas: "Canvas", x: int, y: int, value: int, in_play: bool = True) -> None:
    """Draws the cube with its value; an outline of dots if nobody may turn it."""
    canvas.plate(x, y, SIDE, SIDE)
    canvas.box(x + 1, y + 1, SIDE - 2, SIDE - 2, CLEAR)
    if not in_play:
        canvas.dim(x, y, SIDE, SIDE)
    if value < 100:
        canvas.centred(BIG, str(value), x + 1, y + 4, SIDE - 2)
    elif value < 1000:
        canvas.centred(SMALL, str(value), x + 1, y + 6, SIDE - 2)
    elif value < 100 << 10:
        canvas.centred(TEXT, "%dK" % (value >> 10), x + 1, y + 5, SIDE - 2)
    elif value < 1000 << 10:
        canvas.centred(SMALL, "%dK" % (value >> 10), x + 1, y + 6, SIDE - 2)
    else:
        canvas.centred(TEXT, "%dM" % (value >> 20), x + 1, y + 5, SIDE - 2)


def checker(canvas: "Canvas", x: int, y: int, player: int) -> None:
    """Draws a checker seven pixels wide: player 0's is full, player 1's a ring."""
    canvas.box(x + 2, y, 3, 7)
    canvas.box(x, y + 2, 7, 3)
    canvas.box(x + 1, y + 1, 5, 5)
    if player:
        canvas.box(x + 2, y + 1, 3, 5, CLEAR)
        canvas.box(x + 1, y + 2, 5, 3, CLEAR)
