"""Where a picked-up checker may be put down, and in which order a hand's choices are offered."""

from picogammon.rules import steps


class Landing:
    """One place to put a checker down: its target (1..24, 0 off) and the steps that lead there."""

    def __init__(self, target, trail, position):
        self.target = target
        self.steps = trail
        self.position = position
        self.certain = True


def landings(hand, place):
    """The Landings of the checker on `place` (1..25), the farthest first.

    There is one for each die. There is also one for several dice together, if every way there gives
    the same position. `hand` is unchanged afterwards.
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
