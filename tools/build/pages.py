"""Makes the pictures and tables of docs/build, a folder for each design.

The pictures of the parts (SVG, lines only) are drawn from the solids that are printed.
"""

import io
from math import ceil

from build123d import Align, Axis, Box, Cylinder, ExportSVG, Pos

from tools import ROOT
from tools.boards.loading import load_board
from tools.boards.svg import circle, document, tag, text
from tools.build import fitting, measures, sheets, shopping
from tools.build import parts as printed
from tools.build.bars import BED, PILOT, bars, pilot, screw
from tools.build.layout import Layout
from tools.build.parts import parts
from tools.build.sheets import rounded
from tools.build.template import BLOCK, BUTTON, CABLE, PAPERS, STRIP_WIDTH
from tools.marks import put_between

FOLDER = ROOT / "docs" / "build"
BEGIN = "<!-- Made by `python -m tools.build --docs`: edit tools/build instead. -->"


def layout_of(name, **changes):
    """Returns a design's layout with changed measures. Raises MeasureError, BoardError."""
    if name not in measures.DESIGNS:
        known = ", ".join(measures.DESIGNS)
        raise measures.MeasureError(f"There is no design {name!r}. There are: {known}.")
    wanted = measures.changed(measures.DESIGNS[name], **changes)
    layout = Layout(load_board(wanted.board), wanted)
    fitting.check(layout)
    return layout


def made(name):
    """Returns {path: text} of a design's files in docs/build. Raises ValueError without marks."""
    layout = layout_of(name)
    folder = FOLDER / name
    page = folder / "README.md"
    text = tables(layout, "[the guide](../README.md)")
    found = {page: put_between(page.read_text(encoding="utf-8"), BEGIN, text)}
    return found | {folder / name: text for name, text in pictures(layout).items()}


def tables(layout, guide='the guide "Build it"'):
    """Returns all tables of a design as Markdown; `guide` is the guide's name or link."""
    made = parts(layout)
    found = [_measures(layout), _to_buy(layout, made), _to_print(made), _to_solder(layout, guide)]
    return "\n\n".join(found)


def _measures(layout):
    m = layout.measures
    outside = [side + 2 * m.border for side in (layout.width, layout.height)]
    rows = [
        ("the plate", f"{outside[0]:.0f} × {outside[1]:.0f} mm, {m.thickness:g} mm thick"),
        ("the field", f"{layout.width:.0f} × {layout.height:.0f} mm"),
        ("holes", f"{layout.wiring.lights} of {m.hole:g} mm for lights"),
    ]
    if count := len(layout.buttons()):
        rows.append(("places' buttons", f"{count} holes of {BUTTON:g} mm for their knobs"))
    sheets_of = [f"{len(sheets.tiles_of(layout, paper)[1])} of {paper}" for paper in PAPERS]
    rows.append(("printed pages", " or ".join(sheets_of)))
    if screw(m):
        rows.append(
            (
                "pilot holes",
                f"for the baffles' screws, from below: {PILOT:g} mm wide, {pilot(m):.0f} mm deep. "
                "Stick tape around the drill bit at that depth as a stop",
            )
        )
    return _list([*rows, *_stand(layout)])


def _stand(layout):
    """Yields (what, measures) of the plate's feet or blocks, its box or board, and the cable."""
    m, high = layout.measures, fitting.stand(layout)
    wires, _ = fitting.cable(layout)
    if blocks := layout.blocks():
        inside = [side + 2 * m.border + 1 for side in (layout.width, layout.height)]
        from_wall = layout.from_rim(13, 0)[1] - max(y for _, y in blocks.values()) + m.border
        yield (
            "the box",
            f"{inside[0]:.0f} × {inside[1]:.0f} mm inside or a little more, at least "
            f"{high + m.thickness:g} mm deep. For a larger box, make the drawings with a larger "
            "`--border`",
        )
        yield (
            "the plate lies on",
            f"{len(blocks)} printed blocks, glued to the floor of the box against its short walls, "
            f"centred {from_wall:.0f} mm from the long walls",
        )
    else:
        yield (
            "the plate stands on",
            f"feet, or battens {BLOCK[0]:g} mm wide along its edges; both at least {high} mm high",
        )
    if m.first_light < 0 and not blocks:
        rim = ceil(max(bar.wide / 2 for bar in bars(layout)) - m.first_light)
        yield (
            "a board that fits",
            f"flat and in one piece, with a rim level with the field and at least {rim} mm wide",
        )
    hole = f"through a hole of {CABLE:g} mm in"
    through, floor = (
        (f", {hole} the box's wall", "its floor")
        if blocks
        else (f"; with battens, {hole} one of them", "the table")
    )
    yield (
        "the cable",
        f"{wires} wires{through}, near the strip's DIN, centred "
        f"{high - fitting.below(layout) - CABLE:.0f} mm above {floor}",
    )


