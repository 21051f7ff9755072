"""Looks one or two rolls ahead, for better estimates than the judge (sight.py) makes alone.

**One roll.** For each of the opponent's 21 rolls, the search finds the best reply by the judge
alone, and takes the mean of the outcomes. If 9 or more of the 36 rolls cannot be played, the search
looks one more roll ahead after these rolls.

**Two rolls.** A sample consists of permutations, each with 36 pairs of rolls. Permutation q pairs
the opponent's roll i of 36 with the player's next roll (7i + 13q) mod 36, so each side
gets each of its 36 rolls one time. All plays meet the same pairs, so most of the luck cancels. The
search has stages: it compares all close plays by a few permutations, then fewer plays by more
permutations, and at last two plays by all pairs of rolls. For hints and grades, which also need the
errors of the other plays, the stages keep more plays and stop earlier.

**The cube.** Cubeful equity is not linear in the outcome: it bends where a side loses its market.
So the cube is evaluated after each pair of rolls, not at the mean of their outcomes.
"""

from array import array
from micropython import const

from picogammon.engine import numbers
from picogammon.engine.cube import CONTACT_LIFE, Cube, life
from picogammon.engine.numbers import CONTACT, ONE
from picogammon.engine.search_kernel import add, best_of, class_of
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.engine.cubeful import Stakes
    from picogammon.engine.engine import Slices
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.engine.sight import Judge
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position


_MANY = const(40)  # plays of a roll
_PLAY = const(5)  # in Search.best, as in search_kernel
_EQUITY = const(6)
_CASES = const(36)
MANY_PASSES = const(9)  # of 36 rolls: as many as with three closed points and a checker on the bar
_NOTHING = numbers.blank()  # an outcome of zeros

_MILLI = const(65)  # a thousandth of a point, in 1/65536 of a point
_ROLLS = const(21)  # different rolls
_PAIRS = const(441)
_PAIR = const(4)  # bytes
_ALL = const(36)  # permutations, which together contain each pair of cases once
# Stages: (the most plays, their highest error relative to the best play, the permutations).
_CHOOSING = ((6, 60 * _MILLI, 3), (4, 25 * _MILLI, 9), (2, 6 * _MILLI, _ALL))
_RANKING = ((8, 90 * _MILLI, 3), (6, 45 * _MILLI, 9))
_MOST_RANKING = const(60000)  # replies judged for a decision
_USUAL = const(20)  # plays of a roll
_CUBE_PERMUTATIONS = const(3)
_BITS = b"\0\1\1\2\1\2\2\3"  # by number 0 to 7: how many of its bits are set
_CLOSE = const(13107)  # 1/65536 of a point: cube actions that are further apart are clear


class Candidate:
    """A play that may be the best, with the position after it and the player's chances and equity.

    `index`: its number in Plays. `permutations`: how many sets of 36 roll pairs judged it, or 0.
    """

    def __init__(self) -> None:
        self.index = -1
        self.position = positions.empty()
        self.outcome = numbers.blank()
        self.equity = 0
        self.steps: "Sequence[int]" = ()
        self.permutations = 0


def settle(kept: "list[Candidate]", known: int, count: int) -> None:
    """Sorts the first `known` candidates by equity, the best first; ties keep their order.

    The candidates in kept[known:count] were examined less closely. These candidates stay behind the
    sorted ones, and an equity above the lowest sorted equity is set to the lowest sorted equity.
    """
    for i in range(1, known):
        one = kept[i]
        at = i
        while at and kept[at - 1].equity < one.equity:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = one
    for i in range(known, count):
        kept[i].equity = min(kept[i].equity, kept[known - 1].equity)


