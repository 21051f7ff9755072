"""Draws (SVG) how 5 V and the data reach the strip: supply, fuse, level shifter, resistor,
capacitors; the way without a level shifter; and the level shifter on perfboard.
"""

from tools.boards import check, perfboard
from tools.boards.headers import header_of
from tools.boards.supply import CAPACITOR, USB_CAPACITOR, fed_at, fused, supply_of
from tools.boards.svg import circle, rect, tag
from tools.boards.svg import text as svg_text

_FIRST_LIGHT = 480  # where that way ends
HEIGHT = _FIRST_LIGHT + perfboard.HEIGHT
_RED, _BLACK, _BLUE, _GREY = "#c0392b", "#222222", "#1f6fb2", "#555555"
_UP, _DATA, _DOWN = 70, 150, 230  # 5 V, data, ground
_SHIFTER = (380, 560)  # left, right
_STRIP = (800, 1040)
_WHY = (
    "A light takes 0.7 of its own supply for high.",
    "At 4.3 V that is 3.0 V: the 3.3 V are enough.",
    "What it passes on is 4.3 V: more than the",
    "3.5 V that the others want at 5 V.",
)


def drawn(board, top):
    """Returns the drawing's lines, from a height (`top`) on."""
    supply = supply_of(board)
    lines = [f'<g transform="translate(0 {top})">']
    lines.append(_text(24, 24, "5 V and data, on their way to the strip", size=14, bold=True))
    lines += _source(board, supply)
    lines += _shifter()
    lines += _strip(board, supply)
    lines += _first_light()
    data_pin = header_of(vars(board)).pin(board.STRIP_PIN)
    lines += perfboard.drawn(data_pin, supply.own, _FIRST_LIGHT)
    return [*lines, "</g>"]


def _source(board, supply):
    header = header_of(vars(board))
    data = header.gpio[board.STRIP_PIN]
    pins = [
        (_DATA, f"{header.pin(board.STRIP_PIN)} (pin {data})"),
        (_DOWN, f"GND (pin {header.nearest_ground([header.volts_5])})"),
    ]
    if not supply.own:
        pins.append((_UP, f"{header.names[header.volts_5 - 1]} (pin {header.volts_5})"))
    yield rect(24, 50, 170, 200, 8) + _text(109, 44, header.called, "middle", bold=True)
    for y, name in pins:
        yield _text(182, y + 4, name, anchor="end")
    start = 194
    if supply.own:
        start = 250
        yield _text(start, 40, f"Supply 5 V, {supply.ma / 1000:g} A", bold=True, anchor="start")
        yield from (_dot(start, _UP, _RED), _dot(start, _DOWN, _BLACK))
        yield _text(start - 8, _UP + 4, "+", anchor="end") + _text(start - 8, _DOWN - 8, "−", "end")
        yield rect(290, _UP - 7, 44, 14)
        yield _text(312, _UP - 12, fused(supply).removeprefix("a "), anchor="middle")
        wire = f"{supply.wire:g} mm² (AWG {supply.awg})"
        yield _text(344, _UP + 22, wire, anchor="end", small=1)
        if header.chip:
            yield _line(_RED, (350, _UP), (350, 112), (194, 112))
            yield _diode(272, 112, flip=True)
            yield _text(182, 116, f"VSYS (pin {header.number('VSYS')})", anchor="end")
            yield _text(206, 132, "Schottky 1N5817", small=1)
            yield _text(182, 76, "VBUS stays free", anchor="end", small=1)
    yield _line(_RED, (start, _UP), (_STRIP[0], _UP))
    yield _line(_BLUE, (194, _DATA), (_SHIFTER[0], _DATA))
    yield _line(_BLACK, (194, _DOWN), (_STRIP[0], _DOWN))


def _shifter():
    left, right = _SHIFTER
    middle = (left + right) // 2
    yield _line(_RED, (middle, _UP), (middle, 120)) + _dot(middle, _UP, _RED)
    yield _line(_BLACK, (middle, 180), (middle, _DOWN)) + _dot(middle, _DOWN, _BLACK)
    yield rect(left, 108, right - left, 84, 8)
    yield _text(middle, 155, "74AHCT125", anchor="middle", bold=True)
    yield _text(left + 6, _DATA - 6, "2", small=1) + _text(right - 14, _DATA - 6, "3", small=1)
    yield _text(middle + 6, 122, "14", small=1)
    yield _text(middle - 8, 212, "7 and 1, 4, 5, 9, 10, 12, 13", anchor="end", small=1)
    yield from _capacitor(right + 26, "100 nF")
    yield _line(_BLUE, (right, _DATA), (650, _DATA))
    yield rect(650, _DATA - 8, 54, 16)
    yield _text(677, _DATA - 14, "330 Ω", anchor="middle")
    yield _line(_BLUE, (704, _DATA), (_STRIP[0], _DATA))


