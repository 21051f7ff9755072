"""Each kind of part as it lies on the carrier: pads, body, height. All have wires through holes.

Lengths in mm, from the part's own middle, y down, seen from the side of the parts. What others say
of these parts is in sources.py.
"""

from collections import namedtuple

# number: the pin; x, y; drill, size: diameters. square: where pin 1 is to be seen.
Pad = namedtuple("Pad", "number x y drill size square")
# pads; bodies: rectangles (left, top, right, bottom) that no other part may be in; round: its body
# is round; high: in mm above the carrier.
Footprint = namedtuple("Footprint", "pads bodies round high")

PITCH = 2.54
SOCKET = 8.51  # how high the Pico's sockets are
_PICO_ROWS = 17.78  # between the Pico's two rows of pins


def footprint(kind):
    """The Footprint of a kind of part."""
    if kind.startswith("row"):
        return _row(int(kind[3:]))
    if kind.startswith("terminal"):
        return _terminal(int(kind[len("terminal") :]))
    return _MADE[kind]


def _pads(places, drill, size, square=1):
    return [Pad(number, x, y, drill, size, number == square) for number, x, y in places]


def _row(count):
    """A row of pins, from left to right."""
    first = -PITCH * (count - 1) / 2
    places = [(i + 1, first + PITCH * i, 0) for i in range(count)]
    half = PITCH * count / 2
    return Footprint(_pads(places, 1.0, 1.6), [(-half, -1.27, half, 1.27)], False, 9)


def _terminal(count):
    """Screw terminals of 5 mm; the wires come in from below in the picture."""
    first = -5.0 * (count - 1) / 2
    places = [(i + 1, first + 5.0 * i, 0) for i in range(count)]
    half = 5.0 * count / 2
    return Footprint(_pads(places, 1.3, 2.6), [(-half, -4.0, half, 5.0)], False, 11.4)


def _axial(apart, long, thick, drill, size):
    places = [(1, -apart / 2, 0), (2, apart / 2, 0)]
    body = (-long / 2, -thick / 2, long / 2, thick / 2)
    return Footprint(_pads(places, drill, size), [body], False, thick)


def _upright(apart, wide, deep, drill, size, high, is_round=False):
    places = [(1, -apart / 2, 0), (2, apart / 2, 0)]
    body = (-wide / 2, -deep / 2, wide / 2, deep / 2)
    return Footprint(_pads(places, drill, size), [body], is_round, high)


def _pico():
    """Two sockets of 20: a Pico on pins of 2.54 mm, its USB socket at the top."""
    first = -PITCH * 9.5
    left = [(i + 1, -_PICO_ROWS / 2, first + PITCH * i) for i in range(20)]
    right = [(40 - i, _PICO_ROWS / 2, first + PITCH * i) for i in range(20)]
    high = PITCH * 10
    bodies = [(x - 1.27, -high, x + 1.27, high) for x in (-_PICO_ROWS / 2, _PICO_ROWS / 2)]
    return Footprint(_pads(left + right, 1.0, 1.6), bodies, False, SOCKET)


def _dip14():
    left = [(i + 1, -3.81, PITCH * (i - 3)) for i in range(7)]
    right = [(14 - i, 3.81, PITCH * (i - 3)) for i in range(7)]
    return Footprint(_pads(left + right, 0.8, 1.6), [(-3.3, -9.8, 3.3, 9.8)], False, 5.1)


def _button():
    """Its two pins of a number are joined inside."""
    places = [(1, -3.25, -2.25), (1, 3.25, -2.25), (2, -3.25, 2.25), (2, 3.25, 2.25)]
    return Footprint(_pads(places, 1.1, 1.9), [(-3.1, -3.1, 3.1, 3.1)], False, 4.3)


_MADE = {
    "pico": _pico(),
    "dip14": _dip14(),
    "button": _button(),
    "resistor": _axial(10.16, 6.8, 2.6, 0.8, 1.6),
    "diode": _axial(10.16, 5.2, 2.7, 1.1, 2.2),
    "fuse": _upright(5.1, 12.0, 3.0, 1.1, 2.0, 18.3),
    "ceramic": _upright(2.54, 5.1, 3.2, 0.8, 1.6, 7),
    "capacitor5": _upright(2.0, 5.0, 5.0, 0.8, 1.4, 11, is_round=True),
    "capacitor8": _upright(3.5, 8.0, 8.0, 0.9, 1.6, 11.5, is_round=True),
    "piezo": _upright(5.0, 12.6, 12.6, 0.9, 1.8, 6.9, is_round=True),
}

TALLEST = max(shape.high for shape in (*_MADE.values(), _row(2), _terminal(2)))  # of them all
