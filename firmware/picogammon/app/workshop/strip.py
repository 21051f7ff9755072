"""Questions that find out which light of the strip belongs to which point, bar or tray.

A light walks along the points in order. If the order is wrong, further questions find the wiring.
"""

from micropython import const

from picogammon.app.display.view import MessageView
from picogammon.app.workshop.wizard import WHITE, Pick, Question
from picogammon.ground import BAR_0, BAR_1, CUBE, DICE, OFF_0, OFF_1, OK, capital, ticks_diff

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from picogammon.app.workshop.wizard import Flow, Wizard

    Stop = tuple[int, int]  # a place and its first light

_TITLE = "6: which point"
_STEP_MS = const(350)
_POINTS = const(24)
_QUARTER = const(6)
_ENDS = (1, 6, 7, 12, 13, 18, 19, 24)  # of the quarters of the board
_SPECIAL = (BAR_0, BAR_1, OFF_0, OFF_1)
_MOST_EACH = const(5)
_NO_POINT = const(-1)  # answers that are not places
_END = const(-2)
_NAMES = {
    _NO_POINT: "no point",
    _END: "end of the strip",
    BAR_0: "bar, near side",
    BAR_1: "bar, far side",
    OFF_0: "off, near side",
    OFF_1: "off, far side",
    DICE: "dice",
    CUBE: "cube",
}


def name_of(place: int) -> str:
    """Returns the name of `place`, such as "point 5", or of the answer _NO_POINT or _END."""
    return _NAMES.get(place) or "point %d" % place


class _Walk(Question):
    """A Question whose light walks along the points, bars and trays until the player answers.

    `most`: the number of lights to switch on at each place, those nearest to the rim; None: all.
    """

    def __init__(
        self, wizard: "Wizard", title: str, lines: list[str], most: "int | None" = None
    ) -> None:
        Question.__init__(self, wizard, title, lines)
        self._most = most
        lights = self.bench.wiring.places
        special = [place for place in _SPECIAL if lights[place]]
        self.places = list(range(1, _POINTS + 1)) + special
        self.at = 0

    def begin(self, now: int) -> None:
        self._since = now

    def tick(self, now: int) -> None:
        if ticks_diff(now, self._since) >= _STEP_MS:
            self._since = now
            self.at = (self.at + 1) % len(self.places)
            self.wizard.changed = True

    def page(self) -> MessageView:
        return MessageView(self.title, self.lines + ["Now: " + name_of(self.places[self.at])])

    def light(self, now: int) -> None:
        lights = self.bench.wiring.places[self.places[self.at]]
        self.bench.light(lights[: self._most], WHITE)


def test_walk(wizard: "Wizard") -> "Flow":
    """Asks if a light walks along the points; if it does not, asks for the first wrong place."""
    walk = _Walk(wizard, "Lights", ["Does it walk 1 to 24?"])
    if (yield walk) == OK:
        return
    lights = wizard.bench.wiring.places
    options = [(place, name_of(place)) for place in walk.places]
    wrong = Pick(
        wizard,
        "Lights",
        ["Which is the first", "dark or wrong one?"],
        options,
        lambda place: lights[place],
    )
    wrong.at = walk.at
    name = name_of((yield wrong))
    text = "%s dark? Check the solder joint before it. A different light on? Run the set-up."
    wizard.fault(text % capital(name))


def find_points(wizard: "Wizard") -> "Flow":
    """Lets a light walk along the points, by the board's WIRING; asks if the order is right.

    If the order is wrong, asks how the strip is laid, then repeats the walk with the new wiring.
    """
    bench, found = wizard.bench, wizard.found
    wiring, each = bench.data.WIRING, bench.data.LIGHTS_PER_POINT
    while True:
        found["WIRING"], found["LIGHTS_PER_POINT"] = wiring, each
        problem = bench.problem(found)
        if problem:
            yield _pick(wizard, [problem], [(0, "walk again")], ())
        elif (
            yield _Walk(wizard, _TITLE, ["Does one light walk,", "at the rim, 1 to 24?"], 1)
        ) == OK:
            return
        counts = [(count, str(count)) for count in range(1, _MOST_EACH + 1)]
        each = yield _pick(wizard, ["How many lights", "per point?"], counts, (0,))
        stops = yield from _stops(wizard, each)
        outward = (yield from _outward(wizard, stops)) if each > 1 else []
        wiring = _wiring_of(stops, each, outward)


def _pick(
    wizard: "Wizard", lines: list[str], options: list[tuple[int, str]], lights: "Iterable[int]"
) -> Pick:
    """Returns a Pick that asks `lines` with `lights` on; leaves out lights that no strip has."""
    lit = [light for light in lights if light < wizard.bench.lights]
    return Pick(wizard, _TITLE, lines, options, lambda _: lit)


