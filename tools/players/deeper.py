"""Two rolls ahead with the cube, as a judge: compiled, a match takes it seconds.

A roll and each answer to it are looked at, all 441 pairs, and the cube decides what they leave: at
each step the side to roll may double, and the other one takes or drops. A play is worth what the
other side's cube is worth after it. An error that two rolls may misjudge by two classes is counted
again three rolls ahead. It runs on MicroPython as well.
"""

from array import array

from picogammon.engine import cube, numbers
from picogammon.engine.cube import Cube
from picogammon.engine.cubeful import (
    CENTRE,
    JACOBY,
    MINE,
    THEIRS,
    Stakes,
    endless,
    fixed_by,
    table_of,
)
from picogammon.engine.engine import Engine, Value
from picogammon.engine.numbers import ONE, OVER, SLOTS
from picogammon.engine.review import BLUNDER, DOUBTFUL, MISTAKE
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions
from picogammon.rules.match import TO_ROLL
from picogammon.rules.plays import after_steps

LEVEL = "grandmaster"  # which looks as far, and so would judge itself
_LEAST = 3  # plays that are looked at, if there are as many
SHALLOW = "master"  # who says at which
_ASTRAY = ONE * 30 // 1000  # two rolls seldom misjudge an error by more
_MOVED = ONE * 10 // 1000  # an error that moved less since the first look is trusted
_CLEAR = ONE * 3 // 10  # a double that seems so much worse is not looked at
_ALL = 36  # permutations, as of an engine.Ranked
# As in tools/fast_engine/look.py.
_STATES = 4
_FOUND = _STATES + SLOTS
_GIVEN = 97
_NO_VIEW = [-1, 0, 0, 0, 0]


class Deeper(Engine):
    """Takes what `shallow`, another Engine, finds best, and asks `ahead`, an Ahead.

    Games of three checkers are for `shallow` alone. `rolls`: that of `ahead`, or None.
    """

    knows = True

    def __init__(self, shallow, ahead):
        self._shallow = shallow
        self._ahead = ahead
        self.value = ahead.value or shallow.value
        self.rolls = ahead.rolls
        self.judge_each = shallow.judge_each

    def rank(self, situation, also=None):
        """See Engine; plays that were not looked at come last, and are worth no more than others.

        Where one play is clearly the best, and `also` is none other, none is looked at."""
        ranked = yield from self._shallow.rank(situation, also)
        if situation.checkers != positions.CHECKERS:
            return ranked
        pos, ahead = situation.position, self._ahead
        places = [after_steps(pos, play.steps) for play in ranked]
        first = {bytes(place): play.equity for place, play in zip(places, ranked)}
        wanted = after_steps(pos, also) if also else None
        near = 0
        for play in ranked[: ahead.most]:
            near += ranked[0].equity - play.equity <= ahead.margin
        if near < 2 and wanted in [None] + places[:1]:
            return ranked
        deep, rest = [], []
        for i, play in enumerate(ranked):
            if i >= max(near, _LEAST) and places[i] != wanted:
                rest.append(play)
                continue
            there = places[i]
            if class_of(there) != OVER:
                play.equity, play.outcome = yield from ahead.after(situation, there)
            play.permutations = _ALL
            _insert(play, deep)
        yield from self._settle(situation, deep, wanted, first)
        for play in rest:
            play.equity = min(play.equity, deep[-1].equity)
        return deep + rest

    def _settle(self, situation, deep, wanted, first):
        """Counts the error of the play that leads to `wanted` again, if two rolls may misjudge it.

        `deep`: the plays that were looked at; `first`: the equities before, by position."""
        ahead, best = self._ahead, deep[0]
        pos = situation.position
        found = [play for play in deep if after_steps(pos, play.steps) == wanted]
        if not found or not ahead.further:
            return
        made = found[0]
        there = after_steps(pos, best.steps)
        loss = best.equity - made.equity
        before = first[bytes(there)] - first[bytes(wanted)]
        if not _unsure(loss) or abs(before - loss) < _MOVED:
            return
        worths = []
        for place in (there, wanted):
            worth = yield from ahead.further(situation, place)
            worths.append(worth)
        if None not in worths:
            deep.remove(made)
            made.equity = best.equity - max(0, worths[0] - worths[1])
            _insert(made, deep)

    def weigh(self, question):
        """See Engine."""
        usual = yield from self._shallow.weigh(question)
        situation = question.situation
        waits = question.phase == TO_ROLL and usual.nd - usual.doubled > _CLEAR
        few = situation.checkers != positions.CHECKERS
        if waits or few or not self._ahead.knows_cube(situation.position):
            return usual
        turn = situation.turn
        nd, dt, outcome = yield from self._ahead.weigh(situation, turn, situation.position)
        beaver = None if usual.beaver is None else usual.beaver + 2 * (dt - usual.dt)
        raccoon = None if usual.raccoon is None else usual.raccoon + 4 * (dt - usual.dt)
        return Cube(nd, dt, ONE, outcome, beaver, raccoon)


