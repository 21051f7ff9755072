"""The places of lights, points and buttons on a board, in millimetres.

Seen from player 0, x goes to the right and y away; 0, 0 is the field's near left corner.
"""

from collections import namedtuple
from math import dist

from picogammon.ground import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1
from tools.board_shape import middle, seen
from tools.boards import check
from tools.build.measures import MeasureError
from tools.build.template import BLOCK

Light = namedtuple("Light", "number place x y")  # number: 0 at the strip's data input
_LARGEST = 1500.0  # mm, a plate each way
_CARRIER_MA = 2000  # the most for its fuse and its diode
_BLOCK_AT = 0.3  # of the field's height, from a rim
_SAME = 0.2  # the largest difference to the strip's pitch that needs no cut


class Layout:
    """A board's wiring laid out by measures. Raises MeasureError if these have no room for it."""

    def __init__(self, board, measures):
        self.board = board
        self.measures = m = measures
        self.wiring = check.wiring(vars(board))
        self.half = 6 * m.point_width
        self.width = 2 * self.half + m.bar_width + m.tray_width
        self.height = 2 * m.point_length + m.middle
        self.mirrored = getattr(board, "HOME_LEFT", False)
        self._check_room()
        self.lights = sorted(self._lights())
        self.triangles = [self._corners(point) for point in range(1, 25)]

    def _check_room(self):
        m, wiring = self.measures, self.wiring
        for side, names in ((self.width, "point_width"), (self.height, "point_length")):
            if side + 2 * m.border > _LARGEST:
                raise MeasureError(
                    f"the plate would be {side + 2 * m.border:.0f} mm, and {_LARGEST:.0f} is the "
                    f"most: take a smaller {names}"
                )
        if (wiring.places[OFF_0] or wiring.places[OFF_1]) and not m.tray_width:
            raise MeasureError(
                f"board {self.board.NAME} has lights for off: tray_width must be more than 0"
            )
        if m.carrier and self.board.SUPPLY_MA > _CARRIER_MA:
            raise MeasureError(
                f"the carrier takes {_CARRIER_MA} mA: board {self.board.NAME} has a SUPPLY_MA of "
                f"{self.board.SUPPLY_MA}; wire it by hand, without --carrier"
            )
        last = m.first_light + (wiring.lights_per_point - 1) * m.pitch + m.hole / 2
        if last > m.point_length + m.middle / 2:
            raise MeasureError(
                f"{wiring.lights_per_point} lights reach {last:.0f} mm into a board whose half is "
                f"{m.point_length + m.middle / 2:.0f}: take more lights per metre, or longer points"
            )

    def from_rim(self, place, distance):
        """Returns the x, y at a distance from the base of a point, bar or off."""
        m = self.measures
        x, below = middle(place, m.point_width, m.bar_width, m.tray_width)
        x = self.width - x if self.mirrored else x
        return x, distance if below else self.height - distance

    def _lights(self):
        m = self.measures
        for place, numbers in enumerate(self.wiring.places):
            for i, number in enumerate(numbers):
                yield Light(number, place, *self.from_rim(place, m.first_light + i * m.pitch))

    def _corners(self, point):
        """Returns the corners of a point's triangle: base left, base right, tip."""
        m = self.measures
        x, base = self.from_rim(point, 0)
        _x, tip = self.from_rim(point, m.point_length)
        return (x - m.point_width / 2, base), (x + m.point_width / 2, base), (x, tip)

    def pieces(self):
        """Returns the pieces of the strip, as lists of Lights in a line at the strip's pitch."""
        pieces = []
        for light in self.lights:
            piece = pieces[-1] if pieces else []
            if not piece or not self._goes_on(piece, light):
                pieces.append(piece := [])
            piece.append(light)
        return pieces

    def _goes_on(self, piece, light):
        before = piece[-1]
        if light.number != before.number + 1:
            return False
        way = (light.x - before.x, light.y - before.y)
        if abs(dist((0, 0), way) - self.measures.pitch) > _SAME:
            return False
        if len(piece) == 1:
            return True
        old = (before.x - piece[-2].x, before.y - piece[-2].y)
        return dist(way, old) < _SAME

    def way(self, piece):
        """Returns (dx, dy) of length 1 along an axis: the data's way through a piece."""
        start, end = piece[0], piece[-1]
        if start is end:  # a single light: the way of its neighbour on the same side
            beside = [
                light
                for light in self.lights
                if abs(light.number - start.number) == 1
                and seen(light.place)[1] == seen(start.place)[1]
            ]
            start, end = min(beside[0], start), max(beside[0], start)
        x, y = end.x - start.x, end.y - start.y
        return (x / abs(x), 0.0) if abs(x) > abs(y) else (0.0, y / abs(y))

    def blocks(self):
        """Returns {point: (x, y)} of the blocks below a boxed plate's left and right edges."""
        found = {}
        for point in (1, 12, 13, 24) if self.measures.boxed else ():
            x, y = self.from_rim(point, _BLOCK_AT * self.height)
            edge = BLOCK[0] / 2 - self.measures.border
            found[point] = (edge if x < self.width / 2 else self.width - edge, y)
        return found

    def buttons(self):
        """Returns {place: (x, y)} of the places' buttons, {} without them."""
        if not hasattr(self.board, "PLACE_ROW_PINS"):
            return {}
        out = -self.measures.border / 2
        places = [*range(1, 25), BAR_0, BAR_1, OFF_0, OFF_1]
        found = {place: self.from_rim(place, out) for place in places}
        for place, point in ((DICE, 3), (CUBE, 9)):
            (x, _y), (other_x, _y) = self.from_rim(point, 0), self.from_rim(point + 1, 0)
            found[place] = ((x + other_x) / 2, self.height / 2)
        return found
