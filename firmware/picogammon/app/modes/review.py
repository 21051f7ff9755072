"""After a game: PR, luck and worst decision of each player, and each decision."""

from micropython import const

from picogammon.app.advice import equities, tutor
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.advice import Verdict
from picogammon.app.modes.base import Mode
from picogammon.app.modes.menu import Choice, Item
from picogammon.engine.engine import Thought
from picogammon.engine.match_review import MatchReview
from picogammon.engine.review import DOUBTFUL, Side
from picogammon.ground import clock
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions
from picogammon.rules.checkpoint import opening

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.modes.over import Over
    from picogammon.engine.review import Decision, Review

_SHOWN_MS = const(250)  # between two updates of the progress
_DOTS = const(4)
_MATCH = const(2)  # index of the first page of the match


class Reviewing(Mode):
    """Shows a review.Review, and works on it until it is done; OK shows its decisions.

    Behind its two pages are those of the match, if games came before this one. Dots come and go
    meanwhile, because a decision may take long without a visible progress.
    """

    def __init__(self, navigator: "Navigator", review: "Review", over: "Over") -> None:
        """`over`: keeps in `earlier` the MatchReview of the games before."""
        Mode.__init__(self, navigator)
        self.review = review
        self.page = 0
        match = self.session.match
        first = next(match.records()) == actions.game(opening(match.settings))
        self._pages = _MATCH if first else 2 * _MATCH
        if over.earlier is None or over.earlier.thinking:  # a thought that the coach has dropped
            over.earlier = MatchReview(self.players.coach, self.session.library.past_games)
        self._earlier = over.earlier
        # The review that is stepped: an engine has one thought at a time.
        self._work: "Review | MatchReview" = review
        self._shown_at: int | None = None
        self._beat = 0

    @property
    def busy(self) -> bool:
        return not self._wanted().done

    def _wanted(self) -> "Review | MatchReview":
        """The review that the present page needs next."""
        if self.page < _MATCH or not self.review.graded or self._earlier.done:
            return self.review
        return self._earlier

    def tick(self, now: int) -> None:
        wanted = self._wanted()
        if wanted.done or not self.is_free(wanted):
            return
        wanted.step()
        shown = self._shown_at
        if shown is None or wanted.done or clock.diff(now, shown) >= _SHOWN_MS:
            self._shown_at = now
            self._beat = (self._beat + 1) % _DOTS
            self.navigator.changed = True

    def is_free(self, wanted: "Review | MatchReview | None" = None) -> bool:
        """True if the coach is free, or can go on with `wanted`; if not, works towards that."""
        if self._work is not wanted and self._work.thinking:
            self._work.step()
            return False
        self._work = wanted or self._work
        return True

    def press(self, button: int, now: int) -> None:
        if button == PREV:
            self.page = (self.page - 1) % self._pages
        elif button == NEXT:
            self.page = (self.page + 1) % self._pages
        elif button == OK and self._decisions():
            self.navigator.open(self._choice())
        else:
            self.navigator.leave(self)

    def _decisions(self) -> list[int] | bool:
        """The decisions to look at on this page; empty or False if there are none."""
        return self.page < _MATCH and self.review.graded and self.review.decisions()

    def _choice(self) -> Choice:
        """The menu: the worst decision, all errors of this player, all decisions of both."""
        review = self.review
        whose = self.session.match.settings.names[self.page] + "'s "
        worst = review.sides[self.page].worst
        errors = review.decisions(DOUBTFUL, self.page)
        both = review.decisions()
        lines = []
        if worst is not None:
            loss = equities.points(-worst.grade.loss)
            lines.append(self._item(whose + "worst", loss, [worst.at]))
        if errors:
            lines.append(self._item(whose + "errors", str(len(errors)), errors))
        lines.append(self._item("All decisions", str(len(both)), both))
        return Choice(self.navigator, "Look at", lines)

    def _item(self, label: str, value: str, found: list[int]) -> Item:
        def choose(now: int) -> None:
            self.navigator.open(Decisions(self.navigator, self, found))

        return Item(label, choose, lambda: value)

    def show(self, view: views.View) -> None:
        name = view.names[self.page % 2]
        whole = self.page >= _MATCH
        title = fitting_one("%s in this %s" % (name, "match" if whole else "game"), name)
        view.page = views.TextView(title, self._match_lines() if whole else self._game_lines())
        view.keys = ["<", ">", "LOOK" if self._decisions() else "OK", "BACK"]

    def _game_lines(self) -> list[str]:
        review = self.review
        side = review.sides[self.page]
        if not review.graded:
            return ["Looking at each decision", self._progress("")]
        lines = self._rated(side)
        worst = side.worst
        if worst is not None:
            loss = equities.decimal(worst.grade.loss, 3)
            lines.append("Worst: %s in move %d" % (loss, worst.row))
        luck = equities.points(side.luck) if review.done else self._progress(" counted")
        lines.append("Luck: " + luck)
        return lines

    def _match_lines(self) -> list[str]:
        earlier = self._earlier
        if not earlier.graded:
            return ["Looking at game %d" % earlier.game, self._progress("")]
        side = Side()
        for review in (self.review, earlier):
            side.add(review.sides[self.page % 2])
        games = earlier.games + 1
        lines = self._rated(side) + ["%d game%s" % (games, "" if games == 1 else "s")]
        if earlier.done and self.review.done:
            luck = equities.points(side.luck)
        else:
            luck = "game %d, %s" % (games if earlier.done else earlier.game, self._progress(""))
        return lines + ["Luck: " + luck]

    def _progress(self, done: str) -> str:
        thousandths = divmod(self._wanted().progress, 10)
        return "%d.%d %%%s%s" % (thousandths + (done, "." * self._beat))

    def _rated(self, side: Side) -> list[str]:
        """The lines about a Side's decisions."""
        if side.pr is None:
            return ["Nothing to decide"]
        many = "decision" if side.decisions == 1 else "decisions"
        lost = equities.decimal(side.lost, 3)
        rated = equities.rated(side.pr, self.players.judges(self.page % 2))
        return [rated, "%d %s, %s lost" % (side.decisions, many, lost)]


