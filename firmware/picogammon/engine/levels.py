"""The levels of play by name, weakest first."""

from micropython import const

from picogammon.engine.handmade import Handmade
from picogammon.rules.movegen import Plays

_NAMES = ("novice", "casual", "club", "expert", "master")
# What a level loses a decision, in tenths of mEq, as measured by `make strength`.
_ERRORS = {"novice": 449, "casual": 252, "club": 117, "expert": 34, "master": 21}
_ERROR = const(65)  # a thousandth of a point
# Handmade: by how many mEq the level errs, a standard deviation.
_HANDMADE = {"novice": 67, "casual": 0}
# By the net: at how many plays it looks a roll ahead, how much worse one of them may seem, and by
# how much the level errs.
_BY_NET = {"club": (0, 0, 2516), "expert": (0, 0, 0), "master": (6, 90 * _ERROR, 0)}
_judges = []  # the one that all levels share, once it is there


class UnknownLevel(ValueError):
    """There is no such level; the message lists those there are."""


def levels():
    """The names of the levels, weakest first."""
    return _NAMES


def error(name):
    """What that level loses a decision, in tenths of mEq (a thousandth of a point); None if nobody
    has measured it."""
    return _ERRORS.get(name)


def shared_judge():
    """The judge.Judge that all levels share; raises WeightsError where those are missing."""
    if not _judges:
        from picogammon.engine import judge

        _judges.append(judge.load())
    return _judges[0]


def make(name, plays=None, judge_of=shared_judge, search_of=None, noise=None):
    """The Engine of that level; raises UnknownLevel, or WeightsError where those are missing.

    `plays`: a movegen.Plays (12 KB) to generate into. It can be shared with whoever does not use it
    between the slices of a thought. For a level by the net `judge_of` returns its Judge, and
    `search_of` what looks ahead for that Judge and those plays (Search if left out). `noise`: by
    how much it errs, if not as the level does.
    """
    if name not in _NAMES:
        raise UnknownLevel("there is no level '%s': there is %s" % (name, ", ".join(_NAMES)))
    if plays is None:
        plays = Plays()
    if name in _HANDMADE:
        return Handmade(plays, _HANDMADE[name] if noise is None else noise)
    judge = judge_of()
    from picogammon.engine.ending import Ending  # 40 KB, where they are of no use
    from picogammon.engine.evaluator import Erring, Exact
    from picogammon.engine.thinker import Thinker

    ahead, margin, usual = _BY_NET[name]
    ending = None if usual else Ending(judge.race, plays)  # who errs does not count rolls
    noise = usual if noise is None else noise
    evaluator = Erring(Exact(judge), noise) if noise else Exact(judge)
    search = search_of(judge, plays) if search_of else None
    return Thinker(evaluator, plays, ahead, margin, ending, search)
