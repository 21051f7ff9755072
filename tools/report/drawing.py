"""A board as SVG: the home of player 0 is at the bottom right, as the virtual board has it.

All sizes are whole numbers or texts, which every Python writes alike.
"""

from picogammon.ground.places import BAR, BAR_1

_EDGE = 10  # where the points' numbers are
_STEP = 20  # from one point to the next
_BAR = 22
_HEIGHT = 200
_WIDTH = 12 * _STEP + _BAR + 26
_POINT = 80  # how long one is
_MOST = 5  # checkers of a point that are drawn; more are a number
_RADIUS = 9
_PIPS = {  # at places of a grid of three by three
    1: "4",
    2: "08",
    3: "048",
    4: "0268",
    5: "02468",
    6: "023568",
}

_POINTS = "".join(
    f'<path class="point{i % 2}" d="M{x} {top}h{_STEP}l-{_STEP // 2} {dy}z"/>'
    for i in range(12)
    for x in [i * _STEP + (_BAR if i > 5 else 0)]
    for top, dy in ((0, _POINT), (_HEIGHT, -_POINT))
)
_HEADS = "".join(
    f'<marker id="{kind}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" '
    f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
    for kind, colour in (("played", "#ff6b5e"), ("best", "#5fe08a"))
)
# What all boards of a page have in common, to be put into it once.
BACKGROUND = (
    f'<svg width="0" height="0" aria-hidden="true"><symbol id="drawn" viewBox="0 0 {_WIDTH} '
    f'{_HEIGHT}"><rect class="field" width="{_WIDTH}" height="{_HEIGHT}"/>{_POINTS}'
    f'<rect class="bar" x="{6 * _STEP}" width="{_BAR}" height="{_HEIGHT}"/>'
    f'<rect class="bar" x="{_WIDTH - 26}" width="26" height="{_HEIGHT}"/></symbol>{_HEADS}</svg>'
)

# How they look inside an element of the class `board`, where a page says nothing of its own.
STYLE = """\
.board svg { width: 100%; display: block; }
.board text { text-anchor: middle; font: bold 11px sans-serif; }
.board .number { font: 8px sans-serif; fill: #666; }
.board .many { fill: #111; }
.field { fill: #1d2b2a; } #drawn .bar { fill: #4a3222; }
.point0 { fill: #55605e; } .point1 { fill: #37423f; }
.board circle.side0 { fill: #e8a23c; stroke: #5d3a06; }
.board circle.side1 { fill: #4f93e6; stroke: #0d2f5e; }
.board .off.side0 { fill: #e8a23c; } .board .off.side1 { fill: #4f93e6; }
.board .cube { fill: #f4ead8; stroke: #222; } .board .face { fill: #222; }
.board .die rect { fill: #e8a23c; stroke: #222; } .board .die.side1 rect { fill: #4f93e6; }
.board .die circle { fill: #111; stroke: none; }
.arrow { fill: none; stroke-width: 3; stroke-linecap: round; }
.arrow.played { stroke: #ff6b5e; stroke-dasharray: 6 5; } .arrow.best { stroke: #5fe08a; }
"""


def board(moment, side, arrows=()):
    """An SVG of a judging.Moment before `side` (or None) acts.

    Points have the numbers that `side` gives them. `arrows`: as judging.arrows has them.
    """
    parts = [f'<use href="#drawn" width="{_WIDTH}" height="{_HEIGHT}"/>']
    for place in range(1, BAR):
        x, below = _x(place), place <= 12
        parts += _pile(x, below, moment.points[place])
        parts.append(
            _text(x, _HEIGHT + 8 if below else -3, BAR - place if side else place, "number")
        )
    middle = 6 * _STEP + _BAR // 2
    parts += _pile(middle, True, min(moment.points[BAR_1], 0), 24)
    parts += _pile(middle, False, max(moment.points[BAR], 0), 24)
    off = [moment.each - sum(n for n in moment.points if n > 0)]
    off.append(moment.each + sum(n for n in moment.points if n < 0))
    for owner, y in ((0, _HEIGHT - 8), (1, 16)):
        if off[owner]:
            parts.append(_text(_WIDTH - 13, y, off[owner], f"off side{owner}"))
    parts.append(_cube(moment))
    if moment.dice:
        x = 164 + _BAR if side == 0 else 44
        parts += [_die(x + 22 * i, pips, side) for i, pips in enumerate(moment.dice)]
    parts += [_arrow(side, *one) for one in arrows]
    return (
        f'<svg viewBox="0 {-_EDGE} {_WIDTH} {_HEIGHT + 2 * _EDGE}" aria-hidden="true">'
        f"{''.join(parts)}</svg>"
    )


