"""The strip of lights: a frame as an eye should see it, within what the supply can give.

On the way out a frame goes through three steps, into the one buffer that was made at the start:
lightness to light (the eye answers to ratios, a light to current), the current budget, the wire's
colour order.
"""

from micropython import const

from picogammon.ground.native import VIPER

if VIPER:
    from picogammon.devices import kernel as _kernel
else:
    from picogammon.devices import twin as _kernel  # type: ignore[no-redef]

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from machine import Pin

_TIMING = (400, 850, 800, 450)  # WS2812B: high and low time of a 0, of a 1, in ns
_ONE = const(4096)  # scale 1.0
# The scale rises again when a frame would leave more than 1/8 of the budget unused.
_ROOM = const(8)

# Lightness 0..255 to light 0..255: the power 2.4, which is near CIE's L* and, unlike it, keeps a
# colour's hue when the colour gets faint. Only 0 is dark.
LIGHT = (
    b"\x00\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01"
    b"\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x02"
    b"\x02\x02\x02\x02\x02\x02\x03\x03\x03\x03\x03\x04\x04\x04\x04\x04"
    b"\x05\x05\x05\x05\x06\x06\x06\x06\x07\x07\x07\x08\x08\x08\x09\x09"
    b"\x09\x0a\x0a\x0a\x0b\x0b\x0b\x0c\x0c\x0d\x0d\x0e\x0e\x0e\x0f\x0f"
    b"\x10\x10\x11\x11\x12\x12\x13\x13\x14\x14\x15\x16\x16\x17\x17\x18"
    b"\x18\x19\x1a\x1a\x1b\x1c\x1c\x1d\x1e\x1e\x1f\x20\x20\x21\x22\x23"
    b"\x23\x24\x25\x26\x27\x27\x28\x29\x2a\x2b\x2b\x2c\x2d\x2e\x2f\x30"
    b"\x31\x32\x33\x34\x35\x35\x36\x37\x38\x39\x3a\x3b\x3c\x3e\x3f\x40"
    b"\x41\x42\x43\x44\x45\x46\x47\x49\x4a\x4b\x4c\x4d\x4e\x50\x51\x52"
    b"\x53\x55\x56\x57\x58\x5a\x5b\x5c\x5e\x5f\x60\x62\x63\x64\x66\x67"
    b"\x69\x6a\x6c\x6d\x6f\x70\x72\x73\x75\x76\x78\x79\x7b\x7c\x7e\x7f"
    b"\x81\x83\x84\x86\x88\x89\x8b\x8d\x8e\x90\x92\x94\x95\x97\x99\x9b"
    b"\x9c\x9e\xa0\xa2\xa4\xa6\xa7\xa9\xab\xad\xaf\xb1\xb3\xb5\xb7\xb9"
    b"\xbb\xbd\xbf\xc1\xc3\xc5\xc7\xc9\xcb\xcd\xcf\xd2\xd4\xd6\xd8\xda"
    b"\xdc\xdf\xe1\xe3\xe5\xe8\xea\xec\xef\xf1\xf3\xf6\xf8\xfa\xfd\xff"
)


class Strip:
    """`lights` WS2812-like lights on `pin` (an output). `bitstream` is `machine.bitstream`.

    `order`: the wire's colour order, "GRB" for nearly all. The strip may draw `budget_ma`; one
    colour of one light draws up to `ma_per_channel`, a dark light `idle_ma`. Raises ValueError when
    the budget cannot even keep the lights faintly lit.
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
        self._lit = 0

    @property
    def milliamps(self) -> int:
        """What the last frame draws, estimated, in mA (rounded up)."""
        return self._idle_ma - (-self._total * self._ma_per_channel // 255)

    def show(self, rgb: bytes | bytearray) -> None:
        """Show a frame: 3 bytes a light (lightness of red, green, blue), in the strip's order.

        A frame that would draw too much is dimmed as a whole, what is lit stays lit. The scale then
        holds until the frames leave clear room, so a light that pulses does not make the others
        tremble. The same frame again is not sent. Allocates nothing. Raises ValueError when the
        length is wrong.
        """
        if len(rgb) != len(self._wire):
            raise ValueError("a frame has %d bytes, not %d" % (len(self._wire), len(rgb)))
        if self._sent and rgb == self._frame:
            return
        self._fill(rgb)
        self._fit()
        self._bitstream(self._pin, 0, _TIMING, self._wire)
        self._sent = True

    def _fill(self, rgb: bytes | bytearray) -> None:
        """The frame as light, in wire order; `_total` is its sum, `_lit` how many are not 0."""
        first, second, third = self._order
        wire = self._wire
        self._total = _kernel.light(wire, self._frame, rgb, LIGHT, first, second, third)
        self._lit = _kernel.lit(wire)

    def _fit(self) -> None:
        """Dim the frame to the budget: each value's first step always stays, the rest is scaled."""
        lit = self._lit
        rest = self._total - lit
        room = self._budget - lit
        scale = self._scale
        most = room * _ONE // (rest or 1)
        if scale > most or scale * _ROOM < most * (_ROOM - 1):
            scale = min(_ONE, most)
            self._scale = scale
        if scale != _ONE:
            self._total = _kernel.dim(self._wire, scale)
