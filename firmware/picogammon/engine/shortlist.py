"""The few best of many plays, kept without allocating memory for each play."""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.engine import Ranked
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.engine.numbers import Chances
    from picogammon.rules.position import Position

_NOTHING = const(-1000000)  # worth less than any play


class Kept:
    """A play: its index among all, the position after it, that position's outcome, its worth."""

    def __init__(self) -> None:
        self.index = -1
        self.position = positions.empty()
        self.outcome = numbers.blank()
        self.worth = _NOTHING
        self.steps: "Sequence[int]" = ()

    def fill(self, index: int, pos: "Position", outcome: "Chances", worth: int) -> None:
        """Copies the arguments."""
        self.index = index
        self.worth = worth
        for i in range(positions.SLOTS):
            self.position[i] = pos[i]
        for i in range(numbers.SLOTS):
            self.outcome[i] = outcome[i]

    def ranked(self) -> Ranked:
        """A Ranked of the play, with an outcome of its own."""
        return Ranked(self.steps, self.worth, tuple(self.outcome))


class Shortlist:
    """The best plays in `kept[:count]`, the best first, at most `size` or the `most` of `clear`.

    A play is judged into `spare`, a Kept, which `keep` then moves in among the others without
    copying. Only a play worth more than `least` may be kept.
    """

    def __init__(self, size: int) -> None:
        self.kept = [Kept() for _ in range(size)]
        self.spare = Kept()
        self.clear()

    def clear(self, most: int | None = None) -> None:
        """Empties the list for another decision; `most`: how many plays to keep, at most `size`."""
        size = len(self.kept)
        self._last = (size if most is None else min(most, size)) - 1
        self.count = 0
        self.least = _NOTHING

    def keep(self, index: int, worth: int) -> None:
        """Keeps the play in `spare`, which has to be worth more than `least`; both change."""
        kept = self.kept
        last = self._last
        at = self.count
        if at > last:
            at = last
        else:
            self.count = at + 1
        one = self.spare
        one.index = index
        one.worth = worth
        self.spare = kept[at]
        while at and kept[at - 1].worth < worth:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = one
        if self.count > last:
            self.least = kept[last].worth

    def sort(self, count: int | None = None) -> None:
        """Sorts the first `count` (None: all) after a change of worth; equals stay in order."""
        kept = self.kept
        for i in range(1, self.count if count is None else count):
            one = kept[i]
            at = i
            while at and kept[at - 1].worth < one.worth:
                kept[at] = kept[at - 1]
                at -= 1
            kept[at] = one
