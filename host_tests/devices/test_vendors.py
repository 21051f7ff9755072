"""Our drivers and stand-ins beside Adafruit's NeoPixel class and MicroPython's type stubs."""

import ast
import importlib
import importlib.metadata
import inspect
import random
import sys
import types

import pytest

from fakes import wires
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


_CASES = [
    ("bitstream", wires.Wire().bitstream),
    ("I2C.writeto", wires.I2C().writeto),
    ("I2C.writevto", wires.I2C().writevto),
    ("PWM.freq", wires.PWM().freq),
    ("PWM.duty_u16", wires.PWM().duty_u16),
]


@pytest.fixture(scope="module")
def stubs():
    for file in importlib.metadata.files("micropython-rp2-stubs"):
        if file.name == "machine.pyi" and len(file.parts) == 1:
            return ast.parse(file.read_text(encoding="utf-8"))
    raise AssertionError("micropython-rp2-stubs has no machine.pyi")


def _overloads(tree, dotted):
    """Each form that the stub knows, as [(parameter names, how many of them have a default)]."""
    *owner, name = dotted.split(".")
    body = tree.body
    for part in owner:
        body = next(n for n in body if isinstance(n, ast.ClassDef) and n.name == part).body
    forms = []
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            arguments = node.args
            names = [a.arg for a in arguments.posonlyargs + arguments.args if a.arg != "self"]
            assert not arguments.kwonlyargs and not arguments.vararg and not arguments.kwarg
            forms.append((names, len(arguments.defaults)))
    assert forms, f"machine has no {dotted}"
    return forms


@pytest.mark.parametrize(("name", "stand_in"), _CASES, ids=[name for name, _ in _CASES])
def test_stand_in_has_the_real_signature(stubs, name, stand_in):
    parameters = inspect.signature(stand_in).parameters.values()
    names = [p.name for p in parameters]
    with_default = sum(p.default is not p.empty for p in parameters)
    forms = _overloads(stubs, name)
    assert max(forms, key=lambda form: len(form[0]))[0] == names
    fewest = min(len(form[0]) - form[1] for form in forms)
    assert len(names) - with_default == fewest
    for p in parameters:
        assert p.kind is p.POSITIONAL_OR_KEYWORD
