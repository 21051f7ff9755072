"""What is wrong with a routed carrier, judged by exact distances and without the router's grid.

KiCad judges it too, where it is there; this needs nothing.
"""

from collections import namedtuple
from itertools import combinations
from math import hypot

from tools.carrier.circuit import GROUND
from tools.carrier.placing import ANTENNA, EDGE, HOLES
from tools.carrier.routing import BACK, CLEARANCE, FRONT, TO_EDGE, VIA

_PLANE_GRID = 0.25
_PLANE_NECK = 0.25  # how wide the plane is where it is narrowest

# A line with round ends, or a pad (a point); square pads reach `half` further to both sides.
_Copper = namedtuple("_Copper", "name net sides x1 y1 x2 y2 half radius")


def faults(placed, routes):
    """Sentences that say what is wrong."""
    coppers = _coppers(placed, routes)
    return [
        *_too_near(coppers),
        *_apart(coppers),
        *_outside(coppers),
        *_bodies(placed),
        *_cut_plane(coppers),
    ]


def _coppers(placed, routes):
    found = []
    for part in placed:
        for pad in part.pads:
            name = f"{part.part.ref} pin {pad.number}"
            net = part.part.pins.get(pad.number, name)
            shape = (pad.size / 2, 0) if pad.square else (0, pad.size / 2)
            found.append(_Copper(name, net, {0, 1}, pad.x, pad.y, pad.x, pad.y, *shape))
    for track in routes.tracks:
        line = (track.x1, track.y1, track.x2, track.y2, 0, track.width / 2)
        found.append(_Copper(f"a track of {track.net}", track.net, {track.layer}, *line))
    for via in routes.vias:
        line = (via.x, via.y, via.x, via.y, 0, VIA / 2)
        found.append(_Copper(f"a via of {via.net}", via.net, {0, 1}, *line))
    return found


def distance(one, other):
    """mm of room between two coppers; below 0 they touch."""
    if one.half and other.half:
        return hypot(*_beyond(one, other.x1, other.y1, other.half))
    if one.half:
        one, other = other, one
    # The nearest point of a line to a square, or to a line, is found from a step to the next.
    long = hypot(one.x2 - one.x1, one.y2 - one.y1)
    if other.half:
        count = max(1, round(long / 0.02))
        points = [_along(one, i / count) for i in range(count + 1)]
        return min(hypot(*_beyond(other, *point, 0)) for point in points) - one.radius
    return _line_to_line(one, other) - one.radius - other.radius


def _along(line, part):
    return line.x1 + part * (line.x2 - line.x1), line.y1 + part * (line.y2 - line.y1)


def _beyond(square, x, y, more):
    return (
        max(0, abs(x - square.x1) - square.half - more),
        max(0, abs(y - square.y1) - square.half - more),
    )


def _line_to_line(one, other):
    if _cross(one, other):
        return 0
    ends = [(one, other.x1, other.y1), (one, other.x2, other.y2)]
    ends += [(other, one.x1, one.y1), (other, one.x2, one.y2)]
    return min(_to_point(*end) for end in ends)


def _to_point(line, x, y):
    across, down = line.x2 - line.x1, line.y2 - line.y1
    square = across * across + down * down
    part = ((x - line.x1) * across + (y - line.y1) * down) / square if square else 0
    near = _along(line, min(1, max(0, part)))
    return hypot(x - near[0], y - near[1])


def _cross(one, other):
    def side(line, x, y):
        return (line.x2 - line.x1) * (y - line.y1) - (line.y2 - line.y1) * (x - line.x1)

    return (
        side(one, other.x1, other.y1) * side(one, other.x2, other.y2) < 0
        and side(other, one.x1, one.y1) * side(other, one.x2, one.y2) < 0
    )


def _too_near(coppers):
    for one, other in combinations(coppers, 2):
        if one.net != other.net and one.sides & other.sides:
            room = distance(one, other)
            if room < CLEARANCE - 1e-6:
                yield f"{one.name} and {other.name} are {room:.2f} mm apart."


