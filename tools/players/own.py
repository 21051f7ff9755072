"""Our own levels on CPython, as quick as they can be made."""

from picogammon.engine import levels
from picogammon.engine.weights import WeightsError
from tools.players.player import Player, PlayerError


class Own(Player):
    """A level's engine, asked as the board asks it. Raises PlayerError."""

    def __init__(self, level):
        self.name = level
        try:
            self._engine = _engine(level)
        except WeightsError as error:
            raise PlayerError(f"{level} cannot play: {error}") from None

    def decide(self, match):
        """See Player."""
        return self._engine.begin(match).finish()


def _engine(level):
    try:
        from tools.strength import quick
    except ImportError:  # what compiles it is not installed: the same decisions, later
        return levels.make(level)
    return quick.make(level)
