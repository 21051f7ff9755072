"""The one way to ask an engine, whatever its strength: a question in, slices of thinking, out.

An engine is told a Question and nothing else: not the match's history, and never where the dice
come from. It thinks in slices of a few milliseconds, so that whoever asks can answer presses in
between:

    >>> thought = engine.begin(match)
    >>> while not thought.step():
    ...     look_after_the_buttons()
    >>> thought.answer  # an action, or None: roll the dice

All levels of play are one engine, thinker.Thinker, with other data (levels.py). An engine has
`choose`, for plays, and `answer`, for all other decisions; one that `knows` what a position is
worth has `rank`, `weigh` and `value` as well, for hints, for the tutor and for other programs.
Equities are integers, in 1/65536 of a point (numbers.ONE), normalised to the present cube: +ONE is
a single game won at its present value, in a match as well.
"""

from micropython import const

from picogammon.engine.options import ASKED
from picogammon.rules import actions
from picogammon.rules.phases import RESIGNING, TAKING_BACK, TO_PLAY

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import TypeVar

    from picogammon.engine.options import Cube
    from picogammon.rules.match import Match
    from picogammon.rules.situation import Situation

    _T = TypeVar("_T")
    Slices = Generator[None, None, _T]  # yields between slices, and returns
    Answer = bytes | None  # an action; None: roll the dice


class Question:
    """What an engine is asked, and all that it may know.

    `phase`: what the match waits for (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RACCOONED, RESIGNING,
    TAKING_BACK; any other is answered by rolling). `situation`: a Situation of its own, safe to
    change. `can_double`: doubling is legal and the cube is not dead; `can_beaver`, `can_raccoon`:
    that answer is legal; `resigned`: what is offered while RESIGNING (1, 2 or 3 times the stake).
    """

    def __init__(self, match: "Match") -> None:
        self.phase = match.phase
        self.situation = match.situation()
        self.can_double = match.offers_double()
        self.can_beaver = match.can_beaver()
        self.can_raccoon = match.can_raccoon()
        self.resigned = match.resigned


class Unknowing(Exception):
    """This level has no idea what a position is worth in points; the message says so."""


class Ranked:
    """A play and what it is worth to who makes it: `steps`, `equity` (cubeful), `outcome`.

    `outcome`: five integers in 1/65536: win, win a gammon or more, win a backgammon, lose a gammon
    or more, lose a backgammon.
    """

    def __init__(self, steps: "Sequence[int]", equity: int, outcome: tuple[int, ...]) -> None:
        self.steps = steps
        self.equity = equity
        self.outcome = outcome


class Value:
    """What a position is worth to the player on turn: `outcome`, `cubeless`, `cubeful`."""

    def __init__(self, outcome: tuple[int, ...], cubeless: int, cubeful: int) -> None:
        self.outcome = outcome
        self.cubeless = cubeless
        self.cubeful = cubeful


class Thought:
    """One question being thought about, slice by slice."""

    def __init__(self, work: "Slices[Answer]") -> None:
        """`work`: a generator that yields between slices and returns the answer."""
        self.done = False
        self.answer: "Answer" = None
        self._work = work

    def step(self) -> bool:
        """Thinks for one slice, some milliseconds; returns whether `answer` is there."""
        if not self.done:
            try:
                next(self._work)
            except StopIteration as end:
                self.answer = end.value
                self.done = True
        return self.done

    def finish(self) -> "Answer":
        """Thinks to the end, without a pause, and returns the answer."""
        while not self.step():
            pass
        return self.answer


class Engine:
    """Answers every question of a match; what it decides is up to who fills it in.

    An engine thinks about one question at a time: beginning the next abandons the last. `knows`:
    whether it can say what a position is worth. A subclass adds two generators, which pause
    (yield) between slices:

    `choose(situation)` returns the steps of the play for `situation`, whose dice are rolled; none
    at all (an empty list) where nothing can be played.

    `answer(question)` returns the action in every phase of options.ASKED, and while RESIGNING.
    TO_ROLL may be asked where doubling is not legal as well, and None is the roll. DOUBLED and
    RACCOONED are for the other side of `situation.turn` to answer, as RESIGNING is.
    """

    knows = False
    choose: "Callable[[Situation], Slices[Sequence[int]]]"
    answer: "Callable[[Question], Slices[Answer]]"

    def begin(self, match: "Match") -> Thought:
        """A Thought about what the match waits for; its answer is None for rolling the dice."""
        return Thought(self.decide(Question(match)))

    def decide(self, question: Question) -> "Slices[Answer]":
        """A generator as `choose`; returns the action that answers a Question of any phase."""
        phase = question.phase
        if phase == TO_PLAY:
            play = yield from self.choose(question.situation)
            return actions.play(play)
        if phase in ASKED or phase == RESIGNING:
            found = yield from self.answer(question)
            return found
        return actions.accept() if phase == TAKING_BACK else None

    def rank(
        self, situation: "Situation", also: "Sequence[int] | None" = None
    ) -> "Slices[list[Ranked]]":
        """A generator as `choose`; returns a list of Ranked: the few best plays, the best first.

        The play with the steps `also` is among them in any case, or comes last. The list is empty
        where nothing can be played. Raises Unknowing, as do the next two, if it does not `know`.
        """
        raise Unknowing("this level cannot tell what a play is worth")

    def weigh(self, question: Question) -> "Slices[Cube]":
        """A generator as `choose`; returns the options.Cube of who is on turn, or has doubled."""
        raise Unknowing("this level cannot tell what a double is worth")

    def value(self, situation: "Situation") -> "Slices[Value]":
        """A generator as `choose`; returns a Value: of the best play where dice are rolled."""
        raise Unknowing("this level cannot tell what a position is worth")
