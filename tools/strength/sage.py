"""The second judge: Open Sage, the package `bgsage`, whose author and nets are others than gnubg's.

It is a program that is asked, as gnubg is; nothing of its own is kept here. Positions are as who
has just played sees them, the other side to roll. Equities are cubeless, in points.
"""

from bgsage import BgBotAnalyzer

BATCHES = 3  # rollouts of a position, each by dice of its own
_TRIALS = 36  # in a batch: each first roll once
_HALF_MOVES = 3  # then the game is cut off, and judged by a look at each next roll
_LOOK = 2  # "2-ply" as Sage counts: a roll ahead


class Sage:
    """Looks at positions and rolls them out, on one core."""

    def __init__(self):
        self._look = BgBotAnalyzer(eval_level=f"{_LOOK}ply", parallel_threads=1)
        self._rollout = BgBotAnalyzer(
            eval_level="rollout",
            n_trials=_TRIALS,
            truncation_depth=_HALF_MOVES,
            truncation_ply=_LOOK,
            decision_ply=1,
            cubeful_trial_moves=False,
            parallel_threads=1,
        )

    def look(self, pos):
        """The equity by a look at each of the next rolls."""
        return self._look.post_move_analytics(_board(pos), jacoby=False).cubeless_equity

    def roll_out(self, pos, seed):
        """The equities of BATCHES truncated rollouts; the same seed means the same dice."""
        found = []
        for batch in range(BATCHES):
            self._rollout.set_seed(BATCHES * seed + batch)
            said = self._rollout.post_move_analytics(_board(pos), jacoby=False)
            found.append(said.cubeless_equity)
        return found


def _board(pos):
    """Sage counts both bars upwards."""
    return [abs(pos[0]), *pos[1:]]
