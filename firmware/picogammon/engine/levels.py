"""The levels of play by name, weakest first."""

import gc
from micropython import const

from picogammon.engine.engine import EngineError, Thought
from picogammon.engine.evaluator import Erring
from picogammon.rules.plays import Plays
from picogammon.rules.position import CHECKERS

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.cube_ahead import CubeAhead
    from picogammon.engine.engine import Engine, Slices
    from picogammon.engine.evaluator import Knowing
    from picogammon.engine.halving import Halving
    from picogammon.engine.judge import Judge
    from picogammon.engine.search import Search
    from picogammon.engine.thinker import Sight
    from picogammon.engine.weights import Weights

    Searching = Callable[[Judge, Plays], Search] | None

ROOM = const(16384)  # bytes: the copies of 64 rows in net_kernel.py
_ERROR = const(65)  # 1/65536 of a point in a thousandth of one
_judges: "dict[int, Judge]" = {}  # by a side's checkers: the one that all levels share
_room: "list[bytearray]" = []  # what each of the usual Judges works in, one after another
_weights: "list[Weights]" = []  # those that they read, once checked


class Level:
    """The data of a level.

    `by_net`: it sees positions by the net and the tables; else by what is made by hand. `noise`:
    the standard deviation of its error for each position (by the net in 1/65536 of a point, by hand
    in thousandths). `ahead`: at how many plays it looks a roll ahead. `margin`: how much worse than
    the best such a play may seem, in 1/65536 of a point. `most`: how many replies it may judge, to
    look two rolls ahead at those that are close. `loses`: its loss a decision in tenths of
    mEq, as measured by `make strength`; None if nobody has measured it.
    """

    def __init__(
        self,
        name: str,
        loses: int | None,
        by_net: bool = True,
        noise: int = 0,
        ahead: int = 0,
        margin: int = 0,
        most: int = 0,
    ) -> None:
        self.name = name
        self.loses = loses
        self.by_net = by_net
        self.noise = noise
        self.ahead = ahead
        self.margin = margin
        self.most = most


_LEVELS = (
    Level("novice", 447, by_net=False, noise=100),
    Level("casual", 252, by_net=False),
    Level("club", 104, noise=2700),
    Level("expert", 31),
    Level("master", 20, ahead=6, margin=90 * _ERROR),
    Level("grandmaster", 17, ahead=8, margin=120 * _ERROR, most=38000),
)


class UnknownLevel(ValueError):
    """There is no such level; the message lists the levels that there are."""


def levels() -> tuple[str, ...]:
    """The names of the levels, weakest first."""
    return tuple([level.name for level in _LEVELS])


def is_by_net(name: str) -> bool:
    """True if the level sees positions by the net."""
    level = _find(name)
    return level is not None and level.by_net


def is_slow(name: str) -> bool:
    """True if the level looks two rolls ahead, which takes a chip seconds."""
    level = _find(name)
    return level is not None and level.most > 0


def error(name: str) -> int | None:
    """The level's loss a decision, in tenths of mEq (a thousandth of a point).

    None if nobody has measured it, or if there is no such level.
    """
    level = _find(name)
    return level.loses if level else None


def shared_judge(checkers: int = CHECKERS) -> "Judge":
    """The judge.Judge that all levels share where a side has so many checkers.

    Raises WeightsError if there are no usable weights.
    """
    return Thought(_judge(checkers)).finish()


def trouble(name: str) -> str | None:
    """Returns the reason why that level cannot play here, or None; makes no engine.

    Raises UnknownLevel or MemoryError. The first call checks the weights, which takes a Pico 0.1 s.
    """
    if _known(name).by_net:
        try:
            Thought(_loading()).finish()
        except EngineError as error:
            return str(error)
    return None


def checking() -> "Slices[None]":
    """Yields between slices; `trouble` then takes no time."""
    try:
        yield from _loading()
    except EngineError:
        pass


def reserve() -> None:
    """Allocates the largest block that a Judge needs, once, for each Judge from here on."""
    if not _room:
        _room.append(bytearray(ROOM))


def forget() -> None:
    """Frees the memory that the levels share; `make` takes it anew. What `reserve` took stays."""
    _judges.clear()


