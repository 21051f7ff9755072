"""What strip and OLED do to every byte of a frame, where there is no native code.

The functions are those of `kernel`, and what they do is the same to the last bit.
"""

from micropython import const

_BENT = const(25)  # 255ths of the strongest channel that another may be off


def order(
    wire: bytearray,
    frame: bytearray,
    rgb: bytes | bytearray,
    first: int,
    second: int,
    third: int,
) -> int:
    """Puts `rgb` into `wire` in its order; returns the sum of all of it.

    first, second, third: which of a light's three bytes go first on the wire. `frame` becomes a
    copy of `rgb`.
    """
    total = 0
    for i in range(0, len(rgb), 3):
        for j in range(i, i + 3):
            frame[j] = rgb[j]
        wire[i] = rgb[i + first]
        wire[i + 1] = rgb[i + second]
        wire[i + 2] = rgb[i + third]
        total += wire[i] + wire[i + 1] + wire[i + 2]
    return total


def least(wire: bytearray, few: int) -> int:
    """The most that `dim` leaves of it: the sum of lights whose strongest byte is `few` or less."""
    total = 0
    for at in range(0, len(wire), 3):
        strongest = max(wire[at], wire[at + 1], wire[at + 2])
        for i in range(at, at + 3):
            value = wire[i]
            total += (value * few + strongest - 1) // strongest if strongest > few else value
    return total


def dim(wire: bytearray, scale: int, few: int) -> int:
    """Scales what each light's strongest byte is above `few` by scale / 4096; returns the sum.

    The strongest goes down further, to where the other two, rounded down, are within a tenth of it
    of their share: so the hue stays. Where there is no such place it keeps one step, and so does
    what is at least half as strong.
    """
    total = 0
    for at in range(0, len(wire), 3):
        strongest = max(wire[at], wire[at + 1], wire[at + 2])
        most = few + ((strongest - few) * scale >> 12) if strongest > few else strongest
        while most > 0 and _bends(wire, at, most, strongest):
            most -= 1
        for i in range(at, at + 3):
            value = wire[i]
            if most:
                value = value * most // strongest
            elif strongest:
                value = (2 * value + strongest) // (2 * strongest)
            wire[i] = value
            total += value
    return total


def _bends(wire: bytearray, at: int, most: int, strongest: int) -> bool:
    """Whether a light's hue is another when its strongest byte goes down to `most`."""
    for i in range(at, at + 3):
        if wire[i] * most % strongest * 255 > most * strongest * _BENT:
            return True
    return False


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
