"""The two players' colours stay apart for people who see colours in another way.

Colour blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009), severity
1.0, on linear light as the strip emits it; colours are compared in CIELAB without their lightness,
because that says the count.
"""

from picogammon.app.display import lights, lights_kernel
from picogammon.app.display.luminances import LUMINANCES

HOST_ONLY = True

_SIGHT = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _emitted(palette, first, level):
    """The light of the colour that begins there, at that lightness."""
    rgb = bytearray(3)
    how = lights.COLOURS[palette], lights.GAINS[palette], LUMINANCES
    lights_kernel.mix(rgb, bytearray((level,)), bytes((first,)), *how)
    return [value / 255 for value in rgb]


def _seen(sight, light):
    return [max(0.0, min(1.0, sum(a * b for a, b in zip(row, light)))) for row in _SIGHT[sight]]


def _root(t):
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def _hue(light):
    """a*, b* of CIELAB under D65."""
    r, g, b = light
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    return 500 * (_root(x) - _root(y)), 200 * (_root(y) - _root(z))


def _apart(sight, one, other):
    a, b = _hue(_seen(sight, one)), _hue(_seen(sight, other))
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


_ONE, _OTHER, _WHITE = 0, 3, 6


def test_there_are_three_pairs_and_amber_and_blue_come_first():
    assert len(lights.PALETTES) >= 3 and lights.PALETTES[0] == ("amber", "blue")
    assert len(lights.COLOURS) == len(lights.PALETTES)


def test_the_two_players_stay_apart_whatever_eyes_one_has():
    for palette, names in enumerate(lights.PALETTES):
        for sight in _SIGHT:
            for level, least in ((255, 40), (134, 20), (47, 8)):
                both = [_emitted(palette, colour, level) for colour in (_ONE, _OTHER)]
                apart = _apart(sight, *both)
                assert apart >= least, (names, sight, level, apart)


_PALE = (9, 12)


def test_calm_the_cursor_s_checker_is_paler_than_others_and_never_white():
    for palette, names in enumerate(lights.PALETTES):
        for sight in _SIGHT:
            for side, own in enumerate((_ONE, _OTHER)):
                pale = _emitted(palette, _PALE[side], 255)
                for other in (own, _WHITE):
                    apart = _apart(sight, pale, _emitted(palette, other, 255))
                    assert apart >= 8, (names, sight, own, other, apart)
                apart = _apart(sight, pale, _emitted(palette, _OTHER - own, 255))
                assert apart >= 20, (names, sight, own, apart)


def test_white_is_no_players_colour():
    for palette, names in enumerate(lights.PALETTES):
        white = _emitted(palette, _WHITE, 255)
        for sight in _SIGHT:
            for colour in (_ONE, _OTHER):
                apart = _apart(sight, _emitted(palette, colour, 255), white)
                assert apart >= 18, (names, sight, apart)


_GRADES = (15, _WHITE, 18, 21)  # best, fine, doubtful, a blunder


def test_a_graded_landing_is_no_players_colour_and_grades_differ_for_most_eyes():
    """For eyes that see two colours only, lightness tells grades apart (test_landings.py)."""
    for palette, names in enumerate(lights.PALETTES):
        shown = [_emitted(palette, colour, 134) for colour in _GRADES]
        for sight in _SIGHT:
            for colour in (_ONE, _OTHER):
                for light in shown:
                    apart = _apart(sight, _emitted(palette, colour, 134), light)
                    assert apart >= 10, (names, sight, colour, light, apart)
        for i in range(4):
            for k in range(i):
                apart = _apart("all", shown[i], shown[k])
                assert apart >= 14, (names, i, k, apart)
