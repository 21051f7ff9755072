"""What strip and OLED do to every byte of a frame, as native code; twin has it in plain Python."""

import micropython


@micropython.viper
def light(wire, frame, rgb, table, first: int, second: int, third: int) -> int:
    """Turns `rgb` into light by `table`, into `wire` in its order; returns the sum of all of it.

    first, second, third: which of a light's three bytes go first on the wire. `frame` becomes a
    copy of `rgb`.
    """
    out = ptr8(wire)
    kept = ptr8(frame)
    lightness = ptr8(rgb)
    light_of = ptr8(table)
    end = int(len(rgb))
    total = 0
    i = 0
    while i < end:
        kept[i] = lightness[i]
        kept[i + 1] = lightness[i + 1]
        kept[i + 2] = lightness[i + 2]
        a = light_of[lightness[i + first]]
        b = light_of[lightness[i + second]]
        c = light_of[lightness[i + third]]
        out[i] = a
        out[i + 1] = b
        out[i + 2] = c
        total += a + b + c
        i += 3
    return total


@micropython.viper
def lit(wire) -> int:
    """How many of the bytes are not 0."""
    values = ptr8(wire)
    left = int(len(wire))
    count = 0
    while left:
        left -= 1
        if values[left]:
            count += 1
    return count


@micropython.viper
def dim(wire, scale: int) -> int:
    """Scales all but each lit byte's first step by scale / 4096; returns the sum of all bytes."""
    values = ptr8(wire)
    left = int(len(wire))
    total = 0
    while left:
        left -= 1
        value = values[left]
        if value:
            value = 1 + ((value - 1) * scale >> 12)
            values[left] = value
            total += value
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
