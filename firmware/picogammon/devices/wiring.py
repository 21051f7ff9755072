"""Which light belongs to which place, for any order a strip can be laid in, in a few words of data.

A board's WIRING is a tuple of runs, in the order in which the strip passes them, beginning at its
data input:

| run | the strip passes |
| --- | --- |
| `(13, 24)` | points 13, 14, … 24 (player 0's numbers); `(12, 1)` counts down |
| `(1, 12, "in")` | each point's lights from the board's rim inwards (this is the default) |
| `(1, 12, "out")` | each point's lights from the middle of the board out to the rim |
| `(1, 12, "in out")` | a snake: the first point inwards, the next outwards, and so on |
| `(1, 12, "out in")` | a snake that begins outwards |
| `("bar", 0)`, `("off", 1)` | player 0's bar, player 1's off: LIGHTS_PER_POINT lights each |
| `("bar", 0, "out")` | player 0's bar, the other way round |
| `("gap", 3)` | three lights that belong to no place and stay dark |

Each point must be passed exactly once; bar and off at most once.
"""

from micropython import const

from picogammon.ground.places import BAR_0, BAR_1, OFF_0, OFF_1, PLACES

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Run = tuple[Any, ...]  # a row of the table, or whatever somebody wrote

_POINTS = const(24)
_MOST_LIGHTS_PER_POINT = const(5)
_MOST_LIGHTS = const(256)
_SPECIAL = {("bar", 0): BAR_0, ("bar", 1): BAR_1, ("off", 0): OFF_0, ("off", 1): OFF_1}
_WAYS = ("in", "out", "in out", "out in")


class Wiring:
    """Where each place's lights are.

    `lights`: how many lights the strip must have. `places`: 28 bytes objects, index = place
    (ground/places.py); each lists the place's lights as indices into the strip, from the rim
    inwards, and is empty if the board has none.
    """

    def __init__(self, runs: "Sequence[Run]", lights_per_point: int = 1) -> None:
        """Raises ValueError, saying what is wrong, if the runs do not describe a board."""
        if lights_per_point not in range(1, _MOST_LIGHTS_PER_POINT + 1):
            raise ValueError(
                "LIGHTS_PER_POINT must be 1 to %d, not %r"
                % (_MOST_LIGHTS_PER_POINT, lights_per_point)
            )
        self.lights = 0
        self.lights_per_point = lights_per_point
        self.places = [b""] * PLACES
        if not isinstance(runs, (tuple, list)):
            raise ValueError("WIRING must be a tuple of runs, not %r" % (runs,))
        for run in runs:
            self._add(run)
        missing = [str(point) for point in range(1, _POINTS + 1) if not self.places[point]]
        if missing:
            raise ValueError("the strip never passes point " + ", ".join(missing))

    def _add(self, run: "Run") -> None:
        if not isinstance(run, (tuple, list)) or not 2 <= len(run) <= 3:
            raise ValueError("a run is (first, last) or (first, last, way), not %r" % (run,))
        first, last = run[0], run[1]
        way = run[2] if len(run) == 3 else "in"
        if way not in _WAYS:
            raise ValueError("%r: the way must be one of %s" % (run, ", ".join(_WAYS)))
        if first == "gap":
            self._skip(run, last)
        elif (first, last) in _SPECIAL:
            self._place(run, _SPECIAL[first, last], way == "out")
        elif _is_point(first) and _is_point(last):
            outwards = way[:3] == "out"
            step = 1 if last >= first else -1
            for point in range(first, last + step, step):
                self._place(run, point, outwards)
                if " " in way:
                    outwards = not outwards
        else:
            raise ValueError(
                "%r: a run goes from a point to a point (1 to 24), or is "
                '("bar", 0 or 1), ("off", 0 or 1) or ("gap", lights)' % (run,)
            )

    def _place(self, run: "Run", place: int, outwards: bool) -> None:
        if self.places[place]:
            what = "point %d" % place if 1 <= place <= _POINTS else "%s %d" % (run[0], run[1])
            raise ValueError("%r: the strip passes %s twice" % (run, what))
        start = self._skip(run, self.lights_per_point)
        lights = range(start, self.lights)
        self.places[place] = bytes(reversed(lights) if outwards else lights)

    def _skip(self, run: "Run", count: int) -> int:
        if type(count) is not int or count < 1:
            raise ValueError("%r: a gap is at least one light long" % (run,))
        start = self.lights
        self.lights += count
        if self.lights > _MOST_LIGHTS:
            raise ValueError("%r: the strip is longer than %d lights" % (run, _MOST_LIGHTS))
        return start


def _is_point(value: object) -> bool:
    return type(value) is int and 1 <= value <= _POINTS
