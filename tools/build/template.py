"""The template of a layout for cutting, drilling and drawing: shapes in millimetres, in layers.

BORDER: the plate's edge; HOLES, BUTTONS: to drill; STRIP: its place below, seen from above.
"""

from collections import namedtuple

Circle = namedtuple("Circle", "layer x y diameter")
Line = namedtuple("Line", "layer points closed")
Label = namedtuple("Label", "layer x y height text upside_down")

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
LAYERS = ("BORDER", "FIELD", "HOLES", "BUTTONS", "STRIP", "TEXT")
BUTTON = 4.0  # the hole for the knob, 3.5 mm wide, of a 6 mm push button: its body stays below
BLOCK = (10.0, 20.0)  # mm, what holds the plate up in a box: along x and y
STRIP_WIDTH = 10.0
CABLE = 8.0  # the hole for the wires to the strip, in the console and in the box
SCALE = 100.0  # the line that shows the true size
_TEXT = 4.0  # the height of a number
_CROSS = 3.0


def shapes(layout):
    m = layout.measures
    b = m.border
    found = [
        _box("BORDER", -b, -b, layout.width + b, layout.height + b),
        *_field(layout),
    ]
    for piece in layout.pieces():
        found += _strip(piece, layout.way(piece), m.pitch)
    for light in layout.lights:
        found += _hole("HOLES", light.x, light.y, m.hole)
    for x, y in layout.buttons().values():
        found += _hole("BUTTONS", x, y, BUTTON)
    wide, long = (side / 2 for side in BLOCK)
    for x, y in layout.blocks().values():
        found.append(_box("STRIP", x - wide, y - long, x + wide, y + long))
    found += _words(layout)
    return found


def extent(layout):
    """Returns (left, bottom, right, top) of all shapes."""
    b = layout.measures.border
    return -b - 5, -b - 16, layout.width + b + 5, layout.height + b + 5


def _box(layer, left, bottom, right, top):
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    return Line(layer, corners, True)


def _field(layout):
    m = layout.measures
    yield _box("FIELD", 0, 0, layout.width, layout.height)
    edges = [layout.half, layout.half + m.bar_width]
    if m.tray_width:
        edges.append(layout.width - m.tray_width)
    for x in edges:
        x = layout.width - x if layout.mirrored else x
        yield Line("FIELD", ((x, 0), (x, layout.height)), False)
    for corners in layout.triangles:
        yield Line("FIELD", corners, True)


def _hole(layer, x, y, diameter):
    yield Circle(layer, x, y, diameter)
    yield Line(layer, ((x - _CROSS, y), (x + _CROSS, y)), False)
    yield Line(layer, ((x, y - _CROSS), (x, y + _CROSS)), False)


def _strip(piece, way, pitch):
    """Draws a piece of strip: its outline, and an arrow along the data's way."""
    first, last = piece[0], piece[-1]
    dx, dy = way
    half, side = pitch / 2, STRIP_WIDTH / 2
    start = (first.x - half * dx, first.y - half * dy)
    end = (last.x + half * dx, last.y + half * dy)
    corners = [
        (x - across * side * dy, y + across * side * dx)
        for (x, y), across in ((start, 1), (end, 1), (end, -1), (start, -1))
    ]
    yield Line("STRIP", tuple(corners), True)
    tip = (end[0] - 1 * dx, end[1] - 1 * dy)
    barbs = [(tip[0] - 3 * dx - s * 2 * dy, tip[1] - 3 * dy + s * 2 * dx) for s in (1, -1)]
    yield Line("STRIP", (barbs[0], tip, barbs[1]), False)
    if not first.number:
        yield Label("STRIP", start[0] - 6 * dx, start[1] - 6 * dy, _TEXT, "DIN", False)


def _words(layout):
    m = layout.measures
    height = min(_TEXT, m.point_width / 5)
    for point in range(1, 25):
        x, y = layout.from_rim(point, height / 2 + 1.5)
        aside = m.point_width * 0.25
        yield Label("TEXT", x - aside, y, height, str(point), False)
        yield Label("TEXT", x + aside, y, height, str(25 - point), True)
    x, y = -m.border - 3, -m.border - 5
    for line in (
        ((0, y - 2), (0, y), (SCALE, y), (SCALE, y - 2)),
        ((x + 2, 0), (x, 0), (x, SCALE), (x + 2, SCALE)),
    ):
        yield Line("TEXT", line, False)
    yield Label(
        "TEXT", SCALE / 2, y - 3, 3.0, f"{SCALE:.0f} mm at true size, this and upwards", False
    )
    title = f"{m.title} · {layout.board.NAME} · points {m.point_width:.1f} mm · holes {m.hole:g} mm"
    yield Label("TEXT", layout.width / 2, y - 9, 3.0, title, False)
