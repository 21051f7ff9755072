"""The sums of what both players did in the games of a match before the running one."""

from micropython import const

from picogammon.engine.review import Review, Side, Slicewise
from picogammon.rules.match import Refusal

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from picogammon.engine.engine import Engine, Slices
    from picogammon.rules.match import Match


class MatchReview(Slicewise):
    """Reviews the games one after another, slice by slice: first all decisions, then all luck.

    `sides`: a Side for each player, without a worst decision. `games`: the number of games in them.
    `game`: the number, from 1, of the game that is looked at now. `graded`, `done`, `thinking`: as
    a Review's. `progress`: that of the Review of `game`, in thousandths.
    """

    def __init__(self, engine: "Engine", games: "Callable[[], Iterator[Match | None]]") -> None:
        """`games()` returns what rules.match.games gives, without the last game.

        If it raises OSError or Refusal, the games before that count.
        """
        Slicewise.__init__(self, self._all())
        self.sides = (Side(), Side())
        self.games = 0
        self.game = 1
        self.graded = False
        self._engine = engine
        self._games = games
        self._review: Review | None = None  # of the game that is looked at

    @property
    def progress(self) -> int:
        return self._review.progress if self._review else 0

    @property
    def thinking(self) -> bool:
        return self._review is not None and self._review.thinking

    def _all(self) -> "Slices[None]":
        for luck in (False, True):
            try:
                for _ in self._each(luck):
                    yield
            except (OSError, Refusal):
                pass  # an earlier game is damaged: those before it count, and `games` says how many
            self._review = None
            self.games = self.game - 1
            self.graded = True

    def _each(self, luck: bool) -> "Slices[None]":
        self.game = 1
        for match in self._games():
            yield
            if match is None:
                continue
            review = Review(self._engine, match.settings, match.records, None, luck)
            self._review = review
            while not (review.done if luck else review.graded):
                review.step()
                yield
            for i in (0, 1):
                self.sides[i].add(review.sides[i])
            self.game += 1
