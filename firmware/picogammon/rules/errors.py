"""Errors in what was said, as opposed to mistakes in this program."""


class RulesError(ValueError):
    """What no match can have, or what is not written as it should be; the message says why.

    A ValueError that is none of these is a bug, and is never taken for a player's or a log's fault.
    """
