"""A board's wiring as a picture (SVG): the computer from above, its parts at both sides, and the
wires.
"""

from itertools import groupby
from operator import attrgetter

from tools.boards.connections import connections
from tools.boards.feed import HEIGHT, drawn
from tools.boards.headers import header_of
from tools.boards.svg import circle, document, rect, tag, text

_ROW = 26  # from pin to pin
_ROWS = 20
_TOP = 96  # of the first pin
_WIDTH = 1080
_LEFT, _RIGHT = 440, 640  # the two rows of pins
_BOX = 190  # a part's width
_MARGIN = 24
_LANE = 14  # between wires side by side, at most
_LANES = 140  # for all of a side's
_LETTER = 8.2  # how wide one is at the size of a title
_POWER = {"VBUS": "#c0392b", "VSYS": "#c0392b", "5V": "#c0392b", "3V3": "#e67e22", "GND": "#222222"}
_DATA = "#1f6fb2"  # the strip's, as below
_SIGNALS = ("#2e8b57", "#b8860b", "#8e44ad", "#8b5a2b", "#008b8b", "#c71585", "#556b2f")
_BESIDE = {
    "Light strip": "through what is drawn below",
    "Supply": "through what is drawn below",
    "Buttons": "each closes its pin to ground",
    "Place rows": "a switch closes a row's pin; to a column's",
    "Place columns": "a switch in each row",
}


def svg(board):
    """Returns the picture as text. The same data give the same text."""
    colours = iter(_SIGNALS * 4)
    header = header_of(vars(board))
    by_part = groupby(connections(board), attrgetter("part"))
    parts = [_Part(name, list(wires), header) for name, wires in by_part]
    left = [part for part in parts if part.left]
    right = [part for part in parts if not part.left]
    _place(left)
    _place(right)
    body = [_computer(board.TITLE, header)]
    far = 0
    for side in (left, right):
        wires = [(part, wire) for part in side for wire in part.wires]
        apart = min(_LANE, _LANES / max(1, len(wires) - 1))
        body += [part.box() for part in side]
        for lane, (part, wire) in enumerate(wires):
            colour = _POWER.get(wire.pin) or (_DATA if wire.terminal == "DIN" else next(colours))
            points = _way(part, wire, 16 + round(apart * lane), far)
            body.append(_wire(part, points, colour))
            if wire.ohm:
                body.append(_resistor(points, wire.ohm))
            far += part.far(wire)
    bottom = max([_y(_ROWS - 1)] + [part.y + part.height for part in parts]) + 60
    return document(_WIDTH, bottom + HEIGHT, 13, [*body, *drawn(board, bottom)])


def _y(row):
    return _TOP + _ROW * row


class _Part:
    """A box with its terminals, on the side of the computer where most of its pins are."""

    def __init__(self, name, wires, header):
        self.name = name
        self.header = header
        self.left = 2 * sum(header.is_left(wire.number) for wire in wires) > len(wires)
        self.wires = sorted(wires, key=lambda wire: (not self.far(wire), self.y_of(wire)))
        self.note = _BESIDE.get(name, "")
        self.height = _ROW * (len(wires) + 1) + 8
        self.x = _MARGIN if self.left else _WIDTH - _MARGIN - _BOX
        self.edge = self.x + _BOX if self.left else self.x
        self.y = 0

    def far(self, wire):
        """True if the wire's pin is on the other side of the computer."""
        return self.header.is_left(wire.number) != self.left

    def y_of(self, wire):
        return _y(self.header.row(wire.number))

    def wish(self):
        """Returns the top at which the box's terminals are level with their pins."""
        near = [wire for wire in self.wires if not self.far(wire)]
        return sum(self.y_of(wire) - self.depth(wire) for wire in near) / len(near)

    def is_straight(self):
        """True if all terminals are level with the pins on their side."""
        return all(
            self.far(wire) or self.y + self.depth(wire) == self.y_of(wire) for wire in self.wires
        )

    def depth(self, wire):
        """Returns the distance from the box's top down to the wire's terminal."""
        return _ROW * (self.wires.index(wire) + 1) + 12

    def box(self):
        middle, bottom = self.x + _BOX / 2, self.y + self.height
        lines = [
            rect(self.x, self.y, _BOX, self.height, 8),
            text(middle, self.y + 19, self.name, "middle", None, bold=True),
        ]
        inside, anchor = (self.edge - 12, "end") if self.left else (self.edge + 12, "start")
        for wire in self.wires:
            lines.append(text(inside, self.y + self.depth(wire) + 5, wire.terminal, anchor, None))
        for i, line in enumerate(self.note.split("; ") if self.note else ()):
            lines.append(text(middle, bottom + 14 + 14 * i, line, "middle", 11, fill="#555555"))
        return "\n".join(lines)


