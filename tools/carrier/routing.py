"""Tracks for what must be joined: the shortest ways on a grid, one net after another.

Ground is a plane on both sides, and has one track.
"""

import heapq
from collections import namedtuple
from math import hypot

from tools.carrier import CarrierError
from tools.carrier.circuit import FUSED, GROUND, STRIP_5V, SUPPLY, VBUS, VSYS
from tools.carrier.placing import ANTENNA, EDGE, HOLES

FRONT, BACK = 0, 1
CLEARANCE = 0.2  # between what is not joined
TO_EDGE = 0.5
VIA, VIA_DRILL = 0.8, 0.4  # diameters
WIDTHS = {SUPPLY: 2.0, FUSED: 2.0, STRIP_5V: 2.0, VBUS: 1.0, VSYS: 1.0}  # for 2 A, and for 0.5 A
NARROW = 0.3
_GROUND_WIDTH = 0.5
_PARTS = 20  # of a line, where it is points
_NO_VIA = 1.5  # a wider track stays on its side: one via would be its bottleneck

_STEP = 0.635  # a quarter of the pitch of pins
_SPARE = 0.09  # between two points of the grid a way may come nearer
_BACK_COST, _VIA_COST, _BEND_COST = 2.5, 12, 0.4  # steps; tracks on the back cut the plane
_TRIES = 60

Track = namedtuple("Track", "net layer width x1 y1 x2 y2")
Via = namedtuple("Via", "net x y")
Routes = namedtuple("Routes", "tracks vias")
# What is nearer than `radius` to a square of `half` about x, y. layer: None on both; net: None
# where it is of none.
_Copper = namedtuple("_Copper", "net layer x y half radius")

# Between two of the Pico's grounds (pins 23 and 28), of which other tracks would cut off the lower.
_GROUND_WAY = ((8.89, 19.05), (7.62, 17.78), (7.62, 7.62), (8.89, 6.35))

_LEFT, _TOP = (round(edge / _STEP) for edge in EDGE[:2])
_COLUMNS = round(EDGE[2] / _STEP) - _LEFT + 1
_ROWS = round(EDGE[3] / _STEP) - _TOP + 1
_SIDE = _COLUMNS * _ROWS
_WAYS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def width(net):
    """How wide a net's tracks are."""
    return WIDTHS.get(net, NARROW)


def routes(placed):
    """Routes that join all pads of each net but ground. Raises CarrierError where there is no way.

    A net that finds none begins the next try.
    """
    pads = _pads_by_net(placed)
    order = sorted(pads, key=lambda net: (-width(net), _spread(pads[net]), net))
    for _ in range(_TRIES):
        router = _Router(placed)
        stuck = next((net for net in order if not router.join(net, pads[net])), None)
        if stuck is None:
            return Routes(router.tracks, router.vias)
        order.remove(stuck)
        order.insert(0, stuck)
    raise CarrierError(f"There is no way for the tracks of {stuck} on the carrier.")


def _pads_by_net(placed):
    found = {}
    for part in placed:
        for pad in part.pads:
            net = part.part.pins.get(pad.number)
            if net and net != GROUND:
                found.setdefault(net, []).append(pad)
    return {net: pads for net, pads in found.items() if len(pads) > 1}


def _spread(pads):
    across, down = [pad.x for pad in pads], [pad.y for pad in pads]
    return max(across) - min(across) + max(down) - min(down)


def _place(cell):
    """A cell's place in mm."""
    row, column = divmod(cell % _SIDE, _COLUMNS)
    return round((column + _LEFT) * _STEP, 4), round((row + _TOP) * _STEP, 4)


def _cell(x, y):
    return (round(y / _STEP) - _TOP) * _COLUMNS + round(x / _STEP) - _LEFT


