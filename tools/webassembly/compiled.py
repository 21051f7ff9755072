"""The levels by the compiled engine, where the page has it: to the bit what they are in bytecode.

On a PC, tools/fast_engine/quick.py does the same. engine.js is given addresses.
"""

from struct import pack
from uctypes import addressof

from picogammon.engine import levels, numbers, weights
from picogammon.rules import position as positions

# As tools/webassembly/entries.py has it, which no page imports.
SECTIONS = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP", "NEAR", "HOME", "ROLL", "RACE", "SOON")
TABLES = 4096


def fill(engine, found):
    """Puts the Weights `found` into an engine of engine.js; returns whether they fit."""
    head = b""
    at = TABLES
    for name in SECTIONS:
        section = found.section(name)
        head += pack("<II", at, len(section))
        engine.put(at, addressof(section), len(section))
        at += len(section) + 7 & ~7
    engine.put(0, addressof(head), len(head))
    return engine.prepare()


class Maker:
    """Makes levels that ask an engine of engine.js; it has its weights from the first of them."""

    def __init__(self, engine):
        self._engine = engine
        self._judge = None

    def make(self, level, plays=None):
        """The Engine of that level; see levels.make."""
        return levels.make(
            level,
            plays,
            judge_of=self._judge_of,
            search_of=lambda judge, _: _Search(self._engine, judge),
        )

    def search(self):
        """A search ahead by the engine."""
        return _Search(self._engine, self._judge_of())

    def _judge_of(self):
        if self._judge is None:
            if not fill(self._engine, weights.load()):
                raise weights.WeightsError("the compiled engine has no room for the weights")
            self._judge = _Judge(self._engine)
        return self._judge


class _Judge:
    """The engine's Judge."""

    def __init__(self, engine):
        self.race = levels.shared_judge().race
        self._engine = engine

    def outcome(self, pos, out):
        """See Judge."""
        self._engine.outcome(addressof(pos), addressof(out))


class _Search:
    """The engine's Search."""

    def __init__(self, engine, judge):
        self.judge = judge
        self.best = numbers.blank()
        self.count = self.judged = 0
        self._engine = engine

    def outcome(self, pos, out):
        """See Search; it makes one pause."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        self.judged += self._engine.look(addressof(pos), addressof(out))
        yield

    def begin(self, before, first, second, into=None):
        """See Search; all is judged at once."""
        after = 0 if into is None else addressof(into)
        best = addressof(self.best)
        self.count = self._engine.reply(addressof(before), first, second, best, after)
        self.judged += self.count
        if into is not None and not self.count:
            into[:] = before
        return False

    def answered(self, before, first, second, given, found):
        """What a roll and each answer to it leave: tools/fast_engine/look.py, of arrays."""
        places = [addressof(one) for one in (before, given, found)]
        self._engine.answered(places[0], first, second, *places[1:])
