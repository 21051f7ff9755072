"""What lights do to every light, where there is no native code.

The functions are those of `lights_kernel`, and what they do is the same to the last bit.
"""

from micropython import const

_CHECKERS = const(15)
_BAR = const(25)
_HALF = const(1 << 19)
_BENT = const(25)  # 255ths of the strongest channel that another may be off


def stacks(lightness, hues, alone, checkers, marks, stack, other):
    """Lights each place that has a light of its own and no mark; returns how many have a mark.

    alone: by place, 1 + its light, or 0 where it has none, or several; checkers: by place, the
    other side's below 0; stack: the lightness of 0, 1, .. checkers, the last of more as well;
    other: where the other side's colour begins in what `mix` calls `colours`.
    """
    marked = 0
    for place in range(len(alone)):
        light = alone[place] - 1
        if light >= 0 and marks[place]:
            marked += 1
        elif light >= 0:
            count = checkers[place]
            hues[light] = other if count < 0 else 0
            lightness[light] = stack[min(abs(count), len(stack) - 1)]
    return marked


def see(pos, checkers, counts, side):
    """Turns pos, as `side` (0, 1) sees it, into `checkers`, as player 0 does, both arrays of 26.

    Fills counts, array('h') of four: how many checkers `side` has borne off, how many the other has
    and the pips of both.
    """
    own = [max(n, 0) for n in pos]
    other = [max(-n, 0) for n in pos]
    counts[0] = _CHECKERS - sum(own)
    counts[1] = _CHECKERS - sum(other)
    counts[2] = sum([own[i] * i for i in range(len(own))])
    counts[3] = sum([other[i] * (_BAR - i) for i in range(len(other))])
    for i in range(len(pos)):
        if side:
            checkers[_BAR - i] = -pos[i]
        else:
            checkers[i] = pos[i]


def scale(lightness, by, least):
    """Makes each `lightness` `by` / 255 of what it is, and not below `least`; 0 stays 0."""
    for i in range(len(lightness)):
        if lightness[i]:
            lightness[i] = max((lightness[i] * by + 127) // 255, least)


def mix(rgb, lightness, hues, colours, gains, luminances):
    """Fills `rgb`, three bytes a light, and makes all `lightness` 0 again.

    lightness: each light's lightness, 0..255; hues: where its colour begins in `colours`, how much
    of red, green and blue is in each, the strongest 255; luminances: how much light a lightness is,
    as in luminances.py; gains: by colour, how far its strongest channel is on for that, << 20.

    A faint light has few steps. The strongest channel goes up until the others, rounded, are within
    a tenth of it of what they should be: so the hue stays.
    """
    for i in range(len(lightness)):
        first = hues[i]
        most = 0
        asked = lightness[i]
        if asked:
            light = luminances[2 * asked] | luminances[2 * asked + 1] << 8
            most = max(1, (light * gains[first // 3] + _HALF) >> 20)
        lightness[i] = 0
        while _bends(rgb, 3 * i, colours, first, most):
            most += 1


def _bends(rgb, at, colours, first, most):
    """Puts a colour there whose strongest channel is `most`; whether its hue is another then."""
    bent = False
    for k in range(3):
        wanted = colours[first + k] * most
        rgb[at + k] = (wanted + 127) // 255
        if abs(rgb[at + k] * 255 - wanted) > most * _BENT:
            bent = True
    return bent
