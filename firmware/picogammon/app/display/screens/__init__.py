"""What the OLED shows: a function from the view to pixels, one module a kind of screen."""

from picogammon.app.display import view as views
from picogammon.app.display.screens import board, menu, message, parts, result

_DRAW = {
    views.MenuView: menu.draw,
    views.MessageView: message.draw,
    views.TextView: message.draw_text,
    views.ResultView: result.draw,
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
        draw_page = _DRAW.get(type(view.page)) or _rare(view.page)
        draw_page(view, canvas)
    parts.keys(view, canvas)


def _rare(page):
    """What draws a page that many boards never show, and which is imported for it: memory."""
    if isinstance(page, views.NameView):
        from picogammon.app.display.screens import name

        return name.draw
    if isinstance(page, views.CodeView):
        from picogammon.app.display.screens import code

        return code.draw
    from picogammon.app.display.screens import plays

    return plays.draw
