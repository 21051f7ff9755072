"""The bars below the plate: the lights of each baffle, its length, and its screws.

Each piece of strip has its own bar, unless two on one line have no room for that and share one.
"""

from collections import namedtuple

from tools.build.template import STRIP_WIDTH

# lights: from left to right or from bottom to top. middle: (x, y). upright: True along y. offsets:
# of its lights from the middle. long, wide: without ears. covered: True if strip covers its ears.
Bar = namedtuple("Bar", "lights middle upright offsets long wide covered")

BED = 220.0  # of the smallest usual printer, each way
WALL = 2.4
EAR = 9.0  # the baffle's two ends, for a 3 mm screw or a pad of tape
LOOSE = 0.3  # between two parts that go into each other
FILM = 0.8  # the diffuser's, between plate and baffle
STRIP_DEEP = 3.0  # strip with its lights
HEAD = (6.0, 2.2)  # of a screw: width, height
SCREWS = (16, 12, 10)  # lengths that shops have
GRIP = 5.0  # the least length of a screw in the plate
_LEFT = (0.8, 2.0)  # of the plate above a screw's tip: the least, and enough
PILOT = 2.0  # a screw's pilot hole
_DEEPER = 1.0  # a screw's tip below its pilot hole
_THIN = 2.0  # the thinnest ear


def bars(layout):
    """Returns all bars of a layout, in the order of their first lights."""
    lines = {}
    for piece in layout.pieces():
        upright = abs(layout.way(piece)[1]) > 0.5
        across = piece[0].x if upright else piece[0].y
        piece = sorted(piece, key=lambda light: _along(light, upright))
        lines.setdefault((upright, round(across, 2)), []).append(piece)
    found = []
    for (upright, _across), pieces in lines.items():
        pieces.sort(key=lambda piece: _along(piece[0], upright))
        held = [pieces[0]]
        for piece in pieces[1:]:
            joined = held[-1] + piece
            alone = (_bar(layout, held[-1], upright), _bar(layout, piece, upright))
            if _gap(*alone) < LOOSE and _bar(layout, joined, upright).long + 2 * EAR <= BED:
                held[-1] = joined
            else:
                held.append(piece)
        found += [_bar(layout, lights, upright) for lights in held]
    return sorted(found, key=lambda bar: min(light.number for light in bar.lights))


def _along(light, upright):
    return light.y if upright else light.x


def _gap(bar, after):
    middles = [each.middle[each.upright] for each in (bar, after)]
    return middles[1] - middles[0] - (bar.long + after.long) / 2 - 2 * EAR


def _bar(layout, lights, upright):
    m = layout.measures
    places = [_along(light, upright) for light in lights]
    alone = len(lights) == 1 or min(b - a for a, b in zip(places, places[1:])) > m.pitch + 0.5
    end = max(m.hole + 6, STRIP_WIDTH + 4) / 2 if alone else m.pitch / 2
    centre = (places[0] + places[-1]) / 2
    across = lights[0].x if upright else lights[0].y
    return Bar(
        tuple(lights),
        (across, centre) if upright else (centre, across),
        upright,
        tuple(round(place - centre, 2) for place in places),
        places[-1] - places[0] + 2 * end,
        max(STRIP_WIDTH, m.hole) + 2 * WALL,
        m.pitch / 2 > end + LOOSE,
    )


def kinds(found):
    """Returns {(offsets, covered): [the equal bars]}, the longest first."""
    alike = {}
    for bar in found:
        alike.setdefault((bar.offsets, bar.covered), []).append(bar)
    return dict(sorted(alike.items(), key=lambda kind: (-len(kind[0][0]), kind[0])))


def screw(measures):
    """Returns the mm of a bar's screws, or 0 if the plate is too thin and the bar is glued on."""
    for length in SCREWS:
        if _ear(measures, length) > max(_THIN, measures.well - HEAD[1]):
            continue
        if _grip(measures, length) >= GRIP:
            return length
    return 0


def pilot(measures):
    """Returns the depth of the screws' pilot holes."""
    return _grip(measures, screw(measures)) - _DEEPER


def _ear(measures, length):
    least, most = _LEFT
    left = max(least, min(most, measures.thickness - GRIP))
    return max(_THIN, length + left - FILM - measures.thickness)


def _grip(measures, length):
    return round(length - FILM - _ear(measures, length), 3)


def ear(measures):
    """Returns the thickness of a bar's ends, with which the screw ends inside the plate."""
    length = screw(measures)
    return _ear(measures, length) if length else _THIN
