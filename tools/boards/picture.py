"""A board's wiring as a picture (SVG): the computer from above, the parts beside it, a line for
each wire.
"""

from html import escape
from itertools import groupby

from tools.boards.connections import connections
from tools.boards.feed import HEIGHT, drawn
from tools.boards.headers import header_of

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
    """The picture as text. The same data give the same text."""
    colours = iter(_SIGNALS * 4)
    header = header_of(vars(board))
    parts = [
        _Part(name, list(wires), header) for name, wires in groupby(connections(board), _part_of)
    ]
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
    foot = drawn(board, bottom)
    bottom += HEIGHT
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {bottom}" '
        f'font-family="DejaVu Sans, Verdana, sans-serif" font-size="13">'
        f'<rect width="{_WIDTH}" height="{bottom}" fill="#ffffff"/>'
    )
    return "\n".join([head, *body, *foot, "</svg>"]) + "\n"


def _part_of(connection):
    return connection.part


def _y(row):
    """The height of a row of pins on the picture."""
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
        """Does the wire go to the other side of the computer?"""
        return self.header.is_left(wire.number) != self.left

    def y_of(self, wire):
        """The height of the wire's pin."""
        return _y(self.header.row(wire.number))

    def wish(self):
        """Where the box would like to be: its terminals level with their pins."""
        near = [wire for wire in self.wires if not self.far(wire)]
        return sum(self.y_of(wire) - self.depth(wire) for wire in near) / len(near)

    def is_straight(self):
        """Are its terminals level with all pins on its side?"""
        return all(
            self.far(wire) or self.y + self.depth(wire) == self.y_of(wire) for wire in self.wires
        )

    def depth(self, wire):
        """How far below the box's top the wire's terminal is."""
        return _ROW * (self.wires.index(wire) + 1) + 12

    def box(self):
        lines = [
            f'<rect x="{self.x}" y="{self.y}" width="{_BOX}" height="{self.height}" rx="8" '
            f'fill="#f4f1ea" stroke="#8a8172"/>',
            f'<text x="{self.x + _BOX / 2:g}" y="{self.y + 19}" text-anchor="middle" '
            f'font-weight="bold">{escape(self.name)}</text>',
        ]
        inside, anchor = (self.edge - 12, "end") if self.left else (self.edge + 12, "start")
        for wire in self.wires:
            lines.append(
                f'<text x="{inside}" y="{self.y + self.depth(wire) + 5}" text-anchor="{anchor}">'
                f"{escape(wire.terminal)}</text>"
            )
        if self.note:
            for i, line in enumerate(self.note.split("; ")):
                lines.append(
                    f'<text x="{self.x + _BOX / 2:g}" y="{self.y + self.height + 14 + 14 * i}" '
                    f'text-anchor="middle" font-size="11" fill="#555555">{escape(line)}</text>'
                )
        return "\n".join(lines)


def _place(parts):
    """From top to bottom, level with their pins, without overlap."""
    free = _TOP - 40
    for part in sorted(parts, key=_Part.wish):
        part.y = round(max(part.wish(), free))
        if not part.is_straight():  # between the pins' heights: no wire lies on another's end
            part.y += (_TOP - 12 + _ROW // 2 - part.y) % _ROW
        free = part.y + part.height + 44


def _way(part, wire, lane, far):
    """The corners of a wire's line. `lane`: how far from its box it turns; `far`: how many wires
    go to the other side already.
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
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5" '
        f'stroke-linejoin="round"/>'
        f'<circle cx="{part.edge}" cy="{start}" r="4" fill="{colour}"/>'
        f'<circle cx="{pin_x}" cy="{end}" r="5" fill="{colour}" stroke="#ffffff"/>'
    )


def _resistor(points, ohm):
    """In the longest level piece of a wire."""
    level = [(a, b) for a, b in zip(points, points[1:]) if a[1] == b[1]]
    (x, y), (end, _y) = max(level, key=lambda ends: abs(ends[1][0] - ends[0][0]))
    middle = (x + end) / 2
    return (
        f'<rect x="{middle - 20:g}" y="{y - 7:g}" width="40" height="14" fill="#f4f1ea" '
        f'stroke="#8a8172"/>'
        f'<text x="{middle:g}" y="{y - 11:g}" text-anchor="middle" font-size="11">{ohm} Ω</text>'
    )


def _computer(title, header):
    top, bottom = _TOP - 34, _y(_ROWS - 1) + 34
    middle = (_LEFT + _RIGHT) / 2
    size = min(13, 13 * (_RIGHT - _LEFT) / (_LETTER * len(title)))
    lines = [
        f'<rect x="{_LEFT - 10}" y="{top}" width="{_RIGHT - _LEFT + 20}" height="{bottom - top}" '
        f'rx="10" fill="#2d7d46"/>',
        f'<text x="{middle:g}" y="{bottom - 8}" text-anchor="middle" fill="#ffffff" '
        f'font-size="{size:.3g}" font-weight="bold">{escape(title)}</text>',
    ]
    if header.chip:
        lines[1:1] = [
            f'<rect x="{middle - 26:g}" y="{top - 12}" width="52" height="34" rx="4" '
            'fill="#c9ced3"/>',
            f'<text x="{middle:g}" y="{top + 10}" text-anchor="middle" font-size="11">USB</text>',
        ]
        lines.append(
            f'<text x="{middle:g}" y="{bottom + 16}" text-anchor="middle" font-size="11" '
            'fill="#555555">from above: on the back left and right are swapped</text>'
        )
    for pin, name in enumerate(header.names, 1):
        left = header.is_left(pin)
        y = _y(header.row(pin))
        x = _LEFT if left else _RIGHT
        text_x, anchor = (x + 12, "start") if left else (x - 12, "end")
        label = f"{pin} {name}" if left else f"{name} {pin}"
        lines.append(f'<circle cx="{x}" cy="{y}" r="5" fill="#e8c65a"/>')
        lines.append(
            f'<text x="{text_x}" y="{y + 4}" text-anchor="{anchor}" font-size="11" '
            f'fill="#ffffff">{escape(label)}</text>'
        )
    return "\n".join(lines)
