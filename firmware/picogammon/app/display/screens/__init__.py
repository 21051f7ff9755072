"""The OLED's screens: functions that draw a View on a Canvas."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import CLEAR, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import board, text

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas

_KEY_STEP = const(32)
_KEY_WIDTH = const(31)
_TEXT_HEIGHT = const(7)
_SMALL_HEIGHT = const(5)


def draw(view: views.View, canvas: "Canvas") -> None:
    """Draws the whole screen that `view` describes, in place of the previous picture."""
    canvas.clear()
    canvas.leaves = 1
    page = view.page
    if (view.turned or view.home_left) and (page is None or view.asleep):
        view = views.seen_from_seat(view)
    if view.asleep:
        _sleeping(view, canvas)
        return
    if isinstance(page, views.TextView):
        text.draw(page, canvas)
    elif page is not None:
        from picogammon.app.display.screens import pages  # saves memory while the board is shown

        pages.draw(view, canvas)
    elif canvas.display.low:
        from picogammon.app.display.screens import low  # saves memory on other displays

        low.draw(view, canvas)
    elif view.large:
        from picogammon.app.display.screens import large  # saves memory without large type

        large.draw_large(view, canvas)
    else:
        board.draw(view, canvas)
    _keys(view.keys, canvas)


def _sleeping(view: views.View, canvas: "Canvas") -> None:
    """Draws only a dot, nearer to the side to act, as a sign that the board is on."""
    height = canvas.display.height
    y = (height >> 1) - 1
    if view.decider is not None:
        y += -(height // 7) if view.decider else height // 7
    canvas.box(63, y, 2, 2)


def _keys(labels: list[str], canvas: "Canvas") -> None:
    """Draws the four `labels`, each on a white plate above its button; omits empty labels."""
    top = canvas.display.keys_top
    height = canvas.display.height - top
    small = canvas.display.low
    for label in labels:
        if text_width(TEXT, label.upper()) > _KEY_WIDTH - 2:
            small = True
    font = SMALL if small else TEXT
    y = top + (height - (_SMALL_HEIGHT if small else _TEXT_HEIGHT) >> 1)
    for i in range(4):
        if labels[i]:
            canvas.plate(i * _KEY_STEP, top, _KEY_WIDTH, height)
            canvas.centred(font, labels[i].upper(), i * _KEY_STEP, y, _KEY_WIDTH, CLEAR)
