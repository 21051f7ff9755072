"""What the strip shows: the position in two colours, and over it what the one to act can do.

One light a point: the colour is the owner, the brightness the number of checkers. A blot never gets
as bright as `_BLOT_MOST` and a made point never as dark as `_MADE_LEAST`, whatever pulses or
blinks, so the two are not mistaken for each other at any moment. Several lights a point: each
checker is a light; the last one gets brighter when there are more checkers than lights. White is
never a checker: it is where one may land, or came from.

Brightness here is lightness as the eye judges it, 0..255; the strip's driver turns it into current.
"""

from micropython import const

from picogammon.app.view import (
    CAME_FROM,
    CURSOR,
    LANDING,
    LANDING_CURSOR,
    LIFTED,
    OFF_0,
    OFF_1,
    PLACES,
    WENT_TO,
)

# Pairs of colours that stay apart in every kind of colour blindness, as (player 0, player 1).
PALETTES = (("amber", "blue"), ("yellow", "violet"), ("red", "sky"))
_COLOURS = (
    b"\xff\x96\x00\x14\x5f\xff",
    b"\xff\xcc\x00\x82\x00\xff",
    b"\xff\x3c\x00\x00\xbe\xff",
    b"\xff\xeb\xd7",  # white
)
_WHITE = const(3)

# One light a point: lightness by number of checkers, equal steps of 11 L* from the made point on.
_STACK = bytes((0, 46, 115, 143, 171, 199, 227, 255))
_MOST = const(7)
_BLOT_LEAST = const(18)
_BLOT_GENTLE = const(30)
_BLOT_MOST = const(54)
_MADE_LEAST = const(100)

# Several lights a point: each checker's light, and what each checker too many adds to the last.
_EACH = const(140)
_EXTRA = const(38)

_ON_CHECKER = bytes((0, 1, 1, 1, 0, 0, 1, 1))  # by mark: whether it is a checker that shows it
_GENTLE = const(24)  # how far CAN_MOVE goes down from a made point's lightness,
_GENTLE_SWING = const(40)  # and how far up from there
_LANDING = const(150)
_LANDING_DIM = const(64)
_LANDING_LOW = const(130)
_TRACE = const(50)

_SCALES = bytes((102, 140, 178, 216, 255))  # by View.brightness
_SLEEP_BLOT = const(9)
_SLEEP_MADE = const(38)
# A channel below this would round up to a light's first step and bend the colour; the strongest
# channel, 255 in every colour, keeps the light lit.
_DARK = const(19)


def _waves():
    wave = bytearray(64)
    for i in range(64):
        t = i if i < 32 else 63 - i
        wave[i] = (93 * t * t - 2 * t * t * t) * 255 // 29791
    return bytes(wave)


_WAVE = _waves()  # one swing 0 .. 255 .. 0 in 64 steps; its periods divide the clock's 2**30 ms


class Lights:
    """Paints frames for a board.

    `wiring.places` is 28 bytes objects: the lights of each place, as in View.marks, rim first, as
    indices into a strip of `wiring.lights` lights; empty where the board has none.
    """

    def __init__(self, wiring):
        self._places = tuple(wiring.places)
        self._rgb = None
        self._scale = 0
        self._colours = _COLOURS[0]
        self._slow = 0
        self._fast = 0
        self._blink = False
        self._chosen = False
        self._moves = False

    def paint(self, view, now, rgb):
        """Fills `rgb` (3 bytes a light: red, green, blue lightness) for the time `now` in ms.

        True when the frame changes with time, so that it has to be painted again soon. Allocates
        nothing.
        """
        i = 0
        end = len(rgb)
        while i < end:
            rgb[i] = 0
            i += 1
        self._rgb = rgb
        self._colours = _COLOURS[view.palette if 0 <= view.palette < _WHITE else 0]
        self._scale = 255 if view.asleep else _SCALES[max(0, min(view.brightness, 4))]
        self._slow = _WAVE[now >> 4 & 63]
        self._fast = _WAVE[now >> 3 & 63]
        self._blink = now >> 8 & 1 == 0
        self._chosen = False
        self._moves = False
        marks = view.marks
        place = 0
        while place < PLACES:
            if marks[place] == LANDING_CURSOR:
                self._chosen = True
            place += 1
        place = 0
        while place < PLACES:
            lights = self._places[place]
            if lights:
                count = _checkers(view, place)
                colour = 0
                if count < 0:
                    count = -count
                    colour = 3
                if view.asleep:
                    self._glow(lights, colour, count)
                else:
                    if len(lights) == 1:
                        self._stack(lights[0], colour, count, marks[place])
                    else:
                        self._row(lights, colour, count, marks[place])
                    self._landing(lights, count, marks[place])
            place += 1
        return self._moves

    def _glow(self, lights, colour, count):
        """Asleep: who is where, blot or made, as faint as lights go."""
        room = len(lights)
        i = 0
        while i < room and i < count:
            self._light(lights[i], colour, _SLEEP_MADE if count > 1 == room else _SLEEP_BLOT)
            i += 1

    def _stack(self, light, colour, count, mark):
        """All of a place's checkers in one light."""
        level = _STACK[count if count < _MOST else _MOST]
        if count and _ON_CHECKER[mark]:
            level = self._marked(level, mark, count == 1)
        self._light(light, colour, level)

    def _row(self, lights, colour, count, mark):
        """A light for each checker of a place; what its mark does, the topmost does."""
        room = len(lights)
        i = 0
        while i < room and i < count:
            level = _EACH
            if i == room - 1:
                level = min(_EACH + (count - room) * _EXTRA, 255)
            if (i == count - 1 or i == room - 1) and _ON_CHECKER[mark]:
                level = self._marked(level, mark, False)
            self._light(lights[i], colour, level)
            i += 1

    def _landing(self, lights, count, mark):
        """White, on the light that the next checker would get: the marks that are no checkers."""
        light = lights[min(count, len(lights) - 1)]
        if mark == LANDING:
            self._white(light, _LANDING_DIM if self._chosen else _LANDING)
        elif mark == LANDING_CURSOR:
            self._moves = True
            self._white(light, _swing(_LANDING_LOW, 255, self._fast))
        elif mark == CAME_FROM and count == 0:
            self._moves = True
            self._white(light, _swing(_BLOT_LEAST, _TRACE, self._slow))

    def _marked(self, level, mark, blot):
        """A marked checker's lightness now, between the least and the most its kind may have."""
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

    def _white(self, light, level):
        kept = self._colours
        self._colours = _COLOURS[_WHITE]
        self._light(light, 0, level)
        self._colours = kept

    def _light(self, light, colour, level):
        rgb = self._rgb
        colours = self._colours
        level = level * self._scale
        at = 3 * light
        i = 0
        while i < 3:
            channel = colours[colour + i]
            value = (channel * level + 32512) // 65025
            rgb[at + i] = value if value >= _DARK or channel == 255 else 0
            i += 1


def _checkers(view, place):
    if place == OFF_0:
        return view.off[0]
    if place == OFF_1:
        return -view.off[1]
    return view.checkers[place]


def _swing(low, high, wave):
    return low + ((high - low) * wave + 127) // 255
