"""How many presses a turn takes, by people who know what they want and take the shortest way there.

300 games of a money session are played through the app, both sides by its buttons. What they want
is what the level "novice" would play; the buttons do not know it. Every press of a game counts:
rolls, plays, forced turns, passes, doubles and their answers.
"""

import random

from fakes.sitting import Sitting
from picogammon.app.modes.landing import landings, sources
from picogammon.engine import levels
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.settings import Settings
from picogammon.rules.steps import Hand

_GAMES = 300
_MOST = 99  # more presses than any play takes
_PRESSES = {
    actions.DOUBLE: ("NEXT", "OK"),
    actions.TAKE: ("OK",),
    actions.DROP: ("NEXT", "OK"),
    actions.BEAVER: ("PREV",),
    actions.RACCOON: ("PREV",),
}


def rows():
    """The measurement as rows of the table: dicts of name, value, unit, budget and ok."""
    presses, turns = play(_GAMES)
    value = round(presses / turns, 2)
    return [
        {
            "name": f"presses a turn, {_GAMES} games",
            "value": value,
            "unit": "presses",
            "budget": 7,
            "ok": value <= 7,
        }
    ]


def play(games):
    """(presses, turns) of that many games."""
    sitting = Sitting(_Dice(games), Settings(length=0))
    engine = levels.make("novice")
    presses = turns = 0
    for _ in range(games):
        while sitting.match.phase != match.GAME_OVER:
            turns += sitting.match.phase == match.TO_PLAY
            way, wanted = _way(sitting, engine)
            presses += len(way)
            sitting.press(" ".join(way))
            if wanted is not None and sitting.match.phase == match.TO_ROLL:
                assert positions.swapped(sitting.match.position) == wanted, way
        sitting.press("OK")
    return presses, turns


class _Dice:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def collect(self):
        return False

    def roll(self):
        return self._random.randint(1, 6), self._random.randint(1, 6)


def _way(sitting, engine):
    """(the presses to what the engine answers now, the position that a play leads to or None)."""
    a_match = sitting.match
    answer = None
    if a_match.phase != match.OPENING:
        answer = engine.begin(a_match).finish()
    if answer is None:
        return ("OK",), None
    if actions.kind_of(answer) != actions.PLAY:
        return _PRESSES[actions.kind_of(answer)], None
    if sitting.navigator.top.hand.complete:  # forced, or nothing to play
        return ("OK",), None
    wanted = Hand(a_match.position, a_match.dice)
    for a_step in actions.steps_of(answer):
        wanted.make(a_step)
    _, way = _shortest(Hand(a_match.position, a_match.dice), wanted.position, {})
    return (*way, "OK"), wanted.position


def _shortest(hand, goal, known):
    """(presses, their names) from this hand, its cursor on the first checker, to the goal."""
    key = bytes(hand.position), tuple(hand.dice)
    if key not in known:
        known[key] = _search(hand, goal, known)
    return known[key]


def _search(hand, goal, known):
    if not hand.legal():
        return (0, ()) if hand.position == goal else (_MOST, ())
    best = (_MOST, ())
    places = sources(hand)
    for i, place in enumerate(places):
        picked = (*_walk(i, len(places)), "OK")
        spots = landings(hand, place)
        for j, spot in enumerate(spots):
            put = (*_walk(j, len(spots)), "OK") if len(spots) > 1 else ()
            for a_step in spot.steps:
                hand.make(a_step)
            if _may_lead(hand, goal):
                cost, way = _shortest(hand, goal, known)
                cost += len(picked) + len(put)
                if cost < best[0]:
                    best = cost, picked + put + way
            for _ in spot.steps:
                hand.undo()
    return best


def _walk(i, count):
    """From the first of `count` things, round the end if that is nearer, to number i."""
    return ("NEXT",) * i if 2 * i <= count else ("PREV",) * (count - i)


def _may_lead(hand, goal):
    """False where the goal is out of reach: too many checkers are out of place, or one was hit."""
    out_of_place = sum(max(0, here - there) for here, there in zip(hand.position[1:], goal[1:]))
    hits = any(0 > there > -2 and here >= 0 for here, there in zip(hand.position[1:], goal[1:]))
    return not hits and out_of_place <= len(hand.dice)
