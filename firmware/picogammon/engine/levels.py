"""The levels of play by name, weakest first."""

from micropython import const

from picogammon.engine import weights
from picogammon.engine.evaluator import Erring
from picogammon.engine.thinker import Thinker
from picogammon.rules.movegen import Plays

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.engine import Engine
    from picogammon.engine.evaluator import Knowing
    from picogammon.engine.judge import Judge
    from picogammon.engine.search import Search

_ERROR = const(65)  # a thousandth of a point
_judges: "list[Judge]" = []  # the one that all levels share, once it is there


class Level:
    """What a level is. `by_net`: whether it sees positions as the net and the tables do, or by what
    is made by hand; `noise`: how much it errs about each, a standard deviation (by the net in
    1/65536 of a point, by hand in thousandths); `ahead`, `margin`: at how many plays it looks a
    roll ahead, and how much worse one of them may seem.

    `loses`: in tenths of mEq a decision, as measured by `make strength`.
    """

    def __init__(
        self,
        name: str,
        loses: int,
        by_net: bool = True,
        noise: int = 0,
        ahead: int = 0,
        margin: int = 0,
    ) -> None:
        self.name = name
        self.loses = loses
        self.by_net = by_net
        self.noise = noise
        self.ahead = ahead
        self.margin = margin


_LEVELS = (
    Level("novice", 449, by_net=False, noise=67),
    Level("casual", 252, by_net=False),
    Level("club", 117, noise=2516),
    Level("expert", 34),
    Level("master", 21, ahead=6, margin=90 * _ERROR),
)


class UnknownLevel(ValueError):
    """There is no such level; the message lists those there are."""


def levels() -> tuple[str, ...]:
    """The names of the levels, weakest first."""
    return tuple([level.name for level in _LEVELS])


def error(name: str) -> int | None:
    """What that level loses a decision, in tenths of mEq (a thousandth of a point); None if nobody
    has measured it."""
    level = _find(name)
    return level.loses if level else None


def shared_judge() -> "Judge":
    """The judge.Judge that all levels share; raises WeightsError where those are missing."""
    if not _judges:
        found = weights.load()
        from picogammon.engine import judge  # later: memory, where there are no weights

        _judges.append(judge.load(found))
    return _judges[0]


def make(
    name: str,
    plays: Plays | None = None,
    judge_of: "Callable[[], Judge]" = shared_judge,
    search_of: "Callable[[Judge, Plays], Search] | None" = None,
    noise: int | None = None,
) -> "Engine":
    """The Engine of that level; raises UnknownLevel, or WeightsError where those are missing.

    `plays`: a movegen.Plays (9 KB) to generate into. It can be shared with whoever does not use it
    between the slices of a thought. For a level by the net `judge_of` returns its Judge, and
    `search_of` what looks ahead for that Judge and those plays (Search if left out). `noise`: by
    how much it errs, if not as the level does.
    """
    level = _find(name)
    if level is None:
        raise UnknownLevel("there is no level '%s': there is %s" % (name, ", ".join(levels())))
    if plays is None:
        plays = Plays()
    search = None
    if level.by_net:
        judge = judge_of()
        from picogammon.engine.ending import Ending  # 40 KB, where they are of no use
        from picogammon.engine.exact import Exact
        from picogammon.engine.search import Search

        # Who errs does not count rolls.
        evaluator: "Knowing" = Exact(judge, None if level.noise else Ending(judge.race, plays))
        search = (search_of or Search)(judge, plays)
    else:
        from picogammon.engine.handmade import Handmade

        evaluator = Handmade()  # type: ignore[assignment]  # asked no more than it knows
    noise = level.noise if noise is None else noise
    if noise:
        evaluator = Erring(evaluator, noise)
    return Thinker(evaluator, plays, search, level.ahead, level.margin)


def _find(name: str) -> Level | None:
    for level in _LEVELS:
        if level.name == name:
            return level
    return None
