"""Ranks a person's plays by looking two rolls ahead, during that person's turn.

The analysis begins right after the roll if the tutor is on, otherwise at the first hint.
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
# (the least permutations, the error of the difference of two plays). In 95 of 100 cases the error
# is at most this many thousandths of a point (docs/measured.md, The coach).
_SURE = ((9, 8), (6, 10), (3, 17), (2, 24), (1, 34))


class Pondering:
    """An `engine` that looks two rolls ahead, with its latest analysis of a roll's plays."""

    def __init__(self, engine: "Engine") -> None:
        self.engine = engine
        self._about: "dict[str, object]" = {}
        self._thought: Thought | None = None
        self._until: int | None = None  # the time until which a player waits

    def thought_about(self, situation: "Situation") -> Thought:
        """Returns the analysis of `situation`, begun if needed. Do not change `situation` later."""
        if self._thought is None or self._about != situation.__dict__:
            self._about = situation.__dict__
            self._thought = Thought(self.engine.rank(situation))
            self._until = None
        return self._thought

    def ranked(self, situation: "Situation") -> "Slices[list[Ranked]]":
        """Returns the best plays, the best first (see Engine.rank). Yields every few ms."""
        thought = self.thought_about(situation)
        while not thought.step():
            yield
        return thought.answer

    def hurry_if_late(self, now: int) -> None:
        """Makes the engine hurry if the first call for the present analysis was 3 s ago or more."""
        if self._until is None:
            self._until = ticks_add(now, _PATIENCE_MS)
        elif reached(now, self._until):
            self.engine.hurry()

    def rest(self) -> None:
        """Drops an unfinished analysis, so that other code can use the engine."""
        if self._thought is not None and not self._thought.done:
            self._thought = None


def prepare(players: "Players") -> Pondering | None:
    """Returns `players.ponder`, made if necessary; None if no computer looks two rolls ahead."""
    if players.ponder is None and players.find_ponderer is not None:
        engine = players.find_ponderer()
        if engine is not None:
            players.ponder = Pondering(engine)
    return players.ponder


def ponderer(players: "Sequence[tuple[str, Computer]]") -> "Engine | None":
    """Returns the Engine of the first of `players` that looks two rolls ahead, or None."""
    for name, player in players:
        if levels.is_slow(name) and player.engine is not None:
            return player.engine
    return None


def sureness(permutations: int) -> list[str]:
    """Returns [text], the margin of error when two plays are compared; [] if `permutations` is 0.

    `permutations`: how many sets of 36 roll pairs the engine tried for both plays (see Ranked).
    """
    for least, thousandths in _SURE:
        if permutations >= least:
            return ["2-ply, within 0.%03d (95 %%)" % thousandths]
    return []
