"""The colours of the lights, which show the position and the choices of the side to act.

With one light per point, the light's colour shows the owner of the checkers, and its brightness
shows their number. A blot is never brighter than `_BLOT_MOST` and a made point never fainter than
`_MADE_LEAST`, even while they pulse or blink. With several lights per point, each checker has a
light, and the last light gets brighter for further checkers. White marks where a move can end, or a
place that a move has emptied. A place is a point, a bar or a tray.

If View.calm is set, no light changes with time. A light that would pulse keeps its highest
brightness, and the checker under the cursor has a paler hue.

Brightness in this file is lightness as the eye judges it (CIE's L*): 0 to 255 stand for L* 0 to 55.
Violet reaches L* 55 at most. A WS2812B with all three channels fully on has L* 100. Green with the
channel value 1 gives as much light as blue with 3.5, so equal lightness needs unequal values.
"""

from array import array
from micropython import const

from picogammon.app.display import lights_kernel as _kernel
from picogammon.app.display.view import (
    CAME_FROM,
    CURSOR,
    GRADE,
    LANDING,
    LANDING_CURSOR,
    LIFTED,
    MARK,
    WENT_TO,
)
from picogammon.ground import OFF_0, PLACES, opposite

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.display.view import View
    from picogammon.devices.strip import Wiring


# Pairs (player 0, player 1) that people with any kind of colour blindness can tell apart.
PALETTES = (("amber", "blue"), ("yellow", "violet"), ("red", "sky"))
COLOURS = (  # by palette
    # Red, green and blue of each colour: player 0's, player 1's, white, both players' paler ones,
    # then those of landings graded best, error and blunder. A landing graded fine is white.
    b"\xff\x4c\x00\x00\x40\xff\xff\xd2\xaa\xff\x74\x33\x76\x8d\xff\x00\xff\x50\xff\x50\xff\xff\x00\x28",
    b"\xff\x96\x00\x44\x00\xff\xff\xd2\xaa\xff\xb1\x4c\x8a\x46\xff\x00\xff\x50\xff\x00\xff\xff\x00\x28",
    b"\xff\x08\x00\x00\x82\xff\xff\xd2\xaa\xff\x3b\x2b\x76\xbb\xff\x78\xff\xa0\xff\x50\x78\xff\x28\x28",
)
_ALL = bytes(range(PLACES))
_MANY = const(255)  # the first light whose number + 1 does not fit in a byte
_OTHER = const(3)  # the offset of player 1's colour in a palette's bytes
_WHITE = const(6)
# By mark: the offset of the calm view's colour, paler or equal, from the checker's own.
_PALER = b"\x00\x00\x09\x09\x00\x00\x00\x09"
_RED_MCD = const(405)  # a channel of a WS2812B fully on, in the middle of the data sheet's range
_GREEN_MCD = const(690)
_BLUE_MCD = const(190)
_UNIT = const(128)  # parts per mcd

# One light per point: lightness by number of checkers. Even at the lowest brightness, one and two
# checkers, two and three, and three and five differ by 5 L*.
_STACK = bytes((0, 47, 134, 177, 198, 220, 238, 255))
_MOST = const(7)
_BLOT_LEAST = const(30)
_BLOT_GENTLE = const(40)
_BLOT_MOST = const(70)
_MADE_LEAST = const(133)
# The faintest light at any brightness, 4 mcd: as bright as a monitor's white.
_FLOOR = const(15)

# Several lights per point: the lightness of each checker's light, and what each extra checker adds
# to the last light.
_EACH = const(140)
_EXTRA = const(38)

_CHOSEN = bytes((LANDING_CURSOR,))
# By mark: 1 if the light of the last checker shows the mark; 1 if that for the next checker does.
_ON_CHECKER = bytes((0, 1, 1, 1, 0, 0, 1, 1))
_ON_NEXT = bytes((0, 0, 0, 0, 1, 1, 1, 0))
_GENTLE = const(24)  # a made point with CAN_MOVE begins to swing this far below its usual lightness
_GENTLE_SWING = const(40)  # and swings up by this
_LANDING = const(150)
_LANDING_DIM = const(64)
_LANDING_LOW = const(130)
# By the grade of a landing: the offset of its colour, and its lightness, by which every eye can
# tell the grades apart. The chosen landing swings up from that lightness.
_GRADED = b"\x06\x0f\x06\x12\x15"
_GRADED_LOW = b"\x00\xb2\x8c\x66\x40"
_GRADED_SWING = const(77)
_TRACE = const(50)