def _place(parts):
    """Places the boxes of a side from top to bottom, level with their pins, without overlap."""
    free = _TOP - 40
    for part in sorted(parts, key=_Part.wish):
        part.y = round(max(part.wish(), free))
        if not part.is_straight():  # between the pins' heights: no wire lies on another's end
            part.y += (_TOP - 12 + _ROW // 2 - part.y) % _ROW
        free = part.y + part.height + 44


def _way(part, wire, lane, far):
    """Returns the corners of a wire's line, which turns `lane` from its box.

    `far`: the number of wires to the other side before this one.
    """
    start, end = part.y + part.depth(wire), part.y_of(wire)
    sign = 1 if part.left else -1
    x = part.edge + sign * lane
    pin_x = _LEFT if part.header.is_left(wire.number) else _RIGHT
    points = [(part.edge, start), (x, start)]
    if part.far(wire):
        over = _TOP - 54 - 8 * far
        beyond = pin_x + sign * (28 + 8 * far)
        points += [(x, over), (beyond, over), (beyond, end)]
    else:
        points += [(x, end)]
    return [*points, (pin_x, end)]


def _wire(part, points, colour):
    (_edge, start), *_, (pin_x, end) = points
    path = " ".join(f"{a:g},{b:g}" for a, b in points)
    style = {"fill": "none", "stroke": colour, "stroke_width": 2.5, "stroke_linejoin": "round"}
    ends = circle(part.edge, start, 4, colour) + circle(pin_x, end, 5, colour, "#ffffff")
    return tag("polyline", points=path, **style) + ends


def _resistor(points, ohm):
    """Draws a resistor in the longest level piece of a wire."""
    level = [(a, b) for a, b in zip(points, points[1:]) if a[1] == b[1]]
    (x, y), (end, _y) = max(level, key=lambda ends: abs(ends[1][0] - ends[0][0]))
    middle = (x + end) / 2
    return rect(middle - 20, y - 7, 40, 14) + text(middle, y - 11, f"{ohm} Ω", "middle", 11)


def _computer(title, header):
    top, bottom = _TOP - 34, _y(_ROWS - 1) + 34
    middle = (_LEFT + _RIGHT) / 2
    size = min(13, 13 * (_RIGHT - _LEFT) / (_LETTER * len(title)))
    style = {"fill": "#ffffff", "font_size": f"{size:.3g}", "font_weight": "bold"}
    wide = _RIGHT - _LEFT + 20
    lines = [rect(_LEFT - 10, top, wide, bottom - top, 10, "#2d7d46", None)]
    if header.chip:
        lines.append(rect(middle - 26, top - 12, 52, 34, 4, "#c9ced3", None))
        lines.append(text(middle, top + 10, "USB", "middle", 11))
    lines.append(tag("text", title, x=middle, y=bottom - 8, text_anchor="middle", **style))
    if header.chip:
        said = "from above: on the back left and right are swapped"
        lines.append(text(middle, bottom + 16, said, "middle", 11, fill="#555555"))
    for pin, name in enumerate(header.names, 1):
        left = header.is_left(pin)
        y = _y(header.row(pin))
        x = _LEFT if left else _RIGHT
        text_x, anchor = (x + 12, "start") if left else (x - 12, "end")
        label = f"{pin} {name}" if left else f"{name} {pin}"
        lines.append(circle(x, y, 5, "#e8c65a"))
        lines.append(text(text_x, y + 4, label, anchor, 11, fill="#ffffff"))
    return "\n".join(lines)
