"""The evaluator that goes by what a Judge knows: chances, and what they are worth with the cube."""

from picogammon.engine import cube, resigning
from picogammon.engine.cubeful import Stakes
from picogammon.engine.search import SLICE
from picogammon.engine.stakes import fixed_by
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.phases import RESIGNING, TO_ROLL


class Exact:
    """Sees positions as `judge`, a judge.Judge, does; see evaluator.py.

    `ending`: an Ending, who knows the cube in short races, or None.
    """

    knows = True
    finer = 1
    at_once = SLICE

    def __init__(self, judge, ending=None):
        self.outcome = judge.outcome
        self._ending = ending
        self._stakes = None
        self._stakes_for = None
        self._resigned = None  # the position in which it last offered to resign

    def valuer(self, situation):
        """See evaluator.py; the unit is 1/65536 of a point."""
        life, _ = cube.life(situation.position)
        return self._stakes_of(situation).value, life

    def equity(self, situation, out):
        """See evaluator.py."""
        life, _ = cube.life(situation.position)
        return self._stakes_of(situation).value(out, life)

    def before_roll(self, pos, out):
        """See evaluator.py: nothing is changed."""

    def answer(self, question, look):
        """See evaluator.py."""
        situation = question.situation
        phase = question.phase
        if phase == RESIGNING:
            outcome = yield from look(situation.position)
            accepts = resigning.accepts(situation, question.resigned, outcome)
            return actions.accept() if accepts else actions.refuse()
        if phase == TO_ROLL:
            if self._resigns(situation):
                return actions.resign(resigning.offer(situation))
            if not question.can_double:
                return None
        found = yield from self.weigh(situation, look)
        action, _ = found.best(phase)
        return action

    def weigh(self, situation, look):
        """See evaluator.py."""
        pos = situation.position
        outcome = yield from look(pos)
        ending = self._ending
        if ending and not positions.contact(pos) and ending.knows(pos, outcome):
            found = yield from ending.weigh(situation, self._stakes_of(situation), outcome)
            return found
        return cube.weigh(situation, outcome)

    def _resigns(self, situation):
        """Whether all is lost; once a position, for the other side may want to play on."""
        if not resigning.offer(situation) or self._resigned == situation.position:
            return False
        self._resigned = situation.position
        return True

    def _stakes_of(self, situation):
        """The Stakes, made anew only where they are others: that takes longer than some plays."""
        wanted = fixed_by(situation)
        if self._stakes_for != wanted:
            self._stakes = Stakes(situation)
            self._stakes_for = wanted
        return self._stakes
