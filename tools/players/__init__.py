"""Who can play a side of a match on a PC: our levels, GNU Backgammon, Open Sage, UBGI engines.

`finding.find(text)` gives the Player that a person means: `expert`, `gnubg 2`, `bgsage 2`, or the
command line of an engine that speaks UBGI.
"""

from picogammon.rules import notation

PATIENCE_S = 120  # for a decision


class PlayerError(Exception):
    """A player that is not there, has gone, or does not play by the rules; the text says which."""


def decide(player, match):
    """What a Player decides. Raises PlayerError, which says in what position."""
    try:
        return player.decide(match)
    except PlayerError as problem:
        where = notation.to_xgid(match.situation())
        if where in str(problem):
            raise
        raise PlayerError(f"{problem}, at {where}") from None


class Player:
    """Decides for a side. `name`: as people call it; `answers`: whether it knows doubles."""

    name = ""
    answers = True

    def decide(self, match):
        """The action (bytes) with which it answers what `match` waits for; None is to roll.

        Raises PlayerError.
        """
        raise NotImplementedError

    def close(self):
        """Lets go of what it needs."""
