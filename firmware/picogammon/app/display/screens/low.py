"""What looks otherwise on a display with fewer than 64 rows: laid out for 32.

    cube, arrow | dice | score, pips of player 1
    to owner    |      | score, pips of player 0
    headline
    keys

The arrow before a score is at the side to act. The lights alone show the checkers.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import CLEAR, INVERT, WIDTH, fitting, text_width
from picogammon.app.display.font import SMALL, TEXT
from picogammon.app.display.screens import board, message, name, parts

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.app.display.canvas import Canvas, Display

_SMALL_STEP = const(6)
_SMALL_ROWS = const(3)  # below a title
_SIDE = const(15)  # pixels: of a die
_LEFT_DICE = const(18)
_RIGHT_DICE = const(50)
_CUBE_WIDTH = const(17)
_CUBE_HEIGHT = const(11)
_CUBE_TOPS = (0, 4, 2)  # by owner; the last for nobody's
_ARROW_UP = b"\x04\x06\x07\x06\x04"
_ARROW_DOWN = b"\x01\x03\x07\x03\x01"
_ARROW_RIGHT = b"\x7f\x3e\x1c\x08"
_PANEL_LEFT = const(83)
_SCORE_LEFT = const(89)
_MOST_DELAY = const(17)  # seconds that the line under a running clock can show


def draw_board(view: views.View, canvas: "Canvas") -> None:
    """Draws the cube, the dice, the scores with pips or clocks, and the headline."""
    _cube(view, canvas)
    _dice(view, canvas)
    if view.version:
        _name(view.version, canvas)
    for side in (0, 1):
        _score(view, canvas, side)
    board.headline(view, canvas)


def _cube(view: views.View, canvas: "Canvas") -> None:
    """Draws the cube with an arrow to its owner's side; in a Crawford game, that it is one."""
    if not view.cube_on or view.offered_by is not None:
        return
    if view.crawford:
        canvas.text(SMALL, "CRAW", 0, 2)
        canvas.text(SMALL, "FORD", 0, 8)
        return
    owner = view.owner
    y = _CUBE_TOPS[2 if owner is None else owner]
    _cube_at(canvas, 0, y, view.cube)
    if owner is not None:
        canvas.bitmap(_ARROW_UP if owner else _ARROW_DOWN, 6, 0 if owner else 12, 5, 1)


def _cube_at(canvas: "Canvas", x: int, y: int, value: int) -> None:
    canvas.rect(x, y, _CUBE_WIDTH, _CUBE_HEIGHT)
    short = str(value)
    if value >= 1000:
        short = "%dK" % (value >> 10) if value < 1000 << 10 else "%dM" % (value >> 20)
    room = _CUBE_WIDTH - 2
    font = TEXT if text_width(TEXT, short) < room else SMALL
    canvas.centred(font, short, x + 1, y + (2 if font is TEXT else 3), room)


def _dice(view: views.View, canvas: "Canvas") -> None:
    """Draws the dice on their roller's half, a double's on both, or the offered cube instead."""
    if view.offered_by is not None:
        x = _LEFT_DICE if view.offered_by else _RIGHT_DICE
        _cube_at(canvas, x + 8, 2, view.cube * 2)
        return
    lying = view.dice
    opening = view.dice_side is None
    step = _SIDE + 1
    for i in range(len(lying)):
        if opening:
            x = (_LEFT_DICE if i else _RIGHT_DICE) + 8
        elif len(lying) == 4 or view.dice_side:
            x = _LEFT_DICE + i * step
        else:
            x = _RIGHT_DICE + i * step
        canvas.die(x, 0, lying[i], view.dice_used >> i & 1, _SIDE)


def _name(version: str, canvas: "Canvas") -> None:
    canvas.text(SMALL, "PICO", _LEFT_DICE + 3, 2)
    canvas.text(SMALL, "GAMMON", _LEFT_DICE + 3, 8)
    canvas.text(SMALL, version, _RIGHT_DICE, 8)


