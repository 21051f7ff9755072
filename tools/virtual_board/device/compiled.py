"""The levels by the compiled engine, where the page has it: to the bit what they are in bytecode.

As tools/strength/quick.py on a PC. The page's engine.js is asked in hexadecimal.
"""

from array import array
from struct import pack

from picogammon.engine import levels, numbers, weights
from picogammon.rules import position as positions

# As tools/webassembly/entries.py has it, which no page imports.
SECTIONS = ("NETS", "NETW", "NETB", "NETV", "NETC", "NETP", "NEAR", "HOME", "ROLL", "RACE", "SOON")
TABLES = 4096

_AT_ONCE = 4096  # bytes
_COUNT = 4  # bytes
_END = _COUNT + 4 * numbers.SLOTS


def fill(engine, found):
    """Puts the Weights `found` into an engine of engine.js; returns whether they fit."""
    head = b""
    at = TABLES
    for name in SECTIONS:
        section = found.section(name)
        head += pack("<II", at, len(section))
        for start in range(0, len(section), _AT_ONCE):
            engine.put(at + start, bytes(section[start : start + _AT_ONCE]).hex())
        at += len(section) + 7 & ~7
    engine.put(0, head.hex())
    return engine.prepare()


class Maker:
    """Makes levels that ask an engine of engine.js; it gets its weights when it is first asked."""

    def __init__(self, engine):
        self._engine = engine
        self._filled = False
        self._judge = None

    def make(self, level, plays=None):
        """The Engine of that level; see levels.make."""
        return levels.make(
            level,
            plays,
            judge_of=self._judge_of,
            search_of=lambda judge, _: _Search(self._asked, judge),
        )

    def _judge_of(self):
        if self._judge is None:
            self._judge = _Judge(self._asked)
        return self._judge

    def _asked(self):
        """The engine, with the weights in it."""
        if not self._filled:
            if not fill(self._engine, weights.load()):
                raise weights.WeightsError("the compiled engine has no room for the weights")
            self._filled = True
        return self._engine


class _Judge:
    """The engine's Judge."""

    def __init__(self, engine):
        """`engine()` gives an engine of engine.js."""
        self.race = levels.shared_judge().race
        self._engine = engine

    def outcome(self, pos, out):
        """See Judge."""
        out[:] = array("i", bytes.fromhex(self._engine().outcome(bytes(pos).hex())))


class _Search:
    """The engine's Search."""

    def __init__(self, engine, judge):
        """`engine()`: as of _Judge."""
        self.judge = judge
        self.best = numbers.blank()
        self.judged = 0
        self._engine = engine

    def outcome(self, pos, out):
        """See Search; it makes one pause."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        found = bytes.fromhex(self._engine().look(bytes(pos).hex()))
        self.judged += int.from_bytes(found[:_COUNT], "little")
        out[:] = array("i", found[_COUNT:_END])
        yield

    def reply(self, before, first, second, into=None):
        """See Search; it makes one pause."""
        found = bytes.fromhex(self._engine().reply(bytes(before).hex(), first, second))
        yield
        count = int.from_bytes(found[:_COUNT], "little")
        if count:
            self.judged += count
            self.best[:] = array("i", found[_COUNT:_END])
            if into is not None:
                into[:] = array("b", found[_END:])
        elif into is not None:
            into[:] = before
        return count
