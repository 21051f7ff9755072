"""Messages and texts: lines that wrap by themselves."""

from micropython import const

from picogammon.app.display.canvas import WIDTH, fitting, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.display.screens import parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.display.canvas import Canvas, Font
    from picogammon.app.display.view import View


def wrap(line: str, room: int = WIDTH, font: "Font" = TEXT) -> list[str]:
    """The rows that show `line` in `room` pixels, broken at spaces, or within too long a word."""
    rows = []
    row = ""
    taken = 0
    gap = text_width(font, " ") + 2
    for word in line.split(" "):
        width = text_width(font, word)
        if row and taken + gap + width <= room:
            row += " " + word
            taken += gap + width
            continue
        if row:
            rows.append(row)
        while width > room:
            start = fitting(font, word, room)
            rows.append(start)
            word = word[len(start) :]
            width = text_width(font, word)
        row = word
        taken = width
    rows.append(row)
    return rows


def draw(view: "View", canvas: "Canvas") -> None:
    """Draws a title and a few centred lines; if they need more rows, it draws a text."""
    display = canvas.display
    rows = rows_of(view.page.lines)
    if len(rows) > display.message_rows:
        draw_text(view, canvas)
        return
    parts.title(view, canvas)
    y = display.message_top + (display.message_rows - len(rows)) * display.message_step // 2
    for row in rows:
        canvas.centred(TEXT, row, 0, y, WIDTH)
        y += display.message_step


def draw_text(view: "View", canvas: "Canvas") -> None:
    """Draws a title and as many rows as fit, from the left; `first` rows are scrolled away."""
    parts.title(view, canvas)
    display = canvas.display
    room = display.text_rows
    rows = rows_of(view.page.lines)
    if view.page.first is None:
        first = canvas.first_of(len(rows), room)
    else:
        first = max(0, min(view.page.first, len(rows) - room))
    tight = len(rows) >= room
    y = display.text_top if tight else display.message_top
    for row in rows[first : first + room]:
        canvas.text(TEXT, row, 0, y)
        y += display.text_step if tight else display.message_step
    if len(rows) > room:
        parts.beside_title(view, canvas, "%d/%d" % (min(first + room, len(rows)), len(rows)))


def rows_of(lines: "Sequence[str]", font: "Font" = TEXT) -> list[str]:
    """The rows that show all the lines over the whole width."""
    rows = []
    for line in lines:
        rows.extend(wrap(line, WIDTH, font))
    return rows
