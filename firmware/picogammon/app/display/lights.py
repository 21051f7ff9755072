"""What the strip shows: the position in two colours, and over it what the side to act can do.

One light a point: the colour is the owner, the brightness the number of checkers. A blot never gets
brighter than `_BLOT_MOST` and a made point never darker than `_MADE_LEAST`, whatever pulses or
blinks, so the two are never mistaken for each other. Several lights a point: each checker is a
light; the last light gets brighter if there are more checkers than lights. White is never a
checker: it marks where one may land, or came from.

For people who want it calm nothing changes with time: a light that would pulse is as bright as its
pulse gets, and the checker under the cursor has a paler hue of its colour.

Brightness here is lightness as the eye judges it: CIE's L*, 0 to 55 in 255 steps, where L* 100 is a
WS2812B with all three colours on. Its data sheet gives red 390 to 420 mcd, green 660 to 720, blue
180 to 200: a green step is worth three and a half blue ones, so each colour has its own numbers for
the same lightness. Violet, the faintest, just reaches 55.
"""

from array import array
from micropython import const

from picogammon.app.display import lights_kernel as _kernel
from picogammon.app.display.luminances import LUMINANCES
from picogammon.app.display.view import (
    CAME_FROM,
    CURSOR,
    GRADE,
    LANDING,
    LANDING_CURSOR,
    LIFTED,
    MARK,
    NO_MARK,
    WENT_TO,
)
from picogammon.ground import OFF_0, PLACES, opposite

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from picogammon.app.display.view import View

    class Wiring(Protocol):
        """A devices.strip.Wiring: which lights a place has."""

        @property
        def places(self) -> Sequence[bytes]: ...
        @property
        def lights(self) -> int: ...


# Pairs of colours that stay apart in every kind of colour blindness, as (player 0, player 1).
PALETTES = (("amber", "blue"), ("yellow", "violet"), ("red", "sky"))
COLOURS = (  # by palette
    # Red, green, blue of five colours: player 0's, player 1's, white, and both players' paler ones.
    # Then those of graded landings: best, an error, a blunder; fine is white.
    b"\xff\x4c\x00\x00\x40\xff\xff\xd2\xaa\xff\x74\x33\x76\x8d\xff\x00\xff\x50\xff\x50\xff\xff\x00\x28",
    b"\xff\x96\x00\x44\x00\xff\xff\xd2\xaa\xff\xb1\x4c\x8a\x46\xff\x00\xff\x50\xff\x00\xff\xff\x00\x28",
    b"\xff\x08\x00\x00\x82\xff\xff\xd2\xaa\xff\x3b\x2b\x76\xbb\xff\x78\xff\xa0\xff\x50\x78\xff\x28\x28",
)
_ALL = bytes(range(PLACES))
_MANY = const(255)  # the first light that a byte cannot number
_OTHER = const(3)  # where player 1's colour begins in a palette's bytes
_WHITE = const(6)
# By mark: offset of the paler colour from the checker's own, for calm.
_PALER = b"\x00\x00\x09\x09\x00\x00\x00\x09"
_RED_MCD = const(405)  # of a channel that is fully on: the middle of the data sheet's range
_GREEN_MCD = const(690)
_BLUE_MCD = const(190)
_UNIT = const(128)  # parts of a mcd

# One light a point: lightness by number of checkers. Even at the lowest brightness, 5 L* lie
# between one and two checkers, two and three, and three and five.
_STACK = bytes((0, 47, 134, 177, 198, 220, 238, 255))
_MOST = const(7)
_BLOT_LEAST = const(30)
_BLOT_GENTLE = const(40)
_BLOT_MOST = const(70)
_MADE_LEAST = const(133)
# No light is fainter than this, at any brightness: 4 mcd. From the 4 mm of a light that shine, this
# is 300 cd a square metre, as white as a monitor's white; in a room with 500 lx the light's white
# case has 130.
_FLOOR = const(15)