def _x(place):
    """The middle of a point, as player 0 counts."""
    column = 12 - place if place <= 12 else place - 13
    return column * _STEP + _STEP // 2 + (_BAR if column > 5 else 0)


def _pile(x, below, count, start=0):
    """Checkers on a point, from the edge or from `start`; fewer than 0 are player 1's."""
    side = int(count < 0)
    count = abs(count)
    way = -1 if below else 1
    y = _HEIGHT - _RADIUS - 1 - start if below else _RADIUS + 1 + start
    rows = [y + way * i * 2 * _RADIUS for i in range(min(count, _MOST))]
    parts = [f'<circle class="side{side}" cx="{x}" cy="{cy}" r="8.5"/>' for cy in rows]
    if count > _MOST:
        parts.append(_text(x, y + way * (_MOST - 1) * 2 * _RADIUS + 4, count, "many"))
    return parts


def _cube(moment):
    y = {None: _HEIGHT // 2, 0: _HEIGHT - 40, 1: 40}[moment.owner]
    x = _WIDTH - 13
    return f'<rect class="cube" x="{x - 10}" y="{y - 10}" width="20" height="20" rx="3"/>' + _text(
        x, y + 4, moment.cube if moment.cube > 1 else 64, "face"
    )


def _die(x, pips, side):
    y = _HEIGHT // 2 - 9
    dots = "".join(
        f'<circle cx="{x + 4 + 5 * (int(at) % 3)}" cy="{y + 4 + 5 * (int(at) // 3)}" r="1.7"/>'
        for at in _PIPS[pips]
    )
    return (
        f'<g class="die side{side}"><rect x="{x}" y="{y}" width="18" height="18" rx="3"/>{dots}</g>'
    )


def _text(x, y, text, css):
    return f'<text class="{css}" x="{x}" y="{y}">{text}</text>'


def _arrow(side, source, target, is_best):
    """From a place of that player to another; the two kinds lie beside each other."""
    kind, aside = ("best", 3) if is_best else ("played", -3)
    (x, y), (to_x, to_y) = [_end(side, place) for place in (source, target)]
    middle = (x + to_x) // 2 + aside, (y + to_y + _HEIGHT) // 4
    return (
        f'<path class="arrow {kind}" marker-end="url(#{kind})" d="M{x + aside} {y}'
        f'Q{middle[0]} {middle[1]} {to_x + aside} {to_y}"/>'
    )


def _end(side, place):
    """Where an arrow ends at a place of that player: half up a point, on the bar, or off."""
    if place == BAR:
        return 6 * _STEP + _BAR // 2, _HEIGHT - 40 if side else 40
    if not place:
        return _WIDTH - 13, 40 if side else _HEIGHT - 40
    place = BAR - place if side else place
    return _x(place), _HEIGHT - _POINT // 2 if place <= 12 else _POINT // 2


_CHART = 480, 190  # so that its letters can be read on a phone
_LEFT = 52
_PLOT = 12, 150  # the lines of 100 % and of 0 %


def chances(values, errors):
    """An SVG of a game's course: percentages, one a roll, and of each player the numbers of the
    rolls that he erred at; "" where nothing was rolled."""
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
