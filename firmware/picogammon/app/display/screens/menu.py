"""Menus: a title, items with values, the selected one on white, arrows if there are more."""

from micropython import const

from picogammon.app.display.canvas import CLEAR, SET, WIDTH, fitting, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import parts

ROWS = const(4)
_ROW_HEIGHT = const(11)
_TOP = const(11)
_TEXT_LEFT = const(3)
_VALUE_RIGHT = const(119)
_BAR_RIGHT = const(122)

_UP = b"\x04\x06\x07\x06\x04"
_DOWN = b"\x01\x03\x07\x03\x01"


def draw(view, canvas):
    """Draws the menu, scrolled so that the selected item and one on either side of it are seen."""
    parts.title(view, canvas)
    page = view.page
    count = len(page.items)
    if not count:
        return
    first = first_row(page.selected, count)
    last = min(first + ROWS, count)
    for i in range(first, last):
        y = _TOP + (i - first) * _ROW_HEIGHT
        label, value = page.items[i]
        _item(canvas, y, label, value, i == page.selected)
    if count > ROWS:
        where = "%d/%d" % (page.selected + 1, count)
        canvas.right(TEXT, where, WIDTH, 0)
        if first:
            canvas.bitmap(_UP, WIDTH - 5, _TOP + 2, 5, 1)
        if last < count:
            canvas.bitmap(_DOWN, WIDTH - 5, _TOP + ROWS * _ROW_HEIGHT - 7, 5, 1)


def first_row(selected, count):
    """The index of the item on the first row."""
    return max(0, min(selected - 1, count - ROWS))


def _item(canvas, y, label, value, selected):
    mode = SET
    if selected:
        canvas.plate(0, y, _BAR_RIGHT, _ROW_HEIGHT - 1)
        mode = CLEAR
    room = _VALUE_RIGHT - _TEXT_LEFT
    if value:
        room -= text_width(TEXT, value) + 4
        canvas.right(TEXT, value, _VALUE_RIGHT, y + 1, mode)
    if text_width(TEXT, label) <= room:
        canvas.text(TEXT, label, _TEXT_LEFT, y + 1, mode)
    else:
        label = label.upper()
        canvas.text(SMALL, fitting(SMALL, label, room), _TEXT_LEFT, y + 2, mode)
