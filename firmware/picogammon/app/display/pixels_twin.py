"""What canvas does to every pixel, where there is no native code.

The functions are those of `pixels_kernel`, and what they do is the same to the last bit.
"""

from micropython import const

_WIDTH = const(128)
_HEIGHT = const(64)
_PAGES = const(8)
_SET = const(1)
_CLEAR = const(0)


def box(buffer, x, y, width, height, mode):
    """A filled rectangle."""
    right = min(x + width, _WIDTH)
    bottom = min(y + height, _HEIGHT)
    x = max(x, 0)
    y = max(y, 0)
    while y < bottom:
        top = y & 7
        rows = min(8 - top, bottom - y)
        mask = ((1 << rows) - 1) << top
        page = (y >> 3) * _WIDTH
        for at in range(page + x, page + right):
            _put(buffer, at, mask, mode)
        y += rows


def plate(buffer, x, y, width, height, mode):
    """A filled rectangle without its four corners."""
    box(buffer, x, y + 1, 1, height - 2, mode)
    box(buffer, x + 1, y, width - 2, height, mode)
    box(buffer, x + width - 1, y + 1, 1, height - 2, mode)


def dim(buffer, x, y, width, height):
    """Takes every other pixel of a rectangle away, like a chessboard."""
    right = min(x + width, _WIDTH)
    bottom = min(y + height, _HEIGHT)
    x = max(x, 0)
    y = max(y, 0)
    while y < bottom:
        top = y & 7
        rows = min(8 - top, bottom - y)
        mask = ((1 << rows) - 1) << top
        page = (y >> 3) * _WIDTH
        for column in range(x, right):
            buffer[page + column] &= mask ^ 255 | (0x55 if column & 1 else 0xAA)
        y += rows


def bitmap(buffer, data, at, x, y, width, pages, mode):
    """Draws `pages` rows of `width` bytes from data[at:]; a byte is eight pixels, top in bit 0."""
    shift = y & 7
    top = y >> 3
    first = max(-x, 0)
    last = min(width, _WIDTH - x)
    for page in range(top, top + pages):
        here = page * _WIDTH + x
        for column in range(first, last):
            bits = data[at + column] << shift
            if bits & 255 and 0 <= page < _PAGES:
                _put(buffer, here + column, bits & 255, mode)
            if bits > 255 and -1 <= page < _PAGES - 1:
                _put(buffer, here + column + _WIDTH, bits >> 8, mode)
        at += width


def pictures(buffer, data, width, numbers, lefts, tops):
    """For each i, the bitmap of one page that is numbers[i] in data, at (lefts[i], tops[i])."""
    for i in range(len(numbers)):
        bitmap(buffer, data, numbers[i] * width, lefts[i], tops[i], width, 1, _SET)


def text(buffer, font, string, x, y, mode):
    """Writes `string` with its top left corner at (x, y); returns the x after its gap."""
    first, cell, pages, widths, columns = font
    count = len(widths)
    for character in string:
        glyph = _glyph(character, first, count)
        width = widths[glyph]
        bitmap(buffer, columns, glyph * cell, x, y, width, pages, mode)
        x += width + 1
    return x


def fitting(font, string, room):
    """How many characters of `string` take at most `room` pixels << 16 | the pixels they take.

    Without the gap after the last one.
    """
    first = font[0]
    widths = font[3]
    fit = total = 0
    for character in string:
        width = widths[_glyph(character, first, len(widths))]
        if total + width > room:
            break
        total += width + 1
        fit += 1
    return fit << 16 | (total - 1 if total else 0)


def _glyph(character, first, count):
    """The index of a glyph: small letters fall back on capitals, the unknown on the first."""
    glyph = ord(character) - first
    if glyph >= count and 97 <= glyph + first <= 122:
        glyph -= 32
    return glyph if 0 <= glyph < count else 0


def _put(buffer, at, bits, mode):
    if mode == _SET:
        buffer[at] |= bits
    elif mode == _CLEAR:
        buffer[at] &= bits ^ 255
    else:
        buffer[at] ^= bits