_SCALES = bytes((157, 177, 200, 226, 255))  # by View.brightness, in 255ths
_SLEEP_BLOT = const(15)
_SLEEP_MADE = const(68)


def _gains(colours: bytes) -> "array[int]":
    """Returns a factor for each of `colours`, which are three bytes each (red, green, blue).

    Factor / 2**20 is the value that the colour's strongest channel needs for 1/128 mcd of light.
    """
    gains = array("H", [0] * (len(colours) // 3))
    for i in range(len(gains)):
        red, green, blue = colours[3 * i : 3 * i + 3]
        mcd = red * _RED_MCD + green * _GREEN_MCD + blue * _BLUE_MCD  # 255ths
        gains[i] = (255 * 255 << 20) // (_UNIT * mcd)
    return gains


GAINS = tuple([_gains(colours) for colours in COLOURS])
# 64 values that swing smoothly from 0 to 255 and back.
_RISE = bytes([(93 * t * t - 2 * t * t * t) * 255 // 29791 for t in range(32)])
_WAVE = _RISE + bytes(reversed(_RISE))


class Lights:
    """A converter from a View to a frame: three bytes of colour for each of a board's lights."""

    def __init__(self, wiring: "Wiring") -> None:
        self._turned = False
        self._use(wiring.places)
        self._levels = bytearray(wiring.lights)  # lightness by light, 0 between frames
        self._hues = bytearray(wiring.lights)  # by light, its colour's offset in a palette's bytes
        self._slow = 0
        self._fast = 0
        self._blink = False
        self._chosen = False
        self._moves = False

    def paint(self, view: "View", now: int, rgb: bytearray | memoryview) -> bool:
        """Fills `rgb`, three bytes per light, with the frame for `view` at the time `now` in ms.

        Returns True if the frame changes with time. Allocates no memory.
        """
        calm = view.calm
        self._slow = 255 if calm else _WAVE[now >> 4 & 63]
        self._fast = 255 if calm else _WAVE[now >> 3 & 63]
        self._blink = calm or now >> 8 & 1 == 0
        marks = view.marks
        self._chosen = _CHOSEN in marks
        self._moves = False
        if self._turned != view.turned:
            self._turn()
        levels = self._levels
        hues = self._hues
        alone = self._alone
        if view.asleep:
            for place in _ALL:
                self._glow(view, place)
        else:
            if _kernel.stacks(levels, hues, alone, view.checkers, marks, _STACK, _OTHER):
                for place in _ALL:
                    if marks[place] and alone[place]:
                        self._paint_place(view, place)
            for place in self._others:
                self._paint_place(view, place)
        palette = view.palette if 0 <= view.palette < len(COLOURS) else 0
        scale = 255 if view.asleep else _SCALES[max(0, min(view.brightness, 4))]
        _kernel.scale(levels, scale, _FLOOR)
        _kernel.mix(rgb, levels, hues, COLOURS[palette], GAINS[palette], LUMINANCES)
        return self._moves and not calm

    def _turn(self) -> None:
        """Swaps the lights of the two sides: those of points 1 and 24, of both bars, and so on."""
        self._turned = not self._turned
        self._use([self._places[opposite(place)] for place in range(PLACES)])

    def _use(self, places: "Sequence[bytes]") -> None:
        """Assigns lights to all places: `places[i]` has the numbers of the lights of place i."""
        self._places = places
        alone = bytearray(PLACES)  # for each place with one light, 1 + the light; see stacks
        others = bytearray()
        for place in range(PLACES):
            lights = places[place]
            if len(lights) == 1 and place < OFF_0 and lights[0] < _MANY:
                alone[place] = lights[0] + 1
            elif lights:
                others.append(place)
        self._alone = alone
        self._others = others

    def _glow(self, view: "View", place: int) -> None:
        lights = self._places[place]
        count = _count(view, place)
        level = _SLEEP_MADE if abs(count) > 1 and len(lights) == 1 else _SLEEP_BLOT
        for i in range(min(abs(count), len(lights))):
            self._light(lights[i], _OTHER if count < 0 else 0, level)

    def _paint_place(self, view: "View", place: int) -> None:
        """Lights the checkers at `place`; the last checker or the next light shows the mark."""
        lights = self._places[place]
        room = len(lights)
        mark = view.marks[place] & MARK
        count = _count(view, place)
        own = 0
        if count < 0:
            count = -count
            own = _OTHER
        shown = min(count, room)
        for i in range(shown):
            level = _EACH
            if room == 1:
                level = _STACK[min(count, _MOST)]
            elif i == room - 1:
                level = min(_EACH + (count - room) * _EXTRA, 255)
            colour = own
            if i == shown - 1 and _ON_CHECKER[mark]:
                level = self._marked(level, mark, count == room == 1)
                if view.calm:
                    colour += _PALER[mark]
            self._light(lights[i], colour, level)
        if view.wooden and 0 < count < room and (mark == LIFTED or mark == CURSOR):
            # A checker covers its light, so the next light shows the mark.
            self._light(lights[count], own, self._marked(_EACH, mark, False))
        if _ON_NEXT[mark]:
            self._landing(lights[min(count, room - 1)], count, mark, view.marks[place] >> GRADE)

    def _landing(self, light: int, count: int, mark: int, grade: int) -> None:
        """Lights `light` as a move's possible end, coloured by `grade`, or as an emptied place."""
        low = _GRADED_LOW[grade]
        if mark == LANDING:
            self._light(light, _GRADED[grade], low or (_LANDING_DIM if self._chosen else _LANDING))
        elif mark == LANDING_CURSOR:
            self._moves = True
            most = low + _GRADED_SWING if grade else 255
            self._light(light, _GRADED[grade], _swing(low or _LANDING_LOW, most, self._fast))
        elif mark == CAME_FROM and count == 0:
            self._moves = True
            self._light(light, _WHITE, _swing(_BLOT_LEAST, _TRACE, self._slow))

    def _marked(self, level: int, mark: int, blot: bool) -> int:
        """Returns the present lightness of a checker with `mark`.

        `level`: the checker's usual lightness. `blot`: True for a blot on a point with one light.
        """
        self._moves = True
        least = _BLOT_LEAST if blot else _MADE_LEAST
        most = _BLOT_MOST if blot else 255
        if mark == LIFTED:
            return most if self._blink else least
        if mark == CURSOR or mark == WENT_TO:
            return _swing(least, most, self._fast)
        if blot:
            return _swing(_BLOT_GENTLE, most, self._slow)
        low = max(least, min(level - _GENTLE, 255 - _GENTLE_SWING))
        return _swing(low, low + _GENTLE_SWING, self._slow)

    def _light(self, light: int, colour: int, level: int) -> None:
        self._levels[light] = level
        self._hues[light] = colour


def _count(view: "View", place: int) -> int:
    if place < OFF_0:
        return view.checkers[place]
    return view.off[0] if place == OFF_0 else -view.off[1]


def _swing(low: int, high: int, wave: int) -> int:
    return low + ((high - low) * wave + 127) // 255


# By lightness 0..255: the light in 128ths of a mcd, two bytes, the lower one first. The formula
# (host_tests/app/test_pictures.py) would take 35 ms at each start.
LUMINANCES = (
    b"\x00\x00\x27\x00\x4e\x00\x75\x00\x9d\x00\xc4\x00\xeb\x00\x12\x01\x3a\x01\x61\x01"
    b"\x88\x01\xb0\x01\xd7\x01\xfe\x01\x25\x02\x4d\x02\x74\x02\x9b\x02\xc2\x02\xea\x02"
    b"\x11\x03\x38\x03\x60\x03\x87\x03\xae\x03\xd5\x03\xfd\x03\x24\x04\x4b\x04\x72\x04"
    b"\x9a\x04\xc1\x04\xe8\x04\x10\x05\x37\x05\x5e\x05\x85\x05\xad\x05\xd4\x05\xfc\x05"
    b"\x25\x06\x4f\x06\x7a\x06\xa5\x06\xd1\x06\xfd\x06\x2b\x07\x59\x07\x88\x07\xb8\x07"
    b"\xe8\x07\x1a\x08\x4c\x08\x7f\x08\xb2\x08\xe7\x08\x1c\x09\x52\x09\x89\x09\xc1\x09"
    b"\xfa\x09\x33\x0a\x6e\x0a\xa9\x0a\xe5\x0a\x22\x0b\x60\x0b\x9f\x0b\xdf\x0b\x1f\x0c"
    b"\x61\x0c\xa3\x0c\xe6\x0c\x2b\x0d\x70\x0d\xb6\x0d\xfd\x0d\x45\x0e\x8e\x0e\xd8\x0e"
    b"\x23\x0f\x6f\x0f\xbc\x0f\x09\x10\x58\x10\xa8\x10\xf9\x10\x4b\x11\x9e\x11\xf2\x11"
    b"\x47\x12\x9d\x12\xf4\x12\x4c\x13\xa5\x13\xff\x13\x5b\x14\xb7\x14\x15\x15\x73\x15"
    b"\xd3\x15\x34\x16\x96\x16\xf9\x16\x5d\x17\xc2\x17\x28\x18\x90\x18\xf9\x18\x63\x19"
    b"\xce\x19\x3a\x1a\xa7\x1a\x16\x1b\x85\x1b\xf6\x1b\x69\x1c\xdc\x1c\x50\x1d\xc6\x1d"
    b"\x3d\x1e\xb5\x1e\x2f\x1f\xaa\x1f\x25\x20\xa3\x20\x21\x21\xa1\x21\x22\x22\xa4\x22"
    b"\x28\x23\xad\x23\x33\x24\xba\x24\x43\x25\xcd\x25\x59\x26\xe6\x26\x74\x27\x03\x28"
    b"\x94\x28\x26\x29\xba\x29\x4f\x2a\xe5\x2a\x7d\x2b\x16\x2c\xb0\x2c\x4c\x2d\xe9\x2d"
    b"\x88\x2e\x28\x2f\xca\x2f\x6d\x30\x11\x31\xb7\x31\x5e\x32\x07\x33\xb2\x33\x5d\x34"
    b"\x0a\x35\xb9\x35\x69\x36\x1b\x37\xce\x37\x83\x38\x39\x39\xf1\x39\xaa\x3a\x65\x3b"
    b"\x21\x3c\xdf\x3c\x9f\x3d\x60\x3e\x22\x3f\xe6\x3f\xac\x40\x74\x41\x3c\x42\x07\x43"
    b"\xd3\x43\xa1\x44\x70\x45\x41\x46\x14\x47\xe8\x47\xbe\x48\x96\x49\x6f\x4a\x4a\x4b"
    b"\x26\x4c\x04\x4d\xe4\x4d\xc6\x4e\xa9\x4f\x8e\x50\x75\x51\x5d\x52\x47\x53\x33\x54"
    b"\x21\x55\x10\x56\x01\x57\xf4\x57\xe9\x58\xdf\x59\xd7\x5a\xd1\x5b\xcd\x5c\xca\x5d"
    b"\xc9\x5e\xca\x5f\xcd\x60\xd2\x61\xd9\x62\xe1\x63\xeb\x64\xf7\x65\x05\x67\x15\x68"
    b"\x26\x69\x3a\x6a\x4f\x6b\x66\x6c\x7f\x6d\x9a\x6e\xb7\x6f\xd6\x70\xf7\x71\x19\x73"
    b"\x3e\x74\x64\x75\x8d\x76\xb7\x77\xe3\x78\x11\x7a\x42\x7b\x74\x7c\xa8\x7d\xde\x7e"
    b"\x16\x80\x50\x81\x8c\x82\xca\x83\x0b\x85\x4d\x86\x91\x87\xd7\x88\x1f\x8a\x6a\x8b"
    b"\xb6\x8c\x04\x8e\x55\x8f\xa7\x90\xfc\x91\x53\x93"
)
