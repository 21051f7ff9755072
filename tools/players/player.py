"""What a player on a PC is asked, whoever it is."""

PATIENCE_S = 120  # for a decision


class PlayerError(Exception):
    """A player that is not there, has gone, or does not play by the rules; the text says which."""


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
