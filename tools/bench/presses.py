"""How many presses a turn takes at four buttons.

300 games of a money session are played through the app, both sides by its buttons, and every press
counts: rolls, plays, forced turns, passes, doubles and their answers. What the people want is what
the level "novice" would play; the buttons do not know it. One of them takes the shortest way there,
the other the first step that the cursor stands on, each time.
"""

import random

from fakes.sitting import Sitting
from picogammon.app.modes.turn import likeliest, shut_out
from picogammon.engine import levels
from picogammon.rules import actions, match
from picogammon.rules import position as positions
from picogammon.rules.settings import Settings
from picogammon.rules.steps import Hand

GAMES = 300
_MOST = 99  # more presses than any play takes
_WAIT_MS = 1000  # within these the board does what it does by itself
_PRESSES = {
    actions.DOUBLE: ("NEXT", "OK"),
    actions.TAKE: ("PREV", "OK"),
    actions.DROP: ("NEXT", "OK"),
    actions.BEAVER: ("BACK", "OK"),
    actions.RACCOON: ("BACK", "OK"),
}
_BUDGETS = (("a given play", False, 5.5), ("the first suggestion", True, 4.5))


def rows():
    """The measurement as rows of the table: dicts of name, value, unit, budget and ok."""
    found = []
    shut_out_presses = 0
    for what, first, budget in _BUDGETS:
        counted = play(GAMES, first)
        shut_out_presses += counted.shut_out
        name = f"presses a turn for {what}, {GAMES} games"
        found.append(_row(name, round(counted.presses / counted.turns, 2), budget))
    found.append(_row("presses while shut out", shut_out_presses, 0))
    return found


def _row(name, value, budget):
    ok = value <= budget
    return {"name": name, "value": value, "unit": "presses", "budget": budget, "ok": ok}


class Counted:
    """What games took: `presses` in so many `turns`, and `shut_out`: those of a side shut out."""

    def __init__(self):
        self.presses = self.turns = self.shut_out = 0


def play(games, first):
    """Counted of that many games; `first`: who takes what the cursor stands on."""
    sitting = Sitting(_Dice(games), Settings(length=0))
    engine = levels.make("novice")
    counted = Counted()
    for _ in range(games):
        while sitting.match.phase != match.GAME_OVER:
            _act(sitting, engine, first, counted)
        counted.presses += 1
        sitting.press("OK")
    return counted


def _act(sitting, engine, first, counted):
    """The presses, or the wait, that the match waits for now."""
    a_match = sitting.match
    playing = a_match.phase == match.TO_PLAY
    shut = a_match.phase in (match.TO_ROLL, match.TO_PLAY) and shut_out(a_match.position)
    way, wanted = _way(sitting, engine, first)
    if shut and way == ("OK",):
        way = ()
        before = len(sitting.journal.records)
        sitting.wait(_WAIT_MS)
        assert len(sitting.journal.records) > before, "nothing went on by itself"
    counted.presses += len(way)
    counted.shut_out += len(way) if shut else 0
    sitting.press(" ".join(way))
    counted.turns += playing and sitting.match.phase != match.TO_PLAY
    if wanted is not None and sitting.match.phase == match.TO_ROLL:
        assert positions.swapped(sitting.match.position) == wanted, way


class _Dice:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def collect(self):
        return False

    def roll(self):
        return self._random.randint(1, 6), self._random.randint(1, 6)


def _way(sitting, engine, first):
    """(the presses to what the engine answers now, the position that a play leads to or None)."""
    a_match = sitting.match
    answer = None
    if a_match.phase != match.OPENING:
        answer = engine.begin(a_match).finish()
    if answer is None:
        return ("OK",), None
    if actions.kind_of(answer) != actions.PLAY:
        return _PRESSES[actions.kind_of(answer)], None
    hand = sitting.navigator.top.hand
    if hand.complete or first:  # forced, or nothing to play; or whatever is offered
        return ("OK",), None
    wanted = Hand(a_match.position, a_match.dice)
    for a_step in actions.steps_of(answer):
        wanted.make(a_step)
    _, way = _shortest(Hand(a_match.position, a_match.dice), wanted.position, {})
    return (*way, "OK"), wanted.position


def _shortest(hand, goal, known):
    """(presses, their names) from this hand, its cursor where the app puts it, to the goal."""
    key = bytes(hand.position), tuple(hand.dice), tuple(hand.steps[-1:])
    if key not in known:
        known[key] = _search(hand, goal, known)
    return known[key]


def _search(hand, goal, known):
    choices = list(hand.legal())
    if not choices:
        return (0, ()) if hand.position == goal else (_MOST, ())
    best = (_MOST, ())
    start = likeliest(hand)
    for i, a_step in enumerate(choices):
        picked = (*_walk(i - start, len(choices)), "OK") if len(choices) > 1 else ()
        hand.make(a_step)
        if _may_lead(hand, goal):
            cost, way = _shortest(hand, goal, known)
            cost += len(picked)
            if cost < best[0]:
                best = cost, picked + way
        hand.undo()
    return best


def _walk(by, count):
    """From one of `count` things to that many farther on, round the end if that is nearer."""
    by %= count
    return ("NEXT",) * by if 2 * by <= count else ("PREV",) * (count - by)


def _may_lead(hand, goal):
    """False where the goal is out of reach: too many checkers are out of place, or one was hit."""
    out_of_place = sum(max(0, here - there) for here, there in zip(hand.position[1:], goal[1:]))
    hits = any(0 > there > -2 and here >= 0 for here, there in zip(hand.position[1:], goal[1:]))
    return not hits and out_of_place <= len(hand.dice)
