"""Writes a template at full size: SVG, DXF, and PDF over as many pages as it takes."""

import io
import re
from math import ceil

import ezdxf
import ezdxf.units
import matplotlib
from ezdxf.enums import TextEntityAlignment
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Circle as Round

from tools.build import template

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
_MARGIN = 10.0  # what printers leave white
_OVERLAP = 10.0  # from page to page, to glue them together
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
_SETTINGS = {"svg.hashsalt": "picogammon", "svg.fonttype": "path", "pdf.compression": 6}


def svg(layout):
    """The template as an SVG's text, one unit of it a millimetre."""
    left, bottom, right, top = template.extent(layout)
    out = io.StringIO()
    with matplotlib.rc_context(_SETTINGS):
        figure = _page((right - left, top - bottom), (left, bottom, right, top), layout)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return rounded(out.getvalue())


def rounded(svg):
    """An SVG's text with its lengths to a hundredth of a unit: finer than a printer, and the same
    wherever it is computed.
    """
    lines = re.sub(r"\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}", svg).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def pdf(layout, paper):
    """The template over pages of a paper (a name in PAPERS), as a PDF's bytes."""
    out = io.BytesIO()
    with (
        matplotlib.rc_context(_SETTINGS),
        PdfPages(out, metadata={"CreationDate": None, "Creator": None, "Producer": None}) as pages,
    ):
        size, tiles = tiles_of(layout, paper)
        for name, window in tiles:
            figure = _page(size, window, layout, _MARGIN)
            figure.text(0.5, 0.4 * _MARGIN / size[1], _told(name), ha="center", fontsize=7)
            pages.savefig(figure)
    return out.getvalue()


def tiles_of(layout, paper):
    """((width, height) of the paper, [(name, (left, bottom, right, top))]), turned as takes fewer
    pages.
    """
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
    overlap = f"neighbours overlap by {_OVERLAP:.0f} mm"
    return f"{name} · print at 100 %, not fitted to the page · {overlap}"


def _page(size, window, layout, margin=0.0):
    """A Figure of a size (mm) that shows a window of the drawing at full size within a margin."""
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
    """Is some of a shape in the window? May say so of a near one."""
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
    """The template as a DXF's text, in millimetres, a layer of it for each of the template's."""
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
    for kind in sorted(document.entitydb.dxf_types_in_use()):  # or it takes them from a set
        document.classes.add_class(kind)
    out = io.StringIO()
    document.write(out)
    return out.getvalue()
