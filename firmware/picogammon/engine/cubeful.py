"""Cubeful equity at a score, with the cube in play, from the chances of wins and gammons.

Level 0 is the cube at its present value, level 1 the cube at twice that value, and so on, as long
as another double can still matter. Each level has its unit: a single game is +ONE if won, -ONE if
lost. In a match, the match equity table gives the equity of gammons and of the next level.

The method follows R. Janowski, "Take-Points in Money Games" (1993). The true equity is between the
equity with a dead cube and the equity with a live cube. A live cube lets each side double at the
last moment before the other would drop. The cube's efficiency, `life`, is the weight of the live
cube's equity, from 0 to ONE.

With a live cube, equity is a line over the winning chances, with a kink where a side loses its
market. At the kink, a take and a drop are equally good. For money a formula gives the equity. In a
match, and close to the cube's limit, the kinks are computed from the highest level downwards.
"""

from array import array
from micropython import const

from picogammon.engine.met import chance
from picogammon.engine.numbers import ONE, ratio, times

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.numbers import Chances
    from picogammon.rules.situation import Situation

    equity: Callable[["array[int]", Chances, "array[int]", int], int]
    money: Callable[[Chances, int, int], int]
else:
    from picogammon.engine.cubeful_kernel import equity, money

CENTRE = const(0)
MINE = const(1)
THEIRS = const(2)
JACOBY = const(4)  # a cube in the middle; gammons do not count before it is turned

_PRESENT = const(0)  # the level of the cube before any double
_DOUBLED = const(1)
_MOST_LEVELS = const(5)  # more doubles change nothing
_MOST = const(4 * 65536)  # bound for the value of a backgammon: keeps numbers small
_HALF = const(32768)
# The attributes of a Situation that determine its Stakes, apart from the scores.
_TERMS = "turn cube owner length crawford crawford_rule jacoby cube_on max_cube".split()
# From cubeful_kernel: the length of its working memory, and indices of the table.
_WORK = const(4)
_ASKED = const(1)
_DOUBLES = const(2)
_OTHER_DOUBLES = const(3)


class CubeLevel:
    """One value of the cube, as a player sees it: the equity of gammons, and who may double.

    `gammon`, `lost_gammon`: the equity that a gammon wins or costs beyond a single game.
    `backgammon`, `lost_backgammon`: the equity that a backgammon wins or costs beyond a gammon.
    `live`: True if doubling from this level can help the player. `forced`: True if the player loses
    nothing by doubling, because losing at this level loses the match. `other_live`,
    `other_forced`: the same for the opponent.

    `won`, `lost`: the equity of a single game won or lost at this level, but in the next level's
    unit. An equity e in the next level's unit is e * rise / ONE + shift in this level's unit.
    """

    def __init__(self) -> None:
        self.gammon = self.backgammon = self.lost_gammon = self.lost_backgammon = ONE
        self.live = self.other_live = True
        self.forced = self.other_forced = False
        self.won = _HALF
        self.lost = 0 - _HALF
        self.rise = 2 * ONE
        self.shift = 0


class Stakes:
    """A calculator of equities at one score and cube, in units of the present cube.

    The score, the cube and the rules of `situation` count, its position does not. Outcomes (five
    chances) and equities are those of `side`, by default `situation.turn`.

    `value(outcome, life)`: returns the equity of `side`, on roll or not; `life` is the cube's
    efficiency (see above). `owner`: CENTRE, MINE or THEIRS. `forced`: True if `side` loses nothing
    by doubling. `levels`: the CubeLevels from the present cube on. `present`: the first CubeLevel.
    """

    def __init__(self, situation: "Situation", side: int | None = None) -> None:
        side = situation.turn if side is None else side
        self.owner = CENTRE
        if situation.owner is not None:
            self.owner = MINE if situation.owner == side else THEIRS
        self.levels = levels_of(situation, side)
        self.present = self.levels[_PRESENT]
        self.forced = self.owner != THEIRS and self.present.forced
        self._money = endless(situation)
        self._jacoby = situation.jacoby_now
        self._table = table_of(self.levels)
        self._work = array("i", [0] * _WORK)
        self.value = self.valuer(_PRESENT, self.owner)

    def weigh(self, outcome: "Chances", life: int, life_taken: int) -> tuple[int, int, int]:
        """Returns (nd, dt, dp), the equities of the Stakes' side before its roll.

        nd: no double. dt: double and take; valid even if the side may not double. dp: double and
        drop. If doubling the present cube can help neither the side nor its opponent, dt equals nd.
        `life`, `life_taken`: the cube's efficiency now and after a take.
        """
        nd = self.value(outcome, life)
        if self._money:
            return nd, 2 * money(outcome, THEIRS, life_taken), ONE
        if len(self.levels) == 1:
            return nd, nd, ONE
        doubled = self.levels[_DOUBLED]
        taken = (_DOUBLED, False, doubled.other_live, doubled.other_forced)
        above = self._at(taken, outcome, life_taken)
        dt = (above * self.present.rise >> 16) + self.present.shift
        if self.forced:
            # The side will double at its next roll anyway, so waiting gains only if it is too good.
            waiting = (_PRESENT, True, False, False)
            nd = min(dt - 1, nd) if dt <= ONE else self._at(waiting, outcome, life)
        return nd, dt, ONE

    def turned(self, times: int, outcome: "Chances", life: int) -> int:
        """Returns this side's equity when the cube has been turned `times` times.

        The opponent then owns the cube, and `life` is its efficiency.
        """
        return self.from_level(times, self.valuer(times, THEIRS)(outcome, life))

    def reaches(self, level: int) -> bool:
        """True if turning the cube `level` times can help at least one of the sides."""
        return self._money or level < len(self.levels)

    def may_double(self, level: int, owner: int, other: bool) -> bool:
        """True if a side may double from the cube level `level` and can gain by doubling.

        `owner`: the cube's owner at `level`. `other`: True for the opponent of the Stakes' side.
        """
        if owner == (MINE if other else THEIRS):
            return False
        if self._money:
            return True
        return self.levels[level].other_live if other else self.levels[level].live

    def valuer(self, level: int, owner: int) -> "Callable[[Chances, int], int]":
        """Returns a function of (outcome, life), the equity in units of the cube at `level`.

        `owner`: the owner of the cube at that level (CENTRE, MINE or THEIRS).
        """
        if self._money:
            whose = JACOBY if self._jacoby and owner == CENTRE else owner
            return lambda outcome, life: money(outcome, whose, life)
        side = self.may_double(level, owner, False)
        other = self.may_double(level, owner, True)
        reached = self.levels[level]
        forced = (side and reached.forced) or (other and reached.other_forced)
        cube = (level, side, other, forced)  # one variable: a closure with six would allocate
        return lambda outcome, life: self._at(cube, outcome, life)

    def lowered(self, level: int, equity: int) -> int:
        """Converts `equity` from the unit of cube level `level` to that of the level below."""
        if self._money:
            return 2 * equity
        below = self.levels[level - 1]
        return times(equity, below.rise) + below.shift

    def from_level(self, level: int, equity: int) -> int:
        """Converts `equity` from the unit of cube level `level` to that of the present cube."""
        while level:
            equity = self.lowered(level, equity)
            level -= 1
        return equity

    def _at(self, cube: tuple[int, bool, bool, bool], outcome: "Chances", life: int) -> int:
        """Returns the equity in the unit of the cube's level. The cube must not be `endless`.

        `cube`: (level, Stakes' side may double, its opponent may double, a double risks nothing).
        """
        level, doubles, other_doubles, forced = cube
        table = self._table
        table[_ASKED] = level
        table[_DOUBLES] = doubles
        table[_OTHER_DOUBLES] = other_doubles
        if forced:  # with nothing to lose, a side doubles at once
            life = min(ONE, life + (life >> 1))
        return equity(table, outcome, self._work, life)