def _insert(play, ranked):
    """Inserts a play where it belongs, behind those of its equity."""
    at = len(ranked)
    while at and ranked[at - 1].equity < play.equity:
        at -= 1
    ranked.insert(at, play)


def _unsure(loss):
    """True if the true error may be two classes away, such as a blunder in place of a doubtful."""
    classes = [_class(one) for one in (loss - _ASTRAY, loss, loss + _ASTRAY)]
    return loss > 0 and max(classes[1] - classes[0], classes[2] - classes[1]) > 1


def _class(loss):
    return (loss >= DOUBTFUL) + (loss >= MISTAKE) + (loss >= BLUNDER)


class Ahead:
    """Looks two rolls ahead. A subclass adds `weigh`; it may add `value`, that of an Engine, and
    `rolls` and `further`, those of TwoRolls.

    `most`: plays that are looked at, besides the one that was made; `margin`: how much worse than
    the best such a play may seem.
    """

    value = rolls = further = None

    most = 4
    margin = ONE * 6 // 100

    def knows_cube(self, pos):
        """Whether it weighs a cube there."""
        return True

    def weigh(self, situation, side, pos):
        """Yields between slices, returns (nd, dt, outcome) of `side`, who is to roll: no double, a
        double that is taken, the chances. `pos`: as that side sees it; `situation`: cube, score and
        rules."""
        raise NotImplementedError

    def after(self, situation, there):
        """Yields between slices, returns (equity, outcome) of the play of `situation.turn` that
        leads `there`, a position, as that side sees it."""
        other = 1 - situation.turn
        pos = positions.swapped(there)
        nd, dt, outcome = yield from self.weigh(situation, other, pos)
        stakes = self.stakes_of(situation, other)
        if stakes.may_double(0, stakes.owner, False):
            nd = max(nd, min(dt, ONE))
        seen = numbers.blank()
        numbers.flip(outcome, seen)
        return -nd, tuple(seen)

    def stakes_of(self, situation, side):
        """The Stakes of a side."""
        return Stakes(situation, side)


