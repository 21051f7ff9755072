"""The contract of all engines: a question in, slices of thinking, an answer out.

An engine gets a Question and nothing else: neither the match's history nor the source of the dice.
It thinks in slices of a few milliseconds, so that its caller can handle presses in between:

    >>> thought = engine.begin(match)
    >>> while not thought.step():
    ...     look_after_the_buttons()
    >>> thought.answer  # an action, or None: roll the dice

The levels by the net are one engine, thinker.Thinker, with different data (levels.py); the other
levels are handmade.Handmade. `choose` answers for plays and `answer` for all other decisions. An
engine that `knows` equities also has `rank`, `judge_each`, `weigh` and `value`, for hints, for
grades and for other programs.

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

ASKED = (TO_ROLL, DOUBLED, BEAVERED, RACCOONED)  # the phases of cube decisions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any, TypeVar

    from picogammon.engine.cube import Cube
    from picogammon.rules.match import Match
    from picogammon.rules.position import Position
    from picogammon.rules.situation import Situation

    _T = TypeVar("_T")
    Slices = Generator[None, None, _T]  # yields None between slices, returns the result
    Answer = bytes | None  # an action, or None: roll the dice


class Unknowing(Exception):
    """This level has no equities; the message is for people."""


class Question:
    """A decision for an engine, with all that the engine may know.

    `phase`: the phase of the match (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RACCOONED, RESIGNING,
    TAKING_BACK; in any other phase the answer is to roll). `situation`: a Situation that belongs to
    the question, safe to change. `can_double`: doubling is legal and the cube is not dead.
    `can_beaver`, `can_raccoon`: that answer is legal. `resigned`: the multiple on offer while
    RESIGNING (1, 2 or 3 times the stake).
    """

    def __init__(self, match: "Match") -> None:
        self.phase = match.phase
        self.situation = match.situation()
        self.can_double = match.offers_double()
        self.can_beaver = match.can_beaver()
        self.can_raccoon = match.can_raccoon()
        self.resigned = match.resigned


class Ranked:
    """A play with its `steps`, `equity` (cubeful) and `outcome`, seen by its player.

    `outcome`: five integers in 1/65536: win, win a gammon or more, win a backgammon, lose a gammon
    or more, lose a backgammon. `permutations`: the size of the sample by which a look two rolls
    ahead compared the play (search.py); 0 without such a look.
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
    """The `outcome`, `cubeless` and `cubeful` equity of the player on turn, in 1/65536."""

    def __init__(self, outcome: tuple[int, ...], cubeless: int, cubeful: int) -> None:
        self.outcome = outcome
        self.cubeless = cubeless
        self.cubeful = cubeful


class Thought:
    """Work done slice by slice. Once it is `done`, `answer` is its result."""

    def __init__(self, work: "Slices[Any]") -> None:
        """`work`: a generator that yields between slices and returns the answer."""
        self.done = False
        self.answer: "Any" = None
        self._work: "Slices[Any] | None" = work

    def step(self) -> bool:
        """Works for one slice, some milliseconds; returns True once all is done."""
        if self._work is not None:
            try:
                next(self._work)
            except StopIteration as end:
                self.answer = end.value
                self.done = True
                self._work = None
        return self.done

    def finish(self) -> "Any":
        """Works to the end without a pause; returns the answer."""
        while not self.step():
            pass
        return self.answer


class Engine:
    """Makes all decisions of a match; a subclass adds `choose` and `answer`.

    An engine works on one question at a time: the next question abandons the last one. `knows`:
    True if it has equities. `comparing`: the number of plays that it is comparing two rolls ahead,
    or 0. `judged`: the number of replies judged for this question, if the engine counts them.

    The subclass's methods are generators, which yield between slices:

    `choose(situation)` returns the steps of the play for `situation`, whose dice are rolled; an
    empty list if nothing can be played.

    `answer(question)` returns the action in every phase of ASKED, and while RESIGNING. The phase
    may be TO_ROLL even if doubling is not legal; None means to roll. In DOUBLED, RACCOONED and
    RESIGNING the side that is not `situation.turn` answers.

    `judge_each(situation, take)`, only if the engine `knows`, calls `take(position, equity)` for
    each play of the roll, without a look ahead. The position is lent: it changes afterwards.
    """

    knows = False
    comparing = 0
    judged = 0
    choose: "Callable[[Situation], Slices[Sequence[int]]]"
    answer: "Callable[[Question], Slices[Answer]]"
    judge_each: "Callable[[Situation, Callable[[Position, int], Any]], Slices[None]]"

    def begin(self, match: "Match") -> Thought:
        """A Thought about the match's next decision; its answer is None for rolling the dice."""
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
        """Ends the present thought soon, with the best answer so far; later questions take their
        usual time.

        The answer to a hurried question may depend on the machine's speed.
        """

    def rank(
        self, situation: "Situation", also: "Sequence[int] | None" = None
    ) -> "Slices[list[Ranked]]":
        """Yields between slices, returns a list of Ranked: the few best plays, the best first.

        The list includes the play with the steps `also`, last if it is not among the best. The list
        is empty if nothing can be played. `rank`, `weigh` and `value` raise Unknowing unless the
        engine `knows`.
        """
        raise Unknowing("this level cannot compare plays")

    def weigh(self, question: Question) -> "Slices[Cube]":
        """Yields between slices, returns the Cube of the side on turn, or of the doubler."""
        raise Unknowing("this level cannot judge doubles")

    def value(self, situation: "Situation") -> "Slices[Value]":
        """Yields between slices, returns the situation's Value; after a roll, of the best play."""
        raise Unknowing("this level cannot estimate equity")
