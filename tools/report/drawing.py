"""A board as SVG, with player 0's home at the bottom right.

Sizes are whole hundredths of a point's width, which every Python writes alike.
"""

from picogammon.ground import BAR, BAR_0, BAR_1, OFF_0, OFF_1, opposite
from tools.board_shape import SHAPE, middle

_EDGE = 50  # where the points' numbers are
_MOST = 5  # checkers of a point that are drawn; more are a number
_BAR, _TRAY, _ASIDE, _HEIGHT, _BASE, _RADIUS, _CUBE, _DIE = [
    round(100 * SHAPE[name])
    for name in "barWidth trayWidth cubeTrayWidth lowestField pointBase checkerRadius cubeSide "
    "dieSide".split()
]
_WIDTH = 1200 + _BAR + _TRAY  # of the field; the cube lies left of it
_POINT = round(_HEIGHT * SHAPE["pointLength"])  # how long one is
_APART, _PIP = round(_DIE * SHAPE["pipStep"]), round(_DIE * SHAPE["pipRadius"])


def _spot(place, inwards):
    """Returns the (x, y) at a distance from a place's rim."""
    x, below = middle(place, 100, _BAR, _TRAY)
    return int(x), _HEIGHT - inwards if below else inwards


_POINTS = "".join(
    f'<path class="point{point % 2}" d="M{x - _BASE // 2} {rim}h{_BASE}L{x} {tip}z"/>'
    for point in range(1, BAR)
    for (x, rim), (_, tip) in [(_spot(point, 0), _spot(point, _POINT))]
)
_HEADS = "".join(
    f'<marker id="{kind}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" '
    f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
    for kind, colour in (("played", "#ff6b5e"), ("best", "#5fe08a"))
)
# The shared part of all boards of a page.
BACKGROUND = (
    f'<svg width="0" height="0" aria-hidden="true"><symbol id="drawn" viewBox="{-_ASIDE} 0 '
    f'{_ASIDE + _WIDTH} {_HEIGHT}"><rect class="field" width="{_WIDTH}" height="{_HEIGHT}"/>'
    f'{_POINTS}<rect class="bar" x="{-_ASIDE}" width="{_ASIDE}" height="{_HEIGHT}"/>'
    f'<rect class="bar" x="600" width="{_BAR}" height="{_HEIGHT}"/>'
    f'<rect class="bar" x="{_WIDTH - _TRAY}" width="{_TRAY}" height="{_HEIGHT}"/></symbol>'
    f"{_HEADS}</svg>"
)

# The style of boards inside an element of the class `board`.
STYLE = """\
.board svg { width: 100%; display: block; stroke-width: 4; }
.board text { text-anchor: middle; dominant-baseline: central; font: bold 55px sans-serif; }
.board .number { font: 40px sans-serif; fill: var(--faint, #666); }
.board .many { fill: #111; }
.field { fill: #1d2b2a; } #drawn .bar { fill: #4a3222; }
.point0 { fill: #37423f; } .point1 { fill: #55605e; }
.board circle.side0 { fill: #e8a23c; stroke: #5d3a06; }
.board circle.side1 { fill: #4f93e6; stroke: #0d2f5e; }
.board .off.side0 { fill: #e8a23c; } .board .off.side1 { fill: #4f93e6; }
.board .cube rect { fill: #e9dcc3; stroke: #222; } .board .face { fill: #2a1b07; }
.board .held0 rect { stroke: #e8a23c; stroke-width: 9; }
.board .held1 rect { stroke: #4f93e6; stroke-width: 9; }
.board .die rect { fill: #e8a23c; stroke: #222; } .board .die.side1 rect { fill: #4f93e6; }
.board .die circle { fill: #111; stroke: none; }
.arrow { fill: none; stroke-width: 15; stroke-linecap: round; }
.arrow.played { stroke: #ff6b5e; stroke-dasharray: 30 25; } .arrow.best { stroke: #5fe08a; }
"""


