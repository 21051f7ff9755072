"""Every light is visible and distinct: bright enough, in steps, and with a constant hue.

The tests examine the bytes sent to the strip, for every palette, brightness, number of checkers and
mark, at every moment of a pulse. Luminous intensities and dominant wavelengths are those of
Worldsemi's data sheet of the WS2812B. The colour of each channel is that of its wavelength on the
spectral locus of CIE 1931. Colour blindness is simulated with the matrices of Machado, Oliveira and
Fernandes (2009), severity 1.0, on the linear light of the strip. The simulated colours are compared
in CIELAB without lightness, because lightness shows the number of checkers.
"""

import colorsys
from functools import cache
from itertools import combinations, product
from math import atan2, degrees

import pytest

from picogammon.app.display import lights, lights_kernel
from picogammon.app.display.lights import LUMINANCES, PALETTES, Lights
from picogammon.app.display.view import (
    CAME_FROM,
    CAN_MOVE,
    CURSOR,
    GRADE,
    LANDING,
    LANDING_CURSOR,
    LIFTED,
    NO_MARK,
    WENT_TO,
    View,
)
from picogammon.devices.strip import Strip, Wiring

HOST_ONLY = True

_MCD = (405, 690, 190)  # red 390 to 420, green 660 to 720, blue 180 to 200
_XY = ((0.695, 0.305), (0.102, 0.829), (0.133, 0.043))  # 622, 523.5 and 466 nm
_D65 = (0.1978, 0.4683)  # u', v'
_FLOOR_MCD = 4
_STEP = 5  # CIE L*, of which all of a light is 100
_HUE = 15  # degrees
_TIMES = range(0, 1024, 16)
_MARKS = (NO_MARK, CAN_MOVE, CURSOR, LIFTED, CAME_FROM, WENT_TO)
_COUNTS = (1, 2, 3, 4, 5, 6, 7, 15)


def _mcd(light):
    return sum(value * most / 255 for value, most in zip(light, _MCD))


def _lightness(light):
    part = _mcd(light) / sum(_MCD)
    return 116 * part ** (1 / 3) - 16 if part > 216 / 24389 else part * 24389 / 27


@cache
def _hues(light):
    """Returns two hues of a light in degrees: on the RGB colour wheel and in CIELUV under D65."""
    wheel = 360 * colorsys.rgb_to_hsv(*light)[0]
    x = y = z = 0
    for value, most, (cx, cy) in zip(light, _MCD, _XY):
        mcd = value * most
        x, y, z = x + mcd * cx / cy, y + mcd, z + mcd * (1 - cx - cy) / cy
    whole = x + 15 * y + 3 * z
    return wheel, degrees(atan2(9 * y / whole - _D65[1], 4 * x / whole - _D65[0]))


def _bent(light, full):
    """Returns the difference in degrees between the hues of two lights.
    If the two kinds of hue (_hues) differ by different angles, returns the larger angle."""
    return max(
        abs((one - other + 180) % 360 - 180) for one, other in zip(_hues(light), _hues(full))
    )


class _Board:
    """A board with one light on each of 24 points; `sent` lists the bytes of each frame."""

    def __init__(self, budget_ma=100_000):
        self.sent = []
        self._lights = Lights(Wiring(((1, 24),)))
        self.strip = Strip(lambda *how: self.sent.append(how[-1]), 0, 24, "RGB", budget_ma)
        self._rgb = bytearray(72)

    def show(self, places, now=0, palette=0, brightness=3, asleep=False):
        """Sends a frame in which points 1, 2, ... have the (checkers, mark) in `places`.
        Returns the (red, green, blue) of each of these points."""
        view = View()
        for i, (count, mark) in enumerate(places):
            view.checkers[i + 1], view.marks[i + 1] = count, mark
        view.palette, view.brightness, view.asleep = palette, brightness, asleep
        self._lights.paint(view, now, self._rgb)
        self.strip.show(self._rgb)
        return [tuple(self.sent[-1][3 * i : 3 * i + 3]) for i in range(len(places))]


_EACH = list(product(range(len(PALETTES)), range(5), (1, -1)))  # palette, brightness, side


def _stills(palette, brightness, side):
    return _Board().show([(side * count, NO_MARK) for count in range(1, 8)], 0, palette, brightness)


def _keeps_its_hue(palette, side, light):
    at = 0 if side > 0 else 3
    full = tuple(lights.COLOURS[palette][at : at + 3])
    assert _bent(light, full) <= _HUE, (PALETTES[palette], side, light)


@pytest.mark.parametrize("budget_ma", (100_000, 400, 250))
def test_the_hue_stays_at_every_moment_dimmed_or_not(budget_ma):
    board = _Board(budget_ma)
    places = [(count, mark) for mark in _MARKS for count in _COUNTS]
    seen = set()
    for palette, brightness, side in _EACH:
        for first in range(0, len(places), 24):
            these = [(side * count, mark) for count, mark in places[first : first + 24]]
            for now in _TIMES:
                found = board.show(these, now, palette, brightness)
                seen.update((palette, side, light) for light in found)
                assert 24 + sum(board.sent[-1]) * 20 / 255 <= budget_ma
    for palette, side, light in seen:
        _keeps_its_hue(palette, side, light)
    assert len(seen) > 300


def test_asleep_the_hue_stays_as_well_and_it_can_be_seen():
    for palette, side in product(range(len(PALETTES)), (1, -1)):
        for light in _Board().show([(side, 0), (5 * side, 0)], 0, palette, 3, True):
            _keeps_its_hue(palette, side, light)
            assert _mcd(light) >= _FLOOR_MCD