# Several lights a point: the lightness of each checker's light, and what each further checker adds
# to the last light.
_EACH = const(140)
_EXTRA = const(38)

_CHOSEN = bytes((LANDING_CURSOR,))
_ON_CHECKER = bytes((0, 1, 1, 1, 0, 0, 1, 1))  # by mark: 1 if the checker's own light shows it
_ON_NEXT = bytes((0, 0, 0, 0, 1, 1, 1, 0))  # by mark: 1 if the light for the next checker shows it
_GENTLE = const(24)  # CAN_MOVE goes down so far from a made point's lightness
_GENTLE_SWING = const(40)  # and CAN_MOVE then goes up so far from its lowest
_LANDING = const(150)
_LANDING_DIM = const(64)
_LANDING_LOW = const(130)
# Landings by their grade: where the colour begins, and the lightness, which tells them apart for
# every eye; the chosen one swings up from there.
_GRADED = b"\x06\x0f\x06\x12\x15"
_GRADED_LOW = b"\x00\xb2\x8c\x66\x40"
_GRADED_SWING = const(77)
_TRACE = const(50)

_SCALES = bytes((157, 177, 200, 226, 255))  # by View.brightness
_SLEEP_BLOT = const(15)
_SLEEP_MADE = const(68)


def _waves() -> bytes:
    wave = bytearray(64)
    for i in range(64):
        t = i if i < 32 else 63 - i
        wave[i] = (93 * t * t - 2 * t * t * t) * 255 // 29791
    return bytes(wave)


