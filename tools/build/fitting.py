"""Tests if all that is in a plate and below it has room, and says which measure to change.

Bodies are boxes, as all parts are without their round holes. Heights count from the plate's lower
face.
"""

from bisect import bisect_left
from collections import namedtuple
from dataclasses import replace
from math import ceil

from picogammon.ground import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from tools.build.bars import BED, EAR, FILM, HEAD, LOOSE, STRIP_DEEP, bars, ear, screw
from tools.build.layout import Layout
from tools.build.measures import MeasureError
from tools.build.template import BLOCK, BUTTON, CABLE, STRIP_WIDTH

# owner: its Bar or place; box: left, bottom, right, top; low, high: its heights.
Body = namedtuple("Body", "kind owner places box low high")
Clash = namedtuple("Clash", "kinds way one other")  # way: 0 or 1, along x or y

SWITCH = (6.5, 4.0)  # a place's push button: width, depth below the plate
_MATERIAL = 2.0  # the least of the plate between two holes, and up to its edge
_APART = {("hole", "hole"): _MATERIAL, ("hole", "screw"): _MATERIAL, ("strip", "strip"): -0.25}
_NAMES = {BAR_0: "the 1st player's bar", BAR_1: "the 2nd player's bar", DICE: "the dice"}
_NAMES |= {OFF_0: "the 1st player's off", OFF_1: "the 2nd player's off", CUBE: "the cube"}
_CALLED = {"screw": "baffle's screw"}
_STRIP_WIRES = 3
_WIRE = 1.3  # AWG 28 with its insulation
_PACKED = 0.6  # the part of a bundle's circle that wires fill
_FURTHER = 100.0  # mm: the largest change to a measure that is tried
_FINE = 0.1


def check(layout):
    """Raises MeasureError if anything has no room."""
    if bar := too_long(layout):
        long = f"{bar.long + 2 * EAR:.0f} mm long, and a usual printer has {BED:.0f}"
        said = f"the baffle of {_named(_places(bar))} would be {long}"
        names = ("middle", "point_width", "lights_per_metre")
    elif body := outside(layout):
        said = f"{_called(body)} would stick out over the plate's edge"
        names = ("border", "first_light")
    elif found := clashes(layout):
        said = f"{_called(found[0].one)} and {_called(found[0].other)} would meet"
        names = _measures(found[0])
    else:
        return
    raise MeasureError(said + _advice(layout, names))


def below(layout):
    """Returns the distance from the plate to the lowest part below it."""
    return -min(body.low for body in _hung(layout))


def stand(layout):
    """Returns the plate's height, mm: the hole for the cable is below all parts."""
    return ceil(below(layout) + 1.5 * CABLE + _MATERIAL / 2)


def cable(layout):
    """Returns (wires from the console to the strip and the places' buttons, their thickness)."""
    board = layout.board
    count = _STRIP_WIRES
    if layout.buttons():
        count += len(board.PLACE_ROW_PINS) + len(board.PLACE_COLUMN_PINS)
    return count, _WIRE * (count / _PACKED) ** 0.5


def too_long(layout):
    """Returns the first Bar that is too long for a usual printer, or None."""
    return next((bar for bar in bars(layout) if bar.long + 2 * EAR > BED), None)


def bodies(layout):
    """Returns all Bodies in the plate or below it."""
    found = _hung(layout)
    wide, long = (side / 2 for side in BLOCK)
    for point, (x, y) in layout.blocks().items():
        box = (x - wide, y - long, x + wide, y + long)
        found.append(Body("block", ("block", point), (point,), box, -stand(layout), 0))
    return found


def _hung(layout):
    m = layout.measures
    found = []
    for light in layout.lights:
        box = _around(light.x, light.y, m.hole)
        found.append(Body("hole", light.place, (light.place,), box, 0, m.thickness))
    for place, at in layout.buttons().items():
        found.append(Body("hole", place, (place,), _around(*at, BUTTON), 0, m.thickness))
        found.append(Body("button", place, (place,), _around(*at, SWITCH[0]), -SWITCH[1], 0))
    owners = {}
    for bar in bars(layout):
        found += _of_bar(m, bar)
        owners |= {light.number: bar for light in bar.lights}
    for piece in layout.pieces():
        found.append(_strip(layout, piece, owners[piece[0].number]))
    return found


def _of_bar(m, bar):
    thick, places = ear(m), _places(bar)
    low = -FILM - m.well - STRIP_DEEP
    yield Body("baffle", bar, places, _part_of(bar, bar.long, bar.wide), low, 0)
    yield Body("baffle", bar, places, _part_of(bar, bar.long + 2 * EAR, bar.wide), -FILM - thick, 0)
    if length := screw(m):
        for end in (-1, 1):
            at = end * (bar.long + EAR) / 2
            up = length - FILM - thick
            yield Body("screw", bar, places, _part_of(bar, 3, 3, at), 0, up)
            head = _part_of(bar, HEAD[0], HEAD[0], at)
            yield Body("screw", bar, places, head, -FILM - thick - HEAD[1], -FILM - thick)


