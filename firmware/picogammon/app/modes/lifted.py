"""A play built by pressing places: a checker is lifted, then put down where it may land."""

from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.modes.base import Mode
from picogammon.ground.presses import BACK, NEXT, OK
from picogammon.rules import plays_text, steps


class Lifted(Mode):
    """A checker is in the hand.

    A landing puts it down, a checker that can move is lifted instead, and any other place puts it
    back. PREV and NEXT choose a landing, OK puts the checker down there, BACK puts it back.
    """

    def __init__(self, navigator, hand, side, point):
        Mode.__init__(self, navigator)
        self.hand = hand
        self.side = side
        self._lift(point)

    def _lift(self, point):
        self.source = point
        self.spots = landings(self.hand, point)
        self.at = 0

    def press_place(self, place, now):
        """by_place: puts the checker down, lifts another, or puts it back."""
        point = board_view.point_of(self.side, place)
        for landing in self.spots:
            if landing.target == point:
                self._put_down(landing)
                return
        if point != self.source and point in sources(self.hand):
            self._lift(point)
        else:
            self.navigator.leave(self)

    def press(self, button, now):
        if button == OK:
            self._put_down(self.spots[self.at])
        elif button == BACK:
            self.navigator.leave(self)
        else:
            self.at = (self.at + (1 if button == NEXT else -1)) % len(self.spots)

    def _put_down(self, landing):
        self.navigator.leave(self)
        self.navigator.lay(self.hand.steps + landing.steps)

    def show(self, view):
        self.navigator.show_below(self, view)
        view.clear_marks()
        for landing in self.spots:
            self._mark(view, landing.target, views.LANDING)
        target = self.spots[self.at].target
        self._mark(view, self.source, views.LIFTED)
        self._mark(view, target, views.LANDING_CURSOR)
        hop = plays_text.hop_text((self.source, target))
        view.headline = "%s: %s" % (view.names[self.side], hop)
        view.keys = ["<", ">", "PUT", "BACK"]

    def _mark(self, view, point, mark):
        view.marks[board_view.place_of(self.side, point)] = mark


class Landing:
    """A place to put a checker down: its target (1..24, 0 off) and the steps that lead there."""

    def __init__(self, target, trail, position):
        self.target = target
        self.steps = trail
        self.position = position
        self.certain = True


def landings(hand, place):
    """The Landings of the checker on `place` (1..25), the farthest first.

    There is one for each die, and one for several dice together if every way there gives the same
    position. `hand` is unchanged afterwards.
    """
    found = {}
    _follow(hand, place, [], found)
    certain = [landing for landing in found.values() if landing.certain]
    certain.sort(key=lambda landing: landing.target)
    return certain


def _follow(hand, place, trail, found):
    for a_step in hand.legal():
        if steps.source(a_step) != place:
            continue
        hand.make(a_step)
        way = trail + [a_step]
        to = steps.target(a_step)
        known = found.get(to)
        if known is None or len(known.steps) > len(way):
            found[to] = Landing(to, way, bytes(hand.position))
        elif len(known.steps) == len(way) and known.position != bytes(hand.position):
            known.certain = False
        if to:
            _follow(hand, to, way, found)
        hand.undo()


def sources(hand):
    """The places whose checkers can move now, the farthest back first."""
    found = []
    for a_step in hand.legal():
        place = steps.source(a_step)
        if place not in found:
            found.append(place)
    found.sort()
    found.reverse()
    return found
