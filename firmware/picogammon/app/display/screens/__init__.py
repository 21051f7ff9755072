"""What the OLED shows: a function from the view to pixels, one module a kind of screen."""

from picogammon.app.display import view as views
from picogammon.app.display.screens import board, menu, message, name, parts, plays, result

_DRAW = {
    views.BOARD: board.draw,
    views.MENU: menu.draw,
    views.MESSAGE: message.draw,
    views.TEXT: message.draw_text,
    views.NAME: name.draw,
    views.RESULT: result.draw,
    views.PLAYS: plays.draw,
}


def draw(view, canvas):
    """Draws the whole screen of `view`, whatever was on `canvas` before."""
    canvas.clear()
    if view.asleep:
        parts.sleeping(view, canvas)
        return
    _DRAW[view.screen](view, canvas)
    parts.keys(view, canvas)