def _score(view: views.View, canvas: "Canvas", side: int) -> None:
    """Draws a side's score, of how many in a match, and its pips, or its clock."""
    y = 0 if side else 8
    if view.decider == side:
        canvas.bitmap(_ARROW_RIGHT, _PANEL_LEFT, y, 4, 1)
    score = board.short_score(view.scores[side])
    if view.length:
        score += "/%d" % view.length
    beside = str(view.pips[side])
    if view.clocks:
        from picogammon.app.display.screens import clocks  # saves memory without a clock

        beside = clocks.text(view.clocks[side])
    left = WIDTH - text_width(SMALL, beside) - (1 if view.clocks else 0)
    font = TEXT if _SCORE_LEFT + text_width(TEXT, score) < left - 1 else SMALL
    canvas.text(font, score, _SCORE_LEFT, y if font is TEXT else y + 1)
    canvas.text(SMALL, beside, left, y + 1)
    if view.clocks:
        running, delay = view.clocks[2:]
        if side == running and delay:
            canvas.hline(WIDTH - 1 - _MOST_DELAY, y + 7, min(delay, _MOST_DELAY))
        elif side == running:
            canvas.box(left - 1, y, WIDTH - left + 1, 7, INVERT)


def draw_message(view: views.View, canvas: "Canvas") -> None:
    """Draws a message, in small letters if it does not fit otherwise and fits then."""
    page: views.MessageView = view.page
    if len(message.rows_of(page.lines)) > canvas.display.message_rows:
        rows = small_rows(page.lines, page.title)
        if rows:
            parts.title(view, canvas)
            y = _SMALL_STEP if page.title else 2
            for row in rows:
                canvas.centred(SMALL, row.upper(), 0, y, WIDTH)
                y += _SMALL_STEP
            return
    message.draw(view, canvas)


def parted(pages: "Sequence[Any]", display: "Display") -> "list[Any]":
    """Pages, as for modes.base.Pages, of which each fits, with its number if it was parted."""
    found = []
    room = display.text_rows
    for page in pages:
        rows = message.rows_of(page[1]) if isinstance(page, tuple) else ()
        if len(rows) <= room:
            found.append(page)
            continue
        count = (len(rows) + room - 1) // room
        for i in range(count):
            title = "%s %d/%d" % (page[0], i + 1, count)
            found.append((title, rows[i * room : (i + 1) * room]))
    return found


def hidden(lines: "Sequence[str]", display: "Display") -> int:
    """How many rows of a message people have to scroll: none if small letters save that."""
    if small_rows(lines):
        return 0
    return max(0, len(message.rows_of(lines)) - display.text_rows)


def small_rows(lines: "Sequence[str]", title: str = "title") -> "Sequence[str]":
    """The rows of a message in small letters; none if there are too many.

    Without a title there is room for one more.
    """
    rows = message.rows_of(lines, SMALL)
    return rows if len(rows) <= (_SMALL_ROWS if title else _SMALL_ROWS + 1) else ()


def draw_plays(view: views.View, canvas: "Canvas") -> None:
    """Draws the chosen play alone, and how many there are."""
    page: views.PlaysView = view.page
    parts.title(view, canvas)
    if len(page.items) > 1:
        parts.beside_title(view, canvas, "%d/%d" % (page.selected + 1, len(page.items)))
    play, left, right = page.items[page.selected]
    wide = text_width(TEXT, play) > WIDTH
    canvas.text(SMALL if wide else TEXT, play.upper() if wide else play, 0, 8 if wide else 7)
    canvas.text(TEXT, left, 0, 16)
    canvas.right(TEXT, right, WIDTH, 16)


def draw_result(view: views.View, canvas: "Canvas") -> None:
    """Draws who won, how much, and below it the names with the new score."""
    page: views.ResultView = view.page
    canvas.plate(0, 0, WIDTH, 9)
    canvas.centred(TEXT, page.title, 2, 1, WIDTH - 4, CLEAR)
    lines = ", ".join(page.lines)
    canvas.centred(SMALL, lines.upper(), 0, 10, WIDTH)
    score = "%d - %d" % tuple(view.scores)
    middle = text_width(TEXT, score)
    room = (WIDTH - middle >> 1) - 3
    canvas.text(TEXT, score, WIDTH - middle >> 1, 17)
    for side in (0, 1):
        words = view.names[side]
        font = TEXT if text_width(TEXT, words) <= room else SMALL
        y = 17 if font is TEXT else 18
        words = fitting(font, words, room)
        if side:
            canvas.right(font, words, WIDTH, y)
        else:
            canvas.text(font, words, 0, y)


def draw_name(view: views.View, canvas: "Canvas") -> None:
    """Draws the name, and below it the letters to choose from."""
    parts.title(view, canvas)
    name.letters(view.page, canvas, 6, 14)
    name.strip(canvas, view.page.letter, 16, 9)


DRAWINGS = {
    None: draw_board,
    views.MessageView: draw_message,
    views.PlaysView: draw_plays,
    views.ResultView: draw_result,
    views.NameView: draw_name,
}
