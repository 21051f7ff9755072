"""Writes a template at full size: SVG, DXF, and PDF on several pages."""

import io
import re
from itertools import combinations
from math import ceil

import ezdxf
import ezdxf.units
import matplotlib
from ezdxf.enums import TextEntityAlignment
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle as Round
from PIL import Image

from tools.build import template
from tools.build.template import PAPERS

_MARGIN = 10.0  # that printers leave white
_OVERLAP = 10.0  # of pages that are glued together
_RULE = 50.0  # mm, of the rulers on each page
_TICK = 5.0
_MARK = 4.0  # a registration mark's radius
_MARK_COLOUR = "#008080"
_NEAR = 100.0  # no hole or text is larger
_MM = 25.4  # an inch
_COLOURS = {
    "BORDER": ("#000000", 7),
    "FIELD": ("#8c6d46", 32),
    "HOLES": ("#c0392b", 1),
    "BUTTONS": ("#8e44ad", 6),
    "STRIP": ("#1f6fb2", 5),
    "TEXT": ("#333333", 8),
}
_POINTS_PER_MM = 72 / _MM
_CAP_HEIGHT = 0.73  # of the font's size
_PICTURE_PX = 900
_PICTURE_COLOURS = 32
_SETTINGS = {"svg.hashsalt": "picogammon", "svg.fonttype": "path", "pdf.compression": 6}


def svg(layout):
    """Returns the template as an SVG's text, in millimetres."""
    metadata = {"Date": None, "Creator": None}
    return rounded(_whole(layout, format="svg", metadata=metadata).getvalue().decode())


def picture(layout):
    """Returns a small picture of the template for the docs, as a PNG's bytes."""
    left, _, right, _ = template.extent(layout)
    out = _whole(layout, format="png", dpi=_PICTURE_PX * _MM / (right - left))
    small = io.BytesIO()
    Image.open(out).convert("RGB").quantize(_PICTURE_COLOURS).save(small, "PNG", optimize=True)
    return small.getvalue()


def _whole(layout, **how):
    """Returns a file in memory with the whole template; `how`: as for Figure.savefig."""
    left, bottom, right, top = window = template.extent(layout)
    out = io.BytesIO()
    with matplotlib.rc_context(_SETTINGS):
        _page((right - left, top - bottom), window, layout).savefig(out, **how)
    return out


def rounded(svg):
    """Rounds an SVG's lengths to a hundredth, so that each computer makes the same text."""
    lines = re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", svg).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def pdf(layout, paper):
    """Returns the template on pages of a paper (a name in PAPERS), as a PDF's bytes."""
    out = io.BytesIO()
    with (
        matplotlib.rc_context(_SETTINGS),
        PdfPages(out, metadata={"CreationDate": None, "Creator": None, "Producer": None}) as pages,
    ):
        size, tiles = tiles_of(layout, paper)
        for name, window in tiles:
            figure = _page(size, window, layout, _MARGIN)
            _rulers(figure, size)
            for mark in marks(tiles):
                _draw_mark(figure.axes[0], *mark)
            figure.text(0.6, 0.4 * _MARGIN / size[1], _told(name), ha="center", fontsize=7)
            pages.savefig(figure)
    return out.getvalue()


def tiles_of(layout, paper):
    """Returns (the paper's (width, height), [(name, (left, bottom, right, top))]), fewest pages."""
    upright = PAPERS[paper]
    choices = [(size, _tiles(layout, size)) for size in (upright, upright[::-1])]
    return min(choices, key=lambda choice: len(choice[1]))


def _tiles(layout, size):
    left, bottom, right, top = template.extent(layout)
    sheet = [side - 2 * _MARGIN for side in size]
    step = [side - _OVERLAP for side in sheet]
    columns = ceil((right - left - _OVERLAP) / step[0])
    rows = ceil((top - bottom - _OVERLAP) / step[1])
    tiles = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * step[0], top - row * step[1] - sheet[1]
            name = f"row {row + 1} of {rows}, page {column + 1} of {columns}"
            tiles.append((name, (x, y, x + sheet[0], y + sheet[1])))
    return tiles


def _told(name):
    told = f"{name} · print at 100 %, not fitted to the page"
    if name == "row 1 of 1, page 1 of 1":
        return told
    return f"{told} · neighbours overlap by {_OVERLAP:.0f} mm: lay mark on mark"


