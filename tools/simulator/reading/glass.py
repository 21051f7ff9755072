"""Reads an OLED's text from its pixels. A frame is pages of 128 bytes: eight, or four if low."""

from picogammon.app.display.font import SMALL, TEXT

_WIDTH = 128
_LOW = 4  # pages of a low display, whose keys and titles are in small letters
_CELL = 32
_SPACE = 3  # dark columns in a row that are a space
_TURNED = bytes([sum([(byte >> i & 1) << 7 - i for i in range(8)]) for byte in range(256)])
_known = {}  # rows of dots that were read before
_last = [None, []]  # a frame and its rows of text


def upright(display, flip, mirror):
    """Returns the frame that a player sees if the module is upside down (`flip`) or shows left for
    right (`mirror`); None if it is dark."""
    if not display.on:
        return None
    frame = display.glass()
    if display.upside_down != flip:
        frame = b"".join([bytes([_TURNED[byte] for byte in page]) for page in _pages(frame)[::-1]])
    if display.mirrored != (flip != mirror):
        frame = b"".join([bytes(reversed(page)) for page in _pages(frame)])
    return frame


def _pages(frame):
    return [frame[at : at + _WIDTH] for at in range(0, len(frame), _WIDTH)]


def framed(frame):
    """True if a line runs along the frame's whole edge."""
    top, low = frame[:_WIDTH], frame[-_WIDTH:]
    sides = [page[x] for page in _pages(frame) for x in (0, -1)]
    return (
        min([byte & 1 for byte in top]) == 1
        and min([byte & 128 for byte in low]) == 128
        and min(sides) == 255
    )


def rows(frame):
    """Returns the rows of text above the keys, from the top; [] if one cannot be read."""
    if frame != _last[0]:
        _last[:] = frame, _rows(frame)
    return _last[1]


def _rows(frame):
    some, whole = _lit_rows(frame)
    found = []
    y = 0
    low = len(frame) == _LOW * _WIDTH
    while y < (25 if low else 55):
        if not some >> y & 1 or whole >> y & 1:
            y += 1
            continue
        words = None
        for up in range(min(3, y + 1)):  # there may be small letters only
            words = words or _read(TEXT, _dots(frame, y - up))
        step = 8
        if low and not words:
            words = _read(SMALL, _dots(frame, y), 63)
            step = 6
        if not words:
            return []
        found.append(words)
        y += step
    return found


def _lit_rows(frame):
    """Returns (rows of dots with some lit, rows with all lit), a bit per row."""
    some = whole = 0
    for page, columns in enumerate(_pages(frame)):
        lit, dark = 0, 0
        for column in set(columns):
            lit |= column
            dark |= ~column
        some |= lit << 8 * page
        whole |= (~dark & 255) << 8 * page
    return some, whole


def keys(frame):
    """Returns the labels of the four buttons, '' for none."""
    found = []
    for i in range(4):
        start, end = i * _CELL, (i + 1) * _CELL - 1
        last = len(frame) - _WIDTH
        plate = frame[last + start : last + end]
        label = ""
        if max(plate):
            inner = bytes([255 - byte for byte in plate[1:-1]])
            if len(frame) == _LOW * _WIDTH:
                label = _read(SMALL, bytes([byte >> 2 for byte in inner]), 31)
            else:
                label = _read(TEXT, inner) or _read(SMALL, bytes([byte >> 1 for byte in inner]), 31)
        found.append(label or "")
    return found


def _dots(frame, y):
    """Returns the eight rows from y on, a byte per column."""
    page, shift = y >> 3, y & 7
    at = page * _WIDTH
    upper = frame[at : at + _WIDTH]
    if not shift:
        return upper
    lower = frame[at + _WIDTH : at + 2 * _WIDTH] or bytes(_WIDTH)
    return bytes([(upper[x] >> shift | lower[x] << 8 - shift) & 255 for x in range(_WIDTH)])


def _read(font, dots, mask=255):
    """Returns the text of one row, or None."""
    at = (font is TEXT, mask, dots)
    if at not in _known:
        _known[at] = _decode(_glyphs(font), [byte & mask for byte in dots])
    return _known[at]


def _decode(glyphs, dots):
    text = ""
    x = dark = 0
    while x < len(dots):
        if not dots[x]:
            dark += 1
            x += 1
            continue
        if text and dark >= _SPACE:
            text += " "
        dark = 0
        for width in range(5, 0, -1):
            letter = glyphs.get(bytes(dots[x : x + width]))
            if letter and not (x + width < len(dots) and dots[x + width]):
                break
        else:
            return None
        text += letter
        x += width
    return text


def _glyphs(font):
    """Returns {a letter's columns: letter}, without the space."""
    found = _known.get(("font", font is TEXT))
    if found is None:
        first, size, _, widths, columns = font
        found = {}
        for i in range(1, len(widths)):
            found[columns[i * size : i * size + widths[i]]] = chr(first + i)
        _known["font", font is TEXT] = found
    return found
