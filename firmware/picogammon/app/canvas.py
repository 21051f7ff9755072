"""Drawing on the OLED's memory, the same bits on every runtime.

MicroPython's framebuf would be quicker, but CPython has none and its only font is not ours. So
everything here works on whole bytes (eight pixels of a column at once): text at any height is a
shift and an OR a column.
"""

from micropython import const

WIDTH = const(128)
HEIGHT = const(64)
_PAGES = const(8)
_LAST_PAGE = const(896)

# what drawing does to the pixels it covers
CLEAR = const(0)
SET = const(1)
INVERT = const(2)

_FIRST = const(0)
_CELL = const(1)
_FONT_PAGES = const(2)
_WIDTHS = const(3)
_COLUMNS = const(4)

_ZEROS = bytes(WIDTH * _PAGES)
_ONES = b"\xff" * WIDTH
_SPREAD = bytes((0, 3, 12, 15, 48, 51, 60, 63, 192, 195, 204, 207, 240, 243, 252, 255))


def text_width(font, string):
    """The pixels that `string` takes, without the gap after its last letter."""
    first = font[_FIRST]
    widths = font[_WIDTHS]
    total = 0
    for character in string:
        total += widths[_glyph(character, first, len(widths))] + 1
    return total - 1 if total else 0


def fitting(font, string, room):
    """The longest start of `string` that takes at most `room` pixels."""
    first = font[_FIRST]
    widths = font[_WIDTHS]
    total = 0
    for i in range(len(string)):
        total += widths[_glyph(string[i], first, len(widths))] + 1
        if total - 1 > room:
            return string[:i]
    return string


def _glyph(character, first, count):
    """The index of a glyph: small letters fall back on capitals, the unknown on the first."""
    glyph = ord(character) - first
    if glyph >= count and 97 <= glyph + first <= 122:
        glyph -= 32
    return glyph if 0 <= glyph < count else 0