class Search:
    """A searcher that looks one roll ahead. Between slices, other code may use the Plays `plays`.

    To find the best play of a roll:

        more = search.begin(before, first, second)
        while more:
            yield
            more = search.go_on()

    Then `count` is the number of plays. If there are any, `best` contains the outcome, number and
    equity of the best play (see search_kernel.best_of). `judged`: the number of replies judged
    since the caller set `judged` to 0. If other code has used `plays`, `go_on` refills `plays`.
    """

    def __init__(self, judge: "Judge", plays: "Plays") -> None:
        self.judge = judge
        self.best = array("i", [0] * (_EQUITY + 1))
        self.count = 0
        self.judged = 0
        self._plays = plays
        # The roll: its next play, the arguments of `begin`, and Plays.made.
        self._next = self._first = self._second = self._made = 0
        self._rolled: "Position" = positions.empty()
        self._into: "Position | None" = None
        self._before = positions.empty()
        self._after = positions.empty()
        self._seen = numbers.blank()
        self._sums = numbers.blank()
        self._sums_passed = numbers.blank()

    def begin(
        self, before: "Position", first: int, second: int, into: "Position | None" = None
    ) -> bool:
        """Generates a roll's plays from `before` and judges some; returns True if more are left.

        `into`: filled with the position after the best play, or `before` if no play is legal.
        """
        plays = self._plays
        self.count = count = plays.generate(before, first, second)
        if not count:
            if into is not None:
                into[:] = before
            return False
        self.judged += count
        self.best[_EQUITY] = 0
        self._next = 0
        self._rolled = before
        self._first = first
        self._second = second
        self._into = into
        self._made = plays.made
        return count >= _MANY or self.go_on()  # generating many plays takes a slice

    def go_on(self) -> bool:
        """Judges more plays of the roll; returns True if more are left."""
        plays = self._plays
        before = self._rolled
        if plays.made != self._made:
            self._made = plays.again(before, self._first, self._second)
        best = self.best
        start = self._next
        end = best_of(plays, start, before, self.judge.by_class, self._after, self._seen, best)
        if self._into is not None and best[_PLAY] >= start:
            plays.result(best[_PLAY], before, self._into)
        self._next = end
        return end < self.count

    def outcome(self, pos: "Position", out: "Outcome") -> "Slices[None]":
        """Looks one roll ahead; fills `out` with the chances of the player who moved to `pos`."""
        if not positions.left(pos):
            self.judge.outcome(pos, out)
            return
        before = self._before
        before[:] = pos
        positions.swap(before)
        sums = self._sums
        passes = yield from self._replies(before, sums)
        if passes >= MANY_PASSES:
            again = self._sums_passed
            passed = yield from self._replies(pos, again)
            if passed:
                self.judge.outcome(pos, out)
                add(again, passed, out)
            _mean(again, _CASES, out)
            numbers.flip(out, out)
        elif passes:
            self.judge.outcome(before, out)
        add(sums, passes, out)
        _mean(sums, _CASES, out)
        numbers.flip(out, out)

    def _replies(self, before: "Position", sums: "Outcome") -> "Slices[int]":
        """Finds the best play of every roll from `before`; fills `sums` with the sum of outcomes.

        Returns how many of the 36 rolls cannot be played; these add nothing to `sums`. The outcomes
        are those of the side that rolls.
        """
        sums[:] = _NOTHING
        passes = 0
        for first in range(1, 7):  # numbers.rolls would allocate memory
            for second in range(1, first + 1):
                cases = 1 if first == second else 2
                more = self.begin(before, first, second)
                while more:
                    yield
                    more = self.go_on()
                if self.count:
                    add(sums, cases, self.best)
                else:
                    passes += cases
                yield
        return passes


