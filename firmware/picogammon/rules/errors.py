"""Errors in what a player, a log or a text says, as opposed to faults in this program."""


class RulesError(ValueError):
    """Something that no match can have, or that is not written as it should be.

    The message says why. Any other ValueError is a bug: nobody takes it for a player's or a log's
    fault.
    """
