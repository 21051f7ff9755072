"""Finds which light is which point: a light walks along the points, or a few questions tell."""

from micropython import const

from picogammon.app.workshop.wizard import END, FAINT, NONE, Step, Walks, name_of
from picogammon.ground import BAR_0, BAR_1, NEXT, OFF_0, OFF_1, OK, PREV

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from typing import Any

    Stop = tuple[int, int]  # (place, its first light)
    # The lines of a question, its answers as (value, word), the lights that it lights. Without
    # answers a light walks, and the answer is True or False.
    Question = tuple[list[str], list[tuple[int, str]], Iterable[int]]
    Questions = Generator[Question, int, Any]

_POINTS = const(24)
_QUARTER = const(6)
_ENDS = (1, 6, 7, 12, 13, 18, 19, 24)  # of the quarters of the board
_SPECIAL = {BAR_0: ("bar", 0), BAR_1: ("bar", 1), OFF_0: ("off", 0), OFF_1: ("off", 1)}
_MOST_EACH = const(5)


class Home(Step):
    """Asks at which side the home boards are, and so where point 1 is: PREV left, NEXT right."""

    number = 7
    title = "5: home board"

    def lines(self) -> list[str]:
        return ["Seen from the display:", "where is your home,", "points 1 to 6?"]

    def keys(self) -> list[str]:
        return ["LEFT", "RIGHT", "", "BACK"]

    def press(self, button: int, now: int) -> None:
        if button != OK:
            self.wizard.found["HOME_LEFT"] = button == PREV
            self.next(now)


class Strip(Walks):
    """Asks whether a light walks along the points, as the board's data have them.

    If it does not, asks how the strip lies, and lets the light walk again. The strip passes each
    quarter of the board from one end to the other, at the same pace.
    """

    title = "6: which point"
    most = 1  # the one at the rim

    def begin(self, now: int) -> bool:
        Walks.begin(self, now)
        self._answers: list[int] = []
        self._ask(now)
        return True

    def _ask(self, now: int) -> None:
        """Asks the question that follows the answers given so far."""
        flow = self._questions()
        try:
            question = next(flow)
            for answer in self._answers:
                question = flow.send(answer)
        except StopIteration:
            self.next(now)
            return
        self._lines, self._options, self._lit = question
        self._chosen = 0
        if not self._options:
            self.walk()

    def _questions(self) -> "Questions":
        data, found = self.bench.data, self.wizard.found
        runs, each = data.WIRING, data.LIGHTS_PER_POINT
        while True:
            found["WIRING"], found["LIGHTS_PER_POINT"] = runs, each
            problem = self.bench.problem(found)
            if problem:
                yield [problem], [(0, "walk again")], ()
            elif (yield [], [], ()):
                return
            each = yield (
                ["How many lights", "per point?"],
                [(count, str(count)) for count in range(1, _MOST_EACH + 1)],
                (0,),
            )
            stops = yield from self._stops(each)
            outward = (yield from self._outward(stops)) if each > 1 else []
            runs = _runs_of(stops, each, outward)

    def _stops(self, each: int) -> "Questions":
        """Asks which place the next unknown light belongs to; returns all stops."""
        stops: "list[Stop]" = []
        light = pace = 0
        while True:
            points = [stop for stop in stops if _is_point(stop[0])]
            options = _likely([place for place, _ in stops])
            if options == [END]:
                return stops
            if light + each < self.bench.lights:
                in_gap = options[0] != END and pace and light < stops[-1][1] + pace
                options.insert(0 if in_gap else len(options), NONE)
            place = yield (
                ["Which point is light %d?" % (light + 1)],
                [(place, name_of(place)) for place in options],
                range(light, light + each),
            )
            if place == END:
                return stops
            if place == NONE:
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

    def _outward(self, stops: "list[Stop]") -> "Questions":
        """Asks where lights are; returns the places whose lights run from the middle to the rim.

        In each quarter they turn from point to point, or not, as between the first two points.
        """
        points = [stop for stop in stops if _is_point(stop[0])]
        turned = {}
        for i in (0, 1, 6, 12, 18):
            turned[i] = yield from self._at_rim(points[i])
        outward = [
            points[i][0]
            for i in range(_POINTS)
            if turned[i % 2] ^ turned[i - i % _QUARTER] ^ turned[0]
        ]
        for stop in stops:
            if stop not in points and (yield from self._at_rim(stop)):
                outward.append(stop[0])
        return outward

    def _at_rim(self, stop: "Stop") -> "Questions":
        """Asks where a stop's first light is; 1 for the middle."""
        place, light = stop
        lines = ["Where is the light", "of %s that is lit?" % name_of(place)]
        return (yield lines, [(0, "at the rim"), (1, "in the middle")], (light,))

    def lines(self) -> list[str]:
        if not self._options:
            return ["Does one light walk,", "at the rim, 1 to 24?", "Now: " + self.name()]
        return self._lines + ["< %s >" % self._options[self._chosen][1]]

    def keys(self) -> list[str]:
        if not self._options:
            return Walks.keys(self)
        return ["-", "+", "OK", "BACK"] if len(self._options) > 1 else ["", "", "OK", "BACK"]

    def press(self, button: int, now: int) -> None:
        if not self._options:
            if button != PREV:
                self._answer(button == OK, now)
        elif button == OK:
            self._answer(self._options[self._chosen][0], now)
        else:
            self._chosen = (self._chosen + (1 if button == NEXT else -1)) % len(self._options)

    def _answer(self, answer: int, now: int) -> None:
        self._answers.append(answer)
        self._ask(now)

    def back(self, now: int) -> bool:
        if not self._answers:
            return False
        answer = self._answers.pop()
        self._ask(now)
        while self._options and self._options[self._chosen][0] != answer:
            self._chosen += 1
        return True

    def tick(self, now: int) -> None:
        if not self._options:
            Walks.tick(self, now)

    def light(self, now: int) -> None:
        if self._options:
            lit = [light for light in self._lit if light < self.bench.lights]
            self.bench.light(lit, (FAINT, FAINT, FAINT))
        else:
            Walks.light(self, now)


