"""Open Sage as a player: the package `bgsage`, by another author and with other nets than gnubg's.

Its boards are positions as we have them, except that both bars count upwards. It knows no extra
cube values: a beaver is treated as a double.
"""

import numpy as np

from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import DOUBLED, RESIGNING, TO_PLAY, TO_ROLL
from picogammon.rules.plays import Plays
from tools.players import Player, PlayerError


class Sage(Player):
    """Sage at 1 to 4 ply, as it counts."""

    def __init__(self, plies):
        self.name = f"bgsage {plies}"
        from bgsage import BgBotAnalyzer

        self._analyzer = BgBotAnalyzer(eval_level=f"{plies}ply", parallel_threads=1)
        self._plays = Plays()
        self._after = positions.empty()

    def decide(self, match):
        """See Player."""
        phase = match.phase
        situation = match.situation()
        if phase == TO_PLAY:
            return actions.play(self._play(situation))
        if phase == TO_ROLL:
            if not match.offers_double():
                return None
            return actions.double() if self._cube(situation).should_double else None
        if phase == DOUBLED:
            found = self._cube(situation)
            if match.can_beaver() and found.is_beaver:
                return actions.beaver()
            return actions.take() if found.should_take else actions.drop()
        if phase == RESIGNING:
            return self._accepts(match, situation)
        return None if match.decider is None else actions.take()

    def _play(self, situation):
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

    def _cube(self, situation):
        return self._analyzer.cube_action(_board(situation.position), **_stakes(situation))

    def _accepts(self, match, situation):
        """Whether what is offered is at least what the position is worth to the other side."""
        pos = positions.from_numbers(situation.position)
        positions.swap(pos)  # as who has just played sees it
        worth = self._analyzer.post_move_analytics(_board(pos), jacoby=False).cubeless_equity
        return actions.accept() if match.resigned >= worth - 1e-3 else actions.refuse()


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