def _gains(colours: bytes) -> "array[int]":
    """For each of the colours: the value of its strongest channel for a unit of light, << 20."""
    gains = array("H", [0] * (len(colours) // 3))
    for i in range(len(gains)):
        red, green, blue = colours[3 * i : 3 * i + 3]
        mcd = red * _RED_MCD + green * _GREEN_MCD + blue * _BLUE_MCD  # 255ths
        gains[i] = (255 * 255 << 20) // (_UNIT * mcd)
    return gains


GAINS = tuple([_gains(colours) for colours in COLOURS])
_WAVE = _waves()  # one swing 0 .. 255 .. 0 in 64 steps; its periods divide the clock's 2**30 ms


class Lights:
    """Paints frames for a board.

    `wiring.places` is 28 bytes objects: the lights of each place, in the order of View.marks, from
    the rim inwards, as indices into a strip of `wiring.lights` lights; empty if the board has none.
    """

    def __init__(self, wiring: "Wiring") -> None:
        self._turned = False
        self._take(wiring.places)
        self._levels = bytearray(wiring.lights)  # lightness of each light, 0 between frames
        # Where each light's colour begins in a palette's bytes.
        self._hues = bytearray(wiring.lights)
        self._slow = 0
        self._fast = 0
        self._blink = False
        self._chosen = False
        self._moves = False
        self._calm = self._wooden = False

    def paint(self, view: "View", now: int, rgb: bytearray | memoryview) -> bool:
        """Fills `rgb` (3 bytes a light: red, green, blue, 0..255) for the time `now` in ms.

        Returns True if the frame changes with time, so that it has to be painted again soon.
        Allocates nothing.
        """
        asleep = view.asleep
        calm = self._calm = view.calm
        self._wooden = view.wooden
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
        if asleep:
            for place in _ALL:
                self._light_place(view, place)
        else:
            alone = self._alone
            checkers = view.checkers
            if _kernel.stacks(levels, hues, alone, checkers, marks, _STACK, _OTHER):
                for place in _ALL:
                    if marks[place] and alone[place]:
                        count = checkers[place]
                        colour = _OTHER if count < 0 else 0
                        self._marked_place(self._places[place], colour, abs(count), marks[place])
            for place in self._others:
                self._light_place(view, place)
        palette = view.palette if 0 <= view.palette < len(COLOURS) else 0
        scale = 255 if asleep else _SCALES[max(0, min(view.brightness, 4))]
        _kernel.scale(levels, scale, _FLOOR)
        _kernel.mix(rgb, levels, hues, COLOURS[palette], GAINS[palette], LUMINANCES)
        return self._moves and not calm

    def _turn(self) -> None:
        """Gives each place the lights of the opposite place."""
        self._turned = not self._turned
        self._take([self._places[opposite(place)] for place in range(PLACES)])

    def _take(self, places: "Sequence[bytes]") -> None:
        """Takes these as the lights of each place."""
        self._places = places
        alone = bytearray(PLACES)  # places with one light, in the form that _kernel.stacks takes
        others = bytearray()
        for place in range(PLACES):
            lights = places[place]
            if len(lights) == 1 and place < OFF_0 and lights[0] < _MANY:
                alone[place] = lights[0] + 1
            elif lights:
                others.append(place)
        self._alone = alone
        self._others = others

    def _light_place(self, view: "View", place: int) -> None:
        lights = self._places[place]
        if place < OFF_0:
            count = view.checkers[place]
        else:
            count = view.off[0] if place == OFF_0 else -view.off[1]
        colour = 0
        if count < 0:
            count = -count
            colour = _OTHER
        if view.asleep:
            self._glow(lights, colour, count)
        elif view.marks[place]:
            self._marked_place(lights, colour, count, view.marks[place])
        elif len(lights) == 1:
            self._light(lights[0], colour, _STACK[count if count < _MOST else _MOST])
        else:
            self._row(lights, colour, count, NO_MARK)

    def _marked_place(self, lights: bytes, colour: int, count: int, mark: int) -> None:
        grade = mark >> GRADE
        mark &= MARK
        if len(lights) == 1:
            self._stack(lights[0], colour, count, mark)
        else:
            self._row(lights, colour, count, mark)
            if self._wooden and 0 < count < len(lights) and (mark == LIFTED or mark == CURSOR):
                # A checker hides the light below it: the next one is free.
                self._light(lights[count], colour, self._marked(_EACH, mark, False))
        if _ON_NEXT[mark]:
            self._landing(lights, count, mark, grade)

    def _glow(self, lights: bytes, colour: int, count: int) -> None:
        """Shows a place while the board sleeps: its owner, blot or made, as faint as lights go."""
        room = len(lights)
        i = 0
        while i < room and i < count:
            self._light(lights[i], colour, _SLEEP_MADE if count > 1 == room else _SLEEP_BLOT)
            i += 1

    def _stack(self, light: int, colour: int, count: int, mark: int) -> None:
        """Shows all checkers of a place in one light."""
        level = _STACK[count if count < _MOST else _MOST]
        if count and _ON_CHECKER[mark]:
            level = self._marked(level, mark, count == 1)
            if self._calm:
                colour += _PALER[mark]
        self._light(light, colour, level)

    def _row(self, lights: bytes, colour: int, count: int, mark: int) -> None:
        """Shows each checker of a place in a light of its own; the topmost shows the mark."""
        room = len(lights)
        i = 0
        while i < room and i < count:
            level = _EACH
            if i == room - 1:
                level = min(_EACH + (count - room) * _EXTRA, 255)
            if (i == count - 1 or i == room - 1) and _ON_CHECKER[mark]:
                level = self._marked(level, mark, False)
                if self._calm:
                    colour += _PALER[mark]
            self._light(lights[i], colour, level)
            i += 1

    def _landing(self, lights: bytes, count: int, mark: int, grade: int) -> None:
        """Shows the marks that are not checkers: white or the colour of a landing's grade, on the
        light for the next checker.
        """
        light = lights[min(count, len(lights) - 1)]
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
        """The lightness of a marked checker now, within the range of its kind."""
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


def _swing(low: int, high: int, wave: int) -> int:
    return low + ((high - low) * wave + 127) // 255
