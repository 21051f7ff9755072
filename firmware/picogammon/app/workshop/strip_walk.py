"""What is known of a strip while it is walked, light by light: which light is which place.

A stop is (place, first light): a place's `each` lights follow each other on the strip.
"""

from micropython import const

from picogammon.ground.places import OFF_0, OFF_1

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from picogammon.app.workshop.wizard import Wiring

    Stop = tuple[int, int]  # (place, first light)

POINTS = const(24)
_HALF = const(12)
_QUARTER = const(6)
MOST_EACH = const(5)
_SPECIAL = {0: ("bar", 1), 25: ("bar", 0), OFF_0: ("off", 0), OFF_1: ("off", 1)}


def is_point(place: int) -> bool:
    """True if the place is one of the 24 points."""
    return 1 <= place <= POINTS


def own_stops(wiring: "Wiring") -> "list[Stop]":
    """The stops of a devices.strip.Wiring."""
    stops = [(min(lights), place) for place, lights in enumerate(wiring.places) if lights]
    return [(place, light) for light, place in sorted(stops)]


def ways_on(passed: list[int]) -> list[list[int]]:
    """Lists of the points that a strip may pass after those of `passed`, likeliest first.

    The last two of `passed` are neighbours.
    """
    last = passed[-1]
    step = 1 if (last - passed[-2]) % POINTS == 1 else -1
    circle = [(last - 1 + step * i) % POINTS + 1 for i in range(1, POINTS)]
    half = _within(circle, last, _HALF)
    other = [point for point in range(1, POINTS + 1) if _part(point, _HALF) != _part(last, _HALF)]
    across = half + (other[::-1] if step > 0 else other)
    found = []
    for points in (circle, across, half, _within(circle, last, _QUARTER)):
        points = _fresh(points, passed)
        if points and points not in found:
            found.append(points)
    return found


def neighbours(stops: "list[Stop]") -> bool:
    """True if the last two stops are points beside each other."""
    places = [place for place, _ in stops[-2:]]
    beside = (places[1] - places[0]) % POINTS in (1, POINTS - 1)
    return beside and is_point(places[0]) and is_point(places[1])


def _part(point: int, size: int) -> int:
    return (point - 1) // size


def _within(points: list[int], last: int, size: int) -> list[int]:
    """The points up to the first that is not in the same part of the board as `last`."""
    found = []
    for point in points:
        if _part(point, size) != _part(last, size):
            break
        found.append(point)
    return found


def _fresh(points: list[int], passed: list[int]) -> list[int]:
    """The points up to the first that was passed before."""
    found = []
    for point in points:
        if point in passed:
            break
        found.append(point)
    return found


def runs_of(stops: "Sequence[Stop]", each: int, outward: "Sequence[int]") -> "list[list[Any]]":
    """The WIRING of these stops; `outward`: places whose lights run from the middle to the rim."""
    runs = []
    light = 0
    for place, first in stops:
        if first > light:
            runs.append(["gap", first - light])
        light = first + each
        way = "out" if place in outward else "in"
        if not is_point(place):
            runs.append([_SPECIAL[place][0], _SPECIAL[place][1], way])
        elif not (runs and _extends(runs[-1], place, way)):
            runs.append([place, place, way])
        else:
            runs[-1][1] = place
    return runs


def _extends(run: "list[Any]", place: int, way: str) -> bool:
    """True if a run of points goes on with that point."""
    first, last, run_way = run if len(run) == 3 else (None, None, None)
    if not isinstance(first, int) or run_way != way or abs(place - last) != 1:
        return False
    return first == last or (place > last) == (last > first)


def outward_ways(points: list[int], first: bool, second: bool) -> list[set[int]]:
    """Sets of the points whose lights run outwards, likeliest first.

    `points`: in the order in which the strip passes them. `first`, `second`: True if those of the
    first and the second point do.
    """
    found = []
    for turned in (False, True):
        outward = set()
        for i in range(len(points)):
            out = second if i % 2 else first
            if out != (turned and i >= _HALF):
                outward.add(points[i])
        found.append(outward)
    return found
