"""How long a side needs to bear off, in plain Python; bearoff says what the numbers mean.

bearoff_kernel has the same functions as native code for the chip, race_net_kernel the net.
"""

from micropython import const

from picogammon.engine.bearoff import CHANGED, FEW, ROLLS, SHAPES
from picogammon.ground.places import OTHER_BAR

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.bearoff import Chances, Side, Table, Words
    from picogammon.rules.position import Position

_HOME = const(6)
_OTHER_HOME = const(18)
_POINTS = const(24)
_BAR = const(25)
_ONE = const(32768)
_NEAR_ROLLS = const(8)
_WIDTH = const(14)
_LONGEST = const(4096)
_ROLL = const(256)
_MOST_SHIFTED = const(24)
# The net: words of 16 bits, 32768 is nought: 48 biases, 4 x 48 weights of the outputs, 4 x 3 of
# what goes straight to them (256, pips, pips outside); then a byte for each hidden node, 128 is
# nought, of the first, second, third and any other checker on each point. The bytes of a row come
# in fours, for nodes 0, 2, 1, 3: so the kernel adds up two at once.
_HIDDEN = const(48)
_OUTPUTS = const(4)
_DEEP = const(4)
_ROWS_AT = const(504)
_SECOND_AT = const(48)
_DIRECT_AT = const(240)
_BYTE_OF = (0, 2, 1, 3)
_ZERO = const(32768)
# C(s + j, j + 1) for s checkers on the first j + 1 points: two bytes at 32 * j + 2 * s.
BINOMIALS = (
    b"\x00\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00\x07\x00"
    b"\x08\x00\x09\x00\x0a\x00\x0b\x00\x0c\x00\x0d\x00\x0e\x00\x0f\x00"
    b"\x00\x00\x01\x00\x03\x00\x06\x00\x0a\x00\x0f\x00\x15\x00\x1c\x00"
    b"\x24\x00\x2d\x00\x37\x00\x42\x00\x4e\x00\x5b\x00\x69\x00\x78\x00"
    b"\x00\x00\x01\x00\x04\x00\x0a\x00\x14\x00\x23\x00\x38\x00\x54\x00"
    b"\x78\x00\xa5\x00\xdc\x00\x1e\x01\x6c\x01\xc7\x01\x30\x02\xa8\x02"
    b"\x00\x00\x01\x00\x05\x00\x0f\x00\x23\x00\x46\x00\x7e\x00\xd2\x00"
    b"\x4a\x01\xef\x01\xcb\x02\xe9\x03\x55\x05\x1c\x07\x4c\x09\xf4\x0b"
    b"\x00\x00\x01\x00\x06\x00\x15\x00\x38\x00\x7e\x00\xfc\x00\xce\x01"
    b"\x18\x03\x07\x05\xd2\x07\xbb\x0b\x10\x11\x2c\x18\x78\x21\x6c\x2d"
    b"\x00\x00\x01\x00\x07\x00\x1c\x00\x54\x00\xd2\x00\xce\x01\x9c\x03"
    b"\xb4\x06\xbb\x0b\x8d\x13\x48\x1f\x58\x30\x84\x48\xfc\x69\x68\x97"
)


def read_sides(pos: "Position", own: "Side", theirs: "Side") -> int:
    """Fills own and theirs from pos; returns own's count. Marks theirs if it has changed.

    The bar counts as point 24: that matters only when the game is over.
    """
    for place in range(1, _POINTS + 1):
        n = pos[place]
        own[place] = n if n > 0 else 0
        n = pos[_BAR - place]
        n = -n if n < 0 else 0
        if place == _POINTS:
            own[place] += pos[_BAR]
            n -= pos[OTHER_BAR]
        if theirs[place] != n:
            theirs[place] = n
            theirs[CHANGED] = 1
    return count(own)


def count(side: "Side") -> int:
    """The checkers | those beyond point 6 << 8 | those beyond point 18 << 16."""
    found = 0
    for place in range(1, _POINTS + 1):
        n = side[place]
        found += n
        if place > _HOME:
            found += n << 8
        if place > _OTHER_HOME:
            found += n << 16
    return found


def rank(side: "Side", beyond: int) -> int:
    """The number of the home board that the points beyond + 1 to beyond + 6 make."""
    total = 0
    checkers = 0
    for j in range(_HOME):
        checkers += side[beyond + 1 + j]
        total += _word(BINOMIALS, 16 * j + checkers)
    return total


