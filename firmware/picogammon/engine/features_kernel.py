"""The net's features as native code; features has the same in plain Python, and says what they are.

See rules/movegen_kernel.py for what MicroPython compiles wrongly and how that is avoided. No number
reaches 2**25. Where native code cannot be compiled, importing this raises SyntaxError.
"""

import micropython
from micropython import const

_SIDE = const(494)
_BAR = const(96)
_OFF = const(99)
_HOME = const(114)
_BACK = const(178)
_PIPS = const(242)
_ESCAPE = const(290)
_ESCAPE_NEXT = const(327)
_ENTER = const(364)
_TIMING = const(385)
_BEHIND = const(409)
_HIT = const(425)
_RISK = const(462)

_CHECKERS = const(15)
_BAR_AT = const(25)
_DEEP = const(19)
_OUTSIDE = const(18)
_PLACE_MODULUS = const(37)
# As in features, but a literal, which stays in flash: 25 less the place, the pips that are lost.
_COST = (
    b"\x00\x19\x18\x00\x17\x02\x00\x00\x16\x09\x01\x00\x00\x0e\x00\x0c\x15\x12\x08"
    b"\x00\x00\x03\x00\x0a\x00\x0f\x0d\x13\x00\x04\x0b\x10\x14\x05\x11\x06\x07"
)


@micropython.viper
def features(pos, rows, escapes) -> int:
    """As features.features; the same for `escapes`."""
    own = int(_side(pos, 0, 0, rows, escapes))
    other = int(_side(pos, _SIDE, own >> 3, rows, escapes))
    gone = (other & 4) << 3 | (own & 4) << 2
    return other >> 3 << 6 | gone | (own & 3) * 3 + (other & 3)


@micropython.viper
def _side(pos, base: int, n: int, rows, escapes) -> int:
    here = ptr8(pos)
    row = ptr16(rows)
    made = 0
    blots = 0
    theirs = 0
    mirrored = 0  # the opponent's made points, 25 - d
    total = 0
    pips = 0
    timing = 0
    behind = 0
    deep = 0
    rear = 0
    next_rear = 0
    lowest = 0
    d = _BAR_AT
    bit = 1 << _BAR_AT
    while d >= 0:
        if base:
            k = 256 - here[_BAR_AT - d] & 255
        else:
            k = here[d]
        if k:
            if k < 128:
                if rear == 0:
                    rear = d
                elif next_rear == 0:
                    next_rear = d
                total += k
                pips += k * d
                if d >= _DEEP:
                    deep += k
                else:
                    timing += k * d
                if d < _BAR_AT:
                    which = base + 4 * d - 5
                    if k == 1:
                        blots |= bit
                        row[n] = which + 1
                        n += 1
                    else:
                        made |= bit
                        row[n] = which + (k if k < 3 else 3)
                        n += 1
                        while k > 3:
                            row[n] = which + 4
                            n += 1
                            k -= 1
            else:
                theirs |= bit
                lowest = d
                behind = total
                if k < 255:
                    if d:
                        mirrored |= 1 << (_BAR_AT - d)
        bit >>= 1
        d -= 1
    on_bar = 0
    bar = here[_BAR_AT]
    if base:
        bar = 256 - here[0] & 255
        on_bar = here[_BAR_AT]
    elif here[0]:
        on_bar = 256 - here[0]
    if bar:
        bar = bar if bar < 3 else 3
        row[n] = base + _BAR + bar - 1
        which = base + _ENTER + 7 * bar - 7
        shut = mirrored & 127
        while shut:
            which += shut & 1
            shut >>= 1
        row[n + 1] = which
        n += 2
    if total < _CHECKERS:
        row[n] = base + _OFF + _CHECKERS - 1 - total
        n += 1
    row[n] = base + _HOME + (made >> 1 & 63)
    row[n + 1] = base + _BACK + (made >> _DEEP)
    row[n + 2] = base + _PIPS + (pips >> 2 if pips < 192 else 47)
    row[n + 3] = base + _TIMING + (timing * 171 >> 10 if timing < 144 else 23)
    row[n + 4] = base + _BEHIND + (behind if theirs else total)
    n += 5
    if rear > lowest:
        escape = ptr8(escapes)
        row[n] = base + _ESCAPE + escape[mirrored >> (26 - rear) & 4095]
        n += 1
        if next_rear > lowest:
            row[n] = base + _ESCAPE_NEXT + escape[mirrored >> (26 - next_rear) & 4095]
            n += 1
    risk = 0
    if blots:
        risk = int(_shots(theirs, on_bar, made, blots))
    row[n] = base + _HIT + (risk & 63)
    n += 1
    lost = risk >> 6
    if lost:
        row[n] = base + _RISK + (lost // 18 if lost < 576 else 31)
        n += 1
    gone = 4 if total < _CHECKERS else 0
    return n << 3 | gone | (0 if deep == 0 else 1 if deep < 3 else 2)


@micropython.viper
def _shots(theirs: int, on_bar: int, made: int, blots: int) -> int:
    """As features._shots, but that `theirs` may hold place 24."""
    cost = ptr8(_COST)
    one = 1
    free = ((one << _BAR_AT) - 1) ^ made
    theirs &= (one << _BAR_AT - 1) - 1
    rest = theirs ^ (theirs & 1)
    first = 1 if on_bar else theirs
    rolls = 0
    lost = 0
    a = 1
    while a < 7:
        by_a = first << a & free
        hit = by_a
        if by_a:
            if on_bar < 2:
                moving = by_a | rest if on_bar else by_a
                moving = moving << a & free
                hit |= moving
                moving = moving << a & free
                hit |= moving
                moving = moving << a & free
                hit |= moving
        hit &= blots
        if hit:
            rolls += 1
            lost += cost[(hit & (0 - hit)) % _PLACE_MODULUS]
        b = 1
        while b < a:
            by_b = first << b & free
            hit = by_a | by_b
            if on_bar == 0:
                hit |= (by_a << b | by_b << a) & free
            elif on_bar == 1:
                if by_a:
                    hit |= (rest | by_a) << b & free
                if by_b:
                    hit |= (rest | by_b) << a & free
            hit &= blots
            if hit:
                rolls += 2
                lost += cost[(hit & (0 - hit)) % _PLACE_MODULUS] << 1
            b += 1
        a += 1
    return rolls | lost << 6
