"""The sizes of a display, and a Canvas that draws the same bits on every runtime.

MicroPython's framebuf has only its own font, and CPython has no framebuf. A call with many
arguments allocates memory, unless native code calls native code. Therefore Canvas methods, except
`doubled`, do not call each other, only functions of pixels_kernel (native code where possible).
"""

from micropython import const

from picogammon.app.display import pixels_kernel as _kernel
from picogammon.app.display.font import SMALL, TEXT

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    Font = tuple[Any, ...]  # see font.py; mypy accepts no const as an index of a precise type

WIDTH = const(128)  # columns, of every controller here
MENU_ROOM = const(112)  # pixels for an item's label and value together
_USUAL = const(64)
_KEYS = const(9)  # rows of pixels for the keys' labels
_LOW_KEYS = const(7)  # the same on a low display, whose labels have small letters
_LOW_TITLE = const(6)

ARROW_UP = b"\x04\x06\x07\x06\x04"
ARROW_DOWN = b"\x01\x03\x07\x03\x01"

# The modes of drawing: what happens to the pixels that a shape covers.
CLEAR = const(0)
SET = const(1)
INVERT = const(2)

_MOST = const(0x7FFF)

# For each number of four bits: the byte that has each of these bits twice.
_SPREAD = bytes((0, 3, 12, 15, 48, 51, 60, 63, 192, 195, 204, 207, 240, 243, 252, 255))

# The pips of a face: bits of a 3 x 3 grid, row by row.
_FACES = (0, 0b000010000, 0b100000001, 0b100010001, 0b101000101, 0b101010101, 0b101101101)


def text_width(font: "Font", string: str) -> int:
    """Returns the width of `string` in pixels, without the gap after its last character."""
    return _kernel.fitting(font, string, _MOST) & 0xFFFF


def fitting(font: "Font", string: str, room: int) -> str:
    """Returns the longest beginning of `string` that is at most `room` pixels wide in `font`."""
    return string[: _kernel.fitting(font, string, room) >> 16]


def fitting_one(*wordings: str, room: int = WIDTH) -> str:
    """Returns the first of `wordings` that fits in `room` pixels in TEXT; else the last."""
    for words in wordings:
        if text_width(TEXT, words) <= room:
            return words
    return wordings[-1]


def fitting_line(*wordings: str) -> str:
    """Returns the first of `wordings` that fits on a line in TEXT or SMALL; else the last."""
    for words in wordings:
        if text_width(SMALL, words) <= WIDTH or text_width(TEXT, words) <= WIDTH:
            return words
    return wordings[-1]


class Display:
    """A display of 128 columns and `height` rows of pixels; `height` is a multiple of eight.

    `low`: True if there are fewer than 64 rows; the board's screen then shows no checkers.
    `keys_top`: the y of the keys' labels. Menus, texts and messages have three numbers each:
    `..._top`, the y of the first line; `..._step`, the pixels from line to line; `..._rows`, how
    many lines fit.
    """

    def __init__(self, height: int = _USUAL) -> None:
        self.height = height
        self.low = low = height < _USUAL
        self.keys_top = top = height - (_LOW_KEYS if low else _KEYS)
        self.menu_top, self.menu_step = (_LOW_TITLE, 9) if low else (11, 11)
        self.text_top, self.text_step = (_LOW_TITLE, 9) if low else (10, 9)
        self.message_top, self.message_step = (_LOW_TITLE, 9) if low else (13, 10)
        self.menu_rows = (top - self.menu_top) // self.menu_step
        self.text_rows = (top - self.text_top) // self.text_step
        self.message_rows = (top - self.message_top) // self.message_step


USUAL = Display()