class Canvas:
    """A picture of 128 x 64 in `buffer`: 1024 bytes, MONO_VLSB (bit 0 is the topmost of eight
    rows).

    Coordinates may lie outside; what is outside is not drawn.
    """

    def __init__(self, buffer=None):
        self.buffer = bytearray(WIDTH * _PAGES) if buffer is None else buffer

    def clear(self):
        """Makes all pixels black."""
        self.buffer[:] = _ZEROS

    def get(self, x, y):
        """The pixel as 0 or 1; 0 outside."""
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            return self.buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1
        return 0

    def pixel(self, x, y, mode=SET):
        """One pixel."""
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            _put(self.buffer, (y >> 3) * WIDTH + x, 1 << (y & 7), mode)

    def hline(self, x, y, width, mode=SET):
        """A line to the right from (x, y)."""
        self.box(x, y, width, 1, mode)

    def vline(self, x, y, height, mode=SET):
        """A line down from (x, y)."""
        self.box(x, y, 1, height, mode)

    def rect(self, x, y, width, height, mode=SET):
        """An outline one pixel thick."""
        if height < 3 or width < 3:
            self.box(x, y, width, height, mode)
            return
        self.box(x, y, width, 1, mode)
        self.box(x, y + height - 1, width, 1, mode)
        self.box(x, y + 1, 1, height - 2, mode)
        self.box(x + width - 1, y + 1, 1, height - 2, mode)

    def plate(self, x, y, width, height, mode=SET):
        """A filled rectangle without its four corners."""
        self.box(x, y + 1, 1, height - 2, mode)
        self.box(x + 1, y, width - 2, height, mode)
        self.box(x + width - 1, y + 1, 1, height - 2, mode)

    def box(self, x, y, width, height, mode=SET):
        """A filled rectangle."""
        right = min(x + width, WIDTH)
        bottom = min(y + height, HEIGHT)
        x = max(x, 0)
        y = max(y, 0)
        if x >= right:
            return
        buffer = self.buffer
        while y < bottom:
            top = y & 7
            rows = min(8 - top, bottom - y)
            mask = ((1 << rows) - 1) << top
            at = (y >> 3) * WIDTH + x
            end = at + right - x
            if mask == 255 and mode != INVERT:
                buffer[at:end] = (_ONES if mode == SET else _ZEROS)[: end - at]
            elif mode == SET:
                while at < end:
                    buffer[at] |= mask
                    at += 1
            elif mode == CLEAR:
                mask ^= 255
                while at < end:
                    buffer[at] &= mask
                    at += 1
            else:
                while at < end:
                    buffer[at] ^= mask
                    at += 1
            y += rows

    def dim(self, x, y, width, height):
        """Takes every other pixel of a rectangle away, like a chessboard."""
        right = min(x + width, WIDTH)
        bottom = min(y + height, HEIGHT)
        y = max(y, 0)
        buffer = self.buffer
        while y < bottom:
            top = y & 7
            rows = min(8 - top, bottom - y)
            mask = ((1 << rows) - 1) << top
            page = (y >> 3) * WIDTH
            for column in range(max(x, 0), right):
                buffer[page + column] &= ~mask & 255 | (0x55 if column & 1 else 0xAA)
            y += rows

    def text(self, font, string, x, y, mode=SET):
        """Writes `string` with its top left corner at (x, y); returns the x after its gap."""
        first = font[_FIRST]
        cell = font[_CELL]
        pages = font[_FONT_PAGES]
        widths = font[_WIDTHS]
        columns = font[_COLUMNS]
        count = len(widths)
        quick = pages == 1 and 0 <= y < HEIGHT
        for character in string:
            glyph = _glyph(character, first, count)
            width = widths[glyph]
            if quick and 0 <= x <= WIDTH - width:
                self._letter(columns, glyph * cell, width, x, y, mode)
            else:
                self.bitmap(columns, x, y, width, pages, mode, glyph * cell)
            x += width + 1
        return x

    def _letter(self, columns, at, width, x, y, mode):
        """A bitmap of one page that lies wholly between left and right edge."""
        buffer = self.buffer
        shift = y & 7
        here = (y >> 3) * WIDTH + x
        end = here + width
        while here < end:
            bits = columns[at] << shift
            if bits:
                if mode == SET:
                    buffer[here] |= bits & 255
                elif mode == CLEAR:
                    buffer[here] &= ~bits
                else:
                    buffer[here] ^= bits & 255
                if bits > 255 and here < _LAST_PAGE:
                    _put(buffer, here + WIDTH, bits >> 8, mode)
            at += 1
            here += 1

    def right(self, font, string, x, y, mode=SET):
        """Writes `string` so that it ends just left of `x`."""
        self.text(font, string, x - text_width(font, string), y, mode)

    def centred(self, font, string, x, y, width, mode=SET):
        """Writes `string` in the middle of `width` pixels from `x`, cut to what fits."""
        string = fitting(font, string, width)
        self.text(font, string, x + ((width - text_width(font, string)) >> 1), y, mode)

    def bitmap(self, data, x, y, width, pages, mode=SET, at=0):
        """Draws `pages` rows of `width` bytes from data[at:]; a byte is eight pixels, top in bit
        0."""
        buffer = self.buffer
        shift = y & 7
        top = y >> 3
        first = -x if x < 0 else 0
        last = min(width, WIDTH - x)
        for page in range(top, top + pages):
            here = page * WIDTH + x
            upper = 0 <= page < _PAGES
            if upper:
                _row(buffer, here, data, at, first, last, shift, mode)
            if shift and -1 <= page < _PAGES - 1:
                _row(buffer, here + WIDTH, data, at, first, last, shift - 8, mode)
            at += width

    def doubled(self, font, string, x, y, mode=SET):
        """Writes digits twice as wide and high; returns the x after them and their gap."""
        first = font[_FIRST]
        pages = font[_FONT_PAGES]
        cell = bytearray(2 * font[_CELL] * 2)
        for character in string:
            glyph = _glyph(character, first, len(font[_WIDTHS]))
            width = font[_WIDTHS][glyph]
            at = glyph * font[_CELL]
            for page in range(pages):
                for column in range(width):
                    bits = font[_COLUMNS][at + page * width + column]
                    to = page * 4 * width + 2 * column
                    cell[to] = cell[to + 1] = _SPREAD[bits & 15]
                    to += 2 * width
                    cell[to] = cell[to + 1] = _SPREAD[bits >> 4]
            self.bitmap(cell, x, y, 2 * width, 2 * pages, mode)
            x += 2 * width + 2
        return x


def _row(buffer, here, data, at, first, last, shift, mode):
    """Bytes data[at + first:at + last], shifted down (or up: negative), into the page at `here`."""
    at += first
    here += first
    last += here - first
    up = -shift
    while here < last:
        bits = data[at]
        if bits:
            bits = bits >> up if up > 0 else bits << shift & 255
            if mode == SET:
                buffer[here] |= bits
            elif mode == CLEAR:
                buffer[here] &= ~bits
            else:
                buffer[here] ^= bits
        at += 1
        here += 1


def _put(buffer, at, bits, mode):
    if mode == SET:
        buffer[at] |= bits
    elif mode == CLEAR:
        buffer[at] &= ~bits & 255
    else:
        buffer[at] ^= bits
