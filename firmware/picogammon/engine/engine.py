"""The interface of all engines, which choose plays, decide about the cube and answer resignations.

An engine receives a Question, but neither the match's history nor the source of the dice. It works
in slices of a few milliseconds, so that its caller can handle presses between them:

    >>> thought = engine.begin(match)
    >>> while not thought.step():
    ...     look_after_the_buttons()
    >>> thought.answer  # an action, or None: roll the dice

The levels that use the net share one engine, thinker.Thinker, with different data (levels.py). The
other levels use handmade.Handmade. Equities are in 1/65536 of a point (numbers.ONE), normalised to
the present cube: a single game won at the present cube is ONE, in a match as well.
"""

from micropython import const

from picogammon.rules import actions
from picogammon.rules.match import (
    BEAVERED,
    DOUBLED,
    RACCOONED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
)

ASKED = (TO_ROLL, DOUBLED, BEAVERED, RACCOONED)  # the phases of cube decisions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any, TypeVar

    from picogammon.rules.match import Match
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    _T = TypeVar("_T")
    Slices = Generator[None, None, _T]  # yields None between slices, returns the result
    Answer = bytes | None  # an action, or None: roll the dice


class WeightsError(Exception):
    """Raised if the weights are missing, damaged or unsuitable."""


class Unknowing(Exception):
    """Raised if a level cannot estimate equities; the message is for players."""


class Question:
    """A decision that an engine has to make, with all data that the engine may use.

    `situation`: a copy that the engine may change. `can_double`: True if doubling is legal and the
    cube is not dead. `resigned`: the multiple of the stake that is offered in the phase RESIGNING.
    """

    def __init__(self, match: "Match") -> None:
        self.phase = match.phase
        self.situation = match.situation()
        self.can_double = match.offers_double()
        self.can_beaver = match.can_beaver()
        self.can_raccoon = match.can_raccoon()
        self.resigned = match.resigned


class Ranked:
    """A legal play with the cubeful equity and the five chances of the player who makes it.

    `permutations`: how many sets of 36 pairs of rolls (search.py) the play was judged by, or 0.
    """

    def __init__(
        self,
        steps: "Sequence[int]",
        equity: int,
        outcome: tuple[int, ...],
        permutations: int = 0,
    ) -> None:
        self.steps = steps
        self.equity = equity
        self.outcome = outcome
        self.permutations = permutations


class Value:
    """The chances of the player on turn, and that player's equities without and with the cube."""

    def __init__(self, outcome: tuple[int, ...], cubeless: int, cubeful: int) -> None:
        self.outcome = outcome
        self.cubeless = cubeless
        self.cubeful = cubeful


class Thought:
    """An analysis. Call `step` until the analysis is `done`; then `answer` is the result."""

    def __init__(self, work: "Slices[Any]") -> None:
        self.done = False
        self.answer: "Any" = None
        self._work: "Slices[Any] | None" = work

    def step(self) -> bool:
        """Works for some milliseconds; returns True once the analysis is complete."""
        if self._work is not None:
            try:
                next(self._work)
            except StopIteration as end:
                self.answer = end.value
                self.done = True
                self._work = None
        return self.done

    def finish(self) -> "Any":
        """Completes the analysis without a pause, and returns the answer."""
        while not self.step():
            pass
        return self.answer


class Engine:
    """Base class of all engines. An engine abandons its question when it gets the next one.

    `knows`: True if the engine can estimate equities; otherwise `rank`, `weigh` and `value` raise
    Unknowing. `comparing`: the number of plays that are being compared two rolls ahead. `judged`:
    the number of replies evaluated for the present question, or 0 if not counted.

    All methods that return Slices are generators. A subclass adds three of them:

    `choose(situation)` returns the steps of the best play, or an empty list without a legal play.

    `answer(question)` returns an action in every phase of ASKED and in RESIGNING. In TO_ROLL, None
    means to roll; a double needs question.can_double. In DOUBLED, RACCOONED and RESIGNING, the side
    that is not `situation.turn` answers.

    `judge_each(situation, take)` is needed only if `knows`. It calls `take(position, equity)` for
    each play of the roll, with the position after the play and the equity without a look ahead. The
    position is valid only during the call.
    """

    knows = False
    comparing = 0
    judged = 0
    choose: "Callable[[Situation], Slices[Sequence[int]]]"
    answer: "Callable[[Question], Slices[Answer]]"
    judge_each: "Callable[[Situation, Callable[[Position, int], Any]], Slices[None]]"

    def begin(self, match: "Match") -> Thought:
        """Returns a Thought about the match's next decision."""
        return Thought(self.decide(Question(match)))

    def decide(self, question: Question) -> "Slices[Answer]":
        """Returns the action for a question of any phase; None means to roll the dice."""
        phase = question.phase
        if phase == TO_PLAY:
            play = yield from self.choose(question.situation)
            return actions.play(play)
        if phase in ASKED or phase == RESIGNING:
            return (yield from self.answer(question))
        return actions.accept() if phase == TAKING_BACK else None

    def hurry(self) -> None:
        """Makes the analysis end soon; the answer then depends on the machine's speed."""

    def rank(
        self, situation: "Situation", also: "Sequence[int] | None" = None
    ) -> "Slices[list[Ranked]]":
        """Returns the few best plays of the roll, the best first.

        The play with the steps `also` is added at the end if it is not among the best.
        """
        raise Unknowing("this level cannot compare plays")

    def weigh(self, question: Question) -> "Slices[Any]":
        """Returns a Cube: the options of the side on turn, which may double or has doubled."""
        raise Unknowing("this level cannot judge doubles")

    def value(self, situation: "Situation") -> "Slices[Value]":
        """Returns the Value of `situation`, or of the best play if the dice are rolled."""
        raise Unknowing("this level cannot estimate equity")
