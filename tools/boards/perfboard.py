"""The level shifter on perfboard: its data and its drawing.

Holes are (column, row) on a grid of 2.54 mm.
"""

from tools.boards.svg import circle, rect, tag, text

HEIGHT = 390
COLUMNS, ROWS = 11, 10
# Each leg's hole: of the 74AHCT125's pins (DIP-14), the capacitor's and the resistor's two.
LEGS = {
    **{f"U{pin}": (6, 2 + pin) for pin in range(1, 8)},
    **{f"U{pin}": (9, 17 - pin) for pin in range(8, 15)},
    **{"C1": (10, 3), "C2": (10, 5), "R1": (5, 5), "R2": (1, 5)},
}
# Where wires come and go. Those to the strip's 5V and GND only with a plug, which gives little.
WIRES = {
    "from 5 V": (11, 3),
    "to the strip's 5V": (11, 4),
    "from GND": (7, 1),
    "to the strip's GND": (8, 1),
    "from the data pin": (5, 4),
    "to the strip's DIN": (1, 6),
}
_TO_STRIP = ("to the strip's 5V", "to the strip's GND")
# Bare wire below, from hole to hole; it is soldered to each hole that it passes with a leg in it.
_FIVE, _GROUND, _DATA = "#c0392b", "#222222", "#1f6fb2"
BARE = (
    (_FIVE, (9, 3), (11, 3), (11, 4)),
    (_GROUND, (8, 1), (7, 1), (7, 9), (6, 9)),
    *((_GROUND, (6, row), (7, row)) for row in (3, 6, 7)),
    *((_GROUND, (7, row), (9, row)) for row in (4, 7, 8)),
    (_GROUND, (7, 5), (10, 5)),
    (_DATA, (5, 4), (6, 4)),
    (_DATA, (5, 5), (6, 5)),
    (_DATA, (1, 5), (1, 6)),
)
_APART = 26
_LEFT, _TOP = 200, 88
_SAID = (
    "Perfboard: each hole has a pad of its own.",
    "On stripboard, pin 1 would be joined with",
    "pin 14 across the chip: GND with 5 V.",
    "Thick lines are bare wire on the other side.",
    "A breakout board of a 74AHCT125 does as well.",
    "Pins 6, 8 and 11 stay free.",
)
_SAID_OWN = ("The strip's own 5V and GND do not pass here:", "all wires are thin.")


def wires(own):
    """Returns WIRES; with `own`, a separate supply, without the wires to the strip."""
    return {said: hole for said, hole in WIRES.items() if not own or said not in _TO_STRIP}


def drawn(data_pin, own, top):
    """Returns the drawing's lines (SVG), from a height (`top`) on; `data_pin`: its name."""
    lines = [f'<g transform="translate(0 {top})">']
    lines.append(text(24, 24, "The level shifter on perfboard, from above", bold=True))
    x, y = _at((0.5, 0.5))
    lines.append(rect(str(x), str(y), COLUMNS * _APART, ROWS * _APART, 4, "#f1dfb4"))
    style = {"stroke_width": 6, "stroke_linejoin": "round", "opacity": 0.55}
    for colour, *holes in BARE:
        points = " ".join("%g,%g" % _at(hole) for hole in holes)
        lines.append(tag("polyline", points=points, fill="none", stroke=colour, **style))
    for column in range(1, COLUMNS + 1):
        lines += [_hole((column, row), 2, "#ffffff") for row in range(1, ROWS + 1)]
    lines += [*_parts(), *_ends(data_pin, own)]
    said = _SAID + _SAID_OWN if own else _SAID
    lines += [text(700, 130 + 20 * i, line) for i, line in enumerate(said)]
    return [*lines, "</g>"]


def _parts():
    left, top = _at((6, 2.6))
    right, bottom = _at((9, 9.4))
    middle = (left + right) / 2
    shape = f"M{left + 6:g} {top:g} H{middle - 8:g} a8 8 0 0 0 16 0 H{right - 6:g} V{bottom:g}"
    style = {"fill": "#555555", "fill_opacity": 0.2, "stroke": "#333333"}
    yield tag("path", d=f"{shape} H{left + 6:g} Z", **style)
    yield text(middle, bottom + 18, "74AHCT125", "middle", bold=True)
    for pin in (1, 7, 8, 14):
        x, y = _at(LEGS[f"U{pin}"])
        yield text(x + (9 if pin < 8 else -9), y + 4, str(pin), "start" if pin < 8 else "end")
    for one, other, width, said in (("R1", "R2", 44, "330 Ω"), ("C1", "C2", 20, "100 nF")):
        (x, y), (far_x, far_y) = _at(LEGS[one]), _at(LEGS[other])
        mid_x, mid_y = (x + far_x) / 2, (y + far_y) / 2
        wide, high = (width, 14) if y == far_y else (14, width)
        yield _wire((x, y), (far_x, far_y), "#777777")
        yield rect(mid_x - wide / 2, mid_y - high / 2, wide, high)
        yield text(mid_x, mid_y + (22 if y == far_y else 40), said, "middle")
    yield from (_hole(hole, 4, "#c9ced3") for hole in LEGS.values())


def _ends(data_pin, own):
    """Draws each wire that comes and goes, and names its other end."""
    for said, hole in wires(own).items():
        x, y = _at(hole)
        colour = _FIVE if "5" in said else _GROUND if "GND" in said else _DATA
        if colour == _GROUND:
            off = -34 if said.startswith("from") else 34
            end, at, anchor = (x + off, 60), (x + off, 56), "end" if off < 0 else "start"
        elif colour == _FIVE:
            end, at, anchor = (x + 50, y), (x + 56, y + 4), "start"
        else:
            end, at, anchor = (_LEFT - 20, y), (_LEFT - 26, y + 4), "end"
        yield _wire((x, y), end, colour)
        yield _hole(hole, 4, colour)
        said = said.replace("5 V", "5 V, behind the fuse") if own else said
        yield text(*at, said.replace("the data pin", data_pin), anchor)


def _at(hole):
    return _LEFT + _APART * (hole[0] - 1), _TOP + _APART * (hole[1] - 1)


def _wire(start, end, colour):
    way = "M%g %g L%g %g" % (*start, *end)
    return tag("path", d=way, stroke=colour, stroke_width=2)


def _hole(hole, radius, colour):
    return circle(*_at(hole), radius, colour, "#8a8172")
