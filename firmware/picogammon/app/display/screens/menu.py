"""Menus: a title, items with values, the selected one on white, arrows if there are more."""

from micropython import const

from picogammon.app.display.canvas import CLEAR, SET, WIDTH, fitting, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import parts
from picogammon.app.display.view import first_row

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import MenuView, View

_PLATE = const(10)
_TEXT_LEFT = const(3)
_VALUE_RIGHT = const(119)
_GAP = const(4)
ROOM = const(112)  # pixels: of a label and its value together
_BAR_RIGHT = const(122)
_NOTE = const(5)  # pixels: of a note below the title, beside the gap there is
_NOTED_STEP = const(9)

_UP = b"\x04\x06\x07\x06\x04"
_DOWN = b"\x01\x03\x07\x03\x01"


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the menu, scrolled as its page says."""
    parts.title(view, canvas)
    page: "MenuView" = view.page
    count = len(page.items)
    if not count:
        return
    display = canvas.display
    top, step, rows = display.menu_top, display.menu_step, display.menu_rows
    if page.note and not display.low:
        top, step = top + _NOTE, _NOTED_STEP
    first = first_row(page.selected, count, rows, page.first)
    if not page.walked:
        first = canvas.first_of(count, rows)
    last = min(first + rows, count)
    for i in range(first, last):
        y = top + (i - first) * step
        label, value = page.items[i]
        _item(canvas, y, min(step, _PLATE), label, value, i == page.selected)
    if count > rows:
        if page.walked:
            parts.beside_title(view, canvas, "%d/%d" % (page.selected + 1, count))
        if first:
            canvas.bitmap(_UP, WIDTH - 5, top + 2, 5, 1)
        if last < count:
            canvas.bitmap(_DOWN, WIDTH - 5, top + rows * step - 7, 5, 1)


def _item(canvas: "Canvas", y: int, height: int, label: str, value: str, selected: bool) -> None:
    mode = SET
    if selected:
        canvas.plate(0, y, _BAR_RIGHT, height)
        mode = CLEAR
    left = _TEXT_LEFT
    room = ROOM + _GAP
    small = label.upper()
    if value:
        room -= text_width(TEXT, value) + _GAP
        if text_width(SMALL, small) <= room:
            canvas.right(TEXT, value, _VALUE_RIGHT, y + 1, mode)
        else:
            value = value.upper()
            left = 1
            room = _BAR_RIGHT - 2 - text_width(SMALL, value)
            canvas.right(SMALL, value, _BAR_RIGHT - 1, y + 2, mode)
    if text_width(TEXT, label) <= room:
        canvas.text(TEXT, label, left, y + 1, mode)
    else:
        canvas.text(SMALL, fitting(SMALL, small, room), left, y + 2, mode)
