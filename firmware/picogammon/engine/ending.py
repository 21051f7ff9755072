"""The cube near the end of a race, where the chances of each number of rolls are known.

One roll of each side is looked ahead, played so that the fewest further rolls are needed on
average. After each roll, a side that may double does what is right. What remains is a race between
two distributions of rolls. They give the chance to win it, and the mean rolls of the two sides give
the cube's efficiency for each owner (cube_life.py).

That holds if gammons are out of reach and neither side needs more than about five rolls. All is
seen by the side that weighs, on roll; equities are in units of the cube as it stands.
"""

from array import array
from micropython import const

from picogammon.engine.cube import Cube, can_beaver, can_raccoon
from picogammon.engine.cube_life import LIFE, SIZE, WHOLE
from picogammon.engine.cubeful import MINE, THEIRS
from picogammon.engine.numbers import (
    LOSE_GAMMON,
    ONE,
    WIN,
    WIN_GAMMON,
    blank,
)
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

    # Row: (cases, chance to win, index in LIFE) for each leaf. Leaves: (cases, row).
    Row = list[tuple[int, int | None, int]]
    Leaves = list[tuple[int, Row]]

_ROLL = const(32768)  # one roll, in a sum of such chances
_STEP = const(8192)  # a quarter of a roll
_LONGEST = const(_ROLL + 16 * _STEP + _STEP // 2)
_CASES = const(36)
_SLICE = const(8)  # leaves weighed without a pause
_ALIVE = ONE // WHOLE


class Ending:
    """Weighs the cube in short races.

    `race`: a race.Race. `plays`: a plays.Plays; others may use it between slices.
    """

    def __init__(self, race: "Race", plays: "Plays") -> None:
        self._race = race
        self._plays = plays
        self._after = positions.empty()
        self._outcome = blank()

    def knows(self, pos: "Position", outcome: "Chances") -> bool:
        """True if it can weigh pos, a position without contact that has that outcome."""
        if outcome[WIN_GAMMON] or outcome[LOSE_GAMMON]:
            return False
        left = self._race.left
        return _rolls(left(pos)) <= _LONGEST and _rolls(left(positions.swapped(pos))) <= _LONGEST

    def weigh(self, situation: "Situation", stakes: "Stakes", outcome: "Chances") -> "Slices[Cube]":
        """Yields between slices, returns the options.Cube, as cube.weigh does.

        `stakes`: the cubeful.Stakes of the side on roll.
        """
        mine = yield from self._rolled(situation.position)
        theirs = yield from self._rolled(positions.swapped(situation.position))
        leaves = yield from self._leaves(mine, theirs)
        nd = yield from self._played_on(stakes, leaves, 0, stakes.owner)
        dt = beaver = raccoon = None
        if stakes.reaches(1):
            dt = yield from self._turned(stakes, leaves, 1)
            if stakes.forced and dt <= ONE:
                nd = min(nd, dt - 1)  # it must double next roll anyway: waiting is no better
        if can_beaver(situation):
            beaver = yield from self._turned(stakes, leaves, 2)
        if can_raccoon(situation):
            raccoon = yield from self._turned(stakes, leaves, 3)
        return Cube(nd, nd if dt is None else dt, ONE, tuple(outcome), beaver, raccoon)

    def _rolled(self, pos: "Position") -> "Slices[list[_Left]]":
        """What the side on roll may have left after its roll: a list of different _Left."""
        found: dict[bytes, _Left] = {}
        after = self._after
        left = self._race.left
        plays = self._plays
        for high in range(1, 7):
            for low in range(1, high + 1):
                yield
                fewest = 0
                best = b""
                for i in range(plays.generate(pos, high, low)):
                    plays.result(i, pos, after)
                    rolls = _rolls(left(after))
                    if not best or rolls < fewest:
                        fewest = rolls
                        best = bytes(after)
                if best not in found:
                    found[best] = _Left(array("i", left(array("b", best))), fewest)
                found[best].cases += 1 if high == low else 2
        return list(found.values())

    def _leaves(self, mine: "list[_Left]", theirs: "list[_Left]") -> "Slices[Leaves]":
        """Yields between slices, returns for each of mine (cases, row with a leaf for each of
        theirs).

        A leaf is (cases, chance to win, index in LIFE). If mine is done its row is empty; if theirs
        is done the chance is None.
        """
        found: "Leaves" = []
        for one in mine:
            yield
            row: "Row" = []
            if one.rolls:
                for other in theirs:
                    if other.rolls:
                        win = self._race.chance_first(one.left, other.left)
                        row.append((other.cases, win, SIZE * one.index + other.index))
                    else:
                        row.append((other.cases, None, 0))
            found.append((one.cases, row))
        return found

    def _turned(self, stakes: "Stakes", leaves: "Leaves", times: int) -> "Slices[int]":
        """The present equity of a cube turned so many times that the other side owns."""
        worth = yield from self._played_on(stakes, leaves, times, THEIRS)
        return stakes.from_level(times, worth)

    def _played_on(
        self, stakes: "Stakes", leaves: "Leaves", level: int, owner: int
    ) -> "Slices[int]":
        """The equity before the roll if the cube stays where it is, in that level's unit."""
        redoubles = stakes.may_double(level, owner, True)
        total = _CASES // 2
        for cases, row in leaves:
            if not row:
                total += cases * ONE
                continue
            worth = yield from self._mean(stakes, row, level, owner)
            if redoubles:
                taken = yield from self._mean(stakes, row, level + 1, MINE)
                worth = min(worth, max(stakes.lowered(level + 1, taken), -ONE))
            total += cases * worth
        return total // _CASES

    def _mean(self, stakes: "Stakes", row: "Row", level: int, owner: int) -> "Slices[int]":
        """The mean worth of a row after the other side's roll, with that level and owner."""
        total = _CASES // 2
        outcome = self._outcome
        life = LIFE
        way = SIZE * SIZE * owner
        taken_way = SIZE * SIZE * THEIRS
        worth_of = stakes.valuer(level, owner)
        taken_of = None
        if stakes.may_double(level, owner, False):
            taken_of = stakes.valuer(level + 1, THEIRS)
        for i in range(len(row)):
            if i % _SLICE == 0:
                yield
            cases, win, index = row[i]
            if win is None:
                total -= cases * ONE
                continue
            outcome[WIN] = win
            worth = worth_of(outcome, life[way + index] * _ALIVE)
            if taken_of:
                taken = taken_of(outcome, life[taken_way + index] * _ALIVE)
                worth = max(worth, min(stakes.lowered(level + 1, taken), ONE))
            total += cases * worth
        return total // _CASES


class _Left:
    """What a side has left to do after a roll.

    `left`: as in bearoff. `rolls`: its sum. `index`: its index in LIFE. `cases`: how many of the 36
    rolls lead to it.
    """

    def __init__(self, left: "array[int]", rolls: int) -> None:
        self.left = left
        self.rolls = rolls
        self.index = min(SIZE - 1, max(0, rolls - _ROLL + _STEP // 2) // _STEP)
        self.cases = 0


def _rolls(left: "array[int]") -> int:
    """The mean number of rolls needed, in 1/32768."""
    total = 0
    for chance in left:
        if not chance:
            break
        total += chance
    return total
