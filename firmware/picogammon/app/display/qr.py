"""QR codes of version 3 (29 x 29 modules), level L: up to 77 capitals, digits and signs.

Only the part of ISO/IEC 18004 that the board needs is implemented: alphanumeric mode and mask 0.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.engine import Slices

SIZE = const(29)
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_DATA = const(55)  # data codewords
_CHECKS = const(15)  # check codewords
# The generator polynomial of the check codewords without its first coefficient, 1.
_DIVISOR = 0x1DC46FA3704A0A69698B849720861A
_HIGH = 0x808080808080808080808080808080
_TOP = const(112)  # bits below the first coefficient
_BELOW = (1 << _TOP) - 1
_EVEN = const(0x15555555)  # the modules that mask 0 inverts in even rows
_ODD = const(0x0AAAAAAA)
_FORMAT = const(0x77C4)  # level L, mask 0
_FAR = const(20)  # the last row or column before the finder patterns below and at the right
_CENTRE = const(22)  # the row and column of the alignment pattern's centre


def slices(text: str) -> "Slices[list[int]]":
    """Returns the rows of the QR code of `text`, top first; yields every few milliseconds.

    Bit x of a row is set if the module in column x is dark. Raises ValueError if the text is too
    long or contains a character outside _LETTERS.
    """
    words = _codewords(text)
    yield
    words.extend(_checks(words))
    words.append(0)  # the version's remaining bits
    yield
    patterns = [_pattern(y) for y in range(SIZE)]
    rows = [0] * SIZE
    bit = 0
    down = False
    for x in range(SIZE - 1, 0, -2):  # pairs of columns, from the right, up and down in turn
        if x <= 6:
            x -= 1  # the timing column is in no pair
        for y in range(SIZE) if down else range(SIZE - 1, -1, -1):
            pattern = patterns[y]
            for column in (x, x - 1):
                if not pattern >> column & 1:
                    if words[bit >> 3] << (bit & 7) & 128:
                        rows[y] |= 1 << column
                    bit += 1
        down = not down
        yield
    for y in range(SIZE):
        rows[y] ^= (_ODD if y & 1 else _EVEN) & ~patterns[y]
    yield
    _draw_patterns(rows)
    return rows


def _codewords(text: str) -> bytearray:
    """Returns the 55 codewords (bytes) that encode `text`, with padding at the end."""
    bits = 1
    bits = (bits << 4 | 0b0010) << 9 | len(text)
    for i in range(0, len(text) - 1, 2):
        bits = bits << 11 | _LETTERS.index(text[i]) * 45 + _LETTERS.index(text[i + 1])
    if len(text) & 1:
        bits = bits << 6 | _LETTERS.index(text[-1])
    length = 13 + 11 * (len(text) // 2) + 6 * (len(text) & 1)
    if length > 8 * _DATA:
        raise ValueError("77 letters at most")
    bits ^= 1 << length
    end = min(8 * _DATA, length + 4)
    bits <<= end - length
    bits <<= -end % 8
    words = bytearray(bits.to_bytes((end + 7) // 8, "big"))
    pad = 0xEC
    while len(words) < _DATA:
        words.append(pad)
        pad ^= 0xEC ^ 0x11
    return words


def _checks(words: bytearray) -> bytes:
    """Returns the Reed-Solomon check codewords of `words`, over GF(256) with polynomial 0x11D."""
    divisors = [_DIVISOR]  # times 1, 2, 4, ...; a byte per coefficient
    for _ in range(7):
        last = divisors[-1]
        high = last & _HIGH
        divisors.append((last ^ high) << 1 ^ (high >> 7) * 0x1D)
    rest = 0
    for word in words:
        factor = word ^ rest >> _TOP
        rest = (rest & _BELOW) << 8
        for divisor in divisors:
            if factor & 1:
                rest ^= divisor
            factor >>= 1
    return rest.to_bytes(_CHECKS, "big")


def _pattern(y: int) -> int:
    """Returns a number whose bit x is set if module x of row `y` belongs to a fixed pattern."""
    if y == 6:
        return (1 << SIZE) - 1
    row = 1 << 6
    if y < 9:
        row |= 0x1FF | 0xFF << _FAR + 1
    elif y > _FAR:
        row |= 0x1FF
    return row | 0b11111 << _CENTRE - 2 if abs(y - _CENTRE) < 3 else row


def _draw_patterns(rows: list[int]) -> None:
    """Adds the timing, finder and alignment patterns, and both copies of the format bits."""
    for i in range(8, SIZE - 8, 2):
        rows[6] |= 1 << i
        rows[i] |= 1 << 6
    for left, top in ((0, 0), (SIZE - 7, 0), (0, SIZE - 7)):
        _rings(rows, left + 3, top + 3, 0b1011)
    _rings(rows, _CENTRE, _CENTRE, 0b101)
    for i in range(15):
        if _FORMAT >> i & 1:
            rows[8] |= 1 << (SIZE - 1 - i if i < 8 else 7 if i == 8 else 14 - i)
            rows[i if i < 6 else i + 1 if i < 8 else SIZE - 15 + i] |= 1 << 8
    rows[SIZE - 8] |= 1 << 8


def _rings(rows: list[int], x: int, y: int, dark: int) -> None:
    """Draws square rings around (x, y); the ring of radius r is dark if bit r of `dark` is set."""
    most = 3 if dark > 7 else 2
    for dy in range(-most, most + 1):
        for dx in range(-most, most + 1):
            if dark >> max(abs(dx), abs(dy)) & 1:
                rows[y + dy] |= 1 << (x + dx)
