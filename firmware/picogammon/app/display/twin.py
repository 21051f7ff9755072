"""What canvas and lights do to every pixel and light, where there is no native code.

The functions are those of `kernel`, and what they do is the same to the last bit.
"""

from micropython import const

_WIDTH = const(128)
_HEIGHT = const(64)
_PAGES = const(8)
_SET = const(1)
_CLEAR = const(0)
_HALF = const(1 << 19)
_BENT = const(25)  # 255ths of the strongest channel that another may be off


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


def scale(lightness, by, least):
    """Makes each `lightness` `by` / 255 of what it is, and not below `least`; 0 stays 0."""
    for i in range(len(lightness)):
        if lightness[i]:
            lightness[i] = max((lightness[i] * by + 127) // 255, least)


def mix(rgb, lightness, hues, colours, gains, luminances):
    """Fills `rgb`, three bytes a light, and makes all `lightness` 0 again.

    lightness: each light's lightness, 0..255; hues: where its colour begins in `colours`, how much
    of red, green and blue is in each, the strongest 255; luminances: how much light a lightness is;
    gains: by colour, how far its strongest channel is on for that, << 20.

    A faint light has few steps. The strongest channel goes up until the others, rounded, are within
    a tenth of it of what they should be: so the hue stays.
    """
    for i in range(len(lightness)):
        first = hues[i]
        most = 0
        if lightness[i]:
            most = max(1, (luminances[lightness[i]] * gains[first // 3] + _HALF) >> 20)
        lightness[i] = 0
        while _bends(rgb, 3 * i, colours, first, most):
            most += 1


def _bends(rgb, at, colours, first, most):
    """Puts a colour there whose strongest channel is `most`; whether its hue is another then."""
    bent = False
    for k in range(3):
        wanted = colours[first + k] * most
        rgb[at + k] = (wanted + 127) // 255
        if abs(rgb[at + k] * 255 - wanted) > most * _BENT:
            bent = True
    return bent


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
