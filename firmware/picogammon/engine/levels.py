"""The levels of play by name, weakest first."""

from picogammon.engine.novice import Novice
from picogammon.rules.movegen import Plays

_MAKERS = {"novice": Novice}
_NAMES = ("novice",)
# What a level loses a decision, in tenths of mEq, as measured by `python -m tools.strength`.
_ERRORS = {"novice": 270}


class UnknownLevel(ValueError):
    """There is no such level; the message lists those there are."""


def levels():
    """The names of the levels, weakest first."""
    return _NAMES


def error(name):
    """What that level loses a decision, in tenths of mEq (a thousandth of a point); None if nobody
    has measured it."""
    return _ERRORS.get(name)


def make(name, plays=None):
    """The Engine of that level; raises UnknownLevel.

    `plays`: a movegen.Plays (12 KB) to generate into. It can be shared with whoever does not use it
    between the slices of a thought.
    """
    maker = _MAKERS.get(name)
    if maker is None:
        raise UnknownLevel("there is no level '%s': there is %s" % (name, ", ".join(_NAMES)))
    return maker(Plays() if plays is None else plays)