def _to_buy(layout, printed):
    found = shopping.items(layout, printed)
    rows = [
        (str(item.count), item.what, _price(item.least, item.most), item.remark) for item in found
    ]
    least, most = shopping.total(found)
    rows.append(
        ("", "**all together**", f"**{least}–{most}**", "not counting wood, box, tools and postage")
    )
    bought = _table("how many | what | US$ | remark", rows)
    return f"## What to buy\n\n{bought}\n\n{shopping.tools(layout)}"


def _price(least, most):
    return "–".join(f"{value:.2f}" if value < 1 else f"{value:.0f}" for value in (least, most))


def _to_print(printed):
    rows = []
    for part in printed:
        told = f"{shopping.grams(part)} g", _time(shopping.minutes(part))
        rows.append((str(part.count), f"`{part.name}`", part.colour, *told))
    grams = sum(map(shopping.grams, printed))
    time = _time(sum(map(shopping.minutes, printed)))
    rows.append(("", "**all together**", "", f"**{grams} g**", f"**{time}**"))
    told = (
        "Grams and time are estimates for the whole row, with layers of 0.2 mm, three perimeters "
        "and 20 % infill.\n"
        f"Every part fits a bed of {BED:.0f} mm and needs no supports."
    )
    printed = _table("how many | part | colour | grams | time", rows)
    return f"## What to print\n\n{printed}\n\n{told}"


def _time(minutes):
    hours, minutes = divmod(minutes, 60)
    return " ".join([f"{hours} h"] * (hours > 0) + [f"{minutes} min"] * (minutes > 0))


def _to_solder(layout, guide):
    order = f"Follow the steps of {guide} with these numbers."
    return f"## What to solder\n\n{order}\n\n" + _list(shopping.soldering(layout))


def _list(rows):
    """Returns a Markdown list, with a source line for each sentence and each stop of a route."""
    items = "\n".join(f"- **{what}**: {numbers}" for what, numbers in rows)
    return items.replace(". ", ".\n  ").replace(" → ", " →\n  ")


def _table(head, rows):
    lines = [head, " | ".join("---" for _ in head.split(" | "))]
    lines += [" | ".join(row) for row in rows]
    return "\n".join(f"| {line} |" for line in lines)


_FROM = (-400, -640, 480)  # the place of the eye
_BLACK, _GREY, _WOOD = (30, 30, 30), (120, 120, 120), (140, 100, 50)
_BLUE, _GREEN = (31, 111, 178), (30, 120, 60)
_UP = (Align.CENTER, Align.CENTER, Align.MIN)
_CHECKER = 42.0  # mm, a tournament's
_BETWEEN = 60  # points with checkers that are drawn
_WOODEN = {"fill": "#d9b382", "fill_opacity": 0.85, "stroke": "#8c6d46"}


def pictures(layout):
    """Returns {name: SVG} of a design's layers, its console, and its lights below checkers."""
    found = {"layers.svg": _svg(layers(layout)), "console.svg": _svg(console(layout.measures))}
    if layout.wiring.lights_per_point > 1:
        found["checkers.svg"] = _under_checkers(layout)
    return found


def hidden(measures, lights, count):
    """Returns the mm that `count` checkers cover of each hole of a point, from the rim on."""
    covered = []
    for i in range(lights):
        low = measures.first_light + i * measures.pitch - measures.hole / 2
        covered.append(min(measures.hole, max(0.0, count * _CHECKER - low)))
    return covered