class TwoRolls(Ahead):
    """Our own engine. `search`: has what is compiled, as tools/fast_engine/quick.py."""

    def __init__(self, search):
        self._search = search
        self._found = array("i", [0] * _FOUND)
        self._known = {}

    def knows_cube(self, pos):
        """In races the engine counts rolls."""
        return positions.contact(pos)

    def weigh(self, situation, side, pos):
        """See Ahead."""
        stakes, given = self._played_for(situation, side)
        found = self._found
        nd = dt = 0
        outcome = [0] * SLOTS
        for high in range(1, 7):
            for low in range(1, high + 1):
                cases = 1 if high == low else 2
                self._search.answered(pos, high, low, given, found)
                nd += cases * _answered(stakes, 0, stakes.owner, found, 0)
                dt += cases * _answered(stakes, 1, THEIRS, found, 2)
                for slot in range(SLOTS):
                    outcome[slot] += cases * found[_STATES + slot]
            yield
        dt = stakes.lowered(1, dt // 36) if stakes.reaches(1) else nd // 36
        return nd // 36, dt, tuple([chance // 1296 for chance in outcome])

    def further(self, situation, there):
        """Yields between slices, returns the equity of the play of `situation.turn` that leads
        `there`, three rolls ahead; None if the other side may double first, and should."""
        side, other = situation.turn, 1 - situation.turn
        pos = positions.swapped(there)
        stakes = self.stakes_of(situation, other)
        if stakes.may_double(0, stakes.owner, False):
            nd, dt, _ = yield from self.weigh(situation, other, pos)
            if min(dt, ONE) > nd:
                return None
        ours = self.stakes_of(situation, side)
        doubles = ours.may_double(0, ours.owner, False)
        into = array("b", pos)
        worth = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                self._search.begin(pos, high, low, into)
                if class_of(into) == OVER:
                    nd = -stakes.value(self._search.best, ONE)
                else:
                    nd, dt, _ = yield from self.weigh(situation, side, positions.swapped(into))
                    nd = max(nd, min(dt, ONE)) if doubles else nd
                worth += nd if high == low else 2 * nd
        return worth // 36

    def value(self, situation):
        """Engine.value, without any look ahead."""
        pos, dice = situation.position, situation.dice
        best = yield from self._best(pos, *dice) if dice else self._passed(pos)
        stakes = self.stakes_of(situation, situation.turn)
        worth = stakes.value(best, cube.life(pos)[0])
        return Value(tuple(best)[:SLOTS], numbers.cubeless(best), worth)

    def rolls(self, situation):
        """Yields between slices, returns ({(high, low): worth of its best play}, their mean, the
        roller's mean chance to win) of a situation before a roll, without any look ahead."""
        pos = situation.position
        value, life = self.stakes_of(situation, situation.turn).value, cube.life(pos)[0]
        worths = {}
        mean = wins = 18
        for high in range(1, 7):
            for low in range(1, high + 1):
                best = yield from self._best(pos, high, low)
                cases = 1 if high == low else 2
                worths[high, low] = worth = value(best, life)
                mean += cases * worth
                wins += cases * best[numbers.WIN]
        return worths, mean // 36, wins // 36

    def _best(self, pos, high, low):
        """Yields between slices, returns the outcome of a roll's best play; it is lent."""
        search = self._search
        more = search.begin(pos, high, low)
        while more:
            yield
            more = search.go_on()
        yield
        if not search.count:
            return (yield from self._passed(pos))
        return search.best

    def _passed(self, pos):
        yield
        self._search.judge.outcome(pos, self._search.best)
        return self._search.best

    def stakes_of(self, situation, side):
        """See Ahead."""
        return self._played_for(situation, side)[0]

    def _played_for(self, situation, side):
        key = (side, fixed_by(situation))
        if key not in self._known:
            self._known[key] = given_of(situation, side)
        return self._known[key]


def of(make, search):
    """The Deeper of our own engine. `make(level)` gives that level's Engine."""
    return Deeper(make(SHALLOW), TwoRolls(search))


def _answered(stakes, level, owner, found, state):
    """Returns what a roll leaves before the other side's, which may double first."""
    worth = found[state] // 36
    if stakes.reaches(level) and stakes.may_double(level, owner, True):
        worth = min(worth, max(stakes.lowered(level + 1, found[state + 1] // 36), -ONE))
    return worth


def given_of(situation, side):
    """(Stakes of a side, array('i') of what tools/fast_engine/look.py is given)."""
    stakes = Stakes(situation, side)
    money, own, level = endless(situation), stakes.owner, stakes.present
    given = [int(money), level.gammon, level.backgammon, level.lost_gammon, level.lost_backgammon]
    jacoby = situation.jacoby_now
    turned = stakes.reaches(1)
    for there, at, owner in (
        (True, 0, own),
        (stakes.may_double(0, own, True), 1, MINE),
        (turned, 1, THEIRS),
        (turned and stakes.may_double(1, THEIRS, True), 2, MINE),
    ):
        if not there:
            given += _NO_VIEW + _NO_VIEW + [0, 0]
            continue
        doubles = stakes.may_double(at, owner, False)
        given += _view(stakes, money, at, JACOBY if jacoby and owner == CENTRE else owner)
        given += _view(stakes, money, at + 1, THEIRS) if doubles else _NO_VIEW
        below = stakes.levels[0 if money else at]
        given += [below.rise, below.shift]
    if not money:
        given += list(table_of(stakes.levels))
    return stakes, array("i", given + [0] * (_GIVEN - len(given)))


def _view(stakes, money, level, owner):
    if money:
        return [level, owner, 0, 0, 0]
    side, other = [stakes.may_double(level, owner, theirs) for theirs in (False, True)]
    reached = stakes.levels[level]
    forced = (side and reached.forced) or (other and reached.other_forced)
    return [level, owner, int(side), int(other), int(forced)]
