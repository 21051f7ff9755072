"""What the OLED shows: functions from the view to pixels, one module for each kind of screen."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.screens import board, message, parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.app.display.canvas import Canvas, Display


def draw(view: views.View, canvas: "Canvas") -> None:
    """Draws the whole screen of `view`, whatever was on `canvas` before."""
    canvas.clear()
    canvas.leaves = 1
    if (view.turned or view.home_left) and (view.page is None or view.asleep):
        from picogammon.app.display import seats  # saves memory while all sit as usual

        view = seats.seen(view)
    if view.asleep:
        parts.sleeping(view, canvas)
        return
    if canvas.display.low and _draw_low(view, canvas):
        pass
    elif view.page is None and view.large:
        from picogammon.app.display.screens import large  # saves memory if nobody wants it

        large.draw(view, canvas)
    elif view.page is None:
        board.draw(view, canvas)
    else:
        _drawing_of(type(view.page))(view, canvas)
    parts.keys(view, canvas)


def hidden(lines: "Sequence[str]", display: "Display") -> int:
    """How many rows of a message's lines people have to scroll to see them all."""
    if display.low:
        from picogammon.app.display.screens import low

        return low.hidden(lines, display)
    return max(0, len(message.rows_of(lines)) - display.text_rows)


def _draw_low(view: views.View, canvas: "Canvas") -> bool:
    """Draws what looks otherwise on a low display; False if this does not."""
    from picogammon.app.display.screens import low  # saves memory on others

    drawing = low.DRAWINGS.get(view.page and type(view.page))
    if drawing:
        drawing(view, canvas)
    return drawing is not None


def _drawing_of(kind: type) -> "Callable[[views.View, Canvas], None]":
    """The function that draws that kind of page.

    Most are imported when they are first needed, to save memory. Messages are imported from the
    start, as one may say that memory lacks.
    """
    if kind is views.MessageView:
        return message.draw
    if kind is views.TextView:
        return message.draw_text
    if kind is views.MenuView:
        from picogammon.app.display.screens import menu

        return menu.draw
    if kind is views.ResultView:
        from picogammon.app.display.screens import result

        return result.draw
    if kind is views.NameView:
        from picogammon.app.display.screens import name

        return name.draw
    if kind is views.PlaysView:
        from picogammon.app.display.screens import plays

        return plays.draw
    from picogammon.app.display.screens import code

    return code.draw
