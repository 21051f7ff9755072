"""What cube actions are worth, two rolls ahead.

With the cube, the worth of a position bends where a side loses its market: the mean of what two
rolls leave is not what their mean leaves. So the roller's next roll and the answer to it are
sampled, by permutations as halving.py does, and each position that they leave is weighed by itself.
An action is worth half of what the look says, and half of that.
"""

from micropython import const

from picogammon.engine import cube, numbers
from picogammon.engine.classes import CONTACT
from picogammon.engine.numbers import ONE
from picogammon.engine.options import Cube
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.cubeful import Stakes
    from picogammon.engine.engine import Slices
    from picogammon.engine.search import Search
    from picogammon.rules.position import Position

_CASES = const(36)
_PERMUTATIONS = const(3)
_CLOSE = const(13107)  # 1/65536 of a point: actions that are further apart are clear


class CubeAhead:
    """Weighs cubes two rolls ahead, with a Search."""

    def __init__(self, search: "Search") -> None:
        self._search = search
        self._made = [positions.empty() for _ in range(_CASES)]
        self._seen = numbers.blank()

    def weigh(self, found: Cube, pos: "Position", stakes: "Stakes") -> "Slices[Cube]":
        """Yields between slices, returns `found`, a look's Cube, mended.

        `pos`: who rolls sees it. One that is clear stays as it is.
        """
        if not _is_close(found):
            return found
        search = self._search
        made = self._made
        for i in range(_CASES):
            if i // 6 >= i % 6:
                yield from search.reply(pos, i // 6 + 1, i % 6 + 1, made[i])
                positions.swap(made[i])
        nd = dt = 0
        for q in range(_PERMUTATIONS):
            for i in range(_CASES):
                j = (7 * i + 13 * q) % _CASES
                after = made[max(i // 6, i % 6) * 6 + min(i // 6, i % 6)]
                alive, taken = yield from self._left(after, j // 6 + 1, j % 6 + 1)
                one_nd, one_dt, _ = stakes.weigh(self._seen, alive, taken)
                nd += one_nd
                dt += one_dt
        over = _CASES * _PERMUTATIONS
        dt = (found.dt + dt // over) // 2
        nd = (found.nd + nd // over) // 2
        beaver = None if found.beaver is None else found.beaver + 2 * (dt - found.dt)
        raccoon = None if found.raccoon is None else found.raccoon + 4 * (dt - found.dt)
        return Cube(nd, dt, found.dp, found.outcome, beaver, raccoon)

    def _left(self, pos: "Position", first: int, second: int) -> "Slices[tuple[int, int]]":
        """Fills `_seen` with the roller's outcome after the other side's roll; returns cube.life.

        `pos`: who rolls sees it, after the roller's own roll.
        """
        seen = self._seen
        search = self._search
        if class_of(pos) != CONTACT:
            before = positions.swapped(pos)
            search.judge.outcome(before, seen)
            yield
            return cube.life(before)
        if (yield from search.reply(pos, first, second)):
            for slot in range(numbers.SLOTS):
                seen[slot] = search.best[slot]
        else:
            search.judge.outcome(pos, seen)
        numbers.flip(seen, seen)
        return cube.CONTACT_LIFE, cube.CONTACT_LIFE


def _is_close(found: Cube) -> bool:
    return min(abs(found.nd - found.doubled), abs(found.dt - ONE)) < _CLOSE
