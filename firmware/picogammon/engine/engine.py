"""The one way to ask an engine, whatever its strength: a question in, slices of thinking, out.

An engine is told a Question and nothing else: not the match's history, and never where the dice
come from. It thinks in slices of a few milliseconds, so that whoever asks can answer presses in
between:

    >>> thought = engine.begin(match)
    >>> while not thought.step():
    ...     look_after_the_buttons()
    >>> thought.answer  # an action, or None: roll the dice

A level of play is a subclass of Engine that fills in the five decisions.
"""

from picogammon.rules import actions
from picogammon.rules.phases import (
    BEAVERED,
    DOUBLED,
    RESIGNING,
    TAKING_BACK,
    TO_PLAY,
    TO_ROLL,
)


class Question:
    """What an engine is asked, and all that it may know.

    `phase`: what the match waits for (TO_ROLL, TO_PLAY, DOUBLED, BEAVERED, RESIGNING, TAKING_BACK;
    any other is answered by rolling). `situation`: a Situation of its own, safe to change.
    `can_double`: doubling is legal and the cube is not dead; `can_beaver`, `can_raccoon`: that
    answer is legal; `resigned`: what is offered while RESIGNING (1, 2 or 3 times the stake).
    """

    def __init__(self, match):
        self.phase = match.phase
        self.situation = match.situation()
        self.can_double = match.offers_double()
        self.can_beaver = match.can_beaver()
        self.can_raccoon = match.can_raccoon()
        self.resigned = match.resigned


class Thought:
    """One question being thought about, slice by slice."""

    def __init__(self, work):
        """`work`: a generator that yields between slices and returns the answer."""
        self.done = False
        self.answer = None
        self._work = work

    def step(self):
        """Thinks for one slice, some milliseconds; returns whether `answer` is there."""
        if not self.done:
            try:
                next(self._work)
            except StopIteration as end:
                self.answer = end.value
                self.done = True
        return self.done

    def finish(self):
        """Thinks to the end, without a pause, and returns the answer."""
        while not self.step():
            pass
        return self.answer


class Engine:
    """Answers every question of a match; what it decides is up to the level of play.

    An engine thinks about one question at a time: beginning the next abandons the last.
    """

    def begin(self, match):
        """A Thought about what the match waits for; its answer is None for rolling the dice."""
        return Thought(self._answer(Question(match)))

    def choose(self, situation):
        """A generator: yields between slices, returns the steps of the play for `situation`.

        None at all (an empty list) where nothing can be played.
        """
        raise NotImplementedError

    def doubles(self, question):
        """Whether the player on turn, who may, doubles."""
        raise NotImplementedError

    def replies(self, question):
        """The action that answers a double: `situation.turn` is the doubler's."""
        raise NotImplementedError

    def replies_to_beaver(self, question):
        """The action of the doubler (`situation.turn`) who was beavered."""
        raise NotImplementedError

    def accepts(self, question):
        """Whether a resignation by `situation.turn` is accepted."""
        raise NotImplementedError

    def _answer(self, question):
        phase = question.phase
        if phase == TO_PLAY:
            play = yield from self.choose(question.situation)
            return actions.play(play)
        yield
        if phase == TO_ROLL:
            return actions.double() if question.can_double and self.doubles(question) else None
        if phase == DOUBLED:
            return self.replies(question)
        if phase == BEAVERED:
            return self.replies_to_beaver(question)
        if phase == RESIGNING:
            return actions.accept() if self.accepts(question) else actions.refuse()
        if phase == TAKING_BACK:
            return actions.accept()
        return None
