"""The levels of play, from weakest to strongest: their data, and the engines that play at them."""

import gc
from micropython import const

from picogammon.engine.engine import Thought, WeightsError
from picogammon.ground import ASSEMBLER
from picogammon.rules.plays import Plays
from picogammon.rules.position import CHECKERS

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.engine import Engine, Slices
    from picogammon.engine.search import Search
    from picogammon.engine.sight import Judge
    from picogammon.engine.thinker import Parts
    from picogammon.engine.weights import Weights

ROOM = const(16384)  # bytes: the copies of 64 rows in net_kernel.py
_ERROR = const(65)  # a thousandth of a point, in 1/65536 of a point
_judges: "dict[int, Judge]" = {}  # {checkers a side: the Judge that all levels share}
_room: "list[bytearray]" = []  # the block that `reserve` allocated, for Judges of 15 checkers


class Level:
    """The data of one level of play.

    `loses`: the error rate that `make strength` measured, in tenths of mEq per decision. `by_net`:
    False for the handmade engine. `noise`: the standard deviation of the level's intended errors,
    in 1/65536 of a point with the net, in thousandths of a point if handmade.

    `ahead`: how many plays the level examines one roll ahead at most. `margin`: plays with a higher
    error, in 1/65536 of a point, are not examined. `most`: the number of replies that the level may
    judge to compare plays two rolls ahead, or 0.
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
_UNKNOWN = Level("", None, by_net=False)


class UnknownLevel(ValueError):
    """The error for a name that no level has; the message lists the levels."""


def levels() -> tuple[str, ...]:
    """Returns the names of the levels, weakest first."""
    return tuple([level.name for level in _LEVELS])


def is_by_net(name: str) -> bool:
    """True if the level `name` exists and uses the net."""
    return _find(name).by_net


def is_slow(name: str) -> bool:
    """True if the level `name` looks two rolls ahead, which takes seconds on a chip."""
    return _find(name).most > 0


def error(name: str) -> int | None:
    """Returns the level's error rate, in tenths of mEq per decision, or None if it is unknown."""
    return _find(name).loses


def shared_judge(checkers: int = CHECKERS) -> "Judge":
    """Returns the Judge (sight.py) for games with `checkers` a side; may raise WeightsError."""
    return Thought(_judge(checkers)).finish()


def trouble(name: str) -> str | None:
    """Returns the reason why the level `name` cannot play here, or None if it can.

    The first call checks the weights (0.1 s on a Pico). May raise UnknownLevel and MemoryError.
    """
    if _known(name).by_net:
        try:
            Thought(_loading()).finish()
        except WeightsError as error:
            return str(error)
    return None


def checking() -> "Slices[None]":
    """Checks the weights in slices, so that `trouble` later takes no time."""
    try:
        yield from _loading()
    except WeightsError:
        pass


def reserve() -> None:
    """Allocates a Judge's largest block of memory; later Judges reuse this block."""
    if not _room:
        _room.append(bytearray(ROOM))


def forget() -> None:
    """Frees the memory that the levels share, except the block of `reserve`."""
    _judges.clear()


def _judge(checkers: int) -> "Slices[Judge]":
    if checkers not in _judges:
        found = yield from _loading()
        from picogammon.engine import sight  # here, to save memory if there are no weights

        room = _room[0] if _room and checkers == CHECKERS else None
        _judges[checkers] = yield from sight.loading(found, checkers, room)
    return _judges[checkers]


def _loading() -> "Slices[Weights]":
    from picogammon.engine import weights  # here, to save memory if no level uses the net

    return (yield from weights.loading())


def preparing() -> "Slices[None]":
    """Loads weights and modules in slices, so that `make` later takes a few ms instead of 250."""
    yield from _loading()
    for _ in _importing():
        yield
        gc.collect()  # otherwise lasting objects would be scattered over the memory
        yield
    yield from _judge(CHECKERS)
    yield


def _importing() -> "Slices[None]":
    """Imports the modules of the levels that use the net, one per slice of at most 12 ms."""
    if ASSEMBLER:
        from picogammon.engine import net_kernel  # noqa: F401
    else:
        from picogammon.engine import net_twin  # noqa: F401

    yield
    from picogammon.engine import bearoff_kernel  # noqa: F401

    yield
    from picogammon.engine import race  # noqa: F401

    yield
    from picogammon.engine import cubeful  # noqa: F401

    yield
    from picogammon.engine import cube  # noqa: F401

    yield
    from picogammon.engine import sight  # noqa: F401

    yield
    from picogammon.engine import ending  # noqa: F401

    yield
    from picogammon.engine import search  # noqa: F401

    yield
    from picogammon.engine import thinker  # noqa: F401

    yield


def importing_by_hand() -> "Slices[None]":
    """Imports the modules of the levels without the net, one per slice."""
    from picogammon.engine import search_kernel  # noqa: F401

    yield
    from picogammon.engine import handmade  # noqa: F401

    yield


def make(
    name: str,
    plays: Plays | None = None,
    judge_of: "Callable[[], Judge]" = shared_judge,
    search_of: "Callable[[Judge, Plays], Search] | None" = None,
) -> "Engine":
    """Returns an Engine that plays at the level `name`; may raise UnknownLevel or WeightsError.

    `plays`: the Plays to use, which other code may share, or None for a new one (9 KB).
    `judge_of()`, `search_of(judge, plays)`: return the Judge and the Search for games with fifteen
    checkers a side. The first game with three checkers a side loads another, shared Judge.
    """
    level = _known(name)
    if plays is None:
        plays = Plays()
    if level.by_net:
        from picogammon.engine.thinker import Thinker  # here, to save memory without the net

        parts = _parts(level, plays, judge_of(), search_of)
        return Thinker(plays, parts, level.ahead, level.margin)
    from picogammon.engine.handmade import Handmade  # here, because no other level needs it

    return Handmade(plays, level.noise)


def _parts(
    level: Level,
    plays: Plays,
    usual: "Judge",
    search_of: "Callable[[Judge, Plays], Search] | None",
) -> "Callable[[int], Parts]":
    """Returns the argument `parts` for a Thinker. `usual`: the Judge for 15 checkers a side."""
    from picogammon.engine.ending import Ending  # here: 40 KB that other levels do not need
    from picogammon.engine.search import DeepSearch, Search
    from picogammon.engine.sight import Sight

    def parts(checkers: int) -> "Parts":
        judge, make_search = usual, search_of or Search
        if checkers != CHECKERS:
            judge, make_search = shared_judge(checkers), Search
        # A level with intended errors has no exact look at the end of a race.
        ending = None if level.noise else Ending(judge.race, plays)
        search = make_search(judge, plays)
        deep = DeepSearch(search, level.most) if level.most else None
        return Sight(judge, level.noise, ending), search, deep

    return parts


def _known(name: str) -> Level:
    level = _find(name)
    if level is _UNKNOWN:
        raise UnknownLevel("there is no level '%s'. Levels: %s" % (name, ", ".join(levels())))
    return level


def _find(name: str) -> Level:
    for level in _LEVELS:
        if level.name == name:
            return level
    return _UNKNOWN
