"""Which light is which point: walks the strip from its beginning, with few presses."""

from micropython import const

from picogammon.app.workshop import strip_walk
from picogammon.app.workshop.wizard import END, FAINT, NONE, Step, name_of
from picogammon.ground import clock
from picogammon.ground.presses import NEXT, OK, PREV

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Any

    from picogammon.app.workshop.strip_walk import Stop

    _Offer = tuple[int, list[Stop]]  # (lights a place, further stops)

_STEP_MS = const(350)
_WHITE = (FAINT, FAINT, FAINT)
_NAMED = (25, 0, 26, 27)


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


class Strip(Step):
    """Walks the strip.

    If a way on is likely, a light runs along it, and one press says whether it is right. Otherwise
    it asks which point a light is.
    """

    title = "6: which point"

    def begin(self, now: int) -> bool:
        self._since = now
        self._start()
        self._offer([(self.bench.wiring.lights_per_point, strip_walk.own_stops(self.bench.wiring))])
        return True

    def _start(self) -> None:
        self.each = 0  # lights a place; 0: not known yet
        self.stops: "list[Stop]" = []
        self._count = 0  # lights that the last stop is known to have, while `each` is unknown
        self._light = 0  # the light that is asked for
        self.options: list[int] = []
        self.chosen = 0
        self._offers: "list[_Offer]" = []
        self._refused = 0  # how often the only offer was wrong
        self._walked = 0
        self._problem = ""
        self._before: "list[tuple[Any, ...]]" = []  # what was known before each answer

    # What is offered: a light runs along it.

    def _offer(self, offers: "list[_Offer]") -> None:
        """Shows the first of `offers`, each (lights a place, further stops); or asks."""
        self._offers = offers
        self._walked = 0
        if offers:
            self._shown = sorted(self.stops + offers[0][1])
        else:
            self._ask()

    def _likely(self) -> "list[_Offer]":
        """The likely ways on from the last two stops, as offers.

        Only if these are neighbours, and no two stops are nearer.
        """
        stops = self.stops
        paces = self._paces()
        if not paces or paces[-1] > min(paces) or not strip_walk.neighbours(stops):
            return []
        if self._refused > 1:  # the strip lies too oddly for that
            return []
        light, pace = stops[-1][1], paces[-1]
        passed = [place for place, _ in stops if strip_walk.is_point(place)]
        offers = []
        for points in strip_walk.ways_on(passed):
            stops = [(points[i], light + pace * (i + 1)) for i in range(len(points))]
            if stops[-1][1] + self.each <= self.bench.lights:
                offers.append((self.each, stops))
        return offers

    def _paces(self) -> list[int]:
        """The lights from each stop to the next."""
        stops = self.stops
        return [stops[i + 1][1] - stops[i][1] for i in range(len(stops) - 1)]

    def _accept(self, now: int) -> None:
        self.each, stops = self._offers[0]
        self.stops += stops
        self._light = self.stops[-1][1] + self.each
        self._offer([])
        if self.options[0] == END and len(self.options) == 2:  # every place is passed
            self._finish(now)

    # What is asked: which place a light is.

    def _missing(self) -> list[int]:
        passed = [place for place, _ in self.stops]
        return [point for point in range(1, strip_walk.POINTS + 1) if point not in passed]

    def _ask(self) -> None:
        """Lists the answers: the likeliest place, upwards from there and round, then "no point"."""
        passed = [place for place, _ in self.stops]
        missing = self._missing()
        again = []
        if not self.each and self.stops and self._count < strip_walk.MOST_EACH:
            again = passed[-1:]
        ring = sorted(again + missing) if missing else [END]
        ring += [place for place in _NAMED if place not in passed + ring]
        if self._light >= self.bench.lights:
            ring = [END]
        at = ring.index(self._next(ring, passed))
        self.options = ring[at:] + ring[:at] + [NONE]
        self.chosen = len(ring) if missing and self._in_gap() else 0

    def _in_gap(self) -> list[int] | int:
        """True if the light is likely no place's: as many lie between any two stops."""
        paces = self._paces()
        return self.each and paces and self._light < self.stops[-1][1] + min(paces)

    def _next(self, ring: list[int], passed: list[int]) -> int:
        """The likeliest place of the ring."""
        last = passed[-1] if passed else 0
        if passed and last in ring and self._count != self.bench.wiring.lights_per_point:
            return last
        step = -1 if len(passed) > 1 and last - passed[-2] == -1 else 1
        for other in (last + step, last - step):
            if strip_walk.is_point(other) and other in ring:
                return other
        return ring[0]

    def _answer(self, place: int, now: int) -> None:
        if place == END:
            self._finish(now)
            return
        if place == NONE:
            self._light += 1
            self._ask()
            return
        if not self.each and self.stops:
            if place == self.stops[-1][0]:
                self._count += 1
                self._light += 1
                self._ask()
                return
            self.each = self._count
        self.stops.append((place, self._light))
        self._count = 1
        self._light += self.each or 1
        self._offer(self._likely())

    def _finish(self, now: int) -> None:
        self._offers = []
        if self._missing():  # the strip ends before all points are lit
            self._problem = "No light is left for point %d." % self._missing()[0]
            return
        self.each = self.each or self._count
        found = self.wizard.found
        runs = strip_walk.runs_of(self.stops, self.each, ())
        found["WIRING"], found["LIGHTS_PER_POINT"] = runs, self.each
        self._problem = self.bench.problem(found)
        if not self._problem:
            self.wizard.stops = self.stops
            self.next(now)

    # What is seen and pressed.

    def lines(self) -> list[str]:
        if self._problem:
            return [self._problem, "OK: walk again."]
        if self._offers:
            points = [place for place, _ in self._shown if strip_walk.is_point(place)]
            last = name_of(self._shown[self._walked][0])
            walk = "from point %d to %d?" % (points[0], points[-1])
            return ["Does the light walk", walk, "Now: " + last]
        chosen = name_of(self.options[self.chosen])
        return ["Which point is light %d?" % (self._light + 1), "< %s >" % chosen]

    def keys(self) -> list[str]:
        if self._problem:
            return ["", "", "OK", "BACK"]
        return ["", "NO", "YES", "BACK"] if self._offers else ["-", "+", "OK", "BACK"]

    def press(self, button: int, now: int) -> None:
        if self._problem:
            self._start()
            self._ask()
        elif not self._offers and button != OK:
            by = 1 if button == NEXT else -1
            self.chosen = (self.chosen + by) % len(self.options)
        elif button != PREV:
            known = self.each, self._count, self._light, self._refused
            self._before.append((known, len(self.stops), self._offers, self.chosen))
            if not self._offers:
                self._answer(self.options[self.chosen], now)
            elif button == OK:
                self._accept(now)
            else:
                self._refused += len(self._offers) == 1 and self._light > 0
                self._offer(self._offers[1:])

    def back(self, now: int) -> bool:
        if not self._before:
            return False
        known, stops, offers, chosen = self._before.pop()
        self.each, self._count, self._light, self._refused = known
        del self.stops[stops:]
        self._problem = ""
        self._offer(offers)
        self.chosen = chosen
        return True

    def tick(self, now: int) -> None:
        if self._offers and clock.diff(now, self._since) >= _STEP_MS:
            self._since = now
            self._walked = (self._walked + 1) % len(self._shown)
            self.redraw()

    def light(self, now: int) -> None:
        if self._offers:
            light = self._shown[self._walked][1]
            lit = range(light, light + self._offers[0][0])
        else:
            lit = range(self._light, min(self._light + (self.each or 1), self.bench.lights))
        self.bench.light(lit, _WHITE)


