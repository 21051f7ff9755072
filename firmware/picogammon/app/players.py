"""A player is anyone who answers with an action: a person at the buttons, an engine, a link."""

PERSON = 0


class Person:
    """Answers by pressing buttons; the modes ask."""

    person = True


class Computer:
    """Answers by an engine's thinking, in slices, so that the board stays awake meanwhile.

    `engine.begin(match)` gives an object whose `step()` does a slice of the thinking and is true
    when `answer` is there: an action, or None for "roll the dice". It never sees the dice source.
    """

    person = False

    def __init__(self, engine):
        self._engine = engine
        self._thought = None

    def ask(self, match):
        """Begins to think about the decision that the match waits for."""
        self._thought = self._engine.begin(match)

    def think(self):
        """Thinks for a slice; whether the answer is there."""
        return self._thought.step()

    @property
    def answer(self):
        """The action, or None to roll; only after `think` was true."""
        return self._thought.answer
