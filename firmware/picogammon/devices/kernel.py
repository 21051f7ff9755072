"""The loops of strip.py and oled.py over each byte of a frame, in native code where possible."""

import micropython
from micropython import const

_ONE = const(4096)  # scale 1.0


@micropython.viper
def fill(wire, frame, rgb, order, scale: int, few: int) -> int:
    """Writes `rgb` (3 bytes per light), dimmed, to `wire`; returns the sum of the bytes written.

    `order`: indices of a light's bytes in `rgb`, in the order of sending. `frame` becomes a copy
    of `rgb`. If a light's strongest byte exceeds `few`, the excess is multiplied by `scale` / 4096;
    the other two bytes keep their ratio to the strongest.
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
    """Returns the first span of new[at:end] that differs from `old`, or -1 if there is none.

    The result is first << 16 | last, the indices of the span's first and last byte. A span ends
    where more than `gap` bytes in a row are equal.
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
    """Copies new[start : start + length] to the same place in `old`, and to `line` from byte 1."""
    source = ptr8(new)
    kept = ptr8(old)
    out = ptr8(line)
    i = 0
    while i < length:
        value = source[start + i]
        kept[start + i] = value
        i += 1
        out[i] = value
