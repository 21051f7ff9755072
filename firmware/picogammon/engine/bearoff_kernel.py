"""Native code for the rolls that a side needs in a race; race.py explains the arrays and tables.

An array `left` describes these rolls: left[n] is the chance that the side needs more than n rolls.
No number in the arrays is negative, so 32-bit and 64-bit machines read the same numbers. The
functions allocate no memory.
"""

import micropython
from micropython import const

# From race and ground.
_HOME = const(6)
_OTHER_HOME = const(18)
_POINTS = const(24)
_BAR = const(25)
_OTHER_BAR = const(0)
_CHANGED = const(0)
_ROLLS = const(48)
_ONE = const(32768)
_NEAR_ROLLS = const(8)
_SHAPES = const(16)
_WIDTH = const(14)
_LONGEST = const(4096)
_ROLL = const(256)
_MOST_SHIFTED = const(24)
_FEW = const(3)
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


@micropython.viper
def read_sides(pos, own, theirs) -> int:
    """Fills `own` and `theirs`, each side's checkers by point (race.py); returns count(own).

    `pos`: the position as the side `own` sees it. If `theirs` had other checkers before this call,
    theirs[CHANGED] is set to 1. Bar checkers, possible only after a game, count as on point 24.
    """
    here = ptr8(pos)
    mine = ptr8(own)
    other = ptr8(theirs)
    found = 0
    each = 1
    place = 1
    while place <= _POINTS:
        if place > _HOME:
            each = 1 | 1 << 8
            if place > _OTHER_HOME:
                each |= 1 << 16
        n = here[place]
        if n < 128:
            if place == _POINTS:
                n += here[_BAR]
            mine[place] = n
            found += n * each
        else:
            mine[place] = 0
        n = here[_BAR - place]
        n = 256 - n if n >= 128 else 0
        if place == _POINTS and here[_OTHER_BAR]:
            n += 256 - here[_OTHER_BAR]
        if other[place] != n:
            other[place] = n
            other[_CHANGED] = 1
        place += 1
    return found


@micropython.viper
def count(side) -> int:
    """Returns three counts of the checkers of `side`, packed in one number.

    Bits 0-7: all checkers. Bits 8-15: checkers beyond point 6. Bits 16-23: beyond point 18.
    """
    here = ptr8(side)
    found = 0
    place = 1
    while place <= _POINTS:
        n = here[place]
        found += n
        if place > _HOME:
            found += n << 8
            if place > _OTHER_HOME:
                found += n << 16
        place += 1
    return found


@micropython.viper
def rank(side, beyond: int) -> int:
    """Returns the rank (race.py) of the points beyond + 1 to beyond + 6, seen as a home board."""
    here = ptr8(side)
    table = ptr8(BINOMIALS)
    total = 0
    checkers = 0
    place = 1
    at = 0
    while place <= _HOME:
        checkers += here[beyond + place]
        total += table[at + (checkers << 1)] | table[at + (checkers << 1) + 1] << 8
        at += 32
        place += 1
    return total


@micropython.viper
def spread_exact(near, ranked: int, left):
    """Fills `left` for the home board that has the rank `ranked`, from `near` (the table NEAR)."""
    chance = ptr32(left)
    table = ptr16(near)
    chance[0] = _ONE if ranked else 0
    n = 1
    while n < _ROLLS:
        chance[n] = table[ranked * _NEAR_ROLLS + n - 1] if n <= _NEAR_ROLLS else 0
        n += 1


@micropython.viper
def spread(rolls, mean: int, shape: int, left):
    """Fills `left` for a side that needs `mean` / 256 rolls on average.

    `shape`, 0 to 15, says how much the number of rolls varies around the mean (race.py).
    Interpolates in `rolls`, the table ROLL. A mean of 16 rolls or more is first reduced by whole
    rolls, and the distribution is then shifted by the same number of rolls.
    """
    chance = ptr32(left)
    table = ptr16(rolls)
    first = 0
    while mean >= _LONGEST and first < _MOST_SHIFTED:
        mean -= _ROLL
        first += 1
    if mean >= _LONGEST:
        mean = _LONGEST - 1
    row = mean >> 7
    part = mean & 127
    low = (row * _SHAPES + shape) * _WIDTH
    high = low + _SHAPES * _WIDTH
    low_first = (row * 3 >> 3) - 2
    if low_first < 0:
        low_first = 0
    high_first = ((row + 1) * 3 >> 3) - 2
    if high_first < 0:
        high_first = 0
    low_first += first
    high_first += first
    n = 0
    while n < low_first:
        chance[n] = _ONE
        n += 1
    a = b = _ONE
    while n < _ROLLS and a + b:
        at = n - low_first
        a = table[low + at] if at < _WIDTH else 0
        at = n - high_first
        b = _ONE
        if at >= 0:
            b = table[high + at] if at < _WIDTH else 0
        chance[n] = a * (128 - part) + b * part >> 7
        n += 1
    while n < _ROLLS:
        chance[n] = 0
        n += 1
    chance[_ROLLS - 1] = 0


@micropython.viper
def correct_first(side, table, left):
    """Corrects `left`, which describes the rolls until the first checker of `side` is off.

    Takes left[1] to left[3] from `table` (the table SOON); sets later entries that are higher than
    left[3] to left[3]. `side`: must have one to three checkers outside the home board.
    """
    here = ptr8(side)
    few = ptr8(table)
    chance = ptr32(left)
    index = 0
    known = _FEW
    place = _POINTS
    while place > _HOME:
        n = here[place]
        way = place - _HOME
        while n:
            if known == _FEW:
                index = way * (way + 1) * (way + 2) // 6
            elif known == 2:
                index += way * (way + 1) >> 1
            else:
                index += way
            known -= 1
            n -= 1
        place -= 1
    at = _FEW * index
    n = 1
    most = 0
    while n <= _FEW:
        most = few[at] * 257 + 1 >> 1
        chance[n] = most
        at += 1
        n += 1
    while n < _ROLLS and chance[n] > most:  # `left` never rises
        chance[n] = most
        n += 1


@micropython.viper
def spread_guess(rolls, words, at: int, left):
    """Fills `left`, the chances that a side is not done after n rolls, by race_net's estimate.

    `rolls`: the table ROLL. `words`: the result of race_net. words[at] is the mean number of rolls,
    in 1/256; words[at + 1] says how much the number varies around the mean (see `spread`).
    """
    here = ptr32(words)
    mean = here[at]
    shape = here[at + 1] + 16 >> 5
    spread(rolls, mean if mean > _ROLL else _ROLL, shape if shape < _SHAPES else _SHAPES - 1, left)


@micropython.viper
def chance_first(mine, theirs, late: int) -> int:
    """Returns the chance, in 1/65536, that this side reaches its goal before the other side.

    `mine`, `theirs`: for each side, the array `left` (race.py) of the rolls to the side's goal.
    `late`: 1 if this side rolls next, 0 if the other side does.
    """
    own = ptr32(mine)
    other = ptr32(theirs)
    before = _ONE
    total = 0
    n = 0
    while before:
        done = own[n] if n < _ROLLS else 0
        if done != before:
            total += (before - done) * (other[n - late] if n >= late else _ONE)
            before = done
        n += 1
    return total >> 14
