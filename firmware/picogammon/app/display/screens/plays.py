"""Plays side by side with their worth: a hint's three, or the better play and the one made.

Each has two rows: the play, and below it two details. The chosen one is on white.
"""

from micropython import const

from picogammon.app.display.canvas import CLEAR, SET, WIDTH, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import PlaysView, View

_HEIGHT = const(18)
_BELOW_TITLE = const(12)
_TITLED_STEP = const(21)
_BELOW_NOTE = const(16)
_NOTED_STEP = const(19)
_LEFT = const(3)


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the plays, below the title if there is one."""
    page: "PlaysView" = view.page
    y = 0
    step = _HEIGHT
    if page.title:
        parts.title(view, canvas)
        y = _BELOW_NOTE if page.note else _BELOW_TITLE
        step = _NOTED_STEP if page.note else _TITLED_STEP
    for i in range(len(page.items)):
        _play(canvas, y, page.items[i], i == page.selected)
        y += step


def _play(canvas: "Canvas", y: int, item: tuple[str, str, str], selected: bool) -> None:
    play, left, right = item
    mode = SET
    if selected:
        canvas.plate(0, y, WIDTH, _HEIGHT)
        mode = CLEAR
    if text_width(TEXT, play) <= WIDTH - 2 * _LEFT:
        canvas.text(TEXT, play, _LEFT, y + 1, mode)
    else:
        canvas.text(SMALL, play.upper(), _LEFT, y + 2, mode)
    canvas.text(TEXT, left, _LEFT, y + 9, mode)
    canvas.right(TEXT, right, WIDTH - _LEFT, y + 9, mode)
