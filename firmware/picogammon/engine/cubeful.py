"""What an outcome is worth with the cube in play.

After R. Janowski, "Take-Points in Money Games" (1993): a cube may be dead (each game is played to
its end) or fully alive (whoever doubles does it at the last moment before the other side would
drop). The truth is between them, `life` of the way from dead to alive. With a live cube the equity
goes in straight lines over the winning chances, bent where a side loses its market. For money the
lines are known in closed form. In a match, and close to the cube's limit, the points where they
bend follow from the highest level of the cube downwards: at each, the side that is doubled is
indifferent between dropping and playing on with the cube in its hands.
"""

from array import array
from micropython import const

from picogammon.engine.numbers import ONE, times
from picogammon.engine.stakes import JACOBY, MINE, THEIRS, endless, jacoby_now, levels_of, owner_of
from picogammon.ground.native import VIPER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.numbers import Chances
    from picogammon.engine.stakes import Level
    from picogammon.rules.situation import Situation

if VIPER:
    from picogammon.engine.cubeful_kernel import equity, money
else:
    from picogammon.engine.cubeful_twin import equity, money

_PRESENT = const(0)  # the level of the cube as it stands, and the next
_DOUBLED = const(1)
# As in cubeful_twin: what it works in, and where the table has what.
_WORK = const(4)
_ASKED = const(1)
_DOUBLES = const(2)
_OTHER_DOUBLES = const(3)


class Stakes:
    """What outcomes are worth at one decision, as one side sees it; made once for all its plays.

    `situation`: score, cube and rules are read, not the position. `side`: 0 or 1, `situation.turn`
    if left out. Outcomes are that side's, array('i') of five in 1/65536. Equities are in 1/65536
    too, in units of the present cube: winning a single game is worth ONE, in a match as well.
    `life` is the cube's efficiency, 0 (dead) to ONE.

    `value(outcome, life)`: the equity of an outcome, whoever is to roll: for comparing plays.
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
        """`value`: it is asked of each play, so what does not change is found here."""
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
        """(nd, dt, dp): the equity of the side, on roll, if it does not double, doubles and is
        taken, doubles and is dropped. `life_taken` is the cube's efficiency on the other side.

        Where the side may not double, or the cube is dead for it, dt is what a doubled cube would
        be worth all the same.
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
            # Not doubling is doubling a roll later: no better, unless gammons make it so.
            nd = min(dt - 1, nd) if dt <= ONE else self._at(_PRESENT, outcome, life, True, False)
        return nd, dt, ONE

    def turned(self, times: int, outcome: "Chances", life: int) -> int:
        """The equity in the present unit of a cube that was turned so many times, and is the other
        side's. It has to reach that high; `life` is the efficiency of such a cube.
        """
        return self.from_level(times, self.valuer(times, THEIRS)(outcome, life))

    def reaches(self, level: int) -> bool:
        """Whether the cube can be worth turning so many times."""
        return self._money or level < len(self.levels)

    def may_double(self, level: int, owner: int, other: bool) -> bool:
        """Whether the side, or the other, may turn a cube of that level and owner, and it is not
        dead. `owner`: stakes.CENTRE, MINE or THEIRS.
        """
        if owner == (MINE if other else THEIRS):
            return False
        if self._money:
            return True
        return self.levels[level].other_live if other else self.levels[level].live

    def valuer(self, level: int, owner: int) -> "Callable[[Chances, int], int]":
        """A function (outcome, life): the equity of an outcome with the cube turned so often and
        owned like that, whoever is to roll, in that level's unit.
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
        """An equity in the unit of a level, in that of the level below."""
        if self._money:
            return 2 * equity
        below = self.levels[level - 1]
        return times(equity, below.rise) + below.shift

    def from_level(self, level: int, equity: int) -> int:
        """The same in the present unit."""
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
    """The array('i') of the levels that cubeful_twin describes."""
    table = [len(levels), 0, 0, 0]
    for level in levels:
        table += [level.gammon, level.backgammon, level.lost_gammon, level.lost_backgammon]
        table += [ONE + level.won, ONE - level.lost, int(level.live), int(level.other_live)]
    return array("i", table)


def _livelier(life: int) -> int:
    """Whoever has nothing to lose doubles at once: more efficiently than others can."""
    return min(ONE, life + (life >> 1))
