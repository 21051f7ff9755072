"""Players of a side of a match on a PC: our levels, GNU Backgammon, Open Sage, UBGI engines.

`finding.find(text)` returns the Player that a text names: `expert`, `gnubg 2`, `bgsage 2`, or the
command line of an engine that speaks UBGI.
"""

from picogammon.rules import actions, notation
from picogammon.rules.match import BEAVERED, DOUBLED, RACCOONED, RESIGNING, TO_PLAY, TO_ROLL

PATIENCE_S = 120  # for a decision
_CLOSE = 1e-3  # points


class PlayerError(Exception):
    """A player that is missing, has ended, or breaks the rules; the text names it."""


def decide(player, match):
    """Returns a Player's decision. Raises PlayerError, with the position."""
    try:
        return player.decide(match)
    except PlayerError as problem:
        where = notation.to_xgid(match.situation())
        if where in str(problem):
            raise
        raise PlayerError(f"{problem}, at {where}") from None


class Player:
    """Decides for a side. `name`: as people call it; `answers`: True if it knows doubles."""

    name = ""
    answers = True

    def decide(self, match):
        """Returns the action (bytes) that `match` waits for, None to roll. Raises PlayerError."""
        raise NotImplementedError

    def close(self):
        """Ends what the player has started."""


class Analyst(Player):
    """A Player that judges situations. A subclass has the methods that `decide` calls."""

    def decide(self, match):
        """See Player."""
        phase, situation = match.phase, match.situation()
        if phase == TO_PLAY:
            return actions.play(self.steps(situation))
        if phase == TO_ROLL:
            return actions.double() if match.offers_double() and self.doubles(situation) else None
        if phase == RESIGNING:
            accepts = match.resigned >= self.worth_of_other(situation) - _CLOSE
            return actions.accept() if accepts else actions.refuse()
        if phase in (DOUBLED, BEAVERED, RACCOONED):
            return self.answer(match, situation)
        return None if match.decider is None else actions.accept()
