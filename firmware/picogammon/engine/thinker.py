"""The levels that know what a position is worth: by an evaluator, and by looking a roll ahead.

All plays are judged once, and the few best are kept. The strongest level then looks at what the
opponent's next roll makes of these. Whether a level errs is a matter of its evaluator.
"""

from micropython import const

from picogammon.engine import cube, numbers, resigning
from picogammon.engine.cubeful import Stakes
from picogammon.engine.engine import Engine, Value
from picogammon.engine.kinds import CONTACT, kind
from picogammon.engine.search import SLICE, Search
from picogammon.engine.shortlist import Kept, Shortlist
from picogammon.engine.stakes import fixed_by
from picogammon.rules import actions, steps
from picogammon.rules import position as positions
from picogammon.rules.phases import RESIGNING, TO_ROLL

_FEW = const(8)  # the plays that are looked at again
_TRUST = const(3)  # a look ahead counts so many times as much as a look


class Thinker(Engine):
    """`evaluator`: see evaluator.py; `plays`: a movegen.Plays, the engine's own between slices.

    `ahead`: how many of the best plays it looks a roll ahead at, and `margin`: how much worse than
    the best such a play may seem, in 1/65536 of a point. `ending`: an Ending, who knows the cube in
    short races, or None. `search`: what looks ahead, a Search of its own if left out.
    """

    knows = True

    def __init__(self, evaluator, plays, ahead=0, margin=0, ending=None, search=None):
        self._evaluator = evaluator
        self._plays = plays
        self._ahead = ahead
        self._margin = margin
        self._ending = ending
        self._search = search or Search(evaluator, plays)
        self._few = Shortlist(_FEW)
        self._also = Kept()
        self._outcome = numbers.blank()
        self._now = numbers.blank()
        self._life = 0
        self._stakes = None
        self._stakes_for = None
        self._resigned = None  # the position in which it last offered to resign

    def choose(self, situation):
        """See Engine."""
        plays = self._plays
        count = plays.generate(situation.position, *situation.dice)
        if count < 2:
            return plays.steps(0) if count else []
        yield from self._weigh_plays(situation)
        return self._few.kept[0].steps

    def answer(self, question):
        """See Engine."""
        situation = question.situation
        phase = question.phase
        if phase == RESIGNING:
            yield from self._judge_roll(situation.position)
            accepts = resigning.accepts(situation, question.resigned, self._outcome)
            return actions.accept() if accepts else actions.refuse()
        if phase == TO_ROLL:
            if self._resigns(situation):
                return actions.resign(resigning.offer(situation))
            if not question.can_double:
                return None
        found = yield from self.weigh(question)
        return found.best(phase)[0]

    def rank(self, situation, also=None):
        """See Engine."""
        yield from self._weigh_plays(situation, also)
        few = self._few
        ranked = [few.kept[i].ranked() for i in range(few.count)]
        if self._also.steps:
            ranked.append(self._also.ranked())
        return ranked

    def weigh(self, question):
        """See Engine."""
        situation = question.situation
        yield from self._judge_roll(situation.position)
        outcome = self._outcome
        ending = self._ending
        if ending and not positions.contact(situation.position):
            if ending.knows(situation.position, outcome):
                found = yield from ending.weigh(situation, self._stakes_of(situation), outcome)
                return found
        return cube.weigh(situation, outcome)

    def value(self, situation):
        """See Engine."""
        outcome = self._outcome
        if situation.dice:
            yield from self._weigh_plays(situation)
            if self._few.count:
                best = self._few.kept[0]
                outcome = tuple(best.outcome)
                return Value(outcome, numbers.cubeless(outcome), best.worth)
            self._evaluator.outcome(situation.position, outcome)
        else:
            yield from self._judge_roll(situation.position)
        stakes = self._stakes_of(situation)
        cubeful = stakes.value(outcome, cube.life(situation.position)[0])
        return Value(tuple(outcome), numbers.cubeless(outcome), cubeful)

    def _resigns(self, situation):
        """Whether all is lost; once a position, for the other side may want to play on."""
        if not resigning.offer(situation) or self._resigned == situation.position:
            return False
        self._resigned = situation.position
        return True

    def _weigh_plays(self, situation, also=None):
        """Fills self._few, the best first, and self._also if that play is not among them."""
        stakes = self._stakes_of(situation)
        self._life = cube.life(situation.position)[0]
        yield from self._shortlist(situation, stakes, also)
        deep = yield from self._look_ahead(stakes)
        if deep and self._also.steps:
            yield from self._deepen(self._also, stakes)

    def _stakes_of(self, situation):
        """The Stakes, made anew only where they are others: that takes longer than some plays."""
        wanted = fixed_by(situation)
        if self._stakes_for != wanted:
            self._stakes = Stakes(situation)
            self._stakes_for = wanted
        return self._stakes

    def _look_ahead(self, stakes):
        """Looks a roll ahead at the best, if there is a choice; returns at how many."""
        few = self._few
        kept = few.kept
        most = min(few.count, self._ahead)
        lowest = kept[0].worth - self._margin
        if most < 2 or kept[1].worth < lowest:
            return 0
        deep = 0
        while deep < most and kept[deep].worth >= lowest:
            yield from self._deepen(kept[deep], stakes)
            deep += 1
        if deep:
            few.sort(deep)
            for i in range(deep, few.count):  # less is known of them: they come after
                kept[i].worth = min(kept[i].worth, kept[deep - 1].worth)
        return deep

    def _deepen(self, one, stakes):
        """What a play is worth after a look ahead; of a race all is known without."""
        if kind(one.position) != CONTACT:
            return
        yield from self._search.outcome(one.position, self._outcome)
        self._mix(one.outcome, self._outcome, one.outcome)
        one.worth = stakes.value(one.outcome, self._life)

    def _judge_roll(self, pos):
        """Fills self._outcome for the player who is about to roll; with contact by a look ahead."""
        outcome = self._outcome
        before = positions.swapped(pos)
        if kind(before) == CONTACT:
            yield from self._search.outcome(before, outcome)
            self._evaluator.outcome(before, self._now)
            self._mix(self._now, outcome, outcome)
        else:
            self._evaluator.outcome(before, outcome)
            yield
        numbers.flipped(outcome, outcome)
        self._evaluator.before_roll(before, outcome)

    def _mix(self, now, ahead, out):
        """Writes to out what to believe: mostly, but not only, what the look ahead says."""
        for slot in range(numbers.SLOTS):
            out[slot] = (now[slot] + _TRUST * ahead[slot]) // (_TRUST + 1)

    def _shortlist(self, situation, stakes, also):
        """Judges all plays and keeps a few."""
        pos = situation.position
        plays = self._plays
        few = self._few
        few.clear()
        other = self._also
        other.steps = None
        other.index = -1
        wanted = _result(pos, also) if also else None
        value = self._evaluator.valuer(stakes)
        count = plays.generate(pos, *situation.dice)
        for start in range(0, count, SLICE):
            yield
            self._judge_some(start, min(start + SLICE, count), pos, value, wanted)
        if wanted and other.index >= 0:
            other.steps = also
        for i in range(few.count):
            kept = few.kept[i]
            kept.steps = plays.steps(kept.index)
            if wanted and kept.position == wanted:
                other.steps = None

    def _judge_some(self, start, end, pos, value, wanted):
        """Judges the plays from start on to before end; what leads to `wanted` is kept as well."""
        result = self._plays.result
        judge = self._evaluator.outcome
        life = self._life
        few = self._few
        spare = few.spare
        after = spare.position
        outcome = spare.outcome
        for i in range(start, end):
            result(i, pos, after)
            judge(after, outcome)
            worth = value(outcome, life)
            if wanted and after == wanted:
                self._also.fill(i, after, outcome, worth)
            if worth > few.least:
                few.keep(i, worth)
                spare = few.spare
                after = spare.position
                outcome = spare.outcome


def _result(pos, play):
    """What the steps of a play make of pos."""
    after = positions.empty()
    for i in range(positions.SLOTS):
        after[i] = pos[i]
    for one in play:
        steps.make(after, one)
    return after
