"""The canvas draws the very pixels that a slow, obvious drawing would, at the edges as well."""

from picogammon.app.display.canvas import (
    CLEAR,
    INVERT,
    SET,
    USUAL,
    WIDTH,
    Canvas,
    fitting,
    text_width,
)
from picogammon.app.display.font import BIG, SMALL, TEXT

HEIGHT = USUAL.height


class Slow:
    """The same picture, pixel by pixel, a byte each."""

    def __init__(self):
        self.pixels = bytearray(WIDTH * HEIGHT)

    def dot(self, x, y, mode):
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            return
        at = y * WIDTH + x
        self.pixels[at] = 1 if mode == SET else 0 if mode == CLEAR else 1 - self.pixels[at]

    def box(self, x, y, width, height, mode):
        for i in range(width):
            for j in range(height):
                self.dot(x + i, y + j, mode)

    def text(self, font, string, x, y, mode):
        first, cell, pages, widths, glyphs = font
        for character in string:
            glyph = ord(character) - first
            width = widths[glyph]
            for column in range(width):
                for row in range(8 * pages):
                    if glyphs[glyph * cell + (row >> 3) * width + column] >> (row & 7) & 1:
                        self.dot(x + column, y + row, mode)
            x += width + 1


def same(canvas, slow):
    """None, or the first place where the two differ."""
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if canvas.get(x, y) != slow.pixels[y * WIDTH + x]:
                return (x, y)
    return None


def test_boxes_in_every_mode_over_every_edge():
    canvas = Canvas()
    slow = Slow()
    boxes = (
        (3, 5, 50, 30, SET),
        (-4, -9, 20, 20, INVERT),
        (10, 8, 8, 8, CLEAR),
        (100, 40, 60, 60, SET),
        (120, 50, 20, 3, INVERT),
        (0, 63, 128, 1, SET),
        (40, 0, 1, 64, INVERT),
        (20, 20, 0, 5, SET),
        (20, 20, 5, 0, SET),
        (200, 10, 5, 5, SET),
        (10, 70, 5, 5, SET),
        (5, -20, 5, 10, SET),
        (-10, 5, 5, 10, SET),
        (60, 7, 3, 2, SET),
    )
    for x, y, width, height, mode in boxes:
        canvas.box(x, y, width, height, mode)
        slow.box(x, y, width, height, mode)
    assert same(canvas, slow) is None


def test_text_at_every_height_and_over_every_edge():
    for y in (-9, -3, 0, 1, 7, 8, 29, 55, 57, 60, 63, 70):
        canvas = Canvas()
        slow = Slow()
        for font, string, x in (
            (TEXT, "Pg{@%~ 13/11*", -3),
            (SMALL, "XG-ID", 60),
            (BIG, "807", 110),
        ):
            for mode, shift in ((SET, 0), (INVERT, 2), (CLEAR, 5)):
                canvas.text(font, string, x + shift, y, mode)
                slow.text(font, string, x + shift, y, mode)
        assert same(canvas, slow) is None, y


def test_lines_outlines_and_plates():
    canvas = Canvas()
    slow = Slow()
    canvas.rect(10, 9, 20, 14)
    slow.box(10, 9, 20, 14, SET)
    slow.box(11, 10, 18, 12, CLEAR)
    canvas.plate(40, 3, 12, 9)
    slow.box(40, 3, 12, 9, SET)
    for x in (40, 51):
        for y in (3, 11):
            slow.dot(x, y, CLEAR)
    canvas.hline(60, 30, 10)
    slow.box(60, 30, 10, 1, SET)
    canvas.vline(70, 20, 30)
    slow.box(70, 20, 1, 30, SET)
    canvas.pixel(127, 63)
    slow.dot(127, 63, SET)
    canvas.dim(60, 18, 30, 20)
    for x in range(60, 90):
        for y in range(18, 38):
            if (x + y) % 2 == 0:
                slow.dot(x, y, CLEAR)
    assert same(canvas, slow) is None


def test_doubled_digits_are_the_digits_twice_as_large():
    once = Canvas()
    twice = Canvas()
    once.text(BIG, "74", 0, 0)
    end = twice.doubled(BIG, "74", 0, 16)
    assert end == 2 * (text_width(BIG, "74") + 1)
    for y in range(0, 20):
        for x in range(0, 2 * text_width(BIG, "74")):
            assert twice.get(x, y + 16) == once.get(x >> 1, y >> 1), (x, y)


def test_centred_and_right_aligned_text():
    canvas = Canvas()
    width = text_width(TEXT, "score")
    canvas.right(TEXT, "score", 100, 3)
    left = Canvas()
    left.text(TEXT, "score", 100 - width, 3)
    assert canvas.buffer == left.buffer
    canvas.clear()
    canvas.centred(TEXT, "score", 10, 3, width + 10)
    left.clear()
    left.text(TEXT, "score", 15, 3)
    assert canvas.buffer == left.buffer


def test_every_printable_character_has_a_letter_of_its_own():
    first, cell, pages, widths, glyphs = TEXT
    assert (first, pages, len(widths)) == (32, 1, 95)
    seen = set()
    for code in range(33, 127):
        at = (code - first) * cell
        letter = bytes(glyphs[at : at + widths[code - first]])
        assert any(letter) and letter not in seen, chr(code)
        seen.add(letter)


def test_small_letters_of_the_small_font_are_capitals_and_the_unknown_is_blank():
    canvas = Canvas()
    other = Canvas()
    canvas.text(SMALL, "put", 0, 0)
    other.text(SMALL, "PUT", 0, 0)
    assert canvas.buffer == other.buffer
    assert text_width(SMALL, "put") == text_width(SMALL, "PUT")
    canvas.clear()
    canvas.text(TEXT, "\u00e9\n\x00", 0, 0)
    assert not any(canvas.buffer)


def test_fitting_cuts_where_the_room_ends():
    assert fitting(TEXT, "backgammon", 200) == "backgammon"
    assert fitting(TEXT, "backgammon", text_width(TEXT, "back")) == "back"
    assert fitting(TEXT, "backgammon", text_width(TEXT, "back") - 1) == "bac"
    assert fitting(TEXT, "", 10) == "" and text_width(TEXT, "") == 0