def _strip(board, supply):
    lights = check.wiring(vars(board)).lights
    left, right = _STRIP
    yield from _capacitor(735, CAPACITOR if supply.own else USB_CAPACITOR)
    yield rect(left, 50, right - left, 200, 8)
    yield _text((left + right) / 2, 44, f"Light strip, {lights} lights", anchor="middle", bold=True)
    for y, name in ((_UP, "5V"), (_DATA, "DIN"), (_DOWN, "GND")):
        yield _text(left + 12, y + 4, name)
    for i in range(3):
        yield f'<rect x="{left + 70 + 56 * i}" y="{_DATA - 14}" width="28" height="28" rx="3" '
        yield 'fill="#ffffff" stroke="#8a8172"/>'
    yield _text(right - 12, _DATA + 40, "the arrow points away from DIN", anchor="end", small=1)
    yield _text(right, 268, f"5V and GND to {fed_at(supply)}", anchor="end", small=1)
    if len(supply.feeds) > 1:
        yield from feeds_drawn(supply.feeds, supply.fuses)
    why = (
        "first the strip's supply, then the USB plug"
        if supply.own
        else "no larger: USB lets a plug be loaded with 10 µF, and more makes the rush"
    )
    yield _text(right, 284, why, anchor="end", small=1)


def feeds_drawn(feeds, fuses=1):
    """Draws the whole strip, small, and where 5V and GND come to it, with several fuses if any."""
    left, right, supply, strip = 720, _STRIP[1], 300, 328
    last = feeds[-1] - 1
    yield _line(_RED, (left, supply), (right, supply))
    given = "supply's 5V, GND" if fuses > 1 else "5V, GND"
    yield _text(left - 8, supply + 4, given, "end")
    yield rect(left, strip, right - left, 10)
    yield _text(left - 8, strip + 9, "light", "end", small=1)
    for feed in feeds:
        x = round(left + (right - left) * (feed - 1) / last)
        yield _line(_RED, (x, supply), (x, strip)) + _dot(x, supply, _RED)
        if fuses > 1:
            yield rect(x - 4, supply + 7, 8, 14)
        yield _text(x, strip + 24, f"{min(feed, last)}", anchor="middle", small=1)


def _first_light():
    top = 330
    said = "Without a level shifter: the strip's first light alone at 4.3 V"
    yield _text(24, top, said, bold=True)
    y, data, ground = top + 40, top + 75, top + 110
    yield "".join(
        _text(24, at + 4, name) for at, name in ((y, "5 V"), (data, "data, 330 Ω"), (ground, "GND"))
    )
    yield _line(_RED, (120, y), (660, y)) + _line(_BLACK, (120, ground), (660, ground))
    yield _line(_RED, (170, y), (170, y + 12), (280, y + 12)) + _dot(170, y, _RED)
    yield _diode(225, y + 12) + _text(225, y + 32, "1N4001", anchor="middle", small=1)
    yield _line(_BLUE, (120, data), (660, data))
    for x, name in ((280, "first light"), (470, "second"), (570, "third")):
        yield rect(x, y + 4, 70, ground - y - 8, 4)
        yield _text(x + 35, data + 4, name, anchor="middle", small=1)
        yield _line(_BLACK, (x + 35, ground - 4), (x + 35, ground))
        if x > 280:
            yield _line(_RED, (x + 35, y + 4), (x + 35, y))
    yield _text(372, y + 16, "5V is cut here", small=1)
    for i, said in enumerate(_WHY):
        yield _text(690, y + 14 + 18 * i, said, small=1)


def _capacitor(x, value):
    middle = (_DATA + _DOWN) // 2
    yield _line(_RED, (x, _UP), (x, _DATA - 8)) + _dot(x, _UP, _RED)
    # Over the data: no joint there.
    yield _line(_RED, (x, _DATA + 8), (x, middle - 4))
    yield _path(_RED, f"M{x} {_DATA - 8} a8 8 0 0 1 0 16")
    yield _line(_BLACK, (x, middle + 4), (x, _DOWN)) + _dot(x, _DOWN, _BLACK)
    for y in (middle - 4, middle + 4):
        yield _line(_BLACK, (x - 12, y), (x + 12, y))
    yield _text(x + 16, middle + 4, value)


def _diode(x, y, flip=False):
    s = -1 if flip else 1
    arrow = f"M{x - 8 * s} {y - 8} L{x + 8 * s} {y} L{x - 8 * s} {y + 8} Z"
    bar = tag("path", d=f"M{x + 8 * s} {y - 8} V{y + 8}", stroke=_RED, stroke_width=3)
    return tag("path", d=arrow, fill=_RED) + bar


def _line(colour, *points):
    return _path(colour, "M" + " L".join(f"{x:g},{y:g}" for x, y in points))


def _path(colour, way):
    return tag("path", d=way, fill="none", stroke=colour, stroke_width=2)


def _dot(x, y, colour):
    return circle(x, y, 4, colour)


def _text(x, y, said, anchor="start", size=12, bold=False, small=0):
    return svg_text(x, y, said, anchor, size - small, bold, _GREY if small else None)