def _stops(wizard: "Wizard", each: int) -> "Flow":
    """Turns on a few lights at a time, asks for their place; infers the first light of each place.

    Returns [(place, its first light)]. `each`: the number of lights per point. In the first quarter
    of the board, two answers give the strip's direction and the number of lights from one point to
    the next. In each other quarter, one answer is enough. Each bar and tray needs an answer, too.
    """
    stops: "list[Stop]" = []
    light = pace = 0
    while True:
        points = [stop for stop in stops if _is_point(stop[0])]
        places = _likely([place for place, _ in stops])
        if places == [_END]:
            return stops
        if light + each < wizard.bench.lights:
            in_gap = places[0] != _END and pace and light < stops[-1][1] + pace
            places.insert(0 if in_gap else len(places), _NO_POINT)
        lines = ["Which point is light %d?" % (light + 1)]
        options = [(place, name_of(place)) for place in places]
        place = yield _pick(wizard, lines, options, range(light, light + each))
        if place == _END:
            return stops
        if place == _NO_POINT:
            light += 1
            continue
        step, count = 1 if place % _QUARTER == 1 else -1, _QUARTER
        if len(points) == 1:
            step, count = place - points[0][0], _QUARTER - 1
            pace = light - points[0][1]
        elif not points or not _is_point(place):
            count = 1
        stops += [(place + step * i, light + pace * i) for i in range(count)]
        light = stops[-1][1] + each


def _outward(wizard: "Wizard", stops: "list[Stop]") -> "Flow":
    """Asks about a few places; returns all places whose lights run from the middle to the rim.

    `stops`: [(place, its first light)]. Either the direction alternates from point to point in
    every quarter, or all points of a quarter share one direction. Two points of the first quarter
    show which is true. One point of each other quarter, each bar and each tray are asked for, too.
    """
    points = [stop for stop in stops if _is_point(stop[0])]
    middle = {}
    for i in (0, 1, 6, 12, 18):
        middle[i] = yield _in_middle(wizard, points[i])
    outward = [
        points[i][0] for i in range(_POINTS) if middle[i % 2] ^ middle[i - i % _QUARTER] ^ middle[0]
    ]
    for stop in stops:
        if stop not in points and (yield _in_middle(wizard, stop)):
            outward.append(stop[0])
    return outward


def _in_middle(wizard: "Wizard", stop: "Stop") -> Pick:
    place, light = stop
    lines = ["Where is the light", "of %s that is lit?" % name_of(place)]
    return _pick(wizard, lines, [(0, "at the rim"), (1, "in the middle")], (light,))


def _is_point(place: int) -> bool:
    return 1 <= place <= _POINTS


def _likely(passed: list[int]) -> list[int]:
    """Returns the places that can come next on the strip, the likeliest first.

    `passed`: the places before, in order. After all points, _END is one of the results.
    """
    points = [place for place in passed if _is_point(place)]
    special = [place for place in _SPECIAL if place not in passed]
    if len(points) == 1:
        return [points[0] + (1 if points[0] % _QUARTER == 1 else -1)]
    if len(points) == _POINTS:
        return [_END] + special
    ends = [point for point in _ENDS if point not in points]
    if points:
        on = (2 * points[-1] - points[-2] - 1) % _POINTS + 1
        at = ends.index(on) if on in ends else 0
        ends = ends[at:] + ends[:at]
    return ends + special


def _wiring_of(stops: "list[Stop]", each: int, outward: list[int]) -> "list[list[Any]]":
    """Returns the WIRING of a strip with `each` lights per place.

    `stops`: [(place, its first light)]. `outward`: the places with lights from middle to rim.
    """
    runs: "list[list[Any]]" = []
    light = 0
    for place, first in stops:
        if first > light:
            runs.append(["gap", first - light])
        light = first + each
        way = "out" if place in outward else "in"
        if not _is_point(place):
            at = _SPECIAL.index(place)
            runs.append(["bar" if at < 2 else "off", at % 2, way])
        elif runs and _extends(runs[-1], place, way):
            runs[-1][1] = place
        else:
            runs.append([place, place, way])
    return runs


def _extends(run: "list[Any]", place: int, way: str) -> bool:
    """True if point `place` can be added at the end of `run`, an item of WIRING.

    Then `run` is [first point, last point, `way`], and `place` comes next, upwards or downwards
    like the points of `run`. `way`: the direction of the lights of `place`, "in" or "out".
    """
    if run[2:] != [way] or not isinstance(run[0], int) or abs(place - run[1]) != 1:
        return False
    return run[0] == run[1] or (place > run[1]) == (run[1] > run[0])
