"""The name editor: the name with its cursor, and the letters, the chosen one in the middle."""

from micropython import const

from picogammon.app.display.canvas import CLEAR, SET, WIDTH, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.display.screens import parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import NameView, View

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .-'&!"
_CELL = const(9)
_NAME_TOP = const(16)
_STRIP_TOP = const(37)
_STRIP_HEIGHT = const(14)
_STEP = const(12)
_REACH = const(5)
_LENGTH = const(12)


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the name, and below it the letters to choose from."""
    page: "NameView" = view.page
    parts.title(view, canvas)
    x = letters(page, canvas, _NAME_TOP, _NAME_TOP + 9)
    if page.cursor < _LENGTH:
        canvas.hline(x + 1, _NAME_TOP + 10, _CELL - 3)
        canvas.bitmap(b"\x04\x06\x07\x06\x04", x + 1, _NAME_TOP + 12, 5, 1)
    strip(canvas, page.letter, _STRIP_TOP, _STRIP_HEIGHT)


def letters(page: "NameView", canvas: "Canvas", top: int, line: int) -> int:
    """Draws the letters of the name, a line under each; returns the cursor's x."""
    left = (WIDTH - _LENGTH * _CELL) >> 1
    for i in range(_LENGTH):
        x = left + i * _CELL
        if i < len(page.text):
            canvas.centred(TEXT, page.text[i], x, top, _CELL - 1)
        canvas.hline(x + 1, line, _CELL - 3)
    return left + page.cursor * _CELL


def strip(canvas: "Canvas", chosen: int, top: int, height: int) -> None:
    """Draws the letters to choose from, the chosen one on a plate of that height."""
    middle = WIDTH >> 1
    for offset in range(-_REACH, _REACH + 1):
        letter = LETTERS[(chosen + offset) % len(LETTERS)]
        x = middle + offset * _STEP
        mode = SET
        if offset == 0:
            canvas.plate(x - 6, top + 4 - (height >> 1), 13, height)
            mode = CLEAR
        if letter == " ":  # a space is seen as a low bracket
            canvas.bitmap(b"\x60\x40\x40\x40\x60", x - 2, top, 5, 1, mode)
        else:
            canvas.text(TEXT, letter, x - (text_width(TEXT, letter) >> 1), top, mode)
