"""The loops of strip and OLED over each byte of a frame, as native code if possible."""

import micropython
from micropython import const

_ONE = const(4096)  # scale 1.0


@micropython.viper
def fill(wire, frame, rgb, order, scale: int, few: int) -> int:
    """Fills `wire` with the lights of `rgb`, dimmed; returns the sum of its bytes.

    `order`: the indices of a light's three bytes in the order of the wire. `frame` becomes a copy
    of `rgb`. The part of a light's strongest byte above `few` is scaled by scale / 4096; the other
    two bytes keep their ratio to it, rounded.
    """
    out = ptr8(wire)
    kept = ptr8(frame)
    light = ptr8(rgb)
    places = ptr8(order)
    end = int(len(rgb))
    total = 0
    i = 0
    while i < end:
        kept[i] = light[i]
        kept[i + 1] = light[i + 1]
        kept[i + 2] = light[i + 2]
        a = light[i + places[0]]
        b = light[i + places[1]]
        c = light[i + places[2]]
        if scale < _ONE:
            strongest = a
            if b > strongest:
                strongest = b
            if c > strongest:
                strongest = c
            if strongest > few:
                most = few + ((strongest - few) * scale >> 12)
                half = strongest >> 1
                a = (a * most + half) // strongest
                b = (b * most + half) // strongest
                c = (c * most + half) // strongest
        out[i] = a
        out[i + 1] = b
        out[i + 2] = c
        total += a + b + c
        i += 3
    return total


@micropython.viper
def span(new, old, at: int, end: int, gap: int) -> int:
    """Returns the first span within at..end in which the two differ, as first << 16 | last, or -1.

    The span ends where more than `gap` bytes are the same.
    """
    ours = ptr8(new)
    theirs = ptr8(old)
    while at < end and ours[at] == theirs[at]:
        at += 1
    if at == end:
        return -1
    first = at
    last = at
    while at < end and at - last <= gap + 1:
        if ours[at] != theirs[at]:
            last = at
        at += 1
    return first << 16 | last


@micropython.viper
def copy(new, old, line, start: int, length: int):
    """Copies `length` bytes of `new` from `start` on, to `old` and to `line` from its byte 1 on."""
    source = ptr8(new)
    kept = ptr8(old)
    out = ptr8(line)
    i = 0
    while i < length:
        value = source[start + i]
        kept[start + i] = value
        i += 1
        out[i] = value
