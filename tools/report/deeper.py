"""The deepest of our own levels as the judge of a match: compiled, it takes seconds.

It runs on MicroPython as well.
"""

from picogammon.engine.engine import Engine
from tools.report.telling import Judge, ours

LEVEL = "grandmaster"


class Deeper(Engine):
    """Ranks plays and weighs cubes two rolls ahead; what rolls are worth (luck) `engine` says."""

    knows = True

    def __init__(self, make, engine):
        """`make(level)` gives that level's Engine."""
        deep = make(LEVEL)
        self.rank = deep.rank
        self.weigh = deep.weigh
        self.value = engine.value


def judge(level):
    """The Judge where luck is that level's."""
    deep = ours(LEVEL)
    return Judge("%s; luck by %s" % (deep.name, ours(level).name), deep.caution)
