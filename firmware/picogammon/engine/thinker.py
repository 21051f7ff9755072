"""The engine that looks ahead, and knows what plays, positions and doubles are worth.

All plays are judged once, and the few best are kept. The strongest levels then look at what the
opponent's next roll makes of these, grandmaster at one's own after it (halving.py). The evaluator
decides what positions are worth, what that means for cube and resignations, and whether a level
errs.
"""

from micropython import const

from picogammon.engine import numbers
from picogammon.engine.chooser import Chooser, Kept
from picogammon.engine.classes import CONTACT
from picogammon.engine.engine import Value
from picogammon.engine.search_kernel import class_of
from picogammon.rules import position as positions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from picogammon.engine.engine import Question, Ranked, Slices
    from picogammon.engine.evaluator import Knowing
    from picogammon.engine.halving import Halving
    from picogammon.engine.numbers import Outcome
    from picogammon.engine.options import Cube
    from picogammon.engine.search import Search
    from picogammon.rules.plays import Plays
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    Sight = tuple[Knowing, Search | None]

_FEW = const(8)  # plays that are looked at again, and ranked


class Thinker(Chooser):
    """A Chooser that looks ahead, and knows what plays are worth.

    `evaluator`: an evaluator.Knowing. `plays`: a plays.Plays, which others may use between
    slices. `search`: a Search, which looks ahead; only who chooses plays without it needs none.
    `ahead`: at how many of the best plays it looks a roll ahead. `margin`: how much worse than the
    best such a play may seem, in 1/65536 of a point. `few`: (evaluator, search) for a number of
    checkers other than fifteen; None: these two see all variants. `halving`: a Halving, which
    orders what has been looked at, or None.
    """

    knows = True

    def __init__(
        self,
        evaluator: "Knowing",
        plays: "Plays",
        search: "Search | None" = None,
        ahead: int = 0,
        margin: int = 0,
        few: "Callable[[int], Sight] | None" = None,
        halving: "Halving | None" = None,
    ) -> None:
        Chooser.__init__(self, evaluator, plays, _FEW, Kept())
        self._search = search
        self._halving = halving
        self._of_few = few
        self._sights: "dict[int, Sight] | None" = None  # by the number of checkers, if it changed
        self._checkers = positions.CHECKERS
        self._ahead = ahead
        self._margin = margin
        self._hurried = False
        self._outcome = numbers.blank()
        self._first = numbers.blank()

    @property
    def comparing(self) -> int:  # type: ignore[override]  # of those who never do it is a constant
        """Engine.comparing."""
        return self._halving.comparing if self._halving else 0

    @property
    def judged(self) -> int:  # type: ignore[override]
        """Engine.judged."""
        return self._search.judged if self._search else 0

    def hurry(self) -> None:
        """Engine.hurry."""
        self._hurried = True
        if self._halving:
            self._halving.hurried = True

    def choose(self, situation: "Situation") -> "Slices[Sequence[int]]":
        """Engine.choose."""
        self._turn_to(situation)
        return Chooser.choose(self, situation)

    def answer(self, question: "Question") -> "Slices[bytes | None]":
        """Engine.answer."""
        self._turn_to(question.situation)
        return Chooser.answer(self, question)

    def rank(
        self, situation: "Situation", also: "Sequence[int] | None" = None
    ) -> "Slices[list[Ranked]]":
        """Engine.rank."""
        self._turn_to(situation)
        count = self._plays.generate(situation.position, *situation.dice)
        yield from self._order_plays(situation, count, _FEW, also)
        few = self._few
        ranked = [few.kept[i].ranked() for i in range(few.count)]
        if self._also.steps:
            ranked.append(self._also.ranked())
        return ranked

    def judge_each(
        self, situation: "Situation", take: "Callable[[Position, int], Any]"
    ) -> "Slices[None]":
        """Engine.judge_each."""
        self._turn_to(situation)
        plays = self._plays
        pos = situation.position
        evaluator = self._evaluator
        value, life = evaluator.valuer(situation)
        spare = self._few.spare
        count = plays.generate(pos, *situation.dice)
        made = plays.made
        for i in range(count):
            if i % evaluator.at_once == 0:
                yield
                if plays.made != made:
                    made = plays.again(pos, *situation.dice)
            plays.result(i, pos, spare.position)
            evaluator.outcome(spare.position, spare.outcome)
            take(spare.position, value(spare.outcome, life))

    def weigh(self, question: "Question") -> "Slices[Cube]":
        """Engine.weigh."""
        self._turn_to(question.situation)
        return self._evaluator.weigh(question.situation, self._look)

    def value(self, situation: "Situation") -> "Slices[Value]":
        """Engine.value."""
        self._turn_to(situation)
        outcome = self._outcome
        if situation.dice:
            count = self._plays.generate(situation.position, *situation.dice)
            yield from self._order_plays(situation, count)
            if self._few.count:
                best = self._few.kept[0]
                return Value(tuple(best.outcome), numbers.cubeless(best.outcome), best.worth)
            self._evaluator.outcome(situation.position, outcome)
        else:
            yield from self._look(situation.position)
        cubeful = self._evaluator.equity(situation, outcome)
        return Value(tuple(outcome), numbers.cubeless(outcome), cubeful)

    def _turn_to(self, situation: "Situation") -> None:
        """Makes evaluator and search those for the number of checkers."""
        self._hurried = False
        if self._halving:
            self._halving.comparing = 0
            self._halving.hurried = False
        checkers = situation.checkers
        if checkers == self._checkers or self._of_few is None:
            return
        if self._sights is None:
            self._sights = {self._checkers: (self._evaluator, self._search)}
        if checkers not in self._sights:
            self._sights[checkers] = self._of_few(checkers)
        self._evaluator, self._search = self._sights[checkers]
        self._checkers = checkers

    def _order_plays(
        self, situation: "Situation", count: int, most: int = 1, also: "Sequence[int] | None" = None
    ) -> "Slices[None]":
        """Fills self._few with the best of the `count` plays just generated, the best first.

        It keeps `most` of them, or as many as it looks ahead at. Fills self._also if the play
        `also` is not among them.
        """
        if self._search:
            self._search.judged = 0
        yield from Chooser._order_plays(self, situation, count, max(most, self._ahead), also)
        deep = yield from self._look_ahead(situation)
        other = self._also if deep and self._also.steps else None
        if other:
            yield from self._deepen(other, situation)
        if deep and self._halving:
            yield from self._halving.order(
                self._few,
                deep,
                other,
                self._search,
                lambda outcome: self._evaluator.equity(situation, outcome),
                most > 1,
            )

    def _look_ahead(self, situation: "Situation") -> "Slices[int]":
        """Looks a roll ahead at the best plays if there is a choice; returns at how many."""
        few = self._few
        kept = few.kept
        most = min(few.count, self._ahead)
        lowest = kept[0].worth - self._margin
        if most < 2 or kept[1].worth < lowest:
            return 0
        deep = 0
        while deep < most and kept[deep].worth >= lowest and not self._hurried:
            yield from self._deepen(kept[deep], situation)
            deep += 1
        if deep:
            few.sort(deep)
            for i in range(deep, few.count):  # less is known of these: they come after
                kept[i].worth = min(kept[i].worth, kept[deep - 1].worth)
        return deep

    def _deepen(self, one: Kept, situation: "Situation") -> "Slices[None]":
        """Judges a play by a look ahead; in a race the first judgement is as good."""
        if class_of(one.position) != CONTACT:
            return
        yield  # the work before this took its time
        yield from self._search.outcome(one.position, self._outcome)
        numbers.mix(one.outcome, self._outcome, one.outcome)
        one.worth = self._evaluator.equity(situation, one.outcome)

    def _look(self, pos: "Position") -> "Slices[Outcome]":
        """Returns the outcome for the player about to roll; with contact by a look ahead."""
        outcome = self._outcome
        before = positions.swapped(pos)
        if class_of(before) == CONTACT:
            yield from self._search.outcome(before, outcome)
            self._evaluator.outcome(before, self._first)
            numbers.mix(self._first, outcome, outcome)
        else:
            self._evaluator.outcome(before, outcome)
            yield
        numbers.flip(outcome, outcome)
        self._evaluator.before_roll(before, outcome)
        return outcome
