"""What a game is played for: the worth of gammons and of the cube, at each level of the cube.

A level is a value that the cube can reach: level 0 as it stands, then twice that, and so on, as
long as another double can still matter. On each level winning a single game is worth +ONE and
losing one -ONE. In a match, the worth of everything else in that unit follows from the score by the
match equity table; for money it is the same everywhere.
"""

from micropython import const

from picogammon.engine.met import chance
from picogammon.engine.numbers import ONE, ratio

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.situation import Situation

CENTRE = const(0)
MINE = const(1)
THEIRS = const(2)
JACOBY = const(4)  # a cube in the middle; gammons do not count before it is turned

_PRESENT = const(0)  # the level of the cube as it stands
_MOST_LEVELS = const(5)  # more doubles change nothing
_MOST = const(4 * 65536)  # bound for the worth of a backgammon: keeps numbers small
_HALF = const(32768)


class Level:
    """The cube at one value, seen by one player.

    `gammon`, `backgammon`: what a gammon wins beyond a single game, and a backgammon beyond a
    gammon; `lost_gammon`, `lost_backgammon`: what they cost the player. `live`: doubling from here
    can help him; `other_live`: it can help the other side. `forced`: he loses nothing by doubling,
    because losing at this level loses the match; `other_forced`: the same for the other side.

    `won`, `lost`: winning (losing) this cube's single value, in the unit of the next level. `rise`,
    `shift`: an equity of the next level is rise times it plus shift in this level's unit.
    """

    def __init__(self) -> None:
        self.gammon = self.backgammon = self.lost_gammon = self.lost_backgammon = ONE
        self.live = self.other_live = True
        self.forced = self.other_forced = False
        self.won = _HALF
        self.lost = 0 - _HALF
        self.rise = 2 * ONE
        self.shift = 0


def owner_of(situation: "Situation", side: int) -> int:
    """CENTRE, MINE or THEIRS as `side` sees the situation's cube."""
    if situation.owner is None:
        return CENTRE
    return MINE if situation.owner == side else THEIRS


def jacoby_now(situation: "Situation") -> bool:
    """True if gammons do not count until the cube is turned (R27)."""
    return bool(
        situation.jacoby and not situation.length and situation.cube_on and situation.owner is None
    )


def endless(situation: "Situation") -> bool:
    """True if the cube can be turned as often as anyone will want to, for money."""
    doubles_left = situation.max_cube + 1
    cube = situation.cube
    while cube:
        doubles_left -= 1
        cube >>= 1
    return not situation.length and situation.cube_on and doubles_left >= _MOST_LEVELS


def fixed_by(situation: "Situation") -> "tuple[int | None, ...]":
    """All that decides what `situation.turn` plays for; equal tuples mean equal stakes."""
    scores = situation.scores
    return (
        situation.turn,
        situation.cube,
        situation.owner,
        scores[0],
        scores[1],
        situation.length,
        situation.crawford,
        situation.crawford_rule,
        situation.jacoby,
        situation.cube_on,
        situation.max_cube,
    )


def levels_of(situation: "Situation", side: int) -> list[Level]:
    """The Levels from the situation's cube on, seen by `side` (0 or 1).

    If all levels are alike, the list has only the first.
    """
    levels: list[Level] = []
    cube = situation.cube
    while True:
        level = _of_match(situation, side, cube) if situation.length else Level()
        if not situation.cube_on or situation.crawford or cube >> situation.max_cube:
            level.live = level.other_live = False
        if len(levels) == _MOST_LEVELS - 1:
            level.live = level.other_live = False
        level.forced = level.forced and level.live
        level.other_forced = level.other_forced and level.other_live
        levels.append(level)
        if not (level.live or level.other_live) or endless(situation):
            break
        cube *= 2
    if jacoby_now(situation):
        present = levels[_PRESENT]
        present.gammon = present.backgammon = 0
        present.lost_gammon = present.lost_backgammon = 0
    return levels


def _of_match(situation: "Situation", side: int, cube: int) -> Level:
    away = situation.length - situation.scores[side]
    other = situation.length - situation.scores[1 - side]
    # This is the Crawford game, or it has been played, or there will be none.
    after = away == 1 or other == 1 or not situation.crawford_rule
    # Match equities after winning, or losing, the cube's value once, twice and three times.
    win, win_gammon, win_backgammon = [
        chance(away - cube * points, other, after) for points in (1, 2, 3)
    ]
    lose, lose_gammon, lose_backgammon = [
        chance(away, other - cube * points, after) for points in (1, 2, 3)
    ]
    span = win - lose
    level = Level()
    level.gammon = _worth(win_gammon - win, span)
    level.backgammon = min(_worth(win_backgammon - win_gammon, span), _MOST - level.gammon)
    level.lost_gammon = _worth(lose - lose_gammon, span)
    lost_backgammon = _worth(lose_gammon - lose_backgammon, span)
    level.lost_backgammon = min(lost_backgammon, _MOST - level.lost_gammon)
    level.live = cube < away
    level.other_live = cube < other
    level.forced = cube >= other
    level.other_forced = cube >= away
    next_win = win_gammon  # what a single game at the next level leads to
    next_lose = lose_gammon
    next_span = next_win - next_lose
    level.won = ONE - _worth(next_win - win, next_span)
    level.lost = _worth(lose - next_lose, next_span) - ONE
    level.rise = ratio(next_span, span)
    level.shift = ratio(next_win - win, span) - ratio(lose - next_lose, span)
    return level


def _worth(more: int, span: int) -> int:
    """A difference of match equity in single games: half the span from a win to a loss is ONE."""
    return min(ratio(2 * more, span), _MOST)