def _judge(checkers: int) -> "Slices[Judge]":
    """Yields between slices, returns what `shared_judge` does."""
    if checkers not in _judges:
        found = yield from _loading()
        from picogammon.engine import judge  # saves memory if there are no weights

        room = _room[0] if _room and checkers == CHECKERS else None
        _judges[checkers] = yield from judge.loading(found, checkers, room)
    return _judges[checkers]


def _loading() -> "Slices[Weights]":
    """Yields between slices, returns the Weights; raises WeightsError."""
    if not _weights:
        from picogammon.engine import weights  # saves memory if no level by the net is asked

        _weights.append((yield from weights.loading()))
    return _weights[0]


def preparing() -> "Slices[None]":
    """Yields between slices; `make` then takes milliseconds, and not a quarter of a second.

    Raises WeightsError if there are no usable weights.
    """
    yield from _loading()
    from picogammon.engine.net_imports import importing  # saves memory if there are no weights

    for _ in importing():
        yield
        gc.collect()  # or what stays would lie scattered over the memory
        yield
    yield from _judge(CHECKERS)
    yield


def importing_by_hand() -> "Slices[None]":
    """Yields after each import of what the levels by hand need: all at once take a Pico 20 ms."""
    from picogammon.engine import shots  # noqa: F401

    yield
    from picogammon.engine import handmade_cube  # noqa: F401

    yield
    from picogammon.engine import handmade  # noqa: F401

    yield
    from picogammon.engine import chooser  # noqa: F401

    yield


def make(
    name: str,
    plays: Plays | None = None,
    judge_of: "Callable[[], Judge]" = shared_judge,
    search_of: "Callable[[Judge, Plays], Search] | None" = None,
) -> "Engine":
    """The Engine of that level. Raises UnknownLevel, or WeightsError without usable weights.

    `plays`: a plays.Plays (9 KB) to generate into; it can be shared. For a level by the net,
    `judge_of` returns its Judge, and `search_of` makes what looks ahead from that Judge and those
    plays (default: Search). Both are asked for fifteen checkers a side: for three, the shared Judge
    is loaded when that is first played.
    """
    level = _known(name)
    if plays is None:
        plays = Plays()
    if level.by_net:
        from picogammon.engine.thinker import (
            Thinker,  # saves memory if no level by the net is asked
        )

        evaluator, search = _sight(level, plays, judge_of(), search_of)
        return Thinker(
            evaluator,
            plays,
            search,
            level.ahead,
            level.margin,
            lambda checkers: _sight(level, plays, shared_judge(checkers)),
            _halving(level.most) if level.most else None,
        )
    from picogammon.engine.chooser import Chooser
    from picogammon.engine.handmade import Handmade

    hand: "Knowing" = Handmade()  # type: ignore[assignment]  # asked no more than it knows
    return Chooser(Erring(hand, level.noise) if level.noise else hand, plays)


def _halving(most: int) -> "Halving":
    from picogammon.engine.halving import Halving  # not needed by other levels

    return Halving(most)


def _sight(level: Level, plays: Plays, judge: "Judge", search_of: "Searching" = None) -> "Sight":
    """The level's evaluator and its Search, by a Judge."""
    from picogammon.engine.ending import Ending  # 40 KB, not needed by other levels
    from picogammon.engine.exact import Exact
    from picogammon.engine.search import Search

    # A level that errs does not count rolls.
    search = (search_of or Search)(judge, plays)
    exact = Exact(
        judge,
        None if level.noise else Ending(judge.race, plays),
        _cube_ahead(search) if level.most else None,
    )
    return Erring(exact, level.noise) if level.noise else exact, search


def _cube_ahead(search: "Search") -> "CubeAhead":
    from picogammon.engine.cube_ahead import CubeAhead  # not needed by other levels

    return CubeAhead(search)


def _known(name: str) -> Level:
    level = _find(name)
    if level is None:
        raise UnknownLevel("there is no level '%s'. Levels: %s" % (name, ", ".join(levels())))
    return level


def _find(name: str) -> Level | None:
    for level in _LEVELS:
        if level.name == name:
            return level
    return None
