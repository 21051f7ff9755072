"""Tests if any two bodies of a board meet, by the meshes that are printed; `fitting` uses boxes."""

from itertools import combinations

import numpy
from manifold3d import Manifold, Mesh

from tools.build import parts as printed
from tools.build.bars import EAR, FILM, HEAD, STRIP_DEEP, bars, ear, kinds, screw
from tools.build.fitting import SWITCH, stand
from tools.build.template import BUTTON, STRIP_WIDTH

_TOLERANCE = 0.1  # mm, of a round thing made of triangles
_NOTHING = 0.5  # cubic mm that two meshes may share where they touch
_ROUND = 32  # corners of a circle
_SCREW = 3.0
_LIGHT = 2.6  # mm, a strip with its lights


def solid(part):
    """Returns a build123d solid as a Manifold. Raises ValueError if it is not closed."""
    corners, triangles = part.tessellate(_TOLERANCE)
    mesh = Mesh(
        numpy.array([tuple(corner) for corner in corners], numpy.float32),
        numpy.array(triangles, numpy.uint32),
    )
    mesh.merge()
    made = Manifold(mesh)
    if made.is_empty():
        raise ValueError(f"a part is not closed: {made.status()}")
    return made


def bodies(layout):
    """Returns {name: Manifold} of all that is in or below the plate; z = 0 at its lower face."""
    m = layout.measures
    found = {}
    number = 0
    for same in kinds(bars(layout)).values():
        # A baffle is printed with its upper face on the bed.
        baffle = solid(printed.baffle(m, same[0])).rotate((180, 0, 0))
        diffuser = solid(printed.diffuser(m, same[0]))
        shapes = {"baffle": baffle.translate((0, 0, -FILM)), **_screws(m, same[0])}
        shapes["diffuser"] = diffuser.translate((0, 0, -FILM))
        for bar in same:
            number += 1
            for name, shape in shapes.items():
                laid = shape.rotate((0, 0, 90 if bar.upright else 0))
                found[f"{name} {number}"] = laid.translate((*bar.middle, 0))
    for number, piece in enumerate(layout.pieces(), 1):
        found[f"strip {number}"] = _strip(layout, piece)
    for place, (x, y) in layout.buttons().items():
        switch = _box(SWITCH[0], SWITCH[0], -SWITCH[1], 0)
        knob = Manifold.cylinder(m.thickness, BUTTON / 2 - 0.25, circular_segments=_ROUND)
        found[f"button {place}"] = (switch + knob).translate((x, y, 0))
    for point, at in layout.blocks().items():
        block = solid(printed.block(stand(layout)))
        found[f"block {point}"] = block.translate((*at, -stand(layout)))
    return found


def problems(layout):
    """Returns sentences about bodies that meet, or that cross the plate's edge or face."""
    found = bodies(layout)
    said = [f"{one} and {other} share {how:.1f} mm³" for one, other, how in among(found)]
    b, high = layout.measures.border, layout.measures.thickness
    edge = (-b, -b, layout.width + b, layout.height + b)
    for name, each in found.items():
        box = each.bounding_box()
        if any(box[i] < edge[i] - 0.01 or box[3 + i] > edge[2 + i] + 0.01 for i in (0, 1)):
            said.append(f"{name} stands out over the edge")
        if box[5] > high + 0.01:
            said.append(f"{name} comes out at the plate's face")
        if box[5] > 0 and not name.startswith("screw"):
            shared = (each ^ _plate_near(layout, box)).volume()
            if shared > _NOTHING:
                said.append(f"{name} and the plate share {shared:.1f} mm³")
    return said


def among(found):
    """Returns [(one, other, cubic mm)] of the bodies in {name: Manifold} that meet."""
    boxes = {name: each.bounding_box() for name, each in found.items()}
    met = []
    for one, other in combinations(found, 2):
        a, b = boxes[one], boxes[other]
        if any(a[i] > b[3 + i] - 0.01 or b[i] > a[3 + i] - 0.01 for i in range(3)):
            continue
        if (shared := (found[one] ^ found[other]).volume()) > _NOTHING:
            met.append((one, other, shared))
    return met


def _box(long, wide, low, high):
    return Manifold.cube((long, wide, high - low), False).translate((-long / 2, -wide / 2, low))


def _plate_near(layout, box):
    """Returns the part of the plate, with its holes, above a body's box."""
    m = layout.measures
    left, bottom, _, right, top, _ = box
    plate = Manifold.cube((right - left, top - bottom, m.thickness)).translate((left, bottom, 0))
    holes = [(light.x, light.y, m.hole) for light in layout.lights]
    holes += [(x, y, BUTTON) for x, y in layout.buttons().values()]
    for x, y, wide in holes:
        if left - wide < x < right + wide and bottom - wide < y < top + wide:
            drill = Manifold.cylinder(m.thickness + 2, wide / 2, circular_segments=_ROUND)
            plate -= drill.translate((x, y, -1))
    return plate


def _screws(m, bar):
    length = screw(m)
    if not length:
        return {}
    below = -FILM - ear(m)
    shaft = Manifold.cylinder(length, _SCREW / 2, circular_segments=_ROUND)
    head = Manifold.cylinder(HEAD[1], HEAD[0] / 2, circular_segments=_ROUND)
    one = shaft.translate((0, 0, below)) + head.translate((0, 0, below - HEAD[1]))
    at = (bar.long + EAR) / 2
    return {"screw left": one.translate((-at, 0, 0)), "screw right": one.translate((at, 0, 0))}


def _strip(layout, piece):
    m = layout.measures
    xs, ys = [light.x for light in piece], [light.y for light in piece]
    long = (len(piece) - 1) * m.pitch + m.pitch - 0.5  # cut in the middle of the copper
    x, y = (long, STRIP_WIDTH) if layout.way(piece)[0] else (STRIP_WIDTH, long)
    high = -FILM - m.well
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, 0)
    return _box(x, y, high - min(_LIGHT, STRIP_DEEP), high).translate(middle)
