"""Engines whose answers are known beforehand: cheap, and the same on every runtime."""

from array import array

from picogammon.engine.cube import Cube, can_beaver, can_raccoon
from picogammon.engine.engine import Engine, Ranked, Value
from picogammon.engine.numbers import ONE, blank
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import RESIGNING, TO_ROLL
from picogammon.rules.plays import Plays, after_steps

_FEW = 3
UNIT = 656  # a hundredth of a point, and a little


def worth(pos):
    """Returns the equity of a position after a play: 2 units per point held, -3 per blot."""
    total = 0
    for n in pos[1:25]:
        total += 2 if n > 1 else -3 if n == 1 else 0
    return total * UNIT


class Coach(Engine):
    """Finds `cube` (nd, dt, dp) everywhere; a beaver is worth two takes, a raccoon four.

    Each answer takes `slices` slices. `asked` lists the kinds of the questions.
    """

    knows = True

    def __init__(self, cube=(0, 0, ONE), slices=2, plays=None):
        self.cube = cube
        self.slices = slices
        self.asked = []
        self._plays = plays or Plays()

    def choose(self, situation):
        ranked = yield from self.rank(situation)
        return ranked[0].steps if ranked else []

    def answer(self, question):
        if question.phase == RESIGNING:
            yield
            return actions.accept()
        if question.phase == TO_ROLL and not question.can_double:
            return None
        cube = yield from self.weigh(question)
        return cube.best(question.phase)[0]

    def rank(self, situation, also=None):
        for _ in range(self.slices):
            yield
        self.asked.append("rank")
        pos = situation.position
        after = array("b", pos)
        plays = self._plays
        found = []
        for i in range(plays.generate(pos, situation.dice[0], situation.dice[1])):
            plays.result(i, pos, after)
            equity = worth(after)
            found.append((-equity, i, Ranked(plays.steps(i), equity, _outcome(equity))))
        found.sort(key=lambda one: one[:2])  # equals stay in order, wherever this runs
        found = [one[2] for one in found]
        if also is None:
            return found[:_FEW]
        wanted = after_steps(pos, also)
        others = [play for play in found[_FEW:] if after_steps(pos, play.steps) == wanted]
        return found[:_FEW] + others

    def judge_each(self, situation, take):
        self.asked.append("each")
        pos = situation.position
        after = array("b", pos)
        plays = self._plays
        for i in range(plays.generate(pos, situation.dice[0], situation.dice[1])):
            for _ in range(self.slices if not i else 0):
                yield
                plays.generate(pos, situation.dice[0], situation.dice[1])
            plays.result(i, pos, after)
            take(after, worth(after))

    def weigh(self, question):
        for _ in range(self.slices):
            yield
        self.asked.append("weigh")
        nd, dt, dp = self.cube
        situation = question.situation
        beaver = 2 * dt if can_beaver(situation) else None
        raccoon = 4 * dt if can_raccoon(situation) else None
        return Cube(nd, dt, dp, (45000, 12000, 300, 6000, 100), beaver, raccoon)

    def value(self, situation):
        equity = positions.opponent_pips(situation.position) - positions.pips(situation.position)
        if situation.dice:
            ranked = yield from self.rank(situation)
            equity = (ranked[0].equity if ranked else -30 * UNIT) - UNIT
        else:
            yield
            equity *= UNIT
        self.asked[-1:] = ["value"]
        return Value(_outcome(equity), equity, equity + UNIT)


def _outcome(equity):
    return (ONE + equity) // 2, 8192, 655, 4096, 66


def quick(level, plays):
    """Makes an Engine of any level as host.make does, but one that answers at once."""
    return Coach(plays=plays)


class Ponderer(Coach):
    """Ranks the coach's second play above its best by 0.05, and `only` this many plays.

    `begun`, `hurried` count the calls; once hurried, it ranks at once.
    """

    def __init__(self, slices=30, only=3):
        Coach.__init__(self, slices=slices)
        self.begun = self.hurried = 0
        self._only = only

    def hurry(self):
        self.hurried += 1

    def rank(self, situation, also=None):
        self.begun += 1
        done = self.hurried
        for _ in range(self.slices):
            if self.hurried > done:
                break
            yield
        usual = yield from Coach(slices=0).rank(situation)
        best = usual[0].equity + 5 * UNIT
        found = [Ranked(usual[1].steps, best, usual[1].outcome, 9)]
        for play in (usual[0], usual[2])[: self._only - 1]:
            found.append(Ranked(play.steps, play.equity, play.outcome, 9))
        return found


class NoLook:
    """Replaces a Search: the judge's outcome at once, without replies."""

    count = judged = 0

    def __init__(self, judge):
        self.judge = judge
        self.best = blank()

    def outcome(self, pos, out):
        self.judge.outcome(pos, out)
        yield

    def begin(self, before, first, second, into=None):
        if into is not None:
            into[:] = before
        return False
