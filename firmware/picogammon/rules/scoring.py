"""What a game is worth, and whether the next one is the Crawford game (R20-R23, R25-R27)."""

from collections import namedtuple
from micropython import const

from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NamedTuple

    from picogammon.rules.settings import Settings

BORNE_OFF = const(0)
DROPPED = const(1)
RESIGNED = const(2)

_HOME = const(6)

# How a game ended. `winner`: 0 or 1. `multiple`: 1 for a single game, 2 a gammon, 3 a backgammon,
# as it counts. `points`: multiple times the cube. `how`: BORNE_OFF, DROPPED or RESIGNED.
if _TYPE_CHECKING:
    Result = NamedTuple(
        "Result", [("winner", int), ("multiple", int), ("points", int), ("how", int)]
    )
else:
    Result = namedtuple("Result", ("winner", "multiple", "points", "how"))


def multiple_of(pos: "Sequence[int]", checkers: int) -> int:
    """1 for a single game, 2 a gammon, 3 a backgammon; the mover has borne off all (R21-R23).

    `checkers`: how many a side has.
    """
    if positions.opponent_left(pos) < checkers:
        return 1
    for place in range(_HOME + 1):
        if pos[place] < 0:
            return 3
    return 2


def counted(multiple: int, settings: "Settings", owner: int | None) -> int:
    """The multiple that counts: 1 under Jacoby with the cube in the middle (R27), else `multiple`.

    That holds for a resignation too. Without a cube there is no Jacoby rule.
    """
    if settings.jacoby and settings.cube_on and not settings.length and owner is None:
        return 1
    return multiple


def is_over(settings: "Settings", scores: "Sequence[int]") -> bool:
    """True if somebody has won the match; a money session is never over (R25)."""
    return settings.length > 0 and max(scores) >= settings.length


def next_is_crawford(settings: "Settings", before: "Sequence[int]", after: "Sequence[int]") -> bool:
    """True if the game at the scores `after` is the Crawford game (R26).

    It is if the game that began at the scores `before` first brought a player to one point short.
    """
    short = settings.length - 1
    return settings.crawford and max(after) == short and max(before) < short
