"""The decisions of a game that is over, one after another, each as it was."""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.modes.advice import Verdict
from picogammon.engine.engine import Thought
from picogammon.ground import BACK, NEXT, OK, PREV
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.mode import Stack
    from picogammon.app.modes.review import Reviewing
    from picogammon.engine.engine import Slices
    from picogammon.engine.review import Decision


class Decisions(Verdict):
    """PREV and NEXT walk over the decisions of a game; OK shows the other play on the lights, and
    why the better one is better.

    `played`: as a Playback's, where the decision was made.
    """

    def __init__(self, navigator: "Stack", reviewing: "Reviewing", found: list[int]) -> None:
        """`found`: the numbers of their records, as Review.decisions returns them.

        `reviewing`: has the `review`, and its `is_free()` is True while the coach is free.
        """
        Verdict.__init__(self, navigator, None)
        self._reviewing = reviewing
        self._found = found
        self._game = 0  # the number of the game in its match, once it is counted
        self.played: "tuple[int, int, int] | None" = None
        self._go_to(0)

    def _go_to(self, number: int) -> None:
        self._number = number
        self.why = []
        self.reads = False
        self._explaining = None
        self._thought = Thought(self._look_at(self._found[number]))

    def _look_at(self, at: int) -> "Slices[Decision]":
        """Yields between slices, returns the Decision that a record was; sets `played`."""
        log = self.session.log
        game = self._game
        try:
            for starts, _ in () if game else log.skim(actions.GAME):
                game += len(starts)
                yield
            self._game = game
        except OSError:
            pass  # the decision is in memory
        decision = yield from self._reviewing.review.look_at(at, self.players.judge)
        stop = -1  # a roll and its play are one, as in playback
        for record in self.session.match.records():
            stop += actions.kind_of(record) != actions.PLAY
            at -= 1
            if at < 0:
                break
        self.played = (log.run, self._game, stop) if self._game else None
        return decision

    def tick(self, now: int) -> None:
        if self._thought is None:
            Verdict.tick(self, now)
        elif self._reviewing.is_free() and self._thought.step():
            self._tell(self._thought.answer)
            self._thought = None
            self.navigator.changed = True

    def _tell(self, decision: "Decision") -> None:
        grade = decision.grade
        self.question = decision.question
        self.plays = []
        self.items = []
        self.at = 0
        self.tell(grade)
        name = self.session.match.settings.names[grade.side]
        self.title = self.titled(grade, name, "%d. " % decision.row)

    def press(self, button: int, now: int) -> None:
        by = (button == NEXT) - (button == PREV)
        if button == BACK:
            self.navigator.leave(self)
        elif button == OK and not self.plays:
            self.reads = bool(self.why) and not self.reads
        elif button == OK and len(self.plays) > 1:
            self.at = (self.at + 1) % self.pages()
        elif 0 <= self._number + by < len(self._found) and by:
            self._go_to(self._number + by)

    def show(self, view: views.View) -> None:
        last = len(self._found) - 1
        if self.question is not None:
            self.show_advice(view)  # the one before, until this one is there
        if self._thought is not None:
            where = "Decision %d of %d" % (self._number + 1, last + 1)
            view.page = views.MessageView(where, ["One moment"])
        other = ""
        if self._thought is None and len(self.plays) > 1:
            next_one = (self.at + 1) % self.pages()
            other = ("BETTER", "PLAYED", "WHY")[next_one]
        elif self._thought is None and self.why and not self.plays:
            other = "CUBE" if self.reads else "WHY"
        view.keys = ["<" if self._number else "", ">" if self._number < last else "", other, "BACK"]
