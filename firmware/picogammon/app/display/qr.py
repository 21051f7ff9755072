"""A QR code of version 3 (29 x 29 modules), level L: up to 77 capitals, digits and signs.

ISO/IEC 18004, for what is shown here and no more: alphanumeric mode, mask 0.
"""

from micropython import const

SIZE = const(29)
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_DATA = const(55)  # codewords
_CHECKS = const(15)
_FORMAT = const(0x77C4)  # level L, mask 0
_FAR = const(20)  # where the far finder patterns' corners end
_CENTRE = const(22)  # of the alignment pattern


def modules(text):
    """The rows from the top: numbers whose bit x is set where the module x from the left is dark.

    Raises ValueError for a text that is too long, or has a letter that is none here.
    """
    words = _codewords(text)
    words.extend(_checks(words))
    rows = [0] * SIZE
    bit = 0
    last = 8 * len(words)
    for step in range((SIZE - 1) // 2):  # pairs of columns, from the right, up and down in turn
        x = SIZE - 1 - 2 * step
        if x <= 6:
            x -= 1  # the timing column is in no pair
        for i in range(SIZE):
            y = i if step & 1 else SIZE - 1 - i
            for column in (x, x - 1):
                if _is_pattern(column, y):
                    continue
                dark = bit < last and words[bit >> 3] >> (7 - (bit & 7)) & 1
                bit += 1
                if dark != (column + y) & 1 ^ 1:
                    rows[y] |= 1 << column
    _draw_patterns(rows)
    return rows


def _codewords(text):
    """The data codewords of a text, padded to their number."""
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


def _checks(words):
    """The Reed-Solomon codewords over GF(256), polynomial 0x11D."""
    powers = bytearray(255)
    logs = bytearray(256)
    value = 1
    for i in range(255):
        powers[i] = value
        logs[value] = i
        value = value << 1 ^ (0x11D if value & 128 else 0)
    divisor = bytearray(_CHECKS)
    divisor[-1] = 1
    for root in range(_CHECKS):
        for i in range(_CHECKS):
            factor = divisor[i]
            divisor[i] = powers[(logs[factor] + root) % 255] if factor else 0
            if i + 1 < _CHECKS:
                divisor[i] ^= divisor[i + 1]
    rest = bytearray(_CHECKS)
    for word in words:
        factor = word ^ rest[0]
        rest[:-1] = rest[1:]
        rest[-1] = 0
        if factor:
            for i in range(_CHECKS):
                rest[i] ^= powers[(logs[divisor[i]] + logs[factor]) % 255]
    return rest


def _is_pattern(x, y):
    """Whether a module belongs to the patterns that every such code has."""
    if x == 6 or y == 6 or x < 9 and (y < 9 or y > _FAR) or x > _FAR and y < 9:
        return True
    return abs(x - _CENTRE) < 3 and abs(y - _CENTRE) < 3


def _draw_patterns(rows):
    """Timing, finders, alignment, and the format, twice."""
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


def _rings(rows, x, y, dark):
    """Squares around (x, y); bit r of `dark` is that of radius r."""
    most = 3 if dark > 7 else 2
    for dy in range(-most, most + 1):
        for dx in range(-most, most + 1):
            if dark >> max(abs(dx), abs(dy)) & 1:
                rows[y + dy] |= 1 << (x + dx)
