"""The coach looks two rolls ahead at a person's plays, while that person thinks.

It begins with the roll where the tutor grades, else when a hint is asked for. Who asks waits three
seconds at most, and gets what is known by then.
"""

from micropython import const

from picogammon.engine import cube_ahead, halving, levels  # noqa: F401  # `of` takes less time then
from picogammon.engine.engine import Thought
from picogammon.ground import reached, ticks_add

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.session.players import Computer, Players
    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.rules.situation import Situation

_PATIENCE_MS = const(3000)
# From so many permutations on the difference of two plays is sampled to so many thousandths of a
# point, in 95 of 100 cases (docs/measured.md, The coach).
_SURE = ((9, 8), (6, 10), (3, 17), (2, 24), (1, 34))


class Pondering:
    """What an engine that looks far ahead thinks of the plays of one roll.

    `engine`: an Engine that knows. Others may ask it, too, once `rest` was called.
    """

    def __init__(self, engine: "Engine") -> None:
        self.engine = engine
        self._about: "dict[str, object]" = {}
        self._thought: Thought | None = None
        self._until: int | None = None  # somebody waits until then

    def of(self, situation: "Situation") -> Thought:
        """The Thought about that roll's plays, whose answer is what Engine.rank returns.

        It is the one that has begun, if that is about the same. The situation must not change.
        """
        if self._thought is None or self._about != situation.__dict__:
            self._about = situation.__dict__
            self._thought = Thought(self.engine.rank(situation))
            self._until = None
        return self._thought

    def ranked(self, situation: "Situation") -> "Slices[list[Ranked]]":
        """Yields between slices, returns what Engine.rank does."""
        thought = self.of(situation)
        while not thought.step():
            yield
        return thought.answer

    def awaited(self, now: int) -> None:
        """Somebody waits for the answer: it comes soon if this goes on for long."""
        if self._until is None:
            self._until = ticks_add(now, _PATIENCE_MS)
        elif reached(now, self._until):
            self.engine.hurry()

    def rest(self) -> None:
        """Drops a thought that has not come to its end, as somebody else asks the engine."""
        if self._thought is not None and not self._thought.done:
            self._thought = None


def of(players: "Players") -> Pondering | None:
    """Who ponders for a board's players; None where nothing looks further ahead than the coach."""
    if players.ponder is None and players.find_ponderer is not None:
        engine = players.find_ponderer()
        if engine is not None:
            players.ponder = Pondering(engine)
    return players.ponder


def ponderer(players: "Sequence[tuple[str, Computer]]") -> "Engine | None":
    """The Engine of the first of players.computers that looks far ahead and can play here."""
    for name, player in players:
        if levels.is_slow(name) and player.engine is not None:
            return player.engine
    return None


def sureness(permutations: int) -> list[str]:
    """A line that says how well two plays are told apart; none without a look two rolls ahead.

    `permutations`: as of an engine.Ranked.
    """
    for least, thousandths in _SURE:
        if permutations >= least:
            return ["2-ply, within 0.%03d (95 %%)" % thousandths]
    return []