def _strip(layout, piece, owner):
    m = layout.measures
    xs, ys = [light.x for light in piece], [light.y for light in piece]
    along, across = m.pitch / 2, STRIP_WIDTH / 2
    x, y = (along, across) if layout.way(piece)[0] else (across, along)
    high = -FILM - m.well
    box = (min(xs) - x, min(ys) - y, max(xs) + x, max(ys) + y)
    places = tuple({light.place for light in piece})
    return Body("strip", owner, places, box, high - STRIP_DEEP + LOOSE, high)


def _around(x, y, side):
    return (x - side / 2, y - side / 2, x + side / 2, y + side / 2)


def _part_of(bar, long, wide, at=0.0):
    x, y = bar.middle
    x, y = (x, y + at) if bar.upright else (x + at, y)
    half = (wide / 2, long / 2) if bar.upright else (long / 2, wide / 2)
    return (x - half[0], y - half[1], x + half[0], y + half[1])


def clashes(layout):
    """Returns the deepest Clash of each two kinds of bodies that meet."""
    found = sorted(bodies(layout), key=lambda body: body.box[0])
    deepest = {}
    for i, one in enumerate(found):
        for other in found[i + 1 :]:
            if other.box[0] > one.box[2] + _MATERIAL:
                break
            kinds = tuple(sorted((one.kind, other.kind)))
            if _may_meet(one, other, kinds):
                continue
            depth, way = _depth(one, other, _APART.get(kinds, LOOSE))
            if depth > max(1e-6, deepest.get((kinds, way), (0,))[0] + 1e-6):
                deepest[kinds, way] = (depth, Clash(kinds, way, one, other))
    return [clash for _depth, clash in deepest.values()]


def _may_meet(one, other, kinds):
    """True for parts of one bar and for its strips, except on the heads of its screws."""
    if one.low >= other.high or other.low >= one.high:
        return True
    return one.owner == other.owner and kinds not in _APART and kinds != ("screw", "strip")


def _depth(one, other, apart):
    """Returns (the shortest move that parts two bodies, its way)."""
    depths = [
        (min(one.box[2 + i], other.box[2 + i]) - max(one.box[i], other.box[i]) + apart, i)
        for i in (0, 1)
    ]
    return min(depths)


def outside(layout):
    """Returns the Body that stands out furthest over the plate's edge, or None."""
    b = layout.measures.border
    right, top = layout.width + b, layout.height + b
    worst = (-1e-6, None)
    for body in bodies(layout):
        x, y, far_x, far_y = body.box
        room = min(x + b, y + b, right - far_x, top - far_y)
        room -= _MATERIAL if body.kind == "hole" else 0
        if room < worst[0]:
            worst = (room, body)
    return worst[1]


def _called(body):
    return f"the {_CALLED.get(body.kind, body.kind)} of {_named(body.places)}"


def _named(places):
    last = max(places)
    if len(places) == 1 or not all(1 <= place <= 24 for place in places):
        return _NAMES.get(last) or f"point {last}"
    return f"points {min(places)} to {last}"


def _places(bar):
    return tuple(sorted({light.place for light in bar.lights}))


def _measures(clash):
    """Returns the measures that may part two bodies, the likeliest first."""
    if clash.kinds == ("strip", "strip"):
        return ("lights_per_metre", "point_width")
    if clash.kinds == ("screw", "strip"):
        return ("well",)
    if "block" in clash.kinds:
        return ("border", "middle")
    if "button" in clash.kinds or clash.kinds == ("hole", "hole"):
        return ("first_light", "border", "middle", "point_width")
    if clash.way:
        return ("middle", "point_length")
    sides = {_side(place) for place in clash.one.places + clash.other.places}
    if "off" in sides:
        return ("tray_width", "point_width")
    return ("bar_width",) if len(sides) > 1 else ("point_width",)


def _side(place):
    if place in (OFF_0, OFF_1):
        return "off"
    return "bar" if place in (BAR_0, BAR_1) else 7 <= place <= 18


def _advice(layout, names):
    """Names the first of the measures that alone helps, and its least value."""
    for name in names:
        least = _least(layout, name)
        if least is not None:
            now = getattr(layout.measures, name)
            return f": {name} must be at least {least:g} (it is {round(now, 2):g})"
    return f": make {' or '.join(names)} larger"


def _least(layout, name):
    """Returns the least value of a measure with which all fits, or None."""

    step = 1 if name == "lights_per_metre" else _FINE
    first = int(getattr(layout.measures, name) // step) + 1  # in whole steps

    def fits(more):
        value = (first + more) * step
        try:
            changed = Layout(layout.board, replace(layout.measures, **{name: value}))
        except MeasureError:
            return False
        return not (too_long(changed) or outside(changed) or clashes(changed))

    low, high = 0, 1
    while not fits(high):
        low, high = high, 2 * high
        if high * step > _FURTHER:
            return None
    least = bisect_left(range(high), True, low, key=fits)
    return round((first + least) * step, 1)