def marks(tiles):
    """Returns (x, y, name) of the marks that neighbours share, two in each overlap."""
    found = {}
    windows = [window for _name, window in tiles]
    for one, other in combinations(windows, 2):
        left, bottom = max(one[0], other[0]), max(one[1], other[1])
        right, top = min(one[2], other[2]), min(one[3], other[3])
        wide, high = right - left, top - bottom
        if min(wide, high) < 0 or max(wide, high) < 2 * _OVERLAP:
            continue  # no neighbours, or at a corner
        for part in (0.25, 0.75):
            along = (left + part * wide, (bottom + top) / 2)
            x, y = along if wide > high else ((left + right) / 2, bottom + part * high)
            found[round(x, 2), round(y, 2)] = None
    return [(x, y, chr(ord("A") + i // 10) + str(i % 10)) for i, (x, y) in enumerate(found)]


def _draw_mark(axes, x, y, name):
    style = {"color": _MARK_COLOUR, "linewidth": 0.5}
    axes.add_patch(Round((x, y), _MARK / 2, fill=False, **style))
    axes.add_line(Line2D((x - _MARK, x + _MARK), (y, y), **style))
    axes.add_line(Line2D((x, x), (y - _MARK, y + _MARK), **style))
    axes.text(x - 1, y + 2.5, name, ha="right", fontsize=6, color=_MARK_COLOUR, clip_on=True)


def _rulers(figure, size):
    """Draws rulers along the lower and the left edge, from the margins' corner."""
    width, height = size
    for across, up in ((1, 0), (0, 1)):
        ticks = [(at, 1.6 if at % 10 else 3.0) for at in range(0, int(_RULE) + 1, int(_TICK))]
        lines = [((0.0, 0.0), (_RULE * across, _RULE * up))]
        lines += [
            ((at * across, at * up), (at * across - up * long, at * up - across * long))
            for at, long in ticks
        ]
        for line in lines:
            xs, ys = zip(*line, strict=True)
            xs = [(_MARGIN + x) / width for x in xs]
            ys = [(_MARGIN + y) / height for y in ys]
            figure.add_artist(Line2D(xs, ys, color="#000000", linewidth=0.4))
        said = f"{_RULE:.0f} mm"
        x, y = (_RULE + 2, -3.0) if across else (-3.0, _RULE + 2)
        figure.text(
            (_MARGIN + x) / width, (_MARGIN + y) / height, said, fontsize=6, rotation=90 * up
        )


def _page(size, window, layout, margin=0.0):
    """Returns a Figure (size in mm) with a window of the drawing at full size within a margin."""
    width, height = size
    figure = Figure(figsize=(width / _MM, height / _MM))
    inner = (1 - 2 * margin / width, 1 - 2 * margin / height)
    axes = figure.add_axes((margin / width, margin / height, *inner))
    left, bottom, right, top = window
    axes.set(xlim=(left, right), ylim=(bottom, top), xticks=[], yticks=[])
    for spine in axes.spines.values():
        spine.set(visible=margin > 0, linewidth=0.3, color="#999999")
    for shape in template.shapes(layout):
        if _touches(shape, window):
            _draw(axes, shape)
    return figure


def _touches(shape, window):
    """True if a shape is in or near the window."""
    points = shape.points if isinstance(shape, template.Line) else ((shape.x, shape.y),)
    xs, ys = zip(*points, strict=True)
    left, bottom, right, top = window
    return (
        max(xs) > left - _NEAR
        and min(xs) < right + _NEAR
        and max(ys) > bottom - _NEAR
        and min(ys) < top + _NEAR
    )


def _draw(axes, shape):
    colour, _ = _COLOURS[shape.layer]
    if isinstance(shape, template.Circle):
        round_ = Round((shape.x, shape.y), shape.diameter / 2, fill=False, color=colour)
        round_.set(linewidth=0.6)
        axes.add_patch(round_)
    elif isinstance(shape, template.Line):
        points = (*shape.points, shape.points[0]) if shape.closed else shape.points
        axes.add_line(Line2D(*zip(*points, strict=True), color=colour, linewidth=0.5))
    else:
        axes.text(
            shape.x,
            shape.y,
            shape.text,
            fontsize=shape.height / _CAP_HEIGHT * _POINTS_PER_MM,
            rotation=180 if shape.upside_down else 0,
            ha="center",
            va="center",
            color=colour,
            clip_on=True,
        )


def dxf(layout):
    """Returns the template as a DXF's text, in millimetres, with the same layers."""
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no date, no chance: the same bytes
    document = ezdxf.new(units=ezdxf.units.MM)
    for layer in template.LAYERS:
        document.layers.add(layer, color=_COLOURS[layer][1])
    space = document.modelspace()
    for shape in template.shapes(layout):
        attributes = {"layer": shape.layer}
        if isinstance(shape, template.Circle):
            space.add_circle((shape.x, shape.y), shape.diameter / 2, attributes)
        elif isinstance(shape, template.Line):
            space.add_lwpolyline(shape.points, close=shape.closed, dxfattribs=attributes)
        else:
            turn = 180 if shape.upside_down else 0
            text = space.add_text(shape.text, height=shape.height, rotation=turn)
            text.dxf.layer = shape.layer
            centre = TextEntityAlignment.MIDDLE_CENTER
            text.set_placement((shape.x, shape.y), align=centre)
    for kind in sorted(document.entitydb.dxf_types_in_use()):  # by itself ezdxf uses a set's order
        document.classes.add_class(kind)
    out = io.StringIO()
    document.write(out)
    return out.getvalue()
