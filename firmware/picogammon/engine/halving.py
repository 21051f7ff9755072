"""Looks two rolls ahead, at fewer and fewer plays.

A look of one roll leaves some plays that seem close. Their next two rolls, the opponent's and one's
own, are sampled; those that are still close are sampled more, and the last two go through all pairs
of rolls. A sample is made of permutations: permutation q pairs the opponent's roll i of 36 with
one's own roll (7 i + 13 q) mod 36. So each roll comes once for either side, and all plays meet the
same pairs: most of what is left of chance falls out of their difference.

A play is worth a quarter of the look, and three quarters of two rolls.

Who chooses a play only wants the best. Who ranks them wants to know how much worse the others are:
for him more plays are sampled more, and none goes through all pairs.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.classes import CONTACT
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.engine.chooser import Kept, Shortlist
    from picogammon.engine.engine import Slices
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.engine.search import Search

    Worth = Callable[[Chances], int]

_MILLI = const(65)  # 1/65536 of a point in a thousandth of one
_CASES = const(36)
_ROLLS = const(21)  # that differ
_PAIRS = const(441)
_ALL = const(36)  # permutations: each pair of cases once
# Stages: at most so many plays, that seem so little worse than the best, by so many permutations.
_CHOOSING = ((6, 60 * _MILLI, 3), (4, 25 * _MILLI, 9), (2, 6 * _MILLI, _ALL))
_RANKING = ((8, 90 * _MILLI, 3), (6, 45 * _MILLI, 9))
_MOST_RANKING = const(60000)  # replies judged for a decision
_USUAL = const(20)  # plays of a roll


class _Line:
    """A play that is looked at: its Kept, what the look made of it, and the replies to it.

    `replies`: for each of the opponent's 21 rolls the position after his best play, as one sees it
    who rolls next. `known`: what that is worth, where it is a race or over; else None. `sums`: of
    the outcomes of the pairs so far.
    """

    def __init__(self) -> None:
        self.replies = [positions.empty() for _ in range(_ROLLS)]
        self.known: "list[Outcome | None]" = [None] * _ROLLS
        self.look = numbers.blank()
        self.sums = numbers.blank()

    def begin(self, kept: "Kept") -> None:
        self.kept = kept
        for slot in range(numbers.SLOTS):
            self.look[slot] = kept.outcome[slot]
            self.sums[slot] = 0


class Halving:
    """Puts plays in order by two rolls.

    `most`: how many replies may be judged to choose a play, those of the look before included. A
    stage that would take more has fewer plays, or does not begin. `comparing`: at how many plays it
    looks now. `hurried`: set when the answer is wanted soon; a stage that has begun counts for
    nothing then.
    """

    def __init__(self, most: int) -> None:
        self.comparing = 0
        self.hurried = False
        self._choosing = self._most = most
        self._lines: "list[_Line]" = []
        self._seen = numbers.blank()
        self._rolls = 0  # for which a best play was looked for
        self._before_them = 0  # replies judged before

    def order(
        self,
        few: "Shortlist",
        count: int,
        also: "Kept | None",
        search: "Search",
        worth: "Worth",
        ranking: bool = False,
    ) -> "Slices[None]":
        """Orders the first `count` of `few`, which have been looked at.

        `ranking`: all of them matter, not only the best.
        `also`: a play that is judged as far as the best, though it is not among them, or None.
        `worth(outcome)`: of a play. What is known less of comes after what is known more of.
        """
        self._rolls = 0
        self._before_them = search.judged
        lines: "list[_Line]" = []
        last = count
        done = 0
        self._most = _MOST_RANKING if ranking else self._choosing
        for width, margin, permutations in _RANKING if ranking else _CHOOSING:
            lowest = few.kept[0].worth - margin
            close = 0
            while close < min(width, last) and few.kept[close].worth >= lowest:
                close += 1
            pairs = _PAIRS if permutations == _ALL else (permutations - done) * _CASES
            while close > 1 and not self._affords(close * pairs, search):
                close -= 1
            if close < 2 or self.hurried:
                break
            self.comparing = close
            if not self._rolls:
                lines = yield from self._begin(few, close, also, search)
                if self.hurried:  # since that slice
                    break  # type: ignore[unreachable]  # mypy takes it that nobody hurried it
            lines = [line for line in lines if line.kept is also or _among(line.kept, few, close)]
            done = yield from self._sample(lines, done, permutations, search)
            if not done:
                break
            yield from self._judge(lines, done, worth)
            few.sort(close)
            for i in range(close, few.count):
                few.kept[i].worth = min(few.kept[i].worth, few.kept[close - 1].worth)
            last = close
            yield
        self.comparing = 0

    def _affords(self, pairs: int, search: "Search") -> bool:
        """True if so many pairs of rolls more can be looked at, as large as they were so far."""
        each = (search.judged - self._before_them) // self._rolls + 1 if self._rolls else _USUAL
        return search.judged + pairs * each <= self._most

    def _begin(
        self, few: "Shortlist", count: int, also: "Kept | None", search: "Search"
    ) -> "Slices[list[_Line]]":
        """Finds the replies to the first `count` plays and to `also`; returns their lines."""
        wanted = [few.kept[i] for i in range(count)]
        if also is not None:
            wanted.append(also)
        lines: "list[_Line]" = []
        for kept in wanted:
            if class_of(kept.position) != CONTACT:
                continue
            if len(lines) == len(self._lines):
                self._lines.append(_Line())
            line = self._lines[len(lines)]
            line.begin(kept)
            lines.append(line)
            yield
            before = positions.swapped(kept.position)
            at = 0
            for first in range(1, 7):
                for second in range(1, first + 1):
                    if self.hurried:
                        return []
                    reply = line.replies[at]
                    yield from search.reply(before, first, second, reply)
                    self._rolls += 1
                    line.known[at] = None
                    if class_of(reply) != CONTACT:
                        line.known[at] = known = numbers.blank()
                        search.judge.outcome(reply, known)
                        numbers.flip(known, known)
                    positions.swap(reply)
                    at += 1
        return lines

    def _sample(
        self, lines: "list[_Line]", done: int, permutations: int, search: "Search"
    ) -> "Slices[int]":
        """Adds permutations to the `done` ones; returns how many there are, 0: there is no sum."""
        if permutations == _ALL:
            return (yield from self._all_pairs(lines, search))
        while done < permutations and self._affords(len(lines) * _CASES, search):
            for line in lines:
                for i in range(_CASES):
                    if self.hurried:
                        return 0
                    j = (7 * i + 13 * done) % _CASES
                    yield from self._pair(line, _roll_of(i), j // 6 + 1, j % 6 + 1, 1, search)
            done += 1
        return done

    def _all_pairs(self, lines: "list[_Line]", search: "Search") -> "Slices[int]":
        """Fills the sums by all pairs of rolls; returns _ALL, or 0 if these are too many."""
        for line in lines:
            for slot in range(numbers.SLOTS):
                line.sums[slot] = 0
        for first in range(1, 7):
            for second in range(1, first + 1):
                if self.hurried or not self._affords(len(lines) * _ROLLS, search):
                    return 0
                cases = 1 if first == second else 2
                for line in lines:
                    for i in range(_CASES):
                        if i // 6 >= i % 6:  # each roll once
                            twice = cases if i // 6 == i % 6 else 2 * cases
                            at = _roll_of(i)
                            yield from self._pair(line, at, first, second, twice, search)
        return _ALL

    def _pair(
        self, line: _Line, at: int, first: int, second: int, cases: int, search: "Search"
    ) -> "Slices[None]":
        """Adds what the best play of one's own roll leaves, after the reply number `at`."""
        seen = line.known[at]
        self._rolls += 1
        if seen is None:
            reply = line.replies[at]
            if (yield from search.reply(reply, first, second)):
                seen = search.best
            else:
                seen = self._seen
                search.judge.outcome(reply, seen)
        else:
            yield
        sums = line.sums
        for slot in range(numbers.SLOTS):
            sums[slot] += cases * seen[slot]

    def _judge(self, lines: "list[_Line]", permutations: int, worth: "Worth") -> "Slices[None]":
        """Sets outcome and worth of the plays."""
        over = _CASES * permutations
        two = self._seen
        for line in lines:
            kept = line.kept
            for slot in range(numbers.SLOTS):
                two[slot] = (line.sums[slot] + over // 2) // over
            numbers.mix(line.look, two, kept.outcome)
            kept.worth = worth(kept.outcome)
            kept.permutations = permutations
            yield


def _roll_of(case: int) -> int:
    """The number of a roll, as Search goes through them, of a case: 6 (die - 1) + other die - 1."""
    high = max(case // 6, case % 6)
    return high * (high + 1) // 2 + min(case // 6, case % 6)


def _among(kept: "Kept", few: "Shortlist", count: int) -> bool:
    for i in range(count):
        if few.kept[i] is kept:
            return True
    return False
