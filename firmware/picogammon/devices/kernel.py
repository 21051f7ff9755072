"""What strip and OLED do to every byte of a frame, and timed reads: as native code, if possible."""

import micropython
from micropython import const

_BENT = const(25)  # 255ths of the strongest channel that another may be off


@micropython.viper
def order(wire, frame, rgb, first: int, second: int, third: int) -> int:
    """Puts `rgb` into `wire` in its order; returns the sum of all of it.

    first, second, third: which of a light's three bytes go first on the wire. `frame` becomes a
    copy of `rgb`.
    """
    out = ptr8(wire)
    kept = ptr8(frame)
    light = ptr8(rgb)
    end = int(len(rgb))
    total = 0
    i = 0
    while i < end:
        kept[i] = light[i]
        kept[i + 1] = light[i + 1]
        kept[i + 2] = light[i + 2]
        a = light[i + first]
        b = light[i + second]
        c = light[i + third]
        out[i] = a
        out[i + 1] = b
        out[i + 2] = c
        total += a + b + c
        i += 3
    return total


@micropython.viper
def least(wire, few: int) -> int:
    """The most that `dim` leaves of it: the sum of lights whose strongest byte is `few` or less."""
    values = ptr8(wire)
    end = int(len(wire))
    total = 0
    at = 0
    while at < end:
        after = at + 3
        strongest = 0
        while at < after:
            if values[at] > strongest:
                strongest = values[at]
            at += 1
        at = after - 3
        while at < after:
            value = values[at]
            if strongest > few:
                value = (value * few + strongest - 1) // strongest
            total += value
            at += 1
    return total


@micropython.viper
def dim(wire, scale: int, few: int) -> int:
    """Scales what each light's strongest byte is above `few` by scale / 4096; returns the sum.

    The strongest goes down further, to where the other two, rounded down, are within a tenth of it
    of their share: so the hue stays. Where there is no such place it keeps one step, and so does
    what is at least half as strong.
    """
    values = ptr8(wire)
    end = int(len(wire))
    total = 0
    at = 0
    while at < end:
        after = at + 3
        strongest = 0
        while at < after:
            if values[at] > strongest:
                strongest = values[at]
            at += 1
        most = strongest
        if strongest > few:
            most = few + ((strongest - few) * scale >> 12)
        bent = 1
        while most > 0 and bent:
            bent = 0
            at = after - 3
            while at < after:
                if values[at] * most % strongest * 255 > most * strongest * _BENT:
                    bent = 1
                at += 1
            most -= bent
        at = after - 3
        while at < after:
            value = values[at]
            if most:
                value = value * most // strongest
            elif strongest:
                value = (2 * value + strongest) // (2 * strongest)
            values[at] = value
            total += value
            at += 1
    return total


@micropython.viper
def span(new, old, at: int, end: int, gap: int) -> int:
    """The first stretch within at..end in which the two differ: its first << 16 | last, or -1.

    It ends where more than `gap` bytes are the same.
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
    """Copies bytes of `new` to their place in `old`, and into `line` from its second byte on."""
    source = ptr8(new)
    kept = ptr8(old)
    out = ptr8(line)
    i = 0
    while i < length:
        value = source[start + i]
        kept[start + i] = value
        i += 1
        out[i] = value


@micropython.viper
def read(address: int, words: int, step: int, rounds: int):
    """Reads every `step`-th of so many words (of four bytes) from an address on, in rounds.

    The time that this takes is measured (gauges.py).
    """
    memory = ptr32(address)  # noqa: F821
    while rounds:
        at = 0
        while at < words:
            memory[at]
            at += step
        rounds -= 1
