"""Open Sage as a player: the package `bgsage`, with other nets than gnubg's by another author.

Its boards are our positions, except that both bars count upwards. It treats a beaver as a double.
"""

import numpy as np

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED
from picogammon.rules.plays import Plays
from tools.players import Analyst, PlayerError


class Sage(Analyst):
    """Sage at 1 to 4 ply, as it counts."""

    def __init__(self, plies):
        self.name = f"bgsage {plies}"
        from bgsage import BgBotAnalyzer

        self._analyzer = BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=1)
        self._plays = Plays()
        self._after = positions.empty()

    def steps(self, situation):
        """Returns the steps of its play."""
        plays = self._plays
        pos = situation.position
        count = plays.generate(pos, *situation.dice)
        if count < 2:
            return plays.steps(0) if count else []
        found = self._analyzer.checker_play(_board(pos), *situation.dice, **_stakes(situation))
        best = found.moves[0].board
        for i in range(count):
            plays.result(i, pos, self._after)
            if np.array_equal(_board(self._after), best):
                return plays.steps(i)
        raise PlayerError(f"{self.name} comes to {best}, which no legal play of {list(pos)} does")

    def doubles(self, situation):
        """True if it doubles."""
        return self._cube(situation).should_double

    def answer(self, match, situation):
        """Returns its answer to a double."""
        found = self._cube(situation)
        if match.phase != DOUBLED:
            return actions.take()
        if match.can_beaver() and found.is_beaver:
            return actions.beaver()
        return actions.take() if found.should_take else actions.drop()

    def worth_of_other(self, situation):
        """Returns the cubeless equity of the side that is not on roll."""
        board = _board(positions.swapped(situation.position))
        return self._analyzer.post_move_analytics(board, jacoby=False).cubeless_equity

    def _cube(self, situation):
        return self._analyzer.cube_action(_board(situation.position), **_stakes(situation))


def _board(pos):
    return [abs(pos[0]), *pos[1:]]


def _stakes(situation):
    turn = situation.turn
    length = situation.length
    owner = situation.owner
    away = [length - score for score in situation.scores] if length else (0, 0)
    return {
        "cube_value": situation.cube,
        "cube_owner": "centered" if owner is None else ("player", "opponent")[owner != turn],
        "away1": away[turn],
        "away2": away[1 - turn],
        "is_crawford": bool(situation.crawford),
        "jacoby": bool(situation.jacoby),
        "beaver": bool(situation.beavers),
    }
