"""All distinct legal plays of a roll in plain Python; movegen_kernel has the same as native code.

It tracks only what legality depends on: how many own checkers stand where, and which points the
opponent blocks. Hitting changes neither.

Two plays are distinct when they lead to different positions; each is kept once, with one sequence
of steps that makes it.

* Doubles: the steps all use one number, so their order does not matter. Each multiset of sources
  is made in one order only, farthest back first, and no two multisets give the same position.
* Two numbers: both orders are tried, and a result that an earlier pair has given is left out. The
  same position arises from the same two sources in either order; from one checker that moves by
  both numbers, over either point between, if nothing is hit there; and from two checkers borne off
  with the dice exchanged.
"""

from array import array
from micropython import const

from picogammon.rules import steps
from picogammon.rules.steps import PLACE, PLACE_MODULUS, movable, sets

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.rules.position import Position

_WIDTH = const(4)  # steps kept for each play, unused ones 0
_BAR = const(25)


class Search:
    """Fills `buffer` with plays, as Plays has them; allocates nothing while it works."""

    def __init__(self, buffer: bytearray) -> None:
        self._buffer = buffer
        self._count = 0
        self._dice_used = 0
        self._checkers = bytearray(_BAR + 1)
        self._followers = array("I", bytes(4 * (_BAR + 1)))
        self._trail = bytearray(_WIDTH)
        self._left = array("I", bytes(4 * (_WIDTH + 1)))
        self._own = array("I", bytes(4 * (_WIDTH + 1)))

    def generate(self, pos: "Position", first: int, second: int) -> int:
        """Finds all distinct legal plays of pos (26 numbers) with the two dice.

        Returns how many plays << 3 | dice used by each.
        """
        self._count = 0
        self._dice_used = 0
        own, blocked = sets(pos)
        checkers = self._checkers
        for i in range(1, _BAR + 1):
            n = pos[i]
            checkers[i] = n if n > 0 else 0
        if first == second:
            self._double(own, blocked, first)
            return self._count << 3 | self._dice_used
        high = max(first, second)
        low = min(first, second)
        followers = self._followers
        for i in range(_BAR + 1):
            followers[i] = 0
        moved_both = self._high_first(pos, own, blocked, high, low)
        self._low_first(pos, own, blocked, high, low, moved_both)
        if self._count:
            self._dice_used = 2
        elif not self._single(own, blocked, high):  # R8: the larger, if either could be
            self._single(own, blocked, low)
        return self._count << 3 | self._dice_used

    def result(self, i: int, pos: "Position", out: "Position") -> None:
        """Fills out (26 numbers) with what play i makes of pos, still in the mover's view."""
        for j in range(_BAR + 1):
            out[j] = pos[j]
        buffer = self._buffer
        for j in range(i * _WIDTH, (i + 1) * _WIDTH):
            if not buffer[j]:
                break
            steps.make(out, buffer[j])

    def _keep(self, one: int, two: int) -> None:
        at = self._count * _WIDTH
        buffer = self._buffer
        buffer[at] = one
        buffer[at + 1] = two
        buffer[at + 2] = 0
        buffer[at + 3] = 0
        self._count += 1

    def _single(self, own: int, blocked: int, die: int) -> int:
        free = movable(own, blocked, die)
        while free:
            bit = free & -free
            free ^= bit
            self._keep(PLACE[bit % PLACE_MODULUS] << 3 | die, 0)
            self._dice_used = 1
        return self._count

    def _high_first(self, pos: "Position", own: int, blocked: int, high: int, low: int) -> int:
        """Keeps the plays that begin with the larger die.

        Notes in _followers, for each source of the larger, the sources that the smaller may then
        use; returns as bits the checkers that have been moved by both dice without a hit between.
        """
        checkers = self._checkers
        moved_both = 0
        free = movable(own, blocked, high)
        while free:
            bit = free & -free
            free ^= bit
            place = PLACE[bit % PLACE_MODULUS]
            left = own if checkers[place] > 1 else own ^ bit
            if place > high:
                left |= bit << high
            seconds = movable(left, blocked, low)
            self._followers[place] = seconds
            while seconds:
                second = seconds & -seconds
                seconds ^= second
                runner = 0  # who in effect moves by both numbers
                if place > high and second == bit << high:
                    if pos[place - high] != -1:
                        runner = bit
                elif second << low == bit:  # takes the place of the one that went on from there
                    runner = second
                if runner & moved_both:
                    continue
                moved_both |= runner
                self._keep(place << 3 | high, PLACE[second % PLACE_MODULUS] << 3 | low)
        return moved_both

    def _low_first(
        self, pos: "Position", own: int, blocked: int, high: int, low: int, moved_both: int
    ) -> None:
        """Keeps the plays that begin with the smaller die and that the other order did not give."""
        checkers = self._checkers
        followers = self._followers
        free = movable(own, blocked, low)
        while free:
            bit = free & -free
            free ^= bit
            place = PLACE[bit % PLACE_MODULUS]
            left = own if checkers[place] > 1 else own ^ bit
            if place > low:
                left |= bit << low
            seconds = movable(left, blocked, high)
            while seconds:
                second = seconds & -seconds
                seconds ^= second
                after = PLACE[second % PLACE_MODULUS]
                if followers[after] & bit:  # the same two sources
                    continue
                if place > low and second == bit << low:  # one checker, moved over the other point
                    if pos[place - low] != -1 and moved_both & bit:
                        continue
                elif place <= low and after <= low and followers[place] & second:  # both off
                    continue
                self._keep(place << 3 | low, after << 3 | high)

    def _double(self, own: int, blocked: int, die: int) -> None:
        """Keeps the plays of a double: depth first, each source no farther back than the last."""
        checkers = self._checkers
        trail = self._trail
        left = self._left
        owns = self._own
        depth = 0
        owns[0] = own
        left[0] = movable(own, blocked, die)
        while True:
            free = left[depth]
            if free and depth < _WIDTH:
                bit = free & -free
                left[depth] = free ^ bit
                place = PLACE[bit % PLACE_MODULUS]
                trail[depth] = place
                own = owns[depth]
                checkers[place] -= 1
                if not checkers[place]:
                    own ^= bit
                if place > die:
                    checkers[place - die] += 1
                    own |= bit << die
                depth += 1
                owns[depth] = own
                # R7: bits below this one are checkers farther back, whose turn is over.
                left[depth] = movable(own, blocked, die) & -bit if depth < _WIDTH else 0
                if not left[depth]:
                    self._keep_double(depth, die)
                continue
            if not depth:
                return
            depth -= 1
            place = trail[depth]
            checkers[place] += 1
            if place > die:
                checkers[place - die] -= 1

    def _keep_double(self, depth: int, die: int) -> None:
        if depth < self._dice_used:
            return
        if depth > self._dice_used:
            self._dice_used = depth
            self._count = 0
        at = self._count * _WIDTH
        buffer = self._buffer
        trail = self._trail
        for j in range(_WIDTH):
            buffer[at + j] = trail[j] << 3 | die if j < depth else 0
        self._count += 1
