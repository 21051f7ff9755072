"""The engine of the levels that use the net.

A Thinker judges all plays of a roll without a look ahead and keeps the few best. After these,
master and grandmaster look one roll ahead; after the best of them, grandmaster looks two ahead.
"""

from micropython import const

from picogammon.engine import numbers, resigning
from picogammon.engine.engine import Engine, Ranked, Value
from picogammon.engine.numbers import CONTACT, misjudgement
from picogammon.engine.search import Candidate, settle
from picogammon.engine.search_kernel import class_of
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import RESIGNING, TO_ROLL
from picogammon.rules.plays import after_steps

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.engine.cube import Cube
    from picogammon.engine.engine import Answer, Question, Slices
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.search import DeepSearch, Search
    from picogammon.engine.sight import Sight
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    Parts = tuple[Sight, Search, DeepSearch | None]

_FEW = const(8)  # plays that are kept and ranked
_AT_ONCE = const(8)  # plays judged without a pause
_NOTHING = const(-1000000)  # an equity below that of any play


class Shortlist:
    """The best plays of a roll: Candidates in `kept[:count]`, the best first.

    `spare`: a Candidate for the play being judged. `least`: a play is kept if its equity is higher.
    """

    def __init__(self, size: int) -> None:
        self.kept = [Candidate() for _ in range(size)]
        self.spare = Candidate()
        self.clear(size)

    def clear(self, most: int) -> None:
        """Empties the list, and limits it to `most` plays."""
        self._last = min(most, len(self.kept)) - 1
        self.count = 0
        self.least = _NOTHING

    def keep(self, index: int, equity: int) -> None:
        """Adds `spare`, the play number `index` in Plays; a full list drops its worst play."""
        kept = self.kept
        last = self._last
        at = min(self.count, last)
        self.count = at + 1
        one = self.spare
        one.index = index
        one.equity = equity
        self.spare = kept[at]
        while at and kept[at - 1].equity < equity:
            kept[at] = kept[at - 1]
            at -= 1
        kept[at] = one
        if self.count > last:
            self.least = kept[last].equity


