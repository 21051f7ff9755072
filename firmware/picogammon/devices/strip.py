"""Maps points, bars and trays to the lights of a strip; drives the strip within a current limit.

A board's WIRING is a tuple of runs (pieces of the strip), in order from the strip's data input on:

| run | the strip passes |
| --- | --- |
| `(13, 24)` | points 13, 14, … 24 (player 0's numbers); `(12, 1)` counts down |
| `(1, 12, "in")` | each point's lights from the board's rim inwards (the default) |
| `(1, 12, "out")` | each point's lights from the middle of the board out to the rim |
| `(1, 12, "in out")` | a snake: the first point inwards, the next outwards, and so on |
| `(1, 12, "out in")` | a snake that begins outwards |
| `("bar", 0)`, `("off", 1)` | player 0's bar, player 1's tray: LIGHTS_PER_POINT lights each |
| `("bar", 0, "out")` | player 0's bar, from its last light to its first |
| `("gap", 3)` | three unused lights, which stay dark |

The strip must pass each point exactly once, and each bar and tray at most once.
"""

from micropython import const

from picogammon.devices import kernel as _kernel
from picogammon.ground import BAR_0, BAR_1, OFF_0, OFF_1, PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from machine import Pin
    from typing import Any

    Run = tuple[Any, ...]  # a row of the table, or any other text of a board's maker

_POINTS = range(1, 25)
_EACH = range(1, 6)  # lights per point
MOST_LIGHTS = const(256)
_SPECIAL = {("bar", 0): BAR_0, ("bar", 1): BAR_1, ("off", 0): OFF_0, ("off", 1): OFF_1}
_WAYS = ("in", "out", "in out", "out in")

# High and low time of a 0 and of a 1, in ns: WS2812B old and new and SK6812 all accept them.
TIMING = (300, 900, 700, 500)
_ONE = const(4096)  # scale 1.0
# The scale rises again when a frame would leave more than 1/8 of the budget unused.
_ROOM = const(8)
_FEW = const(5)  # steps of brightness that a light keeps if possible: fewer would lose the hue


class Wiring:
    """A map from the points, bars and trays of a board to the lights of its strip.

    `lights`: the number of lights. `places`: for each of the 28 points, bars and trays (numbered in
    ground.py), the indices of its lights from the rim inwards, as bytes.
    """

    def __init__(self, runs: "Sequence[Run]", lights_per_point: int = 1) -> None:
        """Reads a board's WIRING. Raises ValueError, which names the fault, if WIRING is wrong."""
        if lights_per_point not in _EACH:
            raise ValueError("LIGHTS_PER_POINT must be 1 to 5, not %r" % (lights_per_point,))
        self.lights = 0
        self.lights_per_point = lights_per_point
        self.places = [b""] * PLACES
        if not isinstance(runs, (tuple, list)):
            raise ValueError("WIRING must be a tuple of runs, not %r" % (runs,))
        for run in runs:
            self._add(run)
        missing = [str(point) for point in _POINTS if not self.places[point]]
        if missing:
            raise ValueError("the strip never passes point " + ", ".join(missing))

    def _add(self, run: "Run") -> None:
        if not isinstance(run, (tuple, list)) or not 2 <= len(run) <= 3:
            raise ValueError("a run is (first, last) or (first, last, way), not %r" % (run,))
        first, last, way = (tuple(run) + ("in",))[:3]
        if way not in _WAYS:
            raise ValueError("%r: the way must be one of %s" % (run, ", ".join(_WAYS)))
        if first == "gap":
            self._pass(run, last)
            return
        places: "Sequence[int]"
        if (first, last) in _SPECIAL:
            places = (_SPECIAL[first, last],)
        elif type(first) is type(last) is int and first in _POINTS and last in _POINTS:
            step = 1 if last >= first else -1
            places = range(first, last + step, step)
        else:
            raise ValueError(
                "%r: a run goes from a point to a point (1 to 24), or is "
                '("bar", 0 or 1), ("off", 0 or 1) or ("gap", lights)' % (run,)
            )
        outwards = way[:3] == "out"
        for place in places:
            if self.places[place]:
                what = "point %d" % place if place in _POINTS else "%s %d" % (first, last)
                raise ValueError("%r: the strip passes %s twice" % (run, what))
            lights = self._pass(run, self.lights_per_point)
            self.places[place] = bytes(reversed(lights) if outwards else lights)
            if " " in way:
                outwards = not outwards

    def _pass(self, run: "Run", count: int) -> range:
        """Takes the next `count` lights of the strip; returns their indices. Errors name `run`."""
        if type(count) is not int or count < 1:
            raise ValueError("%r: a gap is at least one light long" % (run,))
        lights = range(self.lights, self.lights + count)
        self.lights += count
        if self.lights > MOST_LIGHTS:
            raise ValueError("%r: the strip is longer than %d lights" % (run, MOST_LIGHTS))
        return lights


