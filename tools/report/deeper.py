"""The deepest of our own levels as the judge of a match, compiled so that it takes seconds."""

from picogammon.engine.engine import Engine
from tools.strength import quick

LEVEL = "grandmaster"


class Deeper(Engine):
    """Ranks plays and weighs cubes two rolls ahead; what rolls are worth (luck) `engine` says."""

    knows = True

    def __init__(self, engine):
        deep = quick.make(LEVEL)
        self.rank = deep.rank
        self.weigh = deep.weigh
        self.value = engine.value
