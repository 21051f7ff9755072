"""Texts on the OLED: titles, wrapped lines, messages, and longer texts."""

from micropython import const

from picogammon.app.display.canvas import SET, WIDTH, fitting, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.view import MessageView

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.app.display.canvas import Canvas, Display, Font
    from picogammon.app.display.view import TextView

_GAP = const(4)
_LINE = const(8)  # the y of the line under a title
_NOTE = const(10)  # the y of a note below that line
# Rows in small letters on a low display.
_SMALL_STEP = const(6)
_SMALL_ROWS = const(3)  # below a title
_SMALL_TOP = const(2)  # without a title


def write(canvas: "Canvas", words: str, x: int, y: int, room: int = WIDTH, mode: int = SET) -> None:
    """Writes `words` in TEXT, or in SMALL if too wide; omits characters beyond `room` pixels."""
    if text_width(TEXT, words) <= room:
        canvas.text(TEXT, words, x, y, mode)
    else:
        canvas.text(SMALL, fitting(SMALL, words, room), x, y + 1, mode)


def wrap(lines: "Sequence[str]", font: "Font" = TEXT, room: int = WIDTH) -> list[str]:
    """Breaks `lines` at spaces, and long words anywhere, into rows of at most `room` pixels."""
    rows = []
    gap = text_width(font, " ") + 2
    for line in lines:
        row = ""
        taken = 0
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


def hidden(lines: "Sequence[str]", display: "Display") -> int:
    """Returns how many rows of a message with `lines` appear only after scrolling."""
    if display.low and _small_rows(lines, True):
        return 0
    return max(0, len(wrap(lines)) - display.text_rows)


def parted(pages: "Sequence[Any]", display: "Display") -> "list[Any]":
    """Returns `pages`, with each long text (title, lines) divided into several pages."""
    found = []
    room = display.text_rows
    for page in pages:
        rows = wrap(page[1]) if isinstance(page, tuple) else ()
        if len(rows) <= room:
            found.append(page)
            continue
        count = (len(rows) + room - 1) // room
        for i in range(count):
            name = "%s %d/%d" % (page[0], i + 1, count)
            found.append((name, rows[i * room : (i + 1) * room]))
    return found


def title(canvas: "Canvas", words: str, count: str = "", note: str = "") -> None:
    """Draws a title, a count such as 3/9 at the right, a line under both, and a note below.

    A low display shows title and note in turn, and omits a count that does not fit.
    """
    if not canvas.display.low:
        canvas.text(TEXT, words, 0, 0)
        canvas.hline(0, _LINE, WIDTH)
        canvas.right(TEXT, count, WIDTH, 0)
        canvas.text(SMALL, note, 0, _NOTE)
        return
    if text_width(SMALL, words) + _GAP + text_width(SMALL, count) <= WIDTH:
        canvas.right(SMALL, count, WIDTH, 0)
    if note:
        canvas.leaves = 2
        words = note if canvas.leaf & 1 else words
    canvas.text(SMALL, words, 0, 0)


def draw(page: "TextView", canvas: "Canvas") -> None:
    """Draws a text or a message; a message's rows are centred if all fit."""
    rows = wrap(page.lines)
    if not isinstance(page, MessageView):
        _draw_text(page, rows, canvas)
        return
    display = canvas.display
    font = TEXT
    step = display.message_step
    y = display.message_top + (display.message_rows - len(rows)) * step // 2
    if len(rows) > display.message_rows:
        small_rows = _small_rows(page.lines, page.title != "") if display.low else []
        if not small_rows:
            _draw_text(page, rows, canvas)
            return
        rows, font, step = small_rows, SMALL, _SMALL_STEP
        y = _SMALL_STEP if page.title else _SMALL_TOP
    title(canvas, page.title)
    for row in rows:
        canvas.centred(font, row, 0, y, WIDTH)
        y += step


def _small_rows(lines: "Sequence[str]", titled: bool) -> list[str]:
    """Returns a message's rows in small letters; [] if a low display cannot fit them all."""
    rows = wrap(lines, SMALL)
    return rows if len(rows) <= (_SMALL_ROWS if titled else _SMALL_ROWS + 1) else []


def _draw_text(page: "TextView", rows: "Sequence[str]", canvas: "Canvas") -> None:
    display = canvas.display
    room = display.text_rows
    if page.first is None:
        first = canvas.first_of(len(rows), room)
    else:
        first = max(0, min(page.first, len(rows) - room))
    last = min(first + room, len(rows))
    title(canvas, page.title, "%d/%d" % (last, len(rows)) if len(rows) > room else "")
    tight = len(rows) >= room
    y = display.text_top if tight else display.message_top
    for row in rows[first:last]:
        canvas.text(TEXT, row, 0, y)
        y += display.text_step if tight else display.message_step