def test_a_made_point_at_its_faintest_has_about_twice_the_light_of_a_blot_that_can_be_seen():
    board = _Board()
    for palette, brightness, side in _EACH:
        blots, made = set(), set()
        for now in _TIMES:
            marks = [(count * side, mark) for mark in _MARKS for count in (1, 2)]
            found = [_mcd(light) for light in board.show(marks, now, palette, brightness)]
            blots.update(found[::2])
            made.update(found[1::2])
        assert min(blots) >= _FLOOR_MCD, (PALETTES[palette], brightness, side)
        assert min(made) >= 1.9 * max(blots), (PALETTES[palette], brightness, side)
        assert max(blots) >= 1.4 * min(blots), "and it can be seen to pulse"


def test_from_one_checker_to_two_to_three_to_five_is_a_step_that_an_eye_can_tell():
    for each in _EACH:
        found = [_lightness(light) for light in _stills(*each)]
        for more, fewer in ((2, 1), (3, 2), (5, 3)):
            assert found[more - 1] - found[fewer - 1] >= _STEP, (each, fewer, more)
        for i in range(1, 7):
            assert found[i] - found[i - 1] >= 1.5, (each, i)


def test_night_and_day_keep_the_order_and_each_setting_is_brighter():
    for palette, side in product(range(len(PALETTES)), (1, -1)):
        before = [0] * 7
        for brightness in range(5):
            found = [_mcd(light) for light in _stills(palette, brightness, side)]
            assert found == sorted(found)
            assert found[0] >= before[0]
            assert all(now >= 1.15 * was for now, was in zip(found[1:], before[1:]))
            before = found


def test_both_players_checkers_are_equally_bright():
    for palette, brightness in product(range(len(PALETTES)), range(5)):
        for both in zip(*[_stills(palette, brightness, side) for side in (1, -1)]):
            one, other = map(_lightness, both)
            assert abs(one - other) <= 1.8, (PALETTES[palette], brightness, both)


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
    """Returns the linear RGB of a palette's colour at the lightness `level` (0 to 255).
    `first`: the index of the colour's first byte in the palette."""
    rgb = bytearray(3)
    how = lights.COLOURS[palette], lights.GAINS[palette], LUMINANCES
    lights_kernel.mix(rgb, bytearray((level,)), bytes((first,)), *how)
    return [value / 255 for value in rgb]


def _seen(sight, light):
    return [max(0.0, min(1.0, sum(a * b for a, b in zip(row, light)))) for row in _SIGHT[sight]]


def _root(t):
    return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116


def _hue(light):
    """Returns CIELAB's a* and b* (white point D65) of `light`, a linear RGB colour."""
    r, g, b = light
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883
    return 500 * (_root(x) - _root(y)), 200 * (_root(y) - _root(z))


def _apart(sight, one, other):
    a, b = _hue(_seen(sight, one)), _hue(_seen(sight, other))
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


# Offsets of a palette's colours: checkers, calm cursors, white, landings.
_ONE, _OTHER, _PALE_ONE, _PALE_OTHER, _WHITE = 0, 3, 9, 12, 6
_BEST, _DOUBTFUL, _BLUNDER = 15, 18, 21
_LANDINGS = (_BEST, _WHITE, _DOUBTFUL, _BLUNDER)


@pytest.mark.parametrize(
    ("ones", "others", "level", "least"),
    [
        pytest.param([_ONE], [_OTHER], 255, 40, id="the two players' checkers"),
        pytest.param([_ONE], [_OTHER], 134, 20, id="the two players' checkers, dimmed"),
        pytest.param([_ONE], [_OTHER], 47, 8, id="the two players' checkers, dim"),
        pytest.param([_ONE, _OTHER], [_WHITE], 255, 18, id="checkers and white"),
        pytest.param([_ONE], [_PALE_ONE], 255, 8, id="a calm cursor and its own checkers"),
        pytest.param([_OTHER], [_PALE_OTHER], 255, 8, id="the other calm cursor"),
        pytest.param([_PALE_ONE, _PALE_OTHER], [_WHITE], 255, 8, id="calm cursors and white"),
        pytest.param([_ONE], [_PALE_OTHER], 255, 20, id="checkers and the other's calm cursor"),
        pytest.param([_OTHER], [_PALE_ONE], 255, 20, id="the other's checkers and a calm cursor"),
        pytest.param([_ONE, _OTHER], _LANDINGS, 134, 10, id="checkers and landings"),
    ],
)
def test_colours_stay_apart_whatever_eyes_one_has(ones, others, level, least):
    for palette, sight, one, other in product(range(len(PALETTES)), _SIGHT, ones, others):
        both = _emitted(palette, one, level), _emitted(palette, other, level)
        assert _apart(sight, *both) >= least, (PALETTES[palette], sight, one, other)


def test_grades_of_landings_differ_for_most_eyes_and_each_is_fainter_than_the_better_one():
    """Colour-blind players can tell the grades apart by brightness."""
    for palette, names in enumerate(PALETTES):
        for one, other in combinations(_LANDINGS, 2):
            both = _emitted(palette, one, 134), _emitted(palette, other, 134)
            assert _apart("all", *both) >= 14, (names, one, other)
        for brightness, mark in product((0, 3), (LANDING, LANDING_CURSOR)):
            places = [(0, mark | grade << GRADE) for grade in (1, 2, 3, 4)]  # the best one first
            found = [_mcd(light) for light in _Board().show(places, 0, palette, brightness)]
            assert found[0] > found[1] > found[2] > found[3] > 0, (names, found)
