"""Looking two rolls ahead at a person's plays, while that person thinks.

If the tutor grades, this begins with the roll, else when a hint is needed. A player who waits gets
the best answer so far after about three seconds.
"""

from micropython import const

from picogammon.engine import levels
from picogammon.engine.engine import Thought
from picogammon.ground import reached, ticks_add

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

    from picogammon.app.session.players import Computer, Players
    from picogammon.engine.engine import Engine, Ranked, Slices
    from picogammon.rules.situation import Situation

_PATIENCE_MS = const(3000)
# (least permutations, the error in thousandths of a point of the difference of two plays, in 95 of
# 100 cases; docs/measured.md, The coach).
_SURE = ((9, 8), (6, 10), (3, 17), (2, 24), (1, 34))


class Pondering:
    """An engine that looks two rolls ahead, and its thought about the plays of one roll.

    `engine`: an Engine with equities. Others may use it too, after `rest`.
    """

    def __init__(self, engine: "Engine") -> None:
        self.engine = engine
        self._about: "dict[str, object]" = {}
        self._thought: Thought | None = None
        self._until: int | None = None  # a player waits until then

    def thought_about(self, situation: "Situation") -> Thought:
        """Returns the Thought about that roll's plays; its answer is that of Engine.rank.

        It continues the one that has begun, if that is about an equal situation. The situation must
        not change.
        """
        if self._thought is None or self._about != situation.__dict__:
            self._about = situation.__dict__
            self._thought = Thought(self.engine.rank(situation))
            self._until = None
        return self._thought

    def ranked(self, situation: "Situation") -> "Slices[list[Ranked]]":
        """Yields between slices; returns what Engine.rank returns."""
        thought = self.thought_about(situation)
        while not thought.step():
            yield
        return thought.answer

    def hurry_if_late(self, now: int) -> None:
        """Hurries the engine if a player has waited for three seconds. Called again and again."""
        if self._until is None:
            self._until = ticks_add(now, _PATIENCE_MS)
        elif reached(now, self._until):
            self.engine.hurry()

    def rest(self) -> None:
        """Drops an unfinished thought, because the engine is needed elsewhere."""
        if self._thought is not None and not self._thought.done:
            self._thought = None


def prepare(players: "Players") -> Pondering | None:
    """Returns `players.ponder`, making it if needed; None if no engine looks beyond the coach."""
    if players.ponder is None and players.find_ponderer is not None:
        engine = players.find_ponderer()
        if engine is not None:
            players.ponder = Pondering(engine)
    return players.ponder


def ponderer(players: "Sequence[tuple[str, Computer]]") -> "Engine | None":
    """Returns the engine of the first computer player that searches two rolls ahead, or None.

    `players`: [(level, Computer)]. The level must be able to play on this board.
    """
    for name, player in players:
        if levels.is_slow(name) and player.engine is not None:
            return player.engine
    return None


def sureness(permutations: int) -> list[str]:
    """Returns a line with the error of the difference of two plays; [] if not two rolls ahead.

    `permutations`: as in engine.Ranked.
    """
    for least, thousandths in _SURE:
        if permutations >= least:
            return ["2-ply, within 0.%03d (95 %%)" % thousandths]
    return []
