"""Where each part lies on the carrier, and what the carrier itself is: edge, holes, no copper.

Lengths in mm, from the Pico's middle, y down, seen from the side of the parts; the Pico's USB
socket is at the top.
"""

from collections import namedtuple

from tools.carrier.footprints import footprint

# left, top, right, bottom. A console's base has room for it, with the Pico where it always lies.
EDGE = (-39.0, -25.5, 39.0, 26.0)
THICK = 1.6
# x, y, diameter. The first four are the Pico's own, so that the console's pegs hold the carrier;
# screws of 3 mm go through the others.
HOLES = [(x, y, 2.1) for x in (-5.7, 5.7) for y in (-23.5, 23.5)]
HOLES += [(-35.56, -21.59, 3.2), (-35.56, 22.225, 3.2), (35.56, 17.78, 3.2)]
ANTENNA = (-7.0, 16.0, 7.0, 26.0)  # a Pico W's: no copper near it

# {ref: (x, y, degrees counterclockwise)}
_PLACES = {
    "A1": (0, 0, 0),
    "D1": (18.415, -21.59, 0),
    "F1": (27.305, -19.05, 90),
    "J1": (33.655, -19.05, 90),
    "JP1": (23.495, -13.97, 270),
    "C3": (25.1, -4.445, 270),
    "C1": (16.51, -15.875, 180),
    "U1": (15.875, -3.81, 0),
    "J2": (33.655, -5.715, 90),
    "C2": (25.4, 3.175, 270),
    "J3": (33.655, 7.62, 90),
    "R1": (17.78, 9.525, 0),
    "J4": (-13.97, -11.43, 90),
    "J5": (-12.7, 13.97, 270),
    "SW1": (-34.29, -10.16, 0),
    "SW2": (-34.29, -1.27, 0),
    "SW3": (-34.29, 7.62, 0),
    "SW4": (-34.29, 16.51, 0),
    "BZ1": (-22.86, 0.635, 180),
    "R2": (-20.32, 22.86, 180),
    "J6": (24.765, 24.13, 0),
}

# part: circuit.Part; pads: footprints.Pad where they lie; bodies: (left, top, right, bottom).
Placed = namedtuple("Placed", "part x y turn footprint pads bodies")


def placed(parts):
    """A Placed for each Part."""
    return [_placed(part, *_PLACES[part.ref]) for part in parts]


def turned(x, y, turn):
    """A point after a turn of 0, 90, 180 or 270 degrees counterclockwise about 0, 0."""
    return {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}[turn]


def _placed(part, x, y, turn):
    shape = footprint(part.kind)
    pads = []
    for pad in shape.pads:
        across, down = turned(pad.x, pad.y, turn)
        pads.append(pad._replace(x=round(x + across, 4), y=round(y + down, 4)))
    bodies = [_box(turned(*body[:2], turn), turned(*body[2:], turn), x, y) for body in shape.bodies]
    return Placed(part, x, y, turn, shape, pads, bodies)


def _box(one, other, x, y):
    (left, right), (top, bottom) = (sorted(pair) for pair in zip(one, other, strict=True))
    return x + left, y + top, x + right, y + bottom