def _word(data: "Table", at: int) -> int:
    return data[2 * at] | data[2 * at + 1] << 8


def spread_exact(near: "Table", ranked: int, left: "Chances") -> None:
    """Fills left for a home board of up to five checkers."""
    left[0] = _ONE if ranked else 0
    for n in range(1, ROLLS):
        left[n] = _word(near, ranked * _NEAR_ROLLS + n - 1) if n <= _NEAR_ROLLS else 0


def spread(rolls: "Table", mean: int, shape: int, left: "Chances") -> None:
    """Fills left from the mean, in 1/256 roll, and the shape; beyond 16 rolls the shape stays."""
    first = 0
    while mean >= _LONGEST and first < _MOST_SHIFTED:
        mean -= _ROLL
        first += 1
    mean = min(mean, _LONGEST - 1)
    row = mean >> 7
    part = mean & 127
    low = (row * SHAPES + shape) * _WIDTH
    high = low + SHAPES * _WIDTH
    low_first = first + find_first(row)
    high_first = first + find_first(row + 1)
    for n in range(ROLLS):
        a = _of_row(rolls, low, n - low_first)
        b = _of_row(rolls, high, n - high_first)
        left[n] = a * (128 - part) + b * part >> 7
    left[ROLLS - 1] = 0


def find_first(row: int) -> int:
    """The number of rolls that a row's first word is about; before it nobody is done."""
    return max(0, (row * 3 >> 3) - 2)


def _of_row(rolls: "Table", start: int, at: int) -> int:
    if at < 0:
        return _ONE
    return _word(rolls, start + at) if at < _WIDTH else 0


def net(side: "Side", weights: "Table", words: "Words") -> None:
    """Leaves what the net says of the side in words[-4:]: mean, shape, and both until one is off.

    Means in 1/256 roll, shapes in 1/32.
    """
    for h in range(_HIDDEN):
        words[h] = _word(weights, h)
    pips = outside = checkers = 0
    for place in range(1, _POINTS + 1):
        count = side[place]
        pips += place * count
        outside += max(0, place - _HOME) * count
        checkers += count
        for k in range(count):
            at = _ROWS_AT + ((place - 1) * _DEEP + min(k, _DEEP - 1)) * _HIDDEN
            for h in range(_HIDDEN):
                words[h] += weights[at + (h & -4) + _BYTE_OF[h & 3]]
    zero = _ZERO + checkers * 128
    for k in range(_OUTPUTS):
        at = _DIRECT_AT + 3 * k
        total = (_word(weights, at) - _ZERO) * 256
        total += (_word(weights, at + 1) - _ZERO) * pips
        total += (_word(weights, at + 2) - _ZERO) * outside
        total <<= 2
        at = _SECOND_AT + k * _HIDDEN
        for h in range(_HIDDEN):
            if words[h] > zero:
                total += (words[h] - zero) * (_word(weights, at + h) - _ZERO)
        words[_HIDDEN + k] = max(0, total + 1024 >> 11)


def correct_first(side: "Side", table: "Table", left: "Chances") -> None:
    """Corrects left, of the first checker, for a side with one to three outside its home board."""
    index = 0
    known = FEW
    place = _POINTS
    while place > _HOME:
        n = side[place]
        way = place - _HOME
        while n:
            if known == FEW:
                index = way * (way + 1) * (way + 2) // 6
            elif known == 2:
                index += way * (way + 1) >> 1
            else:
                index += way
            known -= 1
            n -= 1
        place -= 1
    at = FEW * index
    for n in range(FEW):
        left[n + 1] = table[at + n] * 257 + 1 >> 1
    most = left[FEW]
    for n in range(FEW + 1, ROLLS):
        left[n] = min(left[n], most)


def spread_guess(rolls: "Table", words: "Words", at: int, left: "Chances") -> None:
    """Fills left by the mean and the shape that net left in words[at:]."""
    shape = min(SHAPES - 1, words[at + 1] + 16 >> 5)
    spread(rolls, max(_ROLL, words[at]), shape, left)


def chance_first(mine: "Chances", theirs: "Chances", late: int) -> int:
    """The chance in 1/65536 that mine is done when theirs is not, both being `left`.

    Theirs has rolled as often as mine, or with late = 1 once less.
    """
    before = _ONE
    total = 0
    n = 0
    while before:
        done = mine[n] if n < ROLLS else 0
        if done != before:
            total += (before - done) * (theirs[n - late] if n >= late else _ONE)
            before = done
        n += 1
    return total >> 14