def _under_checkers(layout):
    """Draws a point with none to five checkers, and the light that the referee uses, as an SVG.

    The referee's light is the first beyond the checkers on a point.
    """
    m, lights = layout.measures, layout.wiring.lights_per_point
    high = max(m.point_length, 5 * _CHECKER) + 40
    wide = 6 * _BETWEEN + 20
    body = []
    for count in range(6):
        x = 10 + _BETWEEN * (count + 0.5)
        left, right, tip = x - m.point_width / 2, x + m.point_width / 2, high - m.point_length
        shape = f"M{left:g} {high - 10:g} L{x:g} {tip - 10:g} L{right:g} {high - 10:g} Z"
        body.append(tag("path", d=shape, fill="none", stroke="#8c6d46"))
        covers = hidden(m, lights, count)
        for i, covered in enumerate(covers):
            y = high - 10 - m.first_light - i * m.pitch
            chosen = i == min(count, lights - 1)
            fill = "#2e8b57" if chosen and not covered else "#c0392b" if chosen else "#ffffff"
            body.append(circle(x, f"{y:.1f}", m.hole / 2, fill, "#333"))
        for i in range(count):
            y = high - 10 - _CHECKER * (i + 0.5)
            body.append(tag("circle", cx=x, cy=y, r=_CHECKER / 2, **_WOODEN))
        said = f"{count} checker{'' if count == 1 else 's'}"
        body.append(text(x, high + 6, said, "middle", None))
    return document(wide, high + 16, 9, body)


def layers(layout):
    """Returns [(solid, colour)] from top to bottom: plate, diffuser, baffle, strip."""
    m = layout.measures
    bar = max(bars(layout), key=lambda bar: len(bar.lights))
    apart = 30
    plate = Box(max(bar.long, 40) + 24, m.point_width + 10, m.thickness, align=_UP)
    plate -= printed.row(bar) * Cylinder(m.hole / 2, m.thickness, align=_UP)
    baffle = printed.baffle(m, bar).rotate(Axis.X, 180)
    strip = Box(bar.offsets[-1] - bar.offsets[0] + m.pitch, STRIP_WIDTH, 0.4, align=_UP)
    strip += printed.row(bar) * (Pos(0, 0, 0.4) * Box(5, 5, 1.6, align=_UP))
    return [
        (Pos(0, 0, 3 * apart) * plate, _WOOD),
        (Pos(0, 0, 2 * apart) * printed.diffuser(m, bar), _GREY),
        (Pos(0, 0, 1.4 * apart) * baffle, _BLACK),
        (strip, _BLUE),
    ]


def console(measures):
    """Returns [(solid, colour)] of the console's lid, OLED, Pico, base and buttons."""
    made = printed.Console(measures)
    high = made.high
    oled = Box(*made.oled, 1.6, align=_UP) + Pos(0, 0, 1.6) * Box(*made.view, 1.5, align=_UP)
    solids = [
        (Pos(0, 0, high + 140) * made.lid().rotate(Axis.Y, 180), _BLACK),
        (Pos(0, made.oled_y, high + 95) * oled, _BLUE),
        (Pos(0, made.pico_y, high + 36) * _held(made), _GREEN),
        (made.base(), _BLACK),
    ]
    knob = Cylinder(7, 6, align=_UP) + Pos(0, 0, -20) * Cylinder(5.5, 20, align=_UP)
    for x, row in made.buttons:
        solids.append((Pos(-x, row, high + 225) * knob, _GREY))
    return solids


def _held(made):
    """Returns a Pico that lies face down on the pegs, or the carrier with one above it."""
    pico = Box(*printed.PICO, 1, align=_UP)
    usb = Pos(0, printed.PICO[1] / 2 - 2) * Box(8, 6, 2.6, align=_UP)
    if not made.has_carrier:
        return pico + Pos(0, 0, -2.6) * usb
    left, top, right, bottom = printed.CARRIER_EDGE
    board = Box(right - left, bottom - top, printed.CARRIER_THICK, align=_UP)
    above = made.pico - made.carrier + printed.CARRIER_THICK
    held = Pos(0, -(top + bottom) / 2) * board + Pos(0, 0, above) * (pico + Pos(0, 0, 1) * usb)
    socket = Box(2.5, 50.8, above - printed.CARRIER_THICK, align=_UP)
    for x in (-9, 9):
        held += Pos(x, 0, printed.CARRIER_THICK) * socket
    return held


def _svg(solids):
    """Draws the visible lines of each solid as if it were alone."""
    export = ExportSVG(margin=4)
    for i, (solid, colour) in enumerate(solids):
        seen, _hidden = solid.project_to_viewport(_FROM, look_at=(0, 0, 60))
        export.add_layer(f"part{i}", line_color=colour, line_weight=0.3)
        export.add_shape(seen, layer=f"part{i}")
    out = io.BytesIO()
    export.write(out)
    return rounded(out.getvalue().decode())