def _apart(coppers):
    """Nets whose coppers do not all hang together; ground does by its plane."""
    nets = {}
    for copper in coppers:
        nets.setdefault(copper.net, []).append(copper)
    for net, rest in nets.items():
        if net == GROUND:
            continue
        reached, rest = [rest[0]], rest[1:]
        for copper in reached:
            near = [
                other
                for other in rest
                if copper.sides & other.sides and distance(copper, other) <= 0
            ]
            reached += near
            rest = [other for other in rest if other not in near]
        if rest:
            yield f"{rest[0].name} is not joined with the rest of {net}."


def _outside(coppers):
    left, top, right, bottom = EDGE
    for copper in coppers:
        reach = copper.half + copper.radius + TO_EDGE - 1e-6
        for x, y in ((copper.x1, copper.y1), (copper.x2, copper.y2)):
            if not (left + reach <= x <= right - reach and top + reach <= y <= bottom - reach):
                yield f"{copper.name} is too near to the edge."
        for x, y, across in HOLES:
            if _to_point(copper, x, y) < across / 2 + reach:
                yield f"{copper.name} is too near to a hole."
        if copper.name.startswith("a ") and _in_antenna(copper):
            yield f"{copper.name} is near a Pico W's antenna."


def _in_antenna(copper):
    left, top, right, bottom = ANTENNA
    points = [_along(copper, i / 100) for i in range(101)]
    return any(left < x < right and top < y < bottom for x, y in points)


def _bodies(placed):
    for one, other in combinations(placed, 2):
        for box in one.bodies:
            for second in other.bodies:
                across = min(box[2], second[2]) - max(box[0], second[0])
                down = min(box[3], second[3]) - max(box[1], second[1])
                if across > 0 and down > 0:
                    yield f"{one.part.ref} and {other.part.ref} are in the same place."


def _cut_plane(coppers):
    """Pins of ground that the planes, which every such pin joins, do not reach."""
    grounds = [each for each in coppers if each.net == GROUND and " pin " in each.name]
    pins = {_spot(copper.x1, copper.y1) for copper in grounds}
    free = [_plane([each for each in coppers if side in each.sides]) for side in (FRONT, BACK)]
    first = _spot(grounds[0].x1, grounds[0].y1)
    reached = [(side, *first) for side in (FRONT, BACK)]
    seen = set(reached)
    for side, column, row in reached:
        steps = [(side, column + 1, row), (side, column - 1, row)]
        steps += [(side, column, row + 1), (side, column, row - 1)]
        steps += [(FRONT + BACK - side, column, row)] if (column, row) in pins else []
        for step in steps:
            if step[1:] in free[step[0]] and step not in seen:
                seen.add(step)
                reached.append(step)
    for copper in grounds:
        if (BACK, *_spot(copper.x1, copper.y1)) not in seen:
            yield f"{copper.name} has no ground: tracks cut it off."


def _spot(x, y):
    return round(x / _PLANE_GRID), round(y / _PLANE_GRID)


def _plane(coppers):
    """Spots of a side that its plane can take, beside the coppers of that side."""
    left, top = _spot(EDGE[0] + TO_EDGE, EDGE[1] + TO_EDGE)
    right, bottom = _spot(EDGE[2] - TO_EDGE, EDGE[3] - TO_EDGE)
    free = {(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)}
    blocks = [
        (copper, copper.half * 1.5 + copper.radius) for copper in coppers if copper.net != GROUND
    ]
    holes = [_Copper("", "", {0, 1}, x, y, x, y, 0, 0) for x, y, _ in HOLES]
    blocks += [(copper, hole[2] / 2) for copper, hole in zip(holes, HOLES, strict=True)]
    for copper, reach in blocks:
        off = reach + CLEARANCE + _PLANE_NECK / 2 + 0.05
        low = _spot(min(copper.x1, copper.x2) - off, min(copper.y1, copper.y2) - off)
        high = _spot(max(copper.x1, copper.x2) + off, max(copper.y1, copper.y2) + off)
        for column in range(low[0], high[0] + 1):
            for row in range(low[1], high[1] + 1):
                if _to_point(copper, column * _PLANE_GRID, row * _PLANE_GRID) < off:
                    free.discard((column, row))
    inside = [_spot(*ANTENNA[:2]), _spot(*ANTENNA[2:])]
    return {
        (x, y)
        for x, y in free
        if not (inside[0][0] <= x <= inside[1][0] and inside[0][1] <= y <= inside[1][1])
    }