def endless(situation: "Situation") -> bool:
    """True in money play if the cube is so far below its limit that the limit has no effect."""
    enough = situation.cube << _MOST_LEVELS <= 1 << situation.max_cube
    return not situation.length and situation.cube_on and enough


def fixed_by(situation: "Situation") -> "tuple[int | None, ...]":
    """Returns all values of `situation` that determine the Stakes of the player on turn."""
    return tuple(situation.scores) + tuple([getattr(situation, name) for name in _TERMS])


def levels_of(situation: "Situation", side: int) -> list[CubeLevel]:
    """Returns the CubeLevels of `side`, from the present cube up to the first dead cube.

    An `endless` cube (far below its limit) has only one CubeLevel, because all levels are equal.
    """
    levels: list[CubeLevel] = []
    cube = situation.cube
    while True:
        level = _of_match(situation, side, cube) if situation.length else CubeLevel()
        no_cube = not situation.cube_on or situation.crawford or cube >> situation.max_cube
        if no_cube or len(levels) == _MOST_LEVELS - 1:
            level.live = level.other_live = False
        level.forced = level.forced and level.live
        level.other_forced = level.other_forced and level.other_live
        levels.append(level)
        if not (level.live or level.other_live) or endless(situation):
            break
        cube *= 2
    if situation.jacoby_now:
        present = levels[_PRESENT]
        present.gammon = present.backgammon = 0
        present.lost_gammon = present.lost_backgammon = 0
    return levels


def _of_match(situation: "Situation", side: int, cube: int) -> CubeLevel:
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
    level = CubeLevel()
    level.gammon = _worth(win_gammon - win, span)
    level.backgammon = min(_worth(win_backgammon - win_gammon, span), _MOST - level.gammon)
    level.lost_gammon = _worth(lose - lose_gammon, span)
    lost_backgammon = _worth(lose_gammon - lose_backgammon, span)
    level.lost_backgammon = min(lost_backgammon, _MOST - level.lost_gammon)
    level.live = cube < away
    level.other_live = cube < other
    level.forced = cube >= other
    level.other_forced = cube >= away
    next_win = win_gammon  # a single game at the next level wins as many points
    next_lose = lose_gammon
    next_span = next_win - next_lose
    level.won = ONE - _worth(next_win - win, next_span)
    level.lost = _worth(lose - next_lose, next_span) - ONE
    level.rise = ratio(next_span, span)
    level.shift = ratio(next_win - win, span) - ratio(lose - next_lose, span)
    return level


def _worth(more: int, span: int) -> int:
    """Converts `more`, match equity, to a level's unit. `span`: a win's match equity - a loss's."""
    return min(ratio(2 * more, span), _MOST)


def table_of(levels: list[CubeLevel]) -> "array[int]":
    """Returns the levels as the array('i') that cubeful_kernel describes."""
    table = [len(levels), 0, 0, 0]
    for level in levels:
        table += [level.gammon, level.backgammon, level.lost_gammon, level.lost_backgammon]
        table += [ONE + level.won, ONE - level.lost, int(level.live), int(level.other_live)]
    return array("i", table)
