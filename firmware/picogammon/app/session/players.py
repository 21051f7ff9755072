"""Players answer with an action: a person at the buttons, an engine, a link.

Persons answer by pressing buttons: the app's modes ask them. All others are asked here.
"""

from picogammon.engine import levels
from picogammon.engine.engine import EngineError

# Levels fast and good enough to give hints and grade decisions; the first one here does so.
_COACHES = ("expert", "master")


class Computer:
    """Answers with what an engine thinks, in slices, so the board answers presses meanwhile.

    Every player except persons has `ask`, `think` and `answer`, and `trouble`.
    """

    def __init__(self, make):
        """`make()` makes its Engine when that is first needed, as all of them take 48 KB.

        Raises EngineError or MemoryError where that level cannot play.
        """
        self._make = make
        self._engine = None
        self._trouble = None
        self._thought = None

    @property
    def engine(self):
        """Its Engine, or None if it cannot play here."""
        return self._engine if self.trouble is None else None

    @property
    def trouble(self):
        """Why it cannot play here, or None."""
        if self._engine is None and self._trouble is None:
            try:
                self._engine = self._make()
            except MemoryError:
                return "needs more memory"  # perhaps not the next time
            except EngineError as error:
                self._trouble = str(error)
        return self._trouble

    def ask(self, match):
        """Begins to think about the decision that the match waits for."""
        self._thought = self.engine.begin(match)

    def think(self):
        """Thinks for a slice; True if the answer is there."""
        return self._thought.step()

    @property
    def answer(self):
        """The action, or None to roll the dice; only after `think` returned True."""
        return self._thought.answer


def computers(plays):
    """[(level, Computer)] of each level, weakest first.

    All use `plays`, a movegen.Plays.
    """

    def maker(name):
        return lambda: levels.make(name, plays)

    return [(name, Computer(maker(name))) for name in levels.levels()]


def coach(players):
    """The Engine among `computers` that gives hints and grades; None if none can."""
    for name, player in players:
        if name in _COACHES and player.engine is not None and player.engine.knows:
            return player.engine
    return None


def strongest(players):
    """The strongest of `computers` that can play here, as (level, Computer); None if none can."""
    for found in reversed(players):
        if found[1].trouble is None:
            return found
    return None
