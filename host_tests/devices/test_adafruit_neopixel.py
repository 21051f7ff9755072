"""The real Adafruit NeoPixel class and our strip driver: same frames, same bytes on the wire.

Adafruit's sends light as it is told, ours is told lightness: so Adafruit's is given what our table
makes of the frame. It runs on three small modules in place of CircuitPython's own, the last of
which is the wire.
"""

import importlib
import random
import sys
import types

import pytest

from fakes.wires import Wire
from picogammon.devices import strip

HOST_ONLY = True

_LIGHTS = 24
_PLENTY_MA = 100_000


class _Pin:
    """digitalio.DigitalInOut, as far as a NeoPixel needs it."""

    def __init__(self, pin):
        self.pin = pin
        self.direction = None

    def deinit(self):
        pass


@pytest.fixture
def adafruit(monkeypatch):
    """(the NeoPixel class, a list of (pin, bytes) as they reach its wire)."""
    sent = []
    stand_ins = {
        "board": {},
        "microcontroller": {"Pin": str},
        "digitalio": {"DigitalInOut": _Pin, "Direction": types.SimpleNamespace(OUTPUT="output")},
        "neopixel_write": {
            "neopixel_write": lambda pin, data: sent.append((pin.pin, bytes(data))),
        },
    }
    for name, content in stand_ins.items():
        module = types.ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("neopixel", "adafruit_pixelbuf"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    neopixel = importlib.import_module("neopixel")
    yield neopixel.NeoPixel, sent
    for name in ("neopixel", "adafruit_pixelbuf"):
        sys.modules.pop(name, None)


def _frames():
    rng = random.Random(24)
    yield bytes(3 * _LIGHTS)
    yield b"\xff" * 3 * _LIGHTS
    yield bytes(range(3 * _LIGHTS))
    for _ in range(20):
        yield rng.randbytes(3 * _LIGHTS)


@pytest.mark.parametrize("order", ["GRB", "RGB", "BGR", "BRG", "RBG", "GBR"])
def test_same_frames_same_bytes(adafruit, order):
    neopixel_class, theirs = adafruit
    pixels = neopixel_class("GP28", _LIGHTS, brightness=1.0, auto_write=False, pixel_order=order)
    wire = Wire()
    ours = strip.Strip(wire.bitstream, "GP28", _LIGHTS, order=order, budget_ma=_PLENTY_MA)
    for frame in _frames():
        for i in range(_LIGHTS):
            pixels[i] = tuple(frame[3 * i : 3 * i + 3])
        pixels.show()
        ours.show(frame)
        pin, _encoding, _timing, data = wire.sent[-1]
        assert (pin, data) == theirs[-1]
    assert len(wire.sent) == len(theirs) == 23


def test_the_default_order_is_theirs_too(adafruit):
    neopixel_class, theirs = adafruit
    pixels = neopixel_class("GP28", 1, auto_write=False)
    pixels[0] = (1, 2, 3)
    pixels.show()
    wire = Wire()
    ours = strip.Strip(wire.bitstream, "GP28", 1, budget_ma=_PLENTY_MA)
    ours.show(bytes((1, 2, 3)))
    assert wire.sent[-1][3] == theirs[-1][1] == b"\x02\x01\x03"