class Decisions(Verdict):
    """PREV and NEXT walk over the decisions of a game; OK shows the other play on the lights, and
    why the better one is better.
    """

    def __init__(self, navigator: "Navigator", reviewing: Reviewing, found: list[int]) -> None:
        """`found`: the numbers of their records, as Review.decisions returns them.

        `reviewing`: has the `review`, and its `is_free()` is True while the coach is free.
        """
        Verdict.__init__(self, navigator, None)
        self._reviewing = reviewing
        self._found = found
        self._go_to(0)

    def _go_to(self, number: int) -> None:
        self._number = number
        self.why = []
        self.reads = False
        self._explaining = None
        self._thought = Thought(self._reviewing.review.look_at(self._found[number]))

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
        what = tutor.name_of(grade.loss)
        name = self.session.match.settings.names[grade.side]
        if grade.cube is None:
            name += " %d%d" % decision.question.situation.dice
        else:
            self.items[0] = (self.items[0][0], "right")
            if grade.loss:
                what += " " + equities.points(-grade.loss)
        self.title = fitting_one(
            "%d. %s: %s" % (decision.row, name, what), "%d. %s" % (decision.row, what)
        )

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
        if self._thought is not None:
            where = "Decision %d of %d" % (self._number + 1, last + 1)
            view.page = views.MessageView(where, ["One moment"])
        else:
            self.show_advice(view)
        other = ""
        if self._thought is None and len(self.plays) > 1:
            next_one = (self.at + 1) % self.pages()
            other = ("BETTER", "PLAYED", "WHY")[next_one]
        elif self._thought is None and self.why and not self.plays:
            other = "CUBE" if self.reads else "WHY"
        view.keys = ["<" if self._number else "", ">" if self._number < last else "", other, "BACK"]
