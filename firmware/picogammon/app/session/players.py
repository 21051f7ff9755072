"""Players answer with an action: a person at the buttons, an engine, a link.

Persons answer by pressing buttons: the app's modes ask them. All others are asked here.
"""

from picogammon.engine import levels
from picogammon.engine.weights import TooLarge, WeightsError

# Levels fast and good enough to give hints and grade decisions; the first one here does so.
_COACHES = ("expert", "master")


class Computer:
    """Answers with what an engine thinks, in slices, so the board answers presses meanwhile.

    Every player except persons has `ask`, `think` and `answer`; `trouble`, None or why it cannot
    play here; and `broken`, True if the board says so when it starts.
    """

    trouble = None
    broken = False

    def __init__(self, engine):
        self.engine = engine
        self._thought = None

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


class Absent:
    """A level that cannot play here; `trouble` says why."""

    engine = None

    def __init__(self, trouble, broken):
        self.trouble = trouble
        self.broken = broken


def computers(plays):
    """[(level, Computer or Absent)] of each level, weakest first.

    All use `plays`, a movegen.Plays.
    """
    found = []
    for name in levels.levels():
        try:
            player = Computer(levels.make(name, plays))
        except MemoryError:
            player = Absent("needs more memory", False)
        except TooLarge as error:
            player = Absent(str(error), False)
        except WeightsError as error:
            player = Absent(str(error), True)
        found.append((name, player))
    return found


def coach(players):
    """The Engine among `computers` that gives hints and grades; None if none can."""
    by_name = {name: player.engine for name, player in players}
    for name in _COACHES:
        engine = by_name.get(name)
        if engine is not None and engine.knows:
            return engine
    return None


def strongest(players):
    """The name of the strongest level that can play here."""
    return [name for name, player in players if player.trouble is None][-1]
