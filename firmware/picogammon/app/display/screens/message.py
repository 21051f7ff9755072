"""Messages and texts: lines that wrap by themselves."""

from micropython import const

from picogammon.app.display.canvas import WIDTH, fitting, text_width
from picogammon.app.display.font import TEXT
from picogammon.app.display.screens import parts

_MESSAGE_TOP = const(13)
_MESSAGE_ROWS = const(4)
_MESSAGE_STEP = const(10)
_TEXT_TOP = const(10)
TEXT_ROWS = const(5)
_TEXT_STEP = const(9)


def wrap(line, room=WIDTH):
    """The rows that show `line` in `room` pixels, broken at spaces, or within too long a word."""
    rows = []
    row = ""
    taken = 0
    gap = text_width(TEXT, " ") + 2
    for word in line.split(" "):
        width = text_width(TEXT, word)
        if row and taken + gap + width <= room:
            row += " " + word
            taken += gap + width
            continue
        if row:
            rows.append(row)
        while width > room:
            start = fitting(TEXT, word, room)
            rows.append(start)
            word = word[len(start) :]
            width = text_width(TEXT, word)
        row = word
        taken = width
    rows.append(row)
    return rows


def draw(view, canvas):
    """Draws a title and a few centred lines; if they need more rows, it draws a text."""
    rows = rows_of(view.page.lines)
    if len(rows) > _MESSAGE_ROWS:
        draw_text(view, canvas)
        return
    parts.title(view, canvas)
    y = _MESSAGE_TOP + (_MESSAGE_ROWS - len(rows)) * _MESSAGE_STEP // 2
    for row in rows:
        canvas.centred(TEXT, row, 0, y, WIDTH)
        y += _MESSAGE_STEP


def draw_text(view, canvas):
    """Draws a title and as many rows as fit, from the left; `first` rows are scrolled away."""
    parts.title(view, canvas)
    rows = rows_of(view.page.lines)
    first = max(0, min(view.page.first, len(rows) - TEXT_ROWS))
    tight = len(rows) >= TEXT_ROWS
    y = _TEXT_TOP if tight else _MESSAGE_TOP
    for row in rows[first : first + TEXT_ROWS]:
        canvas.text(TEXT, row, 0, y)
        y += _TEXT_STEP if tight else _MESSAGE_STEP
    if len(rows) > TEXT_ROWS:
        canvas.right(TEXT, "%d/%d" % (min(first + TEXT_ROWS, len(rows)), len(rows)), WIDTH, 0)


def rows_of(lines):
    """The rows that show all the lines over the whole width."""
    rows = []
    for line in lines:
        rows.extend(wrap(line))
    return rows