def board(moment, side, arrows=()):
    """Returns an SVG of a judging.Moment before `side` (or None) acts, with that side's numbers.

    `arrows`: (from, to, True for the best play) each.
    """
    parts = [f'<use href="#drawn" x="{-_ASIDE}" width="{_ASIDE + _WIDTH}" height="{_HEIGHT}"/>']
    for place in range(BAR_1, BAR_0 + 1):
        parts += _pile(place, moment.points[place])
    for point in range(1, BAR):
        number = BAR - point if side else point
        parts.append(_text(*_spot(point, -_EDGE // 2), number, "number"))
    off = [moment.each - sum(n for n in moment.points if n > 0)]
    off.append(moment.each + sum(n for n in moment.points if n < 0))
    for owner, place in enumerate((OFF_0, OFF_1)):
        if off[owner]:
            parts.append(_text(*_spot(place, 60), off[owner], f"off side{owner}"))
    if moment.cube:
        parts.append(_cube(moment))
    if moment.dice:
        parts += [_die(*die, side) for die in zip((4, 3) if side == 0 else (10, 9), moment.dice)]
    parts += [_arrow(side, *one) for one in arrows]
    return (
        f'<svg viewBox="{-_ASIDE} {-_EDGE} {_ASIDE + _WIDTH} {_HEIGHT + 2 * _EDGE}" '
        f'aria-hidden="true">'
        f"{''.join(parts)}</svg>"
    )


def _pile(place, count):
    """Returns a place's checkers; a negative count is player 1's."""
    side, count = int(count < 0), abs(count)
    spots = [_spot(place, (2 * i + 1) * _RADIUS) for i in range(min(count, _MOST))]
    parts = [f'<circle class="side{side}" cx="{x}" cy="{y}" r="{_RADIUS - 2}"/>' for x, y in spots]
    if count > _MOST:
        parts.append(_text(*spots[-1], count, "many"))
    return parts


def _cube(moment):
    """Returns the cube in its tray, in the middle or at its owner's end."""
    x, end = -_ASIDE // 2, _HEIGHT // 2 - 55
    y = _HEIGHT // 2 + (0 if moment.owner is None else -end if moment.owner else end)
    turned = f' transform="rotate(180 {x} {y})"' if moment.owner else ""
    css = "cube" if moment.owner is None else f"cube held{moment.owner}"
    face = _text(x, y, moment.cube, "face")
    return f'<g class="{css}"{turned}>{_square(x, y, _CUBE)}{face}</g>'


def _die(point, pips, side):
    """Returns a die in the middle of the board, level with a point."""
    x, y = _spot(point, _HEIGHT // 2)
    dots = "".join(
        f'<circle cx="{x + _APART * (at % 3 - 1)}" cy="{y + _APART * (at // 3 - 1)}" r="{_PIP}"/>'
        for at in SHAPE["pips"][pips]
    )
    return f'<g class="die side{side}">{_square(x, y, _DIE)}{dots}</g>'


def _square(x, y, side):
    corner = f'x="{x - side // 2}" y="{y - side // 2}"'
    return f'<rect {corner} width="{side}" height="{side}" rx="15"/>'


def _text(x, y, text, css):
    return f'<text class="{css}" x="{x}" y="{y}">{text}</text>'


def _arrow(side, source, target, is_best):
    """Returns an arrow between two places of a player; the two kinds do not overlap."""
    kind, aside = ("best", 15) if is_best else ("played", -15)
    places = [opposite(place or OFF_0) if side else place or OFF_0 for place in (source, target)]
    (x, y), (to_x, to_y) = [_spot(place, _POINT // 2) for place in places]
    bend = (x + to_x) // 2 + aside, (y + to_y + _HEIGHT) // 4
    return (
        f'<path class="arrow {kind}" marker-end="url(#{kind})" d="M{x + aside} {y}'
        f'Q{bend[0]} {bend[1]} {to_x + aside} {to_y}"/>'
    )


_CHART = 480, 190  # so that its letters can be read on a phone
_LEFT = 52
_PLOT = 12, 150  # the lines of 100 % and of 0 %


def chances(values, errors):
    """Returns an SVG of telling.course, or "" without a roll."""
    if not values:
        return ""
    width, height = _CHART
    top, bottom = _PLOT
    right = width - 16
    step = max(1, len(values) - 1)
    spots = [
        (_LEFT + (right - _LEFT) * i // step, bottom - (bottom - top) * value // 100)
        for i, value in enumerate(values)
    ]
    parts = []
    for percent in (0, 50, 100):
        y = bottom - (bottom - top) * percent // 100
        even = ' class="even"' if percent == 50 else ""
        parts.append(f'<line{even} x1="{_LEFT}" x2="{right}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}">{percent} %</text>')
    for i in range(0, len(values), max(1, (len(values) + 9) // 10)):
        parts.append(f'<text x="{spots[i][0] + 4}" y="{bottom + 20}">{i + 1}</text>')
    line = " ".join([f"{x},{y}" for x, y in spots])
    parts.append(f'<polyline points="{line}"/>')
    for side in (0, 1):
        for i in errors[side]:
            x, y = spots[i]
            parts.append(f'<circle class="side{side}" cx="{x}" cy="{y}" r="5"/>')
    return f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{"".join(parts)}</svg>'
