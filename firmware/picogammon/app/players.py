"""A player is anyone who answers with an action: a person at the buttons, an engine, a link.

Persons answer by pressing buttons: the app's modes ask them. All others are asked here.
"""

from picogammon.engine import levels


class Computer:
    """Answers by an engine's thinking, in slices, so that the board stays awake meanwhile.

    Any player who is no person has these three: `ask`, `think`, `answer`.
    """

    def __init__(self, engine):
        self._engine = engine
        self._thought = None

    def ask(self, match):
        """Begins to think about the decision that the match waits for."""
        self._thought = self._engine.begin(match)

    def think(self):
        """Thinks for a slice; whether the answer is there."""
        return self._thought.step()

    @property
    def answer(self):
        """The action, or None to roll the dice; only after `think` was true."""
        return self._thought.answer


def computers(plays):
    """(level, Computer) for each level, weakest first; all use `plays`, a movegen.Plays."""
    return [(name, Computer(levels.make(name, plays))) for name in levels.levels()]
