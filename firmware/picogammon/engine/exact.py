"""The evaluator that goes by a Judge: chances, and their worth with the cube."""

from micropython import const

from picogammon.engine import cube, resigning
from picogammon.engine.cubeful import Stakes, fixed_by
from picogammon.rules import actions
from picogammon.rules import position as positions
from picogammon.rules.match import RESIGNING, TO_ROLL

_AT_ONCE = const(8)  # few, because the worth with the cube is worked out for each

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.engine.cube_ahead import CubeAhead
    from picogammon.engine.ending import Ending
    from picogammon.engine.engine import Question, Slices
    from picogammon.engine.evaluator import Look, Valuer
    from picogammon.engine.judge import Judge
    from picogammon.engine.numbers import Chances, Outcome
    from picogammon.engine.options import Cube
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation


class Exact:
    """Sees positions as `judge`, a judge.Judge, does; an evaluator.Knowing.

    `ending`: an Ending, which knows the cube in short races, or None. `ahead`: a CubeAhead, which
    weighs close cubes with contact, or None.
    """

    knows = True
    finer = 1
    at_once = _AT_ONCE

    def __init__(
        self, judge: "Judge", ending: "Ending | None" = None, ahead: "CubeAhead | None" = None
    ) -> None:
        self.outcome = judge.outcome
        self._ending = ending
        self._ahead = ahead
        self._stakes: Stakes | None = None
        self._stakes_for: tuple[int | None, ...] | None = None
        self._resigned: "Position | None" = None  # the position in which it last offered to resign

    def valuer(self, situation: "Situation") -> "tuple[Valuer, int]":
        """Evaluator.valuer; the unit is 1/65536 of a point."""
        life, _ = cube.life(situation.position)
        return self._stakes_of(situation).value, life

    def equity(self, situation: "Situation", out: "Chances") -> int:
        """Knowing.equity."""
        life, _ = cube.life(situation.position)
        return self._stakes_of(situation).value(out, life)

    def before_roll(self, pos: "Position", out: "Outcome") -> None:
        """Knowing.before_roll: leaves the outcome as it is."""

    def answer(self, question: "Question", look: "Look") -> "Slices[bytes | None]":
        """Evaluator.answer."""
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

    def weigh(self, situation: "Situation", look: "Look") -> "Slices[Cube]":
        """Knowing.weigh."""
        pos = situation.position
        outcome = yield from look(pos)
        ending = self._ending
        if ending and not positions.contact(pos) and ending.knows(pos, outcome):
            found = yield from ending.weigh(situation, self._stakes_of(situation), outcome)
            return found
        usual = cube.weigh(situation, outcome)
        if self._ahead is None or not positions.contact(pos):
            return usual
        return (yield from self._ahead.weigh(usual, pos, self._stakes_of(situation)))

    def _resigns(self, situation: "Situation") -> bool:
        """True if all is lost; once a position, because the other side may want to play on."""
        if not resigning.offer(situation) or self._resigned == situation.position:
            return False
        self._resigned = situation.position
        return True

    def _stakes_of(self, situation: "Situation") -> Stakes:
        """The Stakes of the situation, made anew only if they differ, because that takes time."""
        wanted = fixed_by(situation)
        if self._stakes is None or self._stakes_for != wanted:
            self._stakes = Stakes(situation)
            self._stakes_for = wanted
        return self._stakes
