"""What the OLED shows: a function from the view to pixels, one module a kind of screen."""

from picogammon.app.display import view as views
from picogammon.app.display.screens import board, menu, message, name, parts, plays, result

_DRAW = {
    views.MenuView: menu.draw,
    views.MessageView: message.draw,
    views.TextView: message.draw_text,
    views.NameView: name.draw,
    views.ResultView: result.draw,
    views.PlaysView: plays.draw,
}


def draw(view, canvas):
    """Draws the whole screen of `view`, whatever was on `canvas` before."""
    canvas.clear()
    if (view.turned or view.home_left) and (view.page is None or view.asleep):
        from picogammon.app.display import seats  # memory, where everybody sits as usual

        view = seats.seen(view)
    if view.asleep:
        parts.sleeping(view, canvas)
        return
    if view.page is None and view.large:
        from picogammon.app.display.screens import large  # memory, where nobody wants it

        large.draw(view, canvas)
    elif view.page is None:
        board.draw(view, canvas)
    else:
        _DRAW[type(view.page)](view, canvas)
    parts.keys(view, canvas)