class _Router:
    """What lies on the carrier so far."""

    def __init__(self, placed):
        self.tracks, self.vias = [], []
        self._coppers = [_Copper(None, None, x, y, 0, hole / 2 + TO_EDGE) for x, y, hole in HOLES]
        self._coppers += [
            _Copper(part.part.pins.get(pad.number), None, pad.x, pad.y, *_shape(pad))
            for part in placed
            for pad in part.pads
        ]
        for one, other in zip(_GROUND_WAY, _GROUND_WAY[1:], strict=False):
            self.tracks.append(Track(GROUND, BACK, _GROUND_WIDTH, *one, *other))
            for i in range(_PARTS + 1):
                x, y = (a + (b - a) * i / _PARTS for a, b in zip(one, other, strict=True))
                self._coppers.append(_Copper(GROUND, BACK, x, y, 0, _GROUND_WIDTH / 2))

    def join(self, net, pads):
        """Joins pads of a net with tracks; True if there was a way."""
        blocked = self._blocked(net, width(net) / 2)
        vias = self._blocked(net, VIA / 2) if width(net) < _NO_VIA else None
        cells = {_cell(pad.x, pad.y): pad for pad in pads}
        first = min(cells, key=lambda cell: (cells[cell].x, cells[cell].y))
        tree, left = {first, first + _SIDE}, set(cells) - {first}
        while left:
            way = _shortest(tree, left, blocked, vias)
            if way is None:
                return False
            left.discard(way[-1] % _SIDE)
            tree |= {*way, way[-1] % _SIDE, way[-1] % _SIDE + _SIDE}
            self._lay(net, way, cells)
        return True

    def _blocked(self, net, half):
        """A bytearray of cells, of the front and then of the back: may no track of a net be there
        which is half so wide?"""
        found = bytearray(2 * _SIDE)
        _block_edges(found, half)
        for copper in self._coppers:
            if copper.net is None or copper.net != net:
                _block(found, copper, copper.radius + half + CLEARANCE + _SPARE)
        return found

    def _lay(self, net, way, cells):
        """Tracks and vias along a way, from pad middle to pad middle."""
        points = [(cell // _SIDE, *_place(cell)) for cell in way]
        first, last = (cells.get(cell % _SIDE) for cell in (way[0], way[-1]))
        if first:
            points.insert(0, (points[0][0], first.x, first.y))
        if last:
            points.append((points[-1][0], last.x, last.y))
        for layer, x, y in points:
            self._coppers.append(_Copper(net, layer, x, y, 0, width(net) / 2))
        for one, other in zip(points, points[1:], strict=False):
            middle = (one[1] + other[1]) / 2, (one[2] + other[2]) / 2
            self._coppers.append(_Copper(net, one[0], *middle, 0, width(net) / 2))
            if one[0] != other[0]:
                self.vias.append(Via(net, *one[1:]))
                self._coppers.append(_Copper(net, None, *one[1:], 0, VIA / 2))
        self.tracks += _straight(net, points)


def _shape(pad):
    """(half, radius) of a pad's copper."""
    return (pad.size / 2, 0) if pad.square else (0, pad.size / 2)


def _straight(net, points):
    """Tracks through points; those in one line are one."""
    found = []
    for one, other in zip(points, points[1:], strict=False):
        if one[0] != other[0] or one == other:
            continue
        track = Track(net, one[0], width(net), *one[1:], *other[1:])
        if found and _goes_on(found[-1], track):
            track = found.pop()._replace(x2=track.x2, y2=track.y2)
        found.append(track)
    return found


def _goes_on(one, other):
    if one.layer != other.layer or (one.x2, one.y2) != (other.x1, other.y1):
        return False
    ways = [(each.x2 - each.x1, each.y2 - each.y1) for each in (one, other)]
    (x1, y1), (x2, y2) = [(x / hypot(x, y), y / hypot(x, y)) for x, y in ways]
    return abs(x1 - x2) + abs(y1 - y2) < 1e-6


def _block_edges(found, half):
    left, top, right, bottom = EDGE
    off = half + TO_EDGE
    for cell in range(_SIDE):
        x, y = _place(cell)
        outside = not (left + off <= x <= right - off and top + off <= y <= bottom - off)
        if outside or ANTENNA[0] - half <= x <= ANTENNA[2] + half and y >= ANTENNA[1] - half:
            found[cell] = found[cell + _SIDE] = 1


def _block(found, copper, radius):
    sides = (FRONT, BACK) if copper.layer is None else (copper.layer,)
    around = int((radius + copper.half) / _STEP) + 1
    middle_row, middle_column = divmod(_cell(copper.x, copper.y), _COLUMNS)
    columns = range(max(0, middle_column - around), min(_COLUMNS, middle_column + around + 1))
    for row in range(max(0, middle_row - around), min(_ROWS, middle_row + around + 1)):
        down = max(0, abs((row + _TOP) * _STEP - copper.y) - copper.half)
        for column in columns:
            across = max(0, abs((column + _LEFT) * _STEP - copper.x) - copper.half)
            if hypot(across, down) < radius:
                for side in sides:
                    found[side * _SIDE + row * _COLUMNS + column] = 1


def _shortest(tree, targets, blocked, vias):
    """The cheapest way from a cell of the tree to one of the targets, as a list of cells; None
    where there is none. `vias`: where none may be, None for nowhere at all."""
    cost = dict.fromkeys(tree, 0)
    came = {}
    heap = [(0, cell, -1) for cell in sorted(tree) if not blocked[cell]]
    heapq.heapify(heap)
    while heap:
        so_far, cell, way = heapq.heappop(heap)
        if so_far > cost[cell]:
            continue
        if cell % _SIDE in targets:
            return _back_along(came, cell)
        for much, other, turn in _steps(cell, way, blocked, vias):
            if so_far + much < cost.get(other, 1e9):
                cost[other] = so_far + much
                came[other] = cell
                heapq.heappush(heap, (so_far + much, other, turn))
    return None


def _steps(cell, way, blocked, vias):
    """(cost, cell, direction) of each step from a cell that was reached by a direction.

    Aslant only between free cells, or it would cross what goes aslant the other way.
    """
    side, flat = divmod(cell, _SIDE)
    row, column = divmod(flat, _COLUMNS)
    for turn, (across, down) in enumerate(_WAYS):
        if not (0 <= column + across < _COLUMNS and 0 <= row + down < _ROWS):
            continue
        other = cell + down * _COLUMNS + across
        if blocked[other] or blocked[cell + across] or blocked[cell + down * _COLUMNS]:
            continue
        long = 1.414 if across and down else 1
        bend = _BEND_COST if way not in (-1, turn) else 0
        yield long * (_BACK_COST if side else 1) + bend, other, turn
    if vias is not None and not (
        vias[flat] or vias[flat + _SIDE] or blocked[(1 - side) * _SIDE + flat]
    ):
        yield _VIA_COST, (1 - side) * _SIDE + flat, -1


def _back_along(came, cell):
    way = [cell]
    while cell in came:
        cell = came[cell]
        way.append(cell)
    return way[::-1]
