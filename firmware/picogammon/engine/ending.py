"""Weighs the cube options near the end of a race, by a look ahead at one roll of each side.

An Ending plays each roll so that the side needs the fewest further rolls on average. After each
roll, a side that may double makes the correct decision. A leaf is a position after both rolls. The
chance to win at a leaf follows from the distributions of the rolls that the sides still need. The
cube's efficiency follows from the means of these distributions.

The method is accurate if gammons are out of reach and neither side needs more than about five
rolls. Equities are those of the side on roll, in units of the present cube unless a docstring names
another `level` of the cube (see cubeful.py).

Section LIFE of the weights contains the efficiencies, one byte each; 128 is a fully live cube. They
are ordered by the cube's owner (CENTRE, MINE, THEIRS), then by the mean number of rolls (1, 1 1/4
.. 5) that the side on roll needs, then by the other side's mean (fit: tools/trainer/README.md).
"""

from array import array
from micropython import const

from picogammon.engine import numbers, weights
from picogammon.engine.bearoff_kernel import chance_first
from picogammon.engine.cube import Cube, can_beaver, can_raccoon
from picogammon.engine.cubeful import MINE, THEIRS
from picogammon.engine.numbers import LOSE_GAMMON, ONE, WIN, WIN_GAMMON, blank
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.cubeful import Stakes
    from picogammon.engine.engine import Slices
    from picogammon.engine.numbers import Chances
    from picogammon.engine.race import Race
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    # For each leaf: (rolls of 36 that lead to it, chance to win, index in LIFE).
    Row = list[tuple[int, int | None, int]]
    Leaves = list[tuple[int, Row]]  # (rolls of 36, row)

