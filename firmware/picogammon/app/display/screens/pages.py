"""Pages that cover the board: menus, plays, names, results and QR codes.

Texts and messages are in text.py, which is always loaded so that it can report a lack of memory.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.display.canvas import (
    ARROW_DOWN,
    ARROW_UP,
    CLEAR,
    MENU_ROOM,
    SET,
    WIDTH,
    fitting,
    text_width,
)
from picogammon.app.display.font import BIG, SMALL, TEXT
from picogammon.app.display.screens.text import title, wrap, write

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.canvas import Canvas

_ITEM_HEIGHT = const(10)
_ITEM_LEFT = const(3)
_ITEM_RIGHT = const(119)
_PLATE_WIDTH = const(122)
_GAP = const(4)
_NOTE_HEIGHT = const(5)
_NOTED_STEP = const(9)  # pixels per item below a note

_PLAY_HEIGHT = const(18)
_PLAY_LEFT = const(3)

_NAME_LENGTH = const(12)
_LETTER = const(9)  # pixels per letter of a name
_CHOICE = const(12)  # pixels per letter to choose from
_REACH = const(5)  # letters on either side of the chosen one
_SPACE = b"\x60\x40\x40\x40\x60"  # a low bracket

_HALF = const(62)
_RIGHT_HALF = const(66)
_NAMES_TOP = const(23)
_SCORE_TOP = const(32)
_CHECKER = const(12)  # pixels with its gap
_ROWS_TOP = const(24)
_ROW = const(13)
_LENGTH_TOP = const(49)

_CODE = const(64)
_QUIET = const(3)  # pixels around the code
_LINES_LEFT = const(67)
_LINES_STEP = const(9)


def draw(view: views.View, canvas: "Canvas") -> None:
    _DRAWINGS[type(view.page)](view, canvas)


def _menu(view: views.View, canvas: "Canvas") -> None:
    page: views.MenuView = view.page
    display = canvas.display
    top, step, rows = display.menu_top, display.menu_step, display.menu_rows
    count = len(page.items)
    place = "%d/%d" % (page.selected + 1, count) if page.walked and count > rows else ""
    title(canvas, page.title, place, page.note)
    if page.note and not display.low:
        top, step = top + _NOTE_HEIGHT, _NOTED_STEP
    if page.walked:
        first = views.first_row(page.selected, count, rows, page.first)
    else:
        first = canvas.first_of(count, rows)
    last = min(first + rows, count)
    for i in range(first, last):
        label, value = page.items[i]
        y = top + (i - first) * step
        _item(canvas, y, min(step, _ITEM_HEIGHT), label, value, i == page.selected)
    if first:
        canvas.bitmap(ARROW_UP, WIDTH - 5, top + 2, 5, 1)
    if last < count:
        canvas.bitmap(ARROW_DOWN, WIDTH - 5, top + rows * step - 7, 5, 1)


def _item(canvas: "Canvas", y: int, height: int, label: str, value: str, selected: bool) -> None:
    """Draws an item's label and value, in small letters if both together are too wide."""
    mode = SET
    if selected:
        canvas.plate(0, y, _PLATE_WIDTH, height)
        mode = CLEAR
    left = _ITEM_LEFT
    room = MENU_ROOM + _GAP
    if value:
        room -= text_width(TEXT, value) + _GAP
        if text_width(SMALL, label) <= room:
            canvas.right(TEXT, value, _ITEM_RIGHT, y + 1, mode)
        else:
            left = 1
            room = _PLATE_WIDTH - 2 - text_width(SMALL, value)
            canvas.right(SMALL, value, _PLATE_WIDTH - 1, y + 2, mode)
    write(canvas, label, left, y + 1, room, mode)


def _plays(view: views.View, canvas: "Canvas") -> None:
    """Draws each play and its details; a low display shows only the selected play."""
    page: views.PlaysView = view.page
    count = len(page.items)
    if canvas.display.low:
        number = "%d/%d" % (page.selected + 1, count) if count > 1 else ""
        title(canvas, page.title, number, page.note)
        play, left, right = page.items[page.selected]
        write(canvas, play, 0, 7)
        canvas.text(TEXT, left, 0, 16)
        canvas.right(TEXT, right, WIDTH, 16)
        return
    y, step = 0, _PLAY_HEIGHT
    if page.title:
        title(canvas, page.title, "", page.note)
        y, step = (16, 19) if page.note else (12, 21)
    for i in range(count):
        play, left, right = page.items[i]
        mode = SET
        if i == page.selected:
            canvas.plate(0, y, WIDTH, _PLAY_HEIGHT)
            mode = CLEAR
        write(canvas, play, _PLAY_LEFT, y + 1, WIDTH - 2 * _PLAY_LEFT, mode)
        canvas.text(TEXT, left, _PLAY_LEFT, y + 9, mode)
        canvas.right(TEXT, right, WIDTH - _PLAY_LEFT, y + 9, mode)
        y += step


