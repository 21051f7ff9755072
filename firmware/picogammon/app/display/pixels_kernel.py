"""The loops of canvas.py over all pixels, as native code where possible.

Each function does the work of the Canvas method with the same name. `buffer`: Canvas.buffer.
"""

import micropython
from micropython import const

_WIDTH = const(128)
_SET = const(1)
_CLEAR = const(0)
# A die has room for three rows of three pips, each three pixels wide and one apart.
_PIPS = const(9)
_PIP = const(3)
_PIP_STEP = const(4)
_ALL_PIPS = const(11)


@micropython.viper
def box(buffer, x: int, y: int, width: int, height: int, mode: int):
    pixels = ptr8(buffer)
    right = x + width if x + width < _WIDTH else _WIDTH
    bottom = int(len(buffer)) >> 4
    if y + height < bottom:
        bottom = y + height
    if x < 0:
        x = 0
    if y < 0:
        y = 0
    while y < bottom:
        top = y & 7
        rows = 8 - top if 8 - top < bottom - y else bottom - y
        mask = (1 << rows) - 1 << top
        at = ((y >> 3) << 7) + x
        end = at + right - x
        if mode == _SET:
            while at < end:
                pixels[at] |= mask
                at += 1
        elif mode == _CLEAR:
            mask ^= 255
            while at < end:
                pixels[at] &= mask
                at += 1
        else:
            while at < end:
                pixels[at] ^= mask
                at += 1
        y += rows


@micropython.viper
def plate(buffer, x: int, y: int, width: int, height: int, mode: int):
    box(buffer, x, y + 1, 1, height - 2, mode)
    box(buffer, x + 1, y, width - 2, height, mode)
    box(buffer, x + width - 1, y + 1, 1, height - 2, mode)


@micropython.viper
def rect(buffer, x: int, y: int, width: int, height: int, mode: int):
    box(buffer, x, y, width, 1, mode)
    box(buffer, x, y + height - 1, width, 1, mode)
    box(buffer, x, y + 1, 1, height - 2, mode)
    box(buffer, x + width - 1, y + 1, 1, height - 2, mode)


@micropython.viper
def dim(buffer, x: int, y: int, width: int, height: int):
    pixels = ptr8(buffer)
    right = x + width if x + width < _WIDTH else _WIDTH
    bottom = int(len(buffer)) >> 4
    if y + height < bottom:
        bottom = y + height
    if x < 0:
        x = 0
    if y < 0:
        y = 0
    while y < bottom:
        top = y & 7
        rows = 8 - top if 8 - top < bottom - y else bottom - y
        others = ((1 << rows) - 1 << top) ^ 255
        page = (y >> 3) << 7
        column = x
        while column < right:
            pixels[page + column] &= others | (0x55 if column & 1 else 0xAA)
            column += 1
        y += rows


@micropython.viper
def die(buffer, x: int, y: int, face: int, used: int, side: int):
    """Draws a die; `face`: its pips as bits of a 3 x 3 grid, row by row."""
    if used:
        rect(buffer, x + 1, y + 1, side - 2, side - 2, _SET)
        dim(buffer, x + 1, y + 1, side - 2, side - 2)
    else:
        plate(buffer, x, y, side, side, _SET)
    first = (side - _ALL_PIPS) >> 1
    i = 0
    while i < _PIPS:
        if face >> i & 1:
            left = x + first + i % 3 * _PIP_STEP
            top = y + first + i // 3 * _PIP_STEP
            if used:
                box(buffer, left + 1, top + 1, 1, 1, _SET)
            else:
                box(buffer, left, top, _PIP, _PIP, _CLEAR)
        i += 1


@micropython.viper
def bitmap(buffer, data, at: int, x: int, y: int, width: int, pages: int, mode: int):
    """Draws a picture of `width` columns and 8 * `pages` rows, which begins at data[at]."""
    pixels = ptr8(buffer)
    source = ptr8(data)
    shift = y & 7
    page = y >> 3
    end = int(len(buffer)) >> 7
    first = 0 - x if x < 0 else 0
    last = width if width < _WIDTH - x else _WIDTH - x
    while pages > 0:
        column = first
        here = (page << 7) + x + first
        while column < last:
            bits = source[at + column] << shift
            low = bits & 255 if page >= 0 and page < end else 0
            high = bits >> 8 if page >= -1 and page < end - 1 else 0
            if mode == _SET:
                if low:
                    pixels[here] |= low
                if high:
                    pixels[here + _WIDTH] |= high
            elif mode == _CLEAR:
                if low:
                    pixels[here] &= low ^ 255
                if high:
                    pixels[here + _WIDTH] &= high ^ 255
            else:
                if low:
                    pixels[here] ^= low
                if high:
                    pixels[here + _WIDTH] ^= high
            column += 1
            here += 1
        at += width
        page += 1
        pages -= 1


@micropython.viper
def pictures(buffer, data, width: int, numbers, lefts, tops):
    number = ptr8(numbers)
    left = ptr8(lefts)
    top = ptr8(tops)
    count = int(len(numbers))
    i = 0
    while i < count:
        bitmap(buffer, data, number[i] * width, left[i], top[i], width, 1, _SET)
        i += 1


@micropython.viper
def text(buffer, font, string, x: int, y: int, mode: int) -> int:
    first = int(font[0])
    cell = int(font[1])
    pages = int(font[2])
    widths = ptr8(font[3])
    columns = font[4]
    count = int(len(font[3]))
    characters = ptr8(string)
    left = int(len(string))
    i = 0
    while left > 0:
        character = characters[i]
        i += 1
        if character & 0xC0 != 0x80:  # other bytes continue a character that is not ASCII
            left -= 1
            glyph = character - first
            if glyph >= count and character >= 97 and character <= 122:
                glyph -= 32
            if glyph < 0 or glyph >= count:
                glyph = 0
            width = widths[glyph]
            bitmap(buffer, columns, glyph * cell, x, y, width, pages, mode)
            x += width + 1
    return x


@micropython.viper
def fitting(font, string, room: int) -> int:
    """Returns count << 16 | width: `count` characters fit in `room` pixels, `width` is their width.

    The gap after the last character does not count.
    """
    first = int(font[0])
    widths = ptr8(font[3])
    count = int(len(font[3]))
    characters = ptr8(string)
    length = int(len(string))
    fit = 0
    total = 0
    i = 0
    while fit < length:
        character = characters[i]
        i += 1
        if character & 0xC0 != 0x80:
            glyph = character - first
            if glyph >= count and character >= 97 and character <= 122:
                glyph -= 32
            if glyph < 0 or glyph >= count:
                glyph = 0
            if total + widths[glyph] > room:
                break
            total += widths[glyph] + 1
            fit += 1
    return fit << 16 | (total - 1 if total else 0)