_ROLL = const(32768)  # one roll, as a sum of chances
_STEP = const(8192)  # a quarter of a roll
_LONGEST = const(_ROLL + 16 * _STEP + _STEP // 2)
_ROLLS = const(36)
_SLICE = const(8)  # leaves weighed without a pause
_SIZE = const(17)  # number of means in LIFE for each side
_ALIVE = const(512)  # converts an efficiency in LIFE to 1/65536


class Ending:
    """A calculator for the cube in short races. Other code may refill `plays` between slices."""

    def __init__(self, race: "Race", plays: "Plays") -> None:
        self._race = race
        self._plays = plays
        self._life = weights.load().section("LIFE", 3 * _SIZE * _SIZE)
        self._after = positions.empty()
        self._outcome = blank()

    def knows(self, pos: "Position", outcome: "Chances") -> bool:
        """True if `weigh` is accurate in the race `pos`: few rolls left, and no gammon possible."""
        if outcome[WIN_GAMMON] or outcome[LOSE_GAMMON]:
            return False
        sides = (pos, positions.swapped(pos))
        return all(sum(self._race.left(side)) <= _LONGEST for side in sides)

    def weigh(self, situation: "Situation", stakes: "Stakes", outcome: "Chances") -> "Slices[Cube]":
        """Returns a Cube for the side on roll. `stakes` and `outcome` are that side's."""
        mine = yield from self._rolled(situation.position)
        theirs = yield from self._rolled(positions.swapped(situation.position))
        leaves = yield from self._leaves(mine, theirs)
        nd = yield from self._played_on(stakes, leaves, 0, stakes.owner)
        dt = beaver = raccoon = None
        if stakes.reaches(1):
            dt = yield from self._turned(stakes, leaves, 1)
            if stakes.forced and dt <= ONE:
                nd = min(nd, dt - 1)  # the side will double next roll anyway: waiting is no better
        if can_beaver(situation):
            beaver = yield from self._turned(stakes, leaves, 2)
        if can_raccoon(situation):
            raccoon = yield from self._turned(stakes, leaves, 3)
        return Cube(nd, nd if dt is None else dt, ONE, tuple(outcome), beaver, raccoon)

    def _rolled(self, pos: "Position") -> "Slices[list[_Left]]":
        """Finds the best play of each roll; returns a _Left for each position after these plays."""
        found: dict[bytes, _Left] = {}
        after = self._after
        left = self._race.left
        plays = self._plays
        for high, low, cases in numbers.rolls():
            yield
            fewest = 0
            best = b""
            for i in range(plays.generate(pos, high, low)):
                plays.result(i, pos, after)
                mean = sum(left(after))
                if not best or mean < fewest:
                    fewest = mean
                    best = bytes(after)
            if best not in found:
                found[best] = _Left(array("i", left(array("b", best))), fewest)
            found[best].rolls += cases
        return list(found.values())

    def _leaves(self, mine: "list[_Left]", theirs: "list[_Left]") -> "Slices[Leaves]":
        """Returns (how many of 36 rolls lead to the position, row of leaves) for each of `mine`.

        `mine`, `theirs`: the positions of the side on roll and of the other side after their rolls.
        A row has a leaf for each position in `theirs`; a row is empty if the side on roll has borne
        off all checkers. A leaf's chance to win is None if all checkers of the other side are off.
        """
        found: "Leaves" = []
        for one in mine:
            yield
            row: "Row" = []
            if one.mean:
                for other in theirs:
                    if other.mean:
                        win = chance_first(one.left, other.left, 1)
                        row.append((other.rolls, win, _SIZE * one.index + other.index))
                    else:
                        row.append((other.rolls, None, 0))
            found.append((one.rolls, row))
        return found

    def _turned(self, stakes: "Stakes", leaves: "Leaves", times: int) -> "Slices[int]":
        """Returns the equity after `times` turns of the cube if the opponent then owns the cube."""
        equity = yield from self._played_on(stakes, leaves, times, THEIRS)
        return stakes.from_level(times, equity)

    def _played_on(
        self, stakes: "Stakes", leaves: "Leaves", level: int, owner: int
    ) -> "Slices[int]":
        """Returns the equity without a double now, in the unit of cube level `level`."""
        redoubles = stakes.may_double(level, owner, True)
        total = _ROLLS // 2
        for rolls, row in leaves:
            if not row:
                total += rolls * ONE
                continue
            equity = yield from self._mean_equity(stakes, row, level, owner)
            if redoubles:
                taken = yield from self._mean_equity(stakes, row, level + 1, MINE)
                equity = min(equity, max(stakes.lowered(level + 1, taken), -ONE))
            total += rolls * equity
        return total // _ROLLS

    def _mean_equity(self, stakes: "Stakes", row: "Row", level: int, owner: int) -> "Slices[int]":
        """Returns `row`'s mean equity, in cube level `level`'s unit; `owner` has the cube."""
        total = _ROLLS // 2
        outcome = self._outcome
        life = self._life
        start = _SIZE * _SIZE * owner
        taken_start = _SIZE * _SIZE * THEIRS
        value = stakes.valuer(level, owner)
        taken_value = None
        if stakes.may_double(level, owner, False):
            taken_value = stakes.valuer(level + 1, THEIRS)
        for i in range(len(row)):
            if i % _SLICE == 0:
                yield
            rolls, win, index = row[i]
            if win is None:
                total -= rolls * ONE
                continue
            outcome[WIN] = win
            equity = value(outcome, life[start + index] * _ALIVE)
            if taken_value:
                taken = taken_value(outcome, life[taken_start + index] * _ALIVE)
                equity = max(equity, min(stakes.lowered(level + 1, taken), ONE))
            total += rolls * equity
        return total // _ROLLS


class _Left:
    """A position after a side's next roll, with the number of rolls that the side then needs.

    `left`: left[n] is the chance that the side needs more than n rolls (race.py). `mean`: the mean
    number, in 1/32768 roll. `index`: `mean`'s place in LIFE. `rolls`: how many of 36 lead here.
    """

    def __init__(self, left: "array[int]", mean: int) -> None:
        self.left = left
        self.mean = mean
        self.index = min(_SIZE - 1, max(0, mean - _ROLL + _STEP // 2) // _STEP)
        self.rolls = 0