def _name(view: views.View, canvas: "Canvas") -> None:
    """Draws a name with its cursor, and the characters to choose from."""
    page: views.NameView = view.page
    low = canvas.display.low
    # The y of the name, its line, the letters to choose from; the height of the chosen one's plate.
    top, line, strip, height = (6, 14, 16, 9) if low else (16, 25, 37, 14)
    title(canvas, page.title)
    left = (WIDTH - _NAME_LENGTH * _LETTER) >> 1
    for i in range(_NAME_LENGTH):
        x = left + i * _LETTER
        if i < len(page.text):
            canvas.centred(TEXT, page.text[i], x, top, _LETTER - 1)
        canvas.hline(x + 1, line, _LETTER - 3)
    if page.cursor < _NAME_LENGTH and not low:
        x = left + page.cursor * _LETTER
        canvas.hline(x + 1, line + 1, _LETTER - 3)
        canvas.bitmap(ARROW_UP, x + 1, line + 3, 5, 1)
    for offset in range(-_REACH, _REACH + 1):
        letter = views.LETTERS[(page.letter + offset) % len(views.LETTERS)]
        x = (WIDTH >> 1) + offset * _CHOICE
        mode = SET
        if offset == 0:
            canvas.plate(x - 6, strip + 4 - (height >> 1), 13, height)
            mode = CLEAR
        if letter == " ":
            canvas.bitmap(_SPACE, x - 2, strip, 5, 1, mode)
        else:
            canvas.text(TEXT, letter, x - (text_width(TEXT, letter) >> 1), strip, mode)


def _result(view: views.View, canvas: "Canvas") -> None:
    """Draws winner, points, names and scores; a wide name or score gives each side its own row."""
    if canvas.display.low:
        _low_result(view, canvas)
        return
    canvas.plate(0, 0, WIDTH, 11)
    canvas.centred(TEXT, view.page.title, 2, 2, WIDTH - 4, CLEAR)
    lines = ", ".join(view.page.lines)
    if text_width(TEXT, lines) <= WIDTH:
        canvas.centred(TEXT, lines, 0, 13, WIDTH)
    else:
        canvas.centred(SMALL, lines, 0, 14, WIDTH)
    wide = False
    for side in (0, 1):
        score = 2 * text_width(BIG, str(view.scores[side])) + _CHECKER
        wide = wide or text_width(TEXT, view.names[side]) > _HALF or score > _HALF
    for side in (0, 1):
        (_score_row if wide else _score_half)(view, canvas, side)
    if wide:
        if view.length:
            canvas.centred(SMALL, "MATCH TO %d" % view.length, 0, _LENGTH_TOP, WIDTH)
        return
    canvas.box(_HALF - 2, _SCORE_TOP + 5, 8, 2)
    if view.length:
        canvas.centred(SMALL, "MATCH", _HALF - 18, _SCORE_TOP + 9, 40)
        canvas.centred(SMALL, "TO %d" % view.length, _HALF - 18, _SCORE_TOP + 15, 40)


def _score_half(view: views.View, canvas: "Canvas", side: int) -> None:
    x = _RIGHT_HALF if side else 0
    canvas.centred(TEXT, view.names[side], x, _NAMES_TOP, _HALF)
    digits = str(view.scores[side])
    width = 2 * text_width(BIG, digits)
    left = x + (_HALF - width >> 1)
    canvas.doubled(BIG, digits, left, _SCORE_TOP)
    _checker(canvas, left + width + 5 if side else left - 12, _SCORE_TOP + 7, side)


def _score_row(view: views.View, canvas: "Canvas", side: int) -> None:
    y = _ROWS_TOP + side * _ROW
    _checker(canvas, 2, y + 2, side)
    canvas.text(TEXT, view.names[side], 2 + _CHECKER, y + 2)
    digits = str(view.scores[side])
    font = BIG if len(digits) <= 5 else TEXT
    canvas.right(font, digits, WIDTH - 2, y if font is BIG else y + 2)


def _checker(canvas: "Canvas", x: int, y: int, side: int) -> None:
    """Draws a checker seven pixels wide: a disc for player 0, a ring for player 1."""
    canvas.box(x + 2, y, 3, 7)
    canvas.box(x, y + 2, 7, 3)
    canvas.box(x + 1, y + 1, 5, 5)
    if side:
        canvas.box(x + 2, y + 1, 3, 5, CLEAR)
        canvas.box(x + 1, y + 2, 5, 3, CLEAR)


def _low_result(view: views.View, canvas: "Canvas") -> None:
    """Draws the result on a low display, with the score between the names."""
    canvas.plate(0, 0, WIDTH, 9)
    canvas.centred(TEXT, view.page.title, 2, 1, WIDTH - 4, CLEAR)
    canvas.centred(SMALL, ", ".join(view.page.lines), 0, 10, WIDTH)
    score = "%d - %d" % tuple(view.scores)
    left = WIDTH - text_width(TEXT, score) >> 1
    canvas.text(TEXT, score, left, 17)
    room = left - 3
    for side in (0, 1):
        name = view.names[side]
        font = TEXT if text_width(TEXT, name) <= room else SMALL
        name = fitting(font, name, room)
        y = 17 if font is TEXT else 18
        if side:
            canvas.right(font, name, WIDTH, y)
        else:
            canvas.text(font, name, 0, y)


def _code(view: views.View, canvas: "Canvas") -> None:
    """Draws a QR code with two pixels per module, and the page's lines to the right of the code."""
    page: views.CodeView = view.page
    canvas.box(0, 0, _CODE, _CODE)
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
    for words in wrap(page.lines, TEXT, WIDTH - _LINES_LEFT):
        canvas.text(TEXT, words, _LINES_LEFT, y)
        y += _LINES_STEP


_DRAWINGS = {
    views.MenuView: _menu,
    views.PlaysView: _plays,
    views.NameView: _name,
    views.ResultView: _result,
    views.CodeView: _code,
}