class Ways(Step):
    """Asks, with several lights a place, whether the strip passes them from the rim inwards.

    Once two points are known, a guess at all other points is shown; bar and off are asked for.
    """

    title = "7: rim or middle"

    def begin(self, now: int) -> bool:
        self._each = self.wizard.found["LIGHTS_PER_POINT"]
        self._stops = self.wizard.stops
        points = [stop for stop in self._stops if strip_walk.is_point(stop[0])]
        self._points = [place for place, _ in points]
        self._order = points + [stop for stop in self._stops if stop not in points]
        self._since = now
        self._moment = 0
        self._outward: list[int] = []
        self._asked = 0  # index in _order of the stop that is asked for
        self._offers: list[set[int]] = []
        # What was known before each answer.
        self._before: list[tuple[int, list[int], list[set[int]]]] = []
        return self._each > 1

    def press(self, button: int, now: int) -> None:
        if button != (PREV if self._offers else OK):
            self._before.append((self._asked, self._outward, self._offers))
        if self._offers:
            self._judge(button)
        elif button != OK:
            if button == NEXT:
                self._outward = self._outward + [self._order[self._asked][0]]
            self._asked += 1
            if self._asked == 2:
                ways = [point in self._outward for point in self._points[:2]]
                self._offers = strip_walk.outward_ways(self._points, *ways)
        if self._asked == len(self._order):
            runs = strip_walk.runs_of(self._stops, self._each, self._outward)
            self.wizard.found["WIRING"] = runs
            self.next(now)

    def _judge(self, button: int) -> None:
        if button == OK:
            self._outward = list(self._offers[0])
            self._asked = len(self._points)
            self._offers = []
        elif button == NEXT:
            self._offers = self._offers[1:]

    def back(self, now: int) -> bool:
        if not self._before:
            return False
        self._asked, self._outward, self._offers = self._before.pop()
        return True

    def lines(self) -> list[str]:
        if self._offers:
            return ["Do all lights go from", "the rim to the middle?"]
        place = name_of(self._order[self._asked][0])
        return ["One light of %s" % place, "is lit. Is it at the", "rim or in the middle?"]

    def keys(self) -> list[str]:
        return ["", "NO", "YES", "BACK"] if self._offers else ["RIM", "MIDDLE", "", "BACK"]

    def tick(self, now: int) -> None:
        if self._offers and clock.diff(now, self._since) >= _STEP_MS:
            self._since = now
            self._moment = (self._moment + 1) % self._each
            self.redraw()

    def light(self, now: int) -> None:
        lit = []
        for place, first in self._order[: len(self._points)] if self._offers else ():
            turned = place in self._offers[0]
            lit.append(first + (self._each - 1 - self._moment if turned else self._moment))
        self.bench.light(lit or self._order[self._asked][1:], _WHITE)


KINDS = (Home, Strip, Ways)
