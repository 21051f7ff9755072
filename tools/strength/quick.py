"""An engine that thinks a hundred times as fast: its judge and its look ahead, compiled.

The plays are chosen by the engine's own code, the net levels' Thinker. Only what it asks most is
answered from here, to the bit as it would be: the net by the trainer's BulkNet, the next roll by
all its positions at once.
"""

from array import array

import numpy as np

from picogammon.engine import levels, numbers, weights
from picogammon.engine.sight import Judge
from picogammon.rules import position as positions
from tools.strength import quick_look, quick_rolls
from tools.strength.quick_judge import judge_all
from tools.strength.quick_race import QuickRace
from tools.trainer.bulk import BulkNet


def make(level):
    """The Engine of that level, as quick as it can be made; see levels.make."""
    return levels.make(level, judge_of=judge, search_of=_search)


def judge():
    """The QuickJudge that answers as the levels' own Judge; raises WeightsError."""
    net = BulkNet(_net_sections(weights.load()))
    return QuickJudge(net, levels.shared_judge().race)


def search():
    """The QuickSearch of that judge."""
    return QuickSearch(judge())


def _search(judge, plays):
    return QuickSearch(judge)


class _OneByOne:
    """A BulkNet as the engine's Net, asked about one position."""

    def __init__(self, net):
        self._net = net
        self._one = np.empty((1, positions.SLOTS), np.int8)

    def outcome(self, pos, out):
        """See Net."""
        self._one[0] = pos
        found = self._net.outcomes(self._one)[0]
        for slot in range(numbers.SLOTS):
            out[slot] = int(found[slot])


class QuickJudge:
    """The engine's Judge, for one position or many. `net`: a BulkNet; `race`: as Judge's.

    `tables`: what compiled code is given of it (judge_all).
    """

    def __init__(self, net, race):
        self.race = race
        races = QuickRace(race)
        self.tables = net.arrays, races.tables
        self.outcome = Judge(_OneByOne(net), races).outcome

    def outcomes(self, many):
        """The outcomes, (n, 5) int32, of positions (n, 26) int8."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        judge_all(many, *self.tables, found)
        return found


class QuickSearch:
    """The engine's Search: all replies to all rolls are judged together."""

    def __init__(self, judge):
        self.judge = judge
        self.best = numbers.blank()
        self.count = self.judged = 0
        self._space = quick_look.room()
        self._after = np.empty(positions.SLOTS, np.int8)
        self._found = np.empty(numbers.SLOTS, np.int32)

    def outcome(self, pos, out):
        """See Search; it makes no pause."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        board = np.array(pos, np.int8)
        self.judged += quick_look.look(board, self.judge.tables, self._space, self._found)
        out[:] = array("i", self._found.tolist())
        yield

    def begin(self, before, first, second, into=None):
        """See Search; all is judged at once."""
        board = np.array(before, np.int8)
        after, found = self._after, self._found
        tables = self.judge.tables
        self.count = quick_look.reply(board, first, second, tables, self._space, after, found)
        self.judged += self.count
        if self.count:
            self.best[:] = array("i", found.tolist())
        if into is not None:
            into[:] = array("b", after.tobytes()) if self.count else before
        return False

    def answered(self, before, first, second, given, found):
        """What a roll and each answer to it leave; see quick_rolls.answered, of arrays."""
        board, words = np.array(before, np.int8), np.frombuffer(found, np.int32)
        given = np.frombuffer(given, np.int32)
        quick_rolls.answered(board, first, second, self.judge.tables, self._space, given, words)


def _net_sections(loaded):
    names = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP")
    return {name: bytes(loaded.section(name)) for name in names}