class Thinker(Engine):
    """The Engine of the levels that use the net; Engine describes the methods.

    `plays`: a Plays, which other code may use between slices. `parts(n)`: returns (Sight,
    Search, DeepSearch or None) for `n` checkers on each side. `ahead`: the most plays to examine
    one roll ahead. `margin`: their highest error as judged without a look ahead (1/65536 point).
    """

    knows = True

    def __init__(
        self,
        plays: "Plays",
        parts: "Callable[[int], Parts]",
        ahead: int = 0,
        margin: int = 0,
    ) -> None:
        self._plays = plays
        self._parts = parts
        self._ahead = ahead
        self._margin = margin
        self._checkers = positions.CHECKERS
        self._sight, self._search, self._deep = parts(self._checkers)
        self._few = Shortlist(_FEW)
        self._also = Candidate()  # another play to rank, if it has steps
        self._outcome = numbers.blank()
        self._first = numbers.blank()
        self._hurried = False
        self._resigned: "Position | None" = None  # the position of the last offer to resign

    @property
    def comparing(self) -> int:  # type: ignore[override]  # other engines have a constant
        return self._deep.comparing if self._deep else 0

    @property
    def judged(self) -> int:  # type: ignore[override]
        return self._search.judged

    def hurry(self) -> None:
        self._hurried = True
        if self._deep:
            self._deep.hurried = True

    def choose(self, situation: "Situation") -> "Slices[Sequence[int]]":
        count = self._begin_plays(situation)
        if count < 2:
            return self._plays.steps(0) if count else []
        yield from self._order_plays(situation, count)
        return self._few.kept[0].steps

    def rank(
        self, situation: "Situation", also: "Sequence[int] | None" = None
    ) -> "Slices[list[Ranked]]":
        count = self._begin_plays(situation)
        yield from self._order_plays(situation, count, _FEW, also)
        ranked = self._few.kept[: self._few.count]
        if self._also.steps:
            ranked.append(self._also)
        return [
            Ranked(one.steps, one.equity, tuple(one.outcome), one.permutations) for one in ranked
        ]

    def judge_each(
        self, situation: "Situation", take: "Callable[[Position, int], Any]"
    ) -> "Slices[None]":
        count = self._begin_plays(situation)
        spare = self._few.spare
        yield from self._judge(situation, count, lambda i, equity: take(spare.position, equity))

    def value(self, situation: "Situation") -> "Slices[Value]":
        outcome = self._outcome
        if situation.dice:
            count = self._begin_plays(situation)
            yield from self._order_plays(situation, count)
            if count:
                best = self._few.kept[0]
                return Value(tuple(best.outcome), numbers.cubeless(best.outcome), best.equity)
            self._sight.judge.outcome(situation.position, outcome)
        else:
            self._begin(situation)
            yield from self._look(situation.position)
        cubeful = self._sight.equity(situation, outcome)
        return Value(tuple(outcome), numbers.cubeless(outcome), cubeful)

    def answer(self, question: "Question") -> "Slices[Answer]":
        situation = question.situation
        phase = question.phase
        if phase == RESIGNING:
            self._begin(situation)
            outcome = yield from self._look(situation.position)
            accepts = resigning.accepts(situation, question.resigned, outcome)
            return actions.accept() if accepts else actions.refuse()
        if phase == TO_ROLL:
            offered = resigning.offer(situation)
            if offered and self._resigned != situation.position:
                # Offers once per position, because the other side may want to play on.
                self._resigned = situation.position
                return actions.resign(offered)
            if not question.can_double:
                return None
        found = yield from self.weigh(question)
        return found.best(phase)[0]

    def weigh(self, question: "Question") -> "Slices[Cube]":
        situation = question.situation
        self._begin(situation)
        pos = situation.position
        sight = self._sight
        outcome = yield from self._look(pos)
        yield
        stakes = sight.stakes(situation)  # takes a slice
        yield
        found = yield from sight.weigh(situation, outcome)
        if self._deep and positions.contact(pos):
            found = yield from self._deep.weigh(found, pos, stakes)
        return found

    def _begin(self, situation: "Situation") -> None:
        if situation.checkers != self._checkers:
            self._checkers = situation.checkers
            self._sight, self._search, self._deep = self._parts(self._checkers)
        self._search.judged = 0
        self._hurried = False
        if self._deep:
            self._deep.comparing = 0
            self._deep.hurried = False

    def _begin_plays(self, situation: "Situation") -> int:
        self._begin(situation)
        return self._plays.generate(situation.position, *situation.dice)

    def _order_plays(
        self, situation: "Situation", count: int, most: int = 1, also: "Sequence[int] | None" = None
    ) -> "Slices[None]":
        """Shortlists the plays (see _shortlist), then looks ahead if the level does.

        Keeps up to `most` plays, or the level's `ahead` if that is more.
        """
        self._few.clear(max(most, self._ahead))
        yield from self._shortlist(situation, count, also)
        near = yield from self._look_ahead(situation)
        if not near:
            return
        other = self._also if self._also.steps else None
        if other:
            yield from self._deepen(other, situation)
        if self._deep:
            few = self._few
            sight = self._sight
            yield from self._deep.compare(
                few.kept,
                few.count,
                near,
                other,
                lambda outcome: sight.equity(situation, outcome),
                most > 1,
            )

    def _shortlist(
        self, situation: "Situation", count: int, also: "Sequence[int] | None"
    ) -> "Slices[None]":
        """Fills self._few with the best plays, the best first, judged without a look ahead.

        `count`: the number of plays just generated. `also`: the steps of a play to keep in any
        case, or None. If self._few drops it, self._also keeps it; if not, self._also has no steps.
        """
        few = self._few
        other = self._also
        other.index = -1
        other.steps = ()
        other.permutations = 0
        wanted = after_steps(situation.position, also) if also else None

        def keep(index: int, equity: int) -> None:
            spare = few.spare
            if wanted and spare.position == wanted:
                other.index = index
                other.equity = equity
                other.position[:] = spare.position
                other.outcome[:] = spare.outcome
            if equity > few.least:
                few.keep(index, equity)

        yield from self._judge(situation, count, keep)
        if other.index >= 0:
            other.steps = also
        for one in few.kept[: few.count]:
            one.permutations = 0
            one.steps = self._plays.steps(one.index)
            if wanted and one.position == wanted:
                other.steps = ()

    def _judge(
        self, situation: "Situation", count: int, take: "Callable[[int, int], Any]"
    ) -> "Slices[None]":
        """Calls `take(play's number, equity)` for each of the `count` plays just generated.

        While `take` runs, self._few.spare contains the position after the play, and its outcome.
        """
        plays = self._plays
        pos = situation.position
        few = self._few
        outcome_of = self._sight.judge.outcome
        value, life, noise = self._sight.for_plays(situation)
        made = plays.made
        for i in range(count):
            if i % _AT_ONCE == 0:
                yield
                if plays.made != made:
                    made = plays.again(pos, *situation.dice)
            spare = few.spare
            after = spare.position
            plays.result(i, pos, after)
            outcome_of(after, spare.outcome)
            equity = value(spare.outcome, life)
            if noise and class_of(after) == CONTACT:
                equity += misjudgement(after, noise)
            take(i, equity)

    def _look_ahead(self, situation: "Situation") -> "Slices[int]":
        """Looks one roll ahead after the best plays; returns the number of plays examined.

        Examines the plays in self._few whose equity is within the level's margin. Returns 0 if the
        level never looks ahead, or if only the best play is within the margin.
        """
        few = self._few
        kept = few.kept
        most = min(few.count, self._ahead)
        lowest = kept[0].equity - self._margin
        if most < 2 or kept[1].equity < lowest:
            return 0
        near = 0
        while near < most and kept[near].equity >= lowest and not self._hurried:
            yield from self._deepen(kept[near], situation)
            near += 1
        if near:
            settle(kept, near, few.count)
        return near

    def _deepen(self, one: Candidate, situation: "Situation") -> "Slices[None]":
        if class_of(one.position) != CONTACT:
            return
        yield  # the work before this filled a slice
        yield from self._search.outcome(one.position, self._outcome)
        numbers.mix(one.outcome, self._outcome, one.outcome)
        one.equity = self._sight.equity(situation, one.outcome)

    def _look(self, pos: "Position") -> "Slices[Outcome]":
        """Returns the outcome of `pos` for the side on roll; with contact, looks one roll ahead.

        `pos`: as the side on roll sees it. The next call overwrites the returned outcome.
        """
        outcome = self._outcome
        judge = self._sight.judge
        before = positions.swapped(pos)
        if class_of(before) == CONTACT:
            yield from self._search.outcome(before, outcome)
            judge.outcome(before, self._first)
            numbers.mix(self._first, outcome, outcome)
        else:
            judge.outcome(before, outcome)
            yield
        numbers.flip(outcome, outcome)
        self._sight.before_roll(before, outcome)
        return outcome
