"""The loops of lights.py and view.py over all points and lights, as native code where possible."""

import micropython
from micropython import const

_BAR = const(25)
_HALF = const(1 << 19)
_GREATEST = const(127)  # of a byte with a sign
_BENT = const(25)  # the largest error of another channel, in 255ths of the strongest channel


@micropython.viper
def stacks(lightness, hues, alone, checkers, marks, stack, other: int) -> int:
    """Lights the checkers at all places that have no mark and exactly one light.

    Returns the number of places with a mark and exactly one light. Fills `lightness` and `hues`
    for `mix`. `alone`: for each place, 1 + the number of its only light, or 0 if it has none or
    several. `checkers`: for each place, the number of checkers, negative for player 1. `marks`: for
    each place, its mark or 0. `stack[n]`: the lightness of n checkers; the last value is for all
    higher n. `other`: the offset of player 1's colour in a palette.
    """
    lightness_of = ptr8(lightness)
    hue_of = ptr8(hues)
    light_of = ptr8(alone)
    count_of = ptr8(checkers)
    mark_of = ptr8(marks)
    level_of = ptr8(stack)
    most = int(len(stack)) - 1
    marked = 0
    place = int(len(alone))
    while place > 0:
        place -= 1
        if light_of[place] == 0:
            continue
        light = light_of[place] - 1
        if mark_of[place]:
            marked += 1
            continue
        count = count_of[place]
        hue_of[light] = 0
        if count > _GREATEST:
            count = 256 - count
            hue_of[light] = other
        lightness_of[light] = level_of[count if count < most else most]
    return marked


@micropython.viper
def see(pos, checkers, counts, side: int):
    """Copies `pos`, a position as `side` sees it, to `checkers`, the position as player 0 sees it.

    `counts`: an array('h') that receives four numbers. The first two are how many checkers `side`
    and the other side have not borne off. The last two are the pip counts of the same sides.
    """
    from_here = ptr8(pos)
    to = ptr8(checkers)
    count_of = ptr16(counts)
    left = 0
    other_left = 0
    pips = 0
    other_pips = 0
    place = 0
    while place <= _BAR:
        count = from_here[place]
        if count > _GREATEST:
            count -= 256
            other_left -= count
            other_pips -= count * (_BAR - place)
        else:
            left += count
            pips += count * place
        if side:
            to[_BAR - place] = 0 - count & 255
        else:
            to[place] = count & 255
        place += 1
    count_of[0] = left
    count_of[1] = other_left
    count_of[2] = pips
    count_of[3] = other_pips


@micropython.viper
def scale(lightness, by: int, least: int):
    """Scales the numbers in `lightness` by `by` / 255. Results are `least` or more; 0 stays 0."""
    lightness_of = ptr8(lightness)
    i = int(len(lightness))
    while i > 0:
        i -= 1
        if lightness_of[i]:
            scaled = (lightness_of[i] * by + 127) // 255
            lightness_of[i] = scaled if scaled > least else least


@micropython.viper
def mix(rgb, lightness, hues, colours, gains, luminances):
    """Fills `rgb`, three bytes per light, from `lightness` and `hues`; clears `lightness`.

    `hues`: for each light, the offset of its colour in `colours`. Each colour's strongest channel
    is 255. `luminances`: for each lightness, two bytes, in 1/128 mcd. `gains`: for each colour,
    2**20 times the strongest channel's value at a luminance of 1/128 mcd, from lights._gains.

    Rounding could change a faint light's hue. To keep the hue, `mix` makes the light brighter until
    each channel's rounding error is at most a tenth of the strongest channel's value.
    """
    frame = ptr8(rgb)
    lightness_of = ptr8(lightness)
    hue_of = ptr8(hues)
    channels = ptr8(colours)
    gain_of = ptr16(gains)
    light_of = ptr8(luminances)
    lights = int(len(lightness))
    i = 0
    at = 0
    while i < lights:
        asked = lightness_of[i]
        lightness_of[i] = 0
        first = hue_of[i]
        most = 0
        if asked:
            light = light_of[2 * asked] | light_of[2 * asked + 1] << 8
            most = light * gain_of[first // 3] + _HALF >> 20
            if most == 0:
                most = 1
        bent = 1
        while bent:
            bent = 0
            channel = first
            while channel < first + 3:
                wanted = channels[channel] * most
                value = (wanted + 127) // 255
                frame[at + channel - first] = value
                off = value * 255 - wanted
                if off < 0:
                    off = 0 - off
                if off > most * _BENT:
                    bent = 1
                channel += 1
            most += bent
        at += 3
        i += 1
