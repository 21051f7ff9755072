"""Pictures of a design's parts (SVG, lines only), drawn from the solids that are printed."""

import io

from build123d import Align, Axis, Box, Cylinder, ExportSVG, Pos

from tools.build import parts as printed
from tools.build.measures import MODULES
from tools.build.sheets import rounded
from tools.build.template import STRIP_WIDTH

_FROM = (-400, -640, 480)  # where the eye is
_BLACK, _WOOD, _BLUE, _GREEN, _GREY = (
    (30, 30, 30),
    (140, 100, 50),
    (31, 111, 178),
    (30, 120, 60),
    (120, 120, 120),
)
_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def pictures(layout):
    """{name: SVG} of a design: its layers, and its console, each taken apart."""
    return {"layers.svg": _svg(layers(layout)), "console.svg": _svg(console(layout.measures))}


def layers(layout):
    """[(solid, colour)] from top to bottom: plate, diffuser, baffle, strip."""
    m = layout.measures
    lights = max(len(piece) for piece in layout.pieces())
    long = max(lights * m.pitch, 40) + 24
    apart = 30
    plate = Box(long, m.point_width + 10, m.thickness, align=_UP)
    plate -= printed.row(m, lights) * Cylinder(m.hole / 2, m.thickness, align=_UP)
    bar = printed.baffle(m, lights).rotate(Axis.X, 180)
    strip = Box(lights * m.pitch, STRIP_WIDTH, 0.4, align=_UP)
    strip += printed.row(m, lights) * (Pos(0, 0, 0.4) * Box(5, 5, 1.6, align=_UP))
    return [
        (Pos(0, 0, 3 * apart) * plate, _WOOD),
        (Pos(0, 0, 2 * apart) * printed.diffuser(m, lights), _GREY),
        (Pos(0, 0, 1.4 * apart) * bar, _BLACK),
        (strip, _BLUE),
    ]


def console(measures):
    """[(solid, colour)] from top to bottom: lid, buttons, OLED, Pico, base."""
    board, view = MODULES[measures.oled]
    _, depth, high = printed.console_size(measures)
    lid = printed.console_lid(measures).rotate(Axis.Y, 180)
    y = printed.oled_place(measures)
    oled = Box(*board, 1.6, align=_UP) + Pos(0, 0, 1.6) * Box(*view, 1.5, align=_UP)
    pico = Box(*printed.PICO, 1, align=_UP) + Pos(0, printed.PICO[1] / 2 - 2, 1) * Box(
        8, 6, 2.6, align=_UP
    )
    solids = [
        (Pos(0, 0, high + 140) * lid, _BLACK),
        (Pos(0, y, high + 95) * oled, _BLUE),
        (Pos(0, printed.pico_place(measures), high + 36) * pico, _GREEN),
        (printed.console_base(measures), _BLACK),
    ]
    knob = Cylinder(7, 6, align=_UP) + Pos(0, 0, -20) * Cylinder(5.5, 20, align=_UP)
    for x, row in printed.buttons(measures):
        solids.append((Pos(-x, row, high + 225) * knob, _GREY))
    return solids


def _svg(solids):
    """The lines that are seen, each solid alone: taken apart, none should hide another."""
    export = ExportSVG(margin=4)
    for i, (solid, colour) in enumerate(solids):
        seen, _hidden = solid.project_to_viewport(_FROM, look_at=(0, 0, 60))
        export.add_layer(f"part{i}", line_color=colour, line_weight=0.3)
        export.add_shape(seen, layer=f"part{i}")
    out = io.BytesIO()
    export.write(out)
    return rounded(out.getvalue().decode())