def _mean(sums: "Outcome", cases: int, out: "Outcome") -> None:
    for slot in range(numbers.SLOTS):
        out[slot] = (sums[slot] + cases // 2) // cases


class _Sample:
    """A candidate under comparison two rolls ahead, with the outcomes of its pairs of rolls."""

    def __init__(self) -> None:
        self.candidate: Candidate
        # By the number of the next roll: the position after its best reply, as the side that then
        # rolls sees it, and this side's outcome if the position is a race or over.
        self.replies = [positions.empty() for _ in range(_ROLLS)]
        self.known: "list[Outcome | None]" = [None] * _ROLLS
        self.look = numbers.blank()  # the candidate's outcome by the look one roll ahead
        self.sums = numbers.blank()  # of the outcomes after the pairs of rolls so far


class DeepSearch:
    """A searcher that looks two rolls ahead, to compare plays and to weigh the cube.

    `most`: the number of replies that may be judged to choose a play. A stage that would exceed
    this number compares fewer plays, or does not begin. `comparing`: the number of plays under
    comparison now. `hurried`: set to True to drop the present stage and end the search.
    """

    def __init__(self, search: Search, most: int) -> None:
        self.comparing = 0
        self.hurried = False
        self._search = search
        self._choosing = self._most = most
        self._samples: "list[_Sample]" = []
        self._seen = numbers.blank()
        self._rolls = 0  # rolls whose best play has been found
        self._before_them = 0  # replies that were judged before these rolls

    def compare(
        self,
        kept: "list[Candidate]",
        count: int,
        near: int,
        also: "Candidate | None",
        equity: "Callable[[Chances], int]",
        ranking: bool = False,
    ) -> "Slices[None]":
        """Compares candidates two rolls ahead, and sorts them.

        `kept[:count]`: the candidates, the best first; only the first `near` are compared. `also`:
        another play to judge as closely as the best. `equity`: a function that turns chances into
        equity. `ranking`: True for a hint or a grade, which need the errors of all plays. A play
        that met fewer pairs of rolls is sorted after the plays that met more.
        """
        search = self._search
        self._rolls = 0
        self._before_them = search.judged
        self._most = _MOST_RANKING if ranking else self._choosing
        samples: "list[_Sample]" = []
        done = 0
        for width, margin, permutations in _RANKING if ranking else _CHOOSING:
            lowest = kept[0].equity - margin
            close = 0
            while close < min(width, near) and kept[close].equity >= lowest:
                close += 1
            pairs = _PAIRS if permutations == _ALL else (permutations - done) * _CASES
            while close > 1 and not self._affords(close * pairs):
                close -= 1
            if close < 2 or self.hurried:
                break
            self.comparing = close
            closest = kept[:close]
            if not self._rolls:
                samples = yield from self._begin(closest if also is None else closest + [also])
            samples = [one for one in samples if one.candidate in closest or one.candidate is also]
            if permutations == _ALL:
                done = yield from self._add_all(samples)
            else:
                done = yield from self._add_permutations(samples, done, permutations)
            if not done:
                break
            for sample in samples:
                self._judge(sample, done, equity)
                yield
            settle(kept, close, count)
            near = close
            yield
        self.comparing = 0

    def weigh(self, found: Cube, pos: "Position", stakes: "Stakes") -> "Slices[Cube]":
        """Returns the mean of two Cubes: `found`, and an estimate by a sample of pairs of rolls.

        Returns `found` itself if its decisions are clear, or if the search is hurried. `pos`: a
        position with contact, seen by the side to roll. `stakes`: the Stakes of that side.
        """
        if min(abs(found.nd - found.doubled), abs(found.dt - ONE)) >= _CLOSE:
            return found
        search = self._search
        sample = self._sample(0)
        yield from self._find_replies(sample, pos)
        seen = self._seen
        nd = dt = 0
        groups = yield from _permutations(0, _CUBE_PERMUTATIONS)
        for pairs in groups:
            for i in range(0, len(pairs), _PAIR):
                yield
                if self.hurried:
                    return found
                at = pairs[i]
                more = self._begin_pair(sample, at, pairs[i + 1], pairs[i + 2])
                while more:
                    yield
                    more = search.go_on()
                numbers.flip(self._end_pair(sample, at), seen)
                alive = taken = CONTACT_LIFE
                if sample.known[at] is not None:
                    alive, taken = life(sample.replies[at])
                one_nd, one_dt, _ = stakes.weigh(seen, alive, taken)
                times = _BITS[pairs[i + 3]]
                nd += times * one_nd
                dt += times * one_dt
        over = _CASES * _CUBE_PERMUTATIONS
        nd = (found.nd + nd // over) // 2
        dt = (found.dt + dt // over) // 2
        beaver = None if found.beaver is None else found.beaver + 2 * (dt - found.dt)
        raccoon = None if found.raccoon is None else found.raccoon + 4 * (dt - found.dt)
        return Cube(nd, dt, found.dp, found.outcome, beaver, raccoon)

    def _affords(self, pairs: int) -> bool:
        """True if the reply limit allows `pairs` more roll pairs, each at the mean cost so far."""
        judged = self._search.judged
        each = (judged - self._before_them) // self._rolls + 1 if self._rolls else _USUAL
        return judged + pairs * each <= self._most

    def _sample(self, number: int) -> _Sample:
        if number == len(self._samples):
            self._samples.append(_Sample())
        return self._samples[number]

    def _begin(self, candidates: "list[Candidate]") -> "Slices[list[_Sample]]":
        """Finds the replies to each candidate whose position has contact; returns their samples."""
        samples: "list[_Sample]" = []
        for candidate in candidates:
            if class_of(candidate.position) == CONTACT:
                sample = self._sample(len(samples))
                sample.candidate = candidate
                sample.look[:] = candidate.outcome
                sample.sums[:] = _NOTHING
                samples.append(sample)
                yield
                yield from self._find_replies(sample, positions.swapped(candidate.position))
        return samples

    def _find_replies(self, sample: _Sample, before: "Position") -> "Slices[None]":
        """Fills `sample` with each roll's best reply, and outcomes of replies that end contact."""
        search = self._search
        at = 0
        for first in range(1, 7):
            for second in range(1, first + 1):
                if self.hurried:
                    return
                reply = sample.replies[at]
                more = search.begin(before, first, second, reply)
                while more:
                    yield
                    more = search.go_on()
                self._rolls += 1
                sample.known[at] = None
                if class_of(reply) != CONTACT:
                    sample.known[at] = known = numbers.blank()
                    search.judge.outcome(reply, known)
                    numbers.flip(known, known)
                positions.swap(reply)
                at += 1
                yield

    def _add_permutations(
        self, samples: "list[_Sample]", done: int, permutations: int
    ) -> "Slices[int]":
        """Adds permutations `done` to `permutations` - 1 to samples; obeys the limit of replies.

        A pair of rolls in several permutations is judged one time; the outcome and the number of
        replies count in each. Returns how many permutations each sample then has, or 0 if hurried.
        """
        if not samples:  # no candidate has contact
            return permutations
        search = self._search
        number = permutations - done
        groups = yield from _permutations(done, permutations)
        costs = [0] * number  # replies judged, for each permutation
        added = []  # for each sample and permutation: the sum of the outcomes
        for _ in samples:
            added.append([numbers.blank() for _ in range(number)])
        for q, pairs in enumerate(groups):
            if not self._affords(len(samples) * _CASES):
                break
            judged = search.judged
            rolls = self._rolls
            for sample, sums in zip(samples, added):
                for i in range(0, len(pairs), _PAIR):
                    yield
                    if self.hurried:
                        return 0
                    before = search.judged
                    at = pairs[i]
                    more = self._begin_pair(sample, at, pairs[i + 1], pairs[i + 2])
                    while more:
                        yield
                        more = search.go_on()
                    outcome = self._end_pair(sample, at)
                    for later in range(q, number):
                        if pairs[i + 3] >> later & 1:
                            add(sums[later], 1, outcome)
                            costs[later] += search.judged - before
                add(sample.sums, 1, sums[q])
            search.judged = judged + costs[q]
            self._rolls = rolls + len(samples) * _CASES
            done += 1
        return done

    def _add_all(self, samples: "list[_Sample]") -> "Slices[int]":
        """Replaces the samples' sums by the sums over all pairs of rolls.

        Returns 36, as 36 permutations have all pairs; 0 if hurried or stopped by the reply limit.
        """
        search = self._search
        cases_before = bytes([cases for _, _, cases in numbers.rolls()])
        for sample in samples:
            sample.sums[:] = _NOTHING
        for first, second, cases in numbers.rolls():
            if not self._affords(len(samples) * _ROLLS):
                return 0
            for sample in samples:
                for at in range(_ROLLS):
                    yield
                    if self.hurried:
                        return 0
                    more = self._begin_pair(sample, at, first, second)
                    while more:
                        yield
                        more = search.go_on()
                    add(sample.sums, cases * cases_before[at], self._end_pair(sample, at))
        return _ALL

    def _begin_pair(self, sample: _Sample, at: int, first: int, second: int) -> bool:
        """Begins to judge the plays of a pair's second roll, after the reply to its first roll.

        `at`: the number of the first roll; the reply has the same number in `sample`. `first`,
        `second`: the two dice of the second roll. Returns True if plays of the second roll are left
        to judge. Judges no plays if the reply ends contact, because the outcome is known.
        """
        self._rolls += 1
        if sample.known[at] is not None:
            return False
        return self._search.begin(sample.replies[at], first, second)

    def _end_pair(self, sample: _Sample, at: int) -> "Chances":
        """Returns a pair's outcome for the second roller; the next search overwrites the array."""
        known = sample.known[at]
        if known is not None:
            return known
        search = self._search
        if not search.count:
            search.judge.outcome(sample.replies[at], search.best)
        return search.best

    def _judge(
        self, sample: _Sample, permutations: int, equity: "Callable[[Chances], int]"
    ) -> None:
        """Sets the outcome and the equity of the sample's candidate.

        The outcome is 1/4 from the look one roll ahead, and 3/4 from the mean of the sample.
        """
        candidate = sample.candidate
        _mean(sample.sums, _CASES * permutations, self._seen)
        numbers.mix(sample.look, self._seen, candidate.outcome)
        candidate.equity = equity(candidate.outcome)
        candidate.permutations = permutations


def _permutations(start: int, end: int) -> "Slices[list[bytearray]]":
    """Returns the pairs of rolls in the permutations from `start` to `end` - 1, in groups.

    Each permutation's group has the pairs that no earlier group has. A pair is four bytes: the
    first roll's number, the second roll's two dice, and a byte whose bit k (0-7) is 1 if the
    permutation `start` + k has the pair. (A permutation below 11 has no pair twice.)
    """
    found = bytearray(_PAIRS)
    for q in range(start, end):
        for i in range(_CASES):
            found[_number(i) * _ROLLS + _number((7 * i + 13 * q) % _CASES)] |= 1 << q - start
        yield
    groups = [bytearray() for _ in range(end - start)]
    for number in range(_ROLLS):
        at = number * _ROLLS
        for first, second, _ in numbers.rolls():
            if found[at]:
                q = 0
                while not found[at] >> q & 1:
                    q += 1
                groups[q].extend(bytes((number, first, second, found[at])))
            at += 1
        yield
    return groups


def _number(case: int) -> int:
    """Converts a case of two dice, 0 to 35, to the number of the roll, 0 to 20."""
    high = max(case // 6, case % 6)
    return high * (high + 1) // 2 + min(case // 6, case % 6)
