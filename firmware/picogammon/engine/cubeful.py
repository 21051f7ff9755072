"""What an outcome is worth with the cube in play.

After R. Janowski, "Take-Points in Money Games" (1993): a cube may be dead (each game is played to
its end) or fully alive (each side doubles at the last moment before the other would drop). The
truth lies between them, `life` of the way from dead to alive. With a live cube, the equity as a
function of the winning chances consists of straight lines, bent where a side loses its market. For
money the lines are known in closed form. In a match, and close to the cube's limit, the bends
follow from the highest level of the cube downwards: at each of them, the doubled side is
indifferent between dropping and playing on with the cube in its hands.
"""

from array import array
from micropython import const

from picogammon.engine.numbers import ONE, times
from picogammon.engine.stakes import JACOBY, MINE, THEIRS, endless, jacoby_now, levels_of, owner_of

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.numbers import Chances
    from picogammon.engine.stakes import Level
    from picogammon.rules.situation import Situation

    equity: Callable[["array[int]", Chances, "array[int]", int], int]
    money: Callable[[Chances, int, int], int]
else:
    from picogammon.engine.cubeful_kernel import equity, money

_PRESENT = const(0)  # the level of the cube as it stands; the next one is _DOUBLED
_DOUBLED = const(1)
# As in cubeful_kernel: what it works in, and where the table has what.
_WORK = const(4)
_ASKED = const(1)
_DOUBLES = const(2)
_OTHER_DOUBLES = const(3)


class Stakes:
    """What outcomes are worth at one decision, seen by one side; made once for all its plays.

    `situation`: score, cube and rules are read, not the position. `side`: 0 or 1, by default
    `situation.turn`. Outcomes are that side's, array('i') of five in 1/65536. Equities are in
    1/65536 too, in units of the present cube: winning a single game is worth ONE, in a match as
    well. `life` is the cube's efficiency, 0 (dead) to ONE.

    `value(outcome, life)`: the equity of an outcome, whoever is to roll, for comparing plays.
    """

    def __init__(self, situation: "Situation", side: int | None = None) -> None:
        side = situation.turn if side is None else side
        self.owner = owner_of(situation, side)
        self.levels = levels_of(situation, side)
        present = self.present = self.levels[_PRESENT]
        self.can_double = self.owner != THEIRS and present.live
        self.other_can_double = self.owner != MINE and present.other_live
        self.forced = self.owner != THEIRS and present.forced
        self.other_forced = self.owner != MINE and present.other_forced
        self._money = endless(situation)
        self._cube = JACOBY if jacoby_now(situation) else self.owner
        self._table = table_of(self.levels)
        self._work = array("i", [0] * _WORK)
        self.value = self._valuer()

    def _valuer(self) -> "Callable[[Chances, int], int]":
        """The function `value`. Each play calls it, so all constant parts are worked out here."""
        if self._money:
            cube = self._cube
            return lambda outcome, life: money(outcome, cube, life)
        table = array("i", self._table)
        table[_ASKED] = _PRESENT
        table[_DOUBLES] = self.can_double
        table[_OTHER_DOUBLES] = self.other_can_double
        work = self._work
        if self.forced or self.other_forced:
            return lambda outcome, life: equity(table, outcome, work, _livelier(life))
        return lambda outcome, life: equity(table, outcome, work, life)

    def weigh(self, outcome: "Chances", life: int, life_taken: int) -> tuple[int, int, int]:
        """(nd, dt, dp): the side's equity on roll without a double, doubled and taken, and dropped.

        `life_taken` is the efficiency of the cube in the other side's hands. If the side may not
        double, or the cube is dead for it, dt is the equity of a doubled cube all the same.
        """
        if self._money:
            nd = money(outcome, self._cube, life)
            return nd, 2 * money(outcome, THEIRS, life_taken), ONE
        nd = self.value(outcome, life)
        if len(self.levels) == 1:
            return nd, nd, ONE
        doubled = self.levels[_DOUBLED]
        if doubled.other_forced:
            life_taken = _livelier(life_taken)
        above = self._at(_DOUBLED, outcome, life_taken, False, doubled.other_live)
        dt = (above * self.present.rise >> 16) + self.present.shift
        if self.forced:
            # If it must double next roll anyway, waiting is no better, unless gammons make it so.
            nd = min(dt - 1, nd) if dt <= ONE else self._at(_PRESENT, outcome, life, True, False)
        return nd, dt, ONE

    def turned(self, times: int, outcome: "Chances", life: int) -> int:
        """The equity, in the present unit, of a cube turned so many times that the other side owns.

        The cube must be able to go that high. `life`: the efficiency of such a cube.
        """
        return self.from_level(times, self.valuer(times, THEIRS)(outcome, life))

    def reaches(self, level: int) -> bool:
        """True if it can make sense to turn the cube so many times."""
        return self._money or level < len(self.levels)

    def may_double(self, level: int, owner: int, other: bool) -> bool:
        """True if the side, or the other one, may turn a cube at that level, and it is not dead.

        `owner`: stakes.CENTRE, MINE or THEIRS. `other`: ask for the other side.
        """
        if owner == (MINE if other else THEIRS):
            return False
        if self._money:
            return True
        return self.levels[level].other_live if other else self.levels[level].live

    def valuer(self, level: int, owner: int) -> "Callable[[Chances, int], int]":
        """A function (outcome, life) that returns an equity with the cube at that level and owner.

        The equity holds whoever is to roll, and is in that level's unit.
        """
        if self._money:
            return lambda outcome, life: money(outcome, owner, life)
        side = self.may_double(level, owner, False)
        other = self.may_double(level, owner, True)
        reached = self.levels[level]
        forced = (side and reached.forced) or (other and reached.other_forced)

        def worth(outcome: "Chances", life: int) -> int:
            return self._at(level, outcome, _livelier(life) if forced else life, side, other)

        return worth

    def lowered(self, level: int, equity: int) -> int:
        """Converts an equity from a level's unit to the unit of the level below."""
        if self._money:
            return 2 * equity
        below = self.levels[level - 1]
        return times(equity, below.rise) + below.shift

    def from_level(self, level: int, equity: int) -> int:
        """Converts an equity from a level's unit to the present unit."""
        while level:
            equity = self.lowered(level, equity)
            level -= 1
        return equity

    def _at(
        self, level: int, outcome: "Chances", life: int, can_double: bool, other_can_double: bool
    ) -> int:
        table = self._table
        table[_ASKED] = level
        table[_DOUBLES] = can_double
        table[_OTHER_DOUBLES] = other_can_double
        return equity(table, outcome, self._work, life)


def table_of(levels: "list[Level]") -> "array[int]":
    """The array('i') of the levels that cubeful_kernel describes."""
    table = [len(levels), 0, 0, 0]
    for level in levels:
        table += [level.gammon, level.backgammon, level.lost_gammon, level.lost_backgammon]
        table += [ONE + level.won, ONE - level.lost, int(level.live), int(level.other_live)]
    return array("i", table)


def _livelier(life: int) -> int:
    """The efficiency of a side with nothing to lose: it doubles at once, so more than others."""
    return min(ONE, life + (life >> 1))
