"""An engine that thinks a hundred times as fast: the judge and the look ahead are compiled.

The engine's own Thinker chooses the plays. The compiled parts answer its questions to the bit.
"""

from array import array

import numpy as np

from picogammon.engine import levels, numbers, weights
from picogammon.rules import position as positions
from tools.fast_engine import look
from tools.fast_engine.judge import judge_all, race_tables
from tools.fast_engine.net import BulkNet


def make(level):
    """Returns the Engine of that level; see levels.make."""
    return levels.make(level, judge_of=judge, search_of=lambda judge, plays: QuickSearch(judge))


def judge():
    """Returns the QuickJudge that answers as the levels' own Judge. Raises WeightsError."""
    return QuickJudge(BulkNet(weights.load()), levels.shared_judge().race)


def search():
    """Returns the QuickSearch of that judge."""
    return QuickSearch(judge())


class QuickJudge:
    """The engine's Judge, for one position or many. `tables`: what compiled code takes of it."""

    def __init__(self, net, race):
        self.race = race
        self.tables = net.arrays, race_tables(race)

    def outcome(self, pos, out):
        """See Judge."""
        out[:] = array("i", self.outcomes(np.array([pos], np.int8))[0].tolist())

    def outcomes(self, many):
        """Returns the outcomes, (n, 5) int32, of positions (n, 26) int8."""
        found = np.empty((len(many), numbers.SLOTS), np.int32)
        judge_all(many, self.tables, found)
        return found


class QuickSearch:
    """The engine's Search: all replies to all rolls are judged together."""

    def __init__(self, judge):
        self.judge = judge
        self.best = numbers.blank()
        self.count = self.judged = 0
        self._space = look.room()
        self._after = np.empty(positions.SLOTS, np.int8)
        self._found = np.empty(numbers.SLOTS, np.int32)

    def outcome(self, pos, out):
        """See Search; it makes no pause."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        board = np.array(pos, np.int8)
        self.judged += look.ahead(board, self.judge.tables, self._space, self._found)
        out[:] = array("i", self._found.tolist())
        yield

    def begin(self, before, first, second, into=None):
        """See Search; all is judged at once."""
        board = np.array(before, np.int8)
        after, found = self._after, self._found
        tables = self.judge.tables
        self.count = look.reply(board, first, second, tables, self._space, after, found)
        self.judged += self.count
        if self.count:
            self.best[:] = array("i", found.tolist())
        if into is not None:
            into[:] = array("b", after.tobytes()) if self.count else before
        return False

    def answered(self, before, first, second, given, found):
        """Fills found; see look.answered."""
        board, words = np.array(before, np.int8), np.frombuffer(found, np.int32)
        given = np.frombuffer(given, np.int32)
        look.answered(board, first, second, self.judge.tables, self._space, given, words)