class Strip:
    """A strip of `lights` WS2812-like lights. `pin`: the output to the strip's data input.

    `bitstream`: machine.bitstream. `budget_ma`: the current that the strip may draw.
    `ma_per_channel`: the most that one colour of a light draws. `idle_ma`: the current of a dark
    light. `order`: the order in which colours are sent. `timing`: pulse lengths in ns (see
    TIMING). Raises ValueError if the budget is too small or another argument is invalid.
    """

    def __init__(
        self,
        bitstream: "Callable[[Pin, int, tuple[int, int, int, int], bytearray], object]",
        pin: "Pin",
        lights: int,
        order: str = "GRB",
        budget_ma: int = 400,
        ma_per_channel: int = 20,
        idle_ma: int = 1,
        timing: "tuple[int, int, int, int] | None" = None,
    ):
        if len(order) != 3 or set(order) != set("RGB"):
            raise ValueError("a strip's order is made of R, G and B, not %r" % order)
        if ma_per_channel < 1:
            raise ValueError("ma_per_channel must be at least 1, not %r" % ma_per_channel)
        self.lights = lights
        self._bitstream = bitstream
        self._pin = pin
        self._timing = timing or TIMING
        self._order = bytes(["RGB".index(colour) for colour in order])
        self._wire = bytearray(3 * lights)
        self._frame = bytearray(3 * lights)
        self._sent = False
        self._budget = (budget_ma - idle_ma * lights) * 255 // ma_per_channel
        if self._budget < 3 * lights:
            raise ValueError("%d mA is not enough for %d lights" % (budget_ma, lights))
        self._aim = self._budget - 2 * lights  # two bytes of a light may be rounded up
        self._most = self._scale = _ONE
        self._few = _FEW

    def dim(self, on: bool) -> None:
        """Makes frames draw a quarter of the usual electric current; `on` False ends this."""
        self._most = self._scale = _ONE // 4 if on else _ONE
        self._sent = False

    def show(self, rgb: bytes | bytearray | memoryview) -> None:
        """Shows a frame: red, green and blue (0..255) of each light, in the order of the lights.

        A frame that would draw too much current is dimmed as a whole, but lit lights stay lit. To
        avoid flicker, dimming ends only when frames need clearly less current. Allocates nothing.
        """
        if len(rgb) != len(self._wire):
            raise ValueError("a frame has %d bytes, not %d" % (len(self._wire), len(rgb)))
        if self._sent and rgb == self._frame:
            return
        total = self._fill(rgb)
        spare = self._scale < self._most and total * _ROOM < self._aim * (_ROOM - 1)
        if spare or total > self._budget:
            self._fit(rgb)
            self._fill(rgb)
        self._sent = True
        self.resend()

    def resend(self) -> None:
        """Sends the last frame again, in case of electrical noise. Call this every few seconds."""
        if self._sent:
            self._bitstream(self._pin, 0, self._timing, self._wire)

    def _fill(self, rgb: bytes | bytearray | memoryview) -> int:
        return _kernel.fill(self._wire, self._frame, rgb, self._order, self._scale, self._few)

    def _fit(self, rgb: bytes | bytearray | memoryview) -> None:
        """Sets the scale (the brightness) to fit the frame into the budget; lit lights stay lit."""
        self._few = _FEW
        self._scale = _ONE
        whole = self._fill(rgb)
        self._scale = 0
        least = self._fill(rgb)
        if least > self._budget:
            self._few = 1
        elif least < self._aim:
            self._scale = min(self._most, (self._aim - least) * _ONE // max(1, whole - least))