class Canvas:
    """A picture for a Display. Drawing methods ignore pixels outside the picture.

    `mode`: SET, CLEAR or INVERT. `buffer`: 128 bytes per eight rows, MONO_VLSB (bit 0 is the top).
    A page that does not fit and cannot be scrolled is shown in parts (leaves), one after the other.
    `leaves`: the number of parts. `leaf`: how many parts were shown before the present part.
    """

    def __init__(
        self, display: Display = USUAL, buffer: bytearray | memoryview | None = None
    ) -> None:
        self.display = display
        self.buffer = bytearray(WIDTH * display.height >> 3) if buffer is None else buffer
        self.leaf = 0
        self.leaves = 1

    def clear(self) -> None:
        """Makes all pixels black."""
        _kernel.box(self.buffer, 0, 0, WIDTH, self.display.height, CLEAR)

    def get(self, x: int, y: int) -> int:
        """Returns the pixel at (x, y) as 0 or 1; 0 outside the picture."""
        if 0 <= x < WIDTH and 0 <= y < self.display.height:
            return self.buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1
        return 0

    def first_of(self, count: int, room: int) -> int:
        """Returns the index of the first line of the part (leaf) shown; sets the number `leaves`.

        `count`: the number of all lines. `room`: the number of lines that fit in a part.
        """
        if count <= room:
            return 0
        self.leaves = (count + room - 1) // room
        return min(self.leaf % self.leaves * room, count - room)

    def hline(self, x: int, y: int, width: int, mode: int = SET) -> None:
        """Draws a line to the right from (x, y)."""
        _kernel.box(self.buffer, x, y, width, 1, mode)

    def vline(self, x: int, y: int, height: int, mode: int = SET) -> None:
        """Draws a line down from (x, y)."""
        _kernel.box(self.buffer, x, y, 1, height, mode)

    def rect(self, x: int, y: int, width: int, height: int, mode: int = SET) -> None:
        """Draws the outline of a rectangle at least three pixels wide and high."""
        _kernel.rect(self.buffer, x, y, width, height, mode)

    def plate(self, x: int, y: int, width: int, height: int, mode: int = SET) -> None:
        """Draws a filled rectangle without its four corners."""
        _kernel.plate(self.buffer, x, y, width, height, mode)

    def box(self, x: int, y: int, width: int, height: int, mode: int = SET) -> None:
        """Draws a filled rectangle."""
        _kernel.box(self.buffer, x, y, width, height, mode)

    def dim(self, x: int, y: int, width: int, height: int) -> None:
        """Clears every other pixel of a rectangle, in a chessboard pattern."""
        _kernel.dim(self.buffer, x, y, width, height)

    def die(self, x: int, y: int, value: int, used: bool | int, side: int) -> None:
        """Draws a die with `value` pips, `side` pixels wide; a `used` die is a dim outline."""
        _kernel.die(self.buffer, x, y, _FACES[value], used, side)

    def text(self, font: "Font", string: str, x: int, y: int, mode: int = SET) -> int:
        """Writes `string` with top left corner (x, y); returns the x for the next string."""
        return _kernel.text(self.buffer, font, string, x, y, mode)

    def right(self, font: "Font", string: str, x: int, y: int, mode: int = SET) -> None:
        """Writes `string` so that it ends immediately to the left of `x`."""
        x -= _kernel.fitting(font, string, _MOST) & 0xFFFF
        _kernel.text(self.buffer, font, string, x, y, mode)

    def centred(
        self, font: "Font", string: str, x: int, y: int, width: int, mode: int = SET
    ) -> None:
        """Writes `string` centred in `width` pixels from `x`; omits characters that do not fit."""
        fit = _kernel.fitting(font, string, width)
        if fit >> 16 < len(string):
            string = string[: fit >> 16]
        x += (width - (fit & 0xFFFF)) >> 1
        _kernel.text(self.buffer, font, string, x, y, mode)

    def bitmap(
        self, data: bytes | bytearray, x: int, y: int, width: int, pages: int, mode: int = SET
    ) -> None:
        """Draws `data`, a picture of `width` columns and 8 * `pages` rows in MONO_VLSB."""
        _kernel.bitmap(self.buffer, data, 0, x, y, width, pages, mode)

    def pictures(
        self, data: bytes, width: int, numbers: bytes | bytearray, lefts: bytes, tops: bytes
    ) -> None:
        """Draws several of the bitmaps in `data`, each `width` pixels wide and eight pixels high.

        For each i, bitmap numbers[i] is drawn with its top left corner at (lefts[i], tops[i]).
        """
        _kernel.pictures(self.buffer, data, width, numbers, lefts, tops)

    def doubled(self, font: "Font", string: str, x: int, y: int, mode: int = SET) -> None:
        """Writes `string` (digits only) twice as wide and high as in `font`."""
        first, size, pages, widths, columns = font
        cell = bytearray(4 * size)
        for character in string:
            glyph = ord(character) - first
            width = widths[glyph]
            for page in range(pages):
                for column in range(width):
                    bits = columns[glyph * size + page * width + column]
                    to = page * 4 * width + 2 * column
                    cell[to] = cell[to + 1] = _SPREAD[bits & 15]
                    to += 2 * width
                    cell[to] = cell[to + 1] = _SPREAD[bits >> 4]
            self.bitmap(cell, x, y, 2 * width, 2 * pages, mode)
            x += 2 * width + 2
