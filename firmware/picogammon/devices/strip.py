"""The strip of lights: sends frames, within what the supply can give.

On the way out a frame goes through two steps, into the one buffer that was made at the start: the
wire's colour order, and the current budget.
"""

from micropython import const

from picogammon.devices import kernel as _kernel

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from machine import Pin

_TIMING = (400, 850, 800, 450)  # WS2812B: high and low time of a 0, of a 1, in ns
_ONE = const(4096)  # scale 1.0
# The scale rises again when a frame would leave more than 1/8 of the budget unused.
_ROOM = const(8)
_FEW = const(8)  # steps that a light keeps if possible: fewer cannot hold a hue


class Strip:
    """`lights` WS2812-like lights on `pin` (an output). `bitstream` is `machine.bitstream`.

    `order`: the wire's colour order, "GRB" for nearly all. The strip may draw `budget_ma`; one
    colour of one light draws up to `ma_per_channel`, a dark light `idle_ma`. Raises ValueError if
    the budget cannot even keep the lights faintly lit, or if another value is impossible.
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
    ):
        if len(order) != 3 or set(order) != set("RGB"):
            raise ValueError("a strip's order is made of R, G and B, not %r" % order)
        if ma_per_channel < 1:
            raise ValueError("ma_per_channel must be at least 1, not %r" % ma_per_channel)
        self.lights = lights
        self._bitstream = bitstream
        self._pin = pin
        self._order = tuple("RGB".index(colour) for colour in order)
        self._wire = bytearray(3 * lights)
        self._frame = bytearray(3 * lights)
        self._sent = False
        self._idle_ma = idle_ma * lights
        self._ma_per_channel = ma_per_channel
        self._budget = (budget_ma - self._idle_ma) * 255 // ma_per_channel
        if self._budget < 3 * lights:
            raise ValueError("%d mA is not enough for %d lights" % (budget_ma, lights))
        self._scale = _ONE
        self._total = 0

    @property
    def milliamps(self) -> int:
        """The estimated current of the last frame, in mA (rounded up)."""
        return self._idle_ma - (-self._total * self._ma_per_channel // 255)

    def show(self, rgb: bytes | bytearray | memoryview) -> None:
        """Shows a frame: 3 bytes a light (red, green, blue, 0..255), in the strip's order.

        A frame that would draw too much is dimmed as a whole: lit lights stay lit, and keep their
        hue as far as their steps allow. The scale then holds until the frames leave clear room, so
        a light that pulses does not make the others tremble. The same frame again is not sent.
        Allocates nothing. Raises ValueError if the length is wrong.
        """
        if len(rgb) != len(self._wire):
            raise ValueError("a frame has %d bytes, not %d" % (len(self._wire), len(rgb)))
        if self._sent and rgb == self._frame:
            return
        self._fill(rgb)
        self._fit()
        self._bitstream(self._pin, 0, _TIMING, self._wire)
        self._sent = True

    def _fill(self, rgb: bytes | bytearray | memoryview) -> None:
        """Fills the wire's buffer with the frame in wire order; `_total` is its sum."""
        first, second, third = self._order
        self._total = _kernel.order(self._wire, self._frame, rgb, first, second, third)

    def _fit(self) -> None:
        """Dims the frame to the budget: a light's first steps stay, the others are scaled."""
        few = _FEW
        least = _kernel.least(self._wire, few)
        if least > self._budget:
            few = 1
            least = _kernel.least(self._wire, few)
        rest = self._total - least
        room = self._budget - least
        scale = self._scale
        most = room * _ONE // (rest or 1)
        if scale > most or scale * _ROOM < most * (_ROOM - 1):
            scale = min(_ONE, most)
            self._scale = scale
        if scale != _ONE:
            self._total = _kernel.dim(self._wire, scale, few)