def _is_point(place: int) -> bool:
    return 1 <= place <= _POINTS


def _likely(passed: list[int]) -> list[int]:
    """Returns the places that the next light may have after these, the likeliest first."""
    points = [place for place in passed if _is_point(place)]
    special = [place for place in (BAR_0, BAR_1, OFF_0, OFF_1) if place not in passed]
    if len(points) == 1:
        return [points[0] + (1 if points[0] % _QUARTER == 1 else -1)]
    if len(points) == _POINTS:
        return [END] + special
    ends = [point for point in _ENDS if point not in points]
    if points:
        on = (2 * points[-1] - points[-2] - 1) % _POINTS + 1
        at = ends.index(on) if on in ends else 0
        ends = ends[at:] + ends[:at]
    return ends + special


def _runs_of(stops: "list[Stop]", each: int, outward: list[int]) -> "list[list[Any]]":
    """The WIRING of these stops; `outward`: places whose lights run from the middle to the rim."""
    runs: "list[list[Any]]" = []
    light = 0
    for place, first in stops:
        if first > light:
            runs.append(["gap", first - light])
        light = first + each
        way = "out" if place in outward else "in"
        if not _is_point(place):
            runs.append([_SPECIAL[place][0], _SPECIAL[place][1], way])
        elif runs and _extends(runs[-1], place, way):
            runs[-1][1] = place
        else:
            runs.append([place, place, way])
    return runs


def _extends(run: "list[Any]", place: int, way: str) -> bool:
    """True if a run of points goes on with that point."""
    if run[2:] != [way] or not isinstance(run[0], int) or abs(place - run[1]) != 1:
        return False
    return run[0] == run[1] or (place > run[1]) == (run[1] > run[0])


KINDS = (Home, Strip)
