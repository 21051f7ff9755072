"""A QR code at the left, two pixels a module, and a few words beside it."""

from micropython import const

from picogammon.app.display.canvas import CLEAR, WIDTH
from picogammon.app.display.font import TEXT
from picogammon.app.display.screens.message import wrap

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas
    from picogammon.app.display.view import CodeView, View

_SIDE = const(64)
_QUIET = const(3)  # pixels around the code
_LEFT = const(67)
_STEP = const(9)


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws the code; light modules and the quiet zone are lit."""
    page: "CodeView" = view.page
    canvas.box(0, 0, _SIDE, _SIDE)
    y = _QUIET
    for row in page.code:
        x = _QUIET
        while row:
            if row & 1:
                canvas.box(x, y, 2, 2, CLEAR)
            row >>= 1
            x += 2
        y += 2
    y = 0
    for line in page.lines:
        for text in wrap(line, WIDTH - _LEFT):
            canvas.text(TEXT, text, _LEFT, y)
            y += _STEP
