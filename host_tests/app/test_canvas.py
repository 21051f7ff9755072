"""On every runtime, the canvas draws the pixels of a slow, obvious drawing, even across edges."""

from fakes.sitting import SeededDice
from picogammon.app.display.canvas import (
    CLEAR,
    INVERT,
    SET,
    USUAL,
    WIDTH,
    Canvas,
    Display,
    fitting,
    text_width,
)
from picogammon.app.display.font import BIG, SMALL, TEXT
from portable import some

HEIGHT = USUAL.height
_MODES = (CLEAR, SET, INVERT)
_FONTS = (TEXT, SMALL, BIG)
_STRINGS = ("", "7", "HELLO, world", "0123456789", "é·…", "a\tb~\x7f", "Pg{@%~ 13/11*")


class Slow:
    def __init__(self):
        self.pixels = bytearray(WIDTH * HEIGHT)

    def dot(self, x, y, mode):
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            at = y * WIDTH + x
            self.pixels[at] = 1 if mode == SET else 0 if mode == CLEAR else 1 - self.pixels[at]

    def box(self, x, y, width, height, mode=SET):
        for i in range(width):
            for j in range(height):
                self.dot(x + i, y + j, mode)

    def rect(self, x, y, width, height):
        for top in (y, y + height - 1):
            self.box(x, top, width, 1)
        for left in (x, x + width - 1):
            self.box(left, y, 1, height)

    def plate(self, x, y, width, height, mode=SET):
        self.box(x, y + 1, width, height - 2, mode)
        self.box(x + 1, y, width - 2, 1, mode)
        self.box(x + 1, y + height - 1, width - 2, 1, mode)

    def dim(self, x, y, width, height):
        for i in range(x, x + width):
            for j in range(y, y + height):
                if (i + j) % 2 == 0:
                    self.dot(i, j, CLEAR)

    def bitmap(self, data, x, y, width, pages, mode=SET):
        for column in range(width):
            for row in range(8 * pages):
                if data[(row >> 3) * width + column] >> (row & 7) & 1:
                    self.dot(x + column, y + row, mode)

    def text(self, font, string, x, y, mode=SET):
        first, cell, pages, widths, glyphs = font
        for character in string:
            glyph = ord(character) - first
            if glyph >= len(widths) and "a" <= character <= "z":
                glyph -= 32  # a font of capitals
            if not 0 <= glyph < len(widths):
                glyph = 0  # blank
            self.bitmap(glyphs[glyph * cell :], x, y, widths[glyph], pages, mode)
            x += widths[glyph] + 1


def difference(canvas, slow):
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if canvas.get(x, y) != slow.pixels[y * WIDTH + x]:
                return (x, y)
    return None


def test_each_drawing_in_every_mode_over_every_edge():
    data = bytes([i * 59 & 255 for i in range(64)])
    for seed in some(range(140)):
        draw = SeededDice(seed)
        x, y = draw.below(170) - 25, draw.below(110) - 25
        mode = _MODES[seed % 3]
        width, height = draw.below(60), draw.below(50)
        canvas, slow = Canvas(), Slow()
        for name, *args in (
            ("box", 0, 0, WIDTH, HEIGHT, SET if mode == CLEAR else CLEAR),
            ("box", x, y, width, height, INVERT),
            ("plate", y, x // 2, width + 2, height + 2, mode),
            ("rect", x + 5, y - 5, width + 3, height + 3),
            ("dim", x - 9, y + 5, width, height),
            ("bitmap", data[draw.below(20) :], x + 5, y - 3, draw.below(12), draw.below(5), mode),
            ("text", _FONTS[draw.below(3)], _STRINGS[draw.below(7)], x, y, mode),
        ):
            getattr(canvas, name)(*args)
            getattr(slow, name)(*args)
        assert difference(canvas, slow) is None, seed


def test_every_printable_character_has_a_letter_of_its_own():
    first, cell, pages, widths, glyphs = TEXT
    assert (first, pages, len(widths)) == (32, 1, 95)
    seen = set()
    for code in range(33, 127):
        at = (code - first) * cell
        letter = bytes(glyphs[at : at + widths[code - first]])
        assert any(letter) and letter not in seen, chr(code)
        seen.add(letter)


def test_what_fits_is_as_wide_as_it_is_drawn():
    assert fitting(TEXT, "backgammon", text_width(TEXT, "back")) == "back"
    assert fitting(TEXT, "backgammon", text_width(TEXT, "back") - 1) == "bac"
    cut, whole = Canvas(), Canvas()
    cut.centred(TEXT, "backgammon", 10, 3, text_width(TEXT, "back"))
    whole.text(TEXT, "back", 10, 3)
    assert cut.buffer == whole.buffer
    for font in _FONTS:
        for string in _STRINGS:
            ends = [Canvas().text(font, string[:fit], 0, 0, SET) for fit in range(len(string) + 1)]
            assert text_width(font, string) == max(ends[-1] - 1, 0)
            for room in range(0, 60):
                fit = max([fit for fit, end in enumerate(ends) if end - 1 <= room])
                assert fitting(font, string, room) == string[:fit], (string, room)


def test_what_has_room_on_a_display():
    for height, rows in ((32, (2, 2, 2)), (64, (4, 5, 4)), (128, (9, 12, 10))):
        display = Display(height)
        assert (display.menu_rows, display.text_rows, display.message_rows) == rows
        assert len(Canvas(display).buffer) == 16 * height
        assert display.low == (height < 64)
