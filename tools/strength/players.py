"""Who plays: one call for a play, whether the engine's own code answers or something faster.

An engine is written for a chip and thinks slowly on a PC; `quick` makes those with a net fast
enough for ten thousand games. What is no engine but can judge positions plays as a Chooser.
"""

import numpy as np

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.movegen import Plays
from picogammon.rules.situated import match_of
from tools.strength import quick


class Player:
    """Chooses plays."""

    def play(self, situation):
        """The steps of the play for `situation`, whose dice are set; [] where nothing is legal."""
        raise NotImplementedError


class EnginePlayer(Player):
    """An Engine, asked as the board asks it."""

    def __init__(self, engine):
        self.engine = engine

    def play(self, situation):
        """See Player."""
        answer = self.engine.begin(match_of(situation)).finish()
        return actions.steps_of(answer)


class Chooser(Player):
    """Has all legal plays' results made, and picks one: a subclass says which."""

    def __init__(self):
        self._plays = Plays()
        self._after = positions.empty()

    def best(self, situation, results):
        """Which of `results` to play: positions, (n, 26) int8, as who has just played sees them."""
        raise NotImplementedError

    def play(self, situation):
        """See Player."""
        plays = self._plays
        pos = situation.position
        count = plays.generate(pos, *situation.dice)
        if count < 2:
            return plays.steps(0) if count else []
        results = np.empty((count, positions.SLOTS), np.int8)
        for i in range(count):
            plays.result(i, pos, self._after)
            results[i] = self._after
        return plays.steps(self.best(situation, results))


def player(level):
    """The Player of that level, as quick as it can be made; raises levels.UnknownLevel."""
    return EnginePlayer(quick.make(level))
