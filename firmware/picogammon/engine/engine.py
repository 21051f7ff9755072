"""The one way to ask an engine of any strength: a question in, slices of thinking, an answer out.

An engine gets a Question and nothing else: not the match's history, and never the source of the
dice. It thinks in slices of a few milliseconds, so that its caller can answer presses in between:

    >>> thought = engine.begin(match)
    >>> while not thought.step():
    ...     look_after_the_buttons()
    >>> thought.answer  # an action, or None: roll the dice

All levels of play are one engine, thinker.Thinker, with different data (levels.py). An engine has
`choose` for plays and `answer` for all other decisions. An engine that `knows` what a position is
worth also has `rank`, `weigh` and `value`, for hints, for the tutor and for other programs.

Equities are integers in 1/65536 of a point (numbers.ONE), normalised to the present cube: +ONE is a
single game won at its present value, in a match as well.
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

ASKED = (TO_ROLL, DOUBLED, BEAVERED, RACCOONED)  # the phases in which the cube is a question

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any, TypeVar

    from picogammon.engine.options import Cube
    from picogammon.rules.match import Match
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    _T = TypeVar("_T")
    Slices = Generator[None, None, _T]  # yields None between slices, returns the result
    Answer = bytes | None  # an action, or None: roll the dice


class EngineError(Exception):
    """There can be no such engine here; the message says why."""


class Question:
    """What an engine is asked, and all that it may know.

    `phase`: what the match waits for (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RACCOONED, RESIGNING,
    TAKING_BACK; in any other phase the answer is to roll). `situation`: a Situation of its own,
    safe to change. `can_double`: doubling is legal and the cube is not dead; `can_beaver`,
    `can_raccoon`: that answer is legal; `resigned`: the multiple on offer while RESIGNING (1, 2 or
    3 times the stake).
    """

    def __init__(self, match: "Match") -> None:
        self.phase = match.phase
        self.situation = match.situation()
        self.can_double = match.offers_double()
        self.can_beaver = match.can_beaver()
        self.can_raccoon = match.can_raccoon()
        self.resigned = match.resigned


class Unknowing(Exception):
    """This level cannot say what a position is worth in points; the message is for people."""


class Ranked:
    """A play and its worth to its player: `steps`, `equity` (cubeful), `outcome`.

    `outcome`: five integers in 1/65536: win, win a gammon or more, win a backgammon, lose a gammon
    or more, lose a backgammon. `permutations`: how many of a roll of either side it was compared by
    (halving.py); 0 if not two rolls ahead.
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
    """A position's worth to the player on turn, in 1/65536: `outcome`, `cubeless`, `cubeful`."""

    def __init__(self, outcome: tuple[int, ...], cubeless: int, cubeful: int) -> None:
        self.outcome = outcome
        self.cubeless = cubeless
        self.cubeful = cubeful


class Thought:
    """One question that the engine thinks about, slice by slice."""

    def __init__(self, work: "Slices[Any]") -> None:
        """`work`: a generator that yields between slices and returns the answer."""
        self.done = False
        self.answer: "Any" = None  # of the kind that the work returns
        self._work = work

    def step(self) -> bool:
        """Thinks for one slice, some milliseconds; returns True once `answer` is there."""
        if not self.done:
            try:
                next(self._work)
            except StopIteration as end:
                self.answer = end.value
                self.done = True
        return self.done

    def finish(self) -> "Any":
        """Thinks to the end, without a pause, and returns the answer."""
        while not self.step():
            pass
        return self.answer


class Engine:
    """Answers every question of a match; a subclass makes the decisions.

    An engine thinks about one question at a time: beginning the next abandons the last. `knows`:
    True if it can say what a position is worth. `comparing`: the number of plays that it looks two
    rolls ahead at now, or 0. `judged`: how many replies it has judged for this question, where it
    counts them. A subclass adds two generators, which yield between slices:

    `choose(situation)` returns the steps of the play for `situation`, whose dice are rolled; an
    empty list if nothing can be played.

    `judge_each(situation, take)`, of those that know: yields between slices, and calls
    `take(position, worth)` with what each play of the roll leads to and is worth, without a look
    ahead. The position is lent, and changes afterwards.

    `answer(question)` returns the action in every phase of ASKED, and while RESIGNING. TO_ROLL may
    also be asked when doubling is not legal; None means to roll. In DOUBLED, RACCOONED and
    RESIGNING the side that is not `situation.turn` answers.
    """

    knows = False
    comparing = 0
    judged = 0
    choose: "Callable[[Situation], Slices[Sequence[int]]]"
    judge_each: "Callable[[Situation, Callable[[Position, int], Any]], Slices[None]]"
    answer: "Callable[[Question], Slices[Answer]]"

    def begin(self, match: "Match") -> Thought:
        """A Thought about what the match waits for; its answer is None for rolling the dice."""
        return Thought(self.decide(Question(match)))

    def decide(self, question: Question) -> "Slices[Answer]":
        """Yields between slices, returns the action that answers a Question of any phase."""
        phase = question.phase
        if phase == TO_PLAY:
            play = yield from self.choose(question.situation)
            return actions.play(play)
        if phase in ASKED or phase == RESIGNING:
            found = yield from self.answer(question)
            return found
        return actions.accept() if phase == TAKING_BACK else None

    def hurry(self) -> None:
        """Makes it answer soon what it thinks about, by what it knows so far; the next question in
        its own time. How far it has come, and so the answer, may be another on a slower machine.
        """

    def rank(
        self, situation: "Situation", also: "Sequence[int] | None" = None
    ) -> "Slices[list[Ranked]]":
        """Yields between slices, returns a list of Ranked: the few best plays, the best first.

        The play with the steps `also` is in the list in any case, last if it is not among the best.
        The list is empty if nothing can be played. `rank`, `weigh` and `value` raise Unknowing
        unless the engine `knows`.
        """
        raise Unknowing("this level cannot compare plays")

    def weigh(self, question: Question) -> "Slices[Cube]":
        """Yields between slices, returns the options.Cube of the side on turn, or the doubler."""
        raise Unknowing("this level cannot judge doubles")

    def value(self, situation: "Situation") -> "Slices[Value]":
        """Yields between slices, returns the situation's Value; after a roll, of the best play."""
        raise Unknowing("this level cannot estimate equity")
