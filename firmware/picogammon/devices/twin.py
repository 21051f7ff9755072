"""What strip and OLED do to every byte of a frame, where there is no native code.

The functions are those of `kernel`, and what they do is the same to the last bit.
"""


def light(
    wire: bytearray,
    frame: bytearray,
    rgb: bytes | bytearray,
    table: bytes,
    first: int,
    second: int,
    third: int,
) -> int:
    """Turns `rgb` into light by `table`, into `wire` in its order; returns the sum of all of it.

    first, second, third: which of a light's three bytes go first on the wire. `frame` becomes a
    copy of `rgb`.
    """
    total = 0
    for i in range(0, len(rgb), 3):
        for j in range(i, i + 3):
            frame[j] = rgb[j]
        wire[i] = table[rgb[i + first]]
        wire[i + 1] = table[rgb[i + second]]
        wire[i + 2] = table[rgb[i + third]]
        total += wire[i] + wire[i + 1] + wire[i + 2]
    return total


def lit(wire: bytearray) -> int:
    """How many of the bytes are not 0."""
    count = 0
    for value in wire:
        if value:
            count += 1
    return count


def dim(wire: bytearray, scale: int) -> int:
    """Scales all but each lit byte's first step by scale / 4096; returns the sum of all bytes."""
    total = 0
    for i in range(len(wire)):
        value = wire[i]
        if value:
            value = 1 + ((value - 1) * scale >> 12)
            wire[i] = value
            total += value
    return total


def span(new: bytearray, old: bytearray, at: int, end: int, gap: int) -> int:
    """The first stretch within at..end in which the two differ: its first << 16 | last, or -1.

    It ends where more than `gap` bytes are the same.
    """
    first = last = -1
    for i in range(at, end):
        if new[i] != old[i]:
            if first < 0:
                first = i
            last = i
        elif first >= 0 and i - last > gap:
            break
    return first << 16 | last if first >= 0 else -1


def copy(new: bytearray, old: bytearray, line: bytearray, start: int, length: int) -> None:
    """Copies bytes of `new` to their place in `old`, and into `line` from its second byte on."""
    for i in range(length):
        value = new[start + i]
        old[start + i] = value
        line[i + 1] = value
