"""Pages with the PR and luck of a game or match, and with the records of named players."""

from micropython import const

from picogammon.app.advice import wording
from picogammon.app.display import view as views
from picogammon.app.display.canvas import fitting_one
from picogammon.app.modes.menu import Ask, Choice, Item, Menu, NameEditor
from picogammon.app.modes.mode import Message, Mode, Pages
from picogammon.app.session import people as records
from picogammon.app.session.people import KINDS
from picogammon.ground import NEXT, OK, PREV, capital, ticks_diff
from picogammon.rules import actions
from picogammon.rules.situation import opening

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.app.modes.mode import Stack
    from picogammon.app.session.people import Person
    from picogammon.engine.review import MatchReview, Review, Side

_EMPTY = "No records yet. Name the players (This match): each game is graded soon after it ends."
_FULL = "Only %d players fit, so %s has no record. Delete or merge players."
_LEFT_OUT = "Damaged records left out: %d."
_HALF = const(4)  # kinds of decision on a page
_SHOWN_MS = const(250)  # between two updates of the progress
_DOTS = const(4)
_MATCH = const(2)  # index of the first page of the match


class Reviewing(Mode):
    """Pages that show a review.Review while the coach completes it; OK lists the decisions.

    Each player has a page for the game and, from the second game on, a page for the match.
    """

    def __init__(self, navigator: "Stack", review: "Review", earlier: "MatchReview") -> None:
        """`review`: the Review of the game. `earlier`: the review of the match's earlier games."""
        Mode.__init__(self, navigator)
        self.review = review
        self.page = 0
        match = self.session.match
        first = next(match.records()) == actions.game(opening(match.settings))
        self._pages = _MATCH if first else 2 * _MATCH
        self._earlier = earlier
        # The review that may use the coach now, because an engine has only one thought at a time.
        self._work: "Review | MatchReview" = review
        self._shown_at: int | None = None
        self._beat = 0  # number of dots

    @property
    def busy(self) -> bool:
        return not self._wanted().done

    def _wanted(self) -> "Review | MatchReview":
        if self.page < _MATCH or not self.review.graded or self._earlier.done:
            return self.review
        return self._earlier

    def tick(self, now: int) -> None:
        wanted = self._wanted()
        if wanted.done or not self.is_free(wanted):
            return
        wanted.step()
        shown = self._shown_at
        if shown is None or wanted.done or ticks_diff(now, shown) >= _SHOWN_MS:
            self._shown_at = now
            self._beat = (self._beat + 1) % _DOTS
            self.navigator.changed = True

    def is_free(self, wanted: "Review | MatchReview | None" = None) -> bool:
        """True if the coach can now work on the review `wanted` or, if None, on other work.

        Otherwise, works on the coach's unfinished analysis for some ms, and returns False.
        """
        if self._work is not wanted and self._work.thinking:
            self._work.step()
            return False
        self._work = wanted or self._work
        return True

    def press(self, button: int, now: int) -> None:
        if button in (PREV, NEXT):
            self.page = (self.page + (1 if button == NEXT else -1)) % self._pages
        elif button == OK and self._decisions():
            self.navigator.open(self._choice())
        else:
            self.navigator.leave(self)

    def _decisions(self) -> list[int] | bool:
        """Returns the record numbers of the decisions that OK lists; False or [] mean none."""
        return self.page < _MATCH and self.review.graded and self.review.decisions()

    def _choice(self) -> Choice:
        from picogammon.engine.review import DOUBTFUL  # saves memory if nobody reviews

        review = self.review
        whose = self.session.match.settings.names[self.page] + "'s "
        worst = review.sides[self.page].worst
        errors = review.decisions(DOUBTFUL, self.page)
        both = review.decisions()
        rows = [(whose + "errors", str(len(errors)), errors)]
        rows.append(("All decisions", str(len(both)), both))
        if worst is not None:
            rows.insert(0, (whose + "worst", wording.points(-worst.grade.loss), [worst.at]))
        lines = [self._item(*row) for row in rows if row[2]]
        return Choice(self.navigator, "Look at", lines)

    def _item(self, label: str, value: str, found: list[int]) -> Item:
        def choose(now: int) -> None:
            from picogammon.app.modes.advice import Decisions  # saves memory if nobody looks

            self.navigator.open(Decisions(self.navigator, self.review, found, self.is_free))

        return Item(label, choose, lambda: value)

    def show(self, view: views.View) -> None:
        self.show_below(view)
        name = view.names[self.page % 2]
        whole = self.page >= _MATCH
        title = fitting_one("%s in this %s" % (name, "match" if whole else "game"), name)
        view.page = views.TextView(title, self._match_lines() if whole else self._game_lines())
        view.keys = ["<", ">", "LOOK" if self._decisions() else "OK", "BACK"]

    def _game_lines(self) -> list[str]:
        review = self.review
        side = review.sides[self.page]
        if not review.graded:
            return ["Analysing decisions", self._progress()]
        lines = self._rated(side)
        worst = side.worst
        if worst is not None:
            loss = wording.decimal(worst.grade.loss, 3)
            lines.append("Worst: %s on move %d" % (loss, worst.row))
        luck = wording.points(side.luck) if review.done else self._progress("calculating, ")
        lines.append("Luck: " + luck)
        return lines

    def _match_lines(self) -> list[str]:
        earlier = self._earlier
        if not earlier.graded:
            return ["Analysing game %d" % earlier.game, self._progress()]
        from picogammon.engine.review import Side  # as above

        side = Side()
        for review in (self.review, earlier):
            side.add(review.sides[self.page % 2])
        games = earlier.games + 1
        lines = self._rated(side) + ["%d game%s" % (games, "" if games == 1 else "s")]
        if earlier.done and self.review.done:
            luck = wording.points(side.luck)
        else:
            luck = self._progress("game %d, " % (games if earlier.done else earlier.game))
        return lines + ["Luck: " + luck]

    def _progress(self, what: str = "") -> str:
        thousandths = divmod(self._wanted().progress, 10)
        return "%s%d.%d %%%s" % ((what,) + thousandths + ("." * self._beat,))

    def _rated(self, side: "Side") -> list[str]:
        illegal = "Illegal plays: %d" % side.illegal
        if side.pr is None:
            return ["Nothing to decide"] + ([illegal] if side.illegal else [])
        many = "decision" if side.decisions == 1 else "decisions"
        lost = "Equity lost: " + wording.decimal(side.lost, 3)
        rated = wording.rated(side.pr, side.decisions, self.players.judges(self.page % 2))
        return [rated, "%d %s" % (side.decisions, many), illegal if side.illegal else lost]


def players_mode(navigator: "Stack") -> Menu | Message:
    """Returns the menu of players with a record, or else a Message that says why there is none."""
    session = navigator.session
    people = session.people
    try:
        found = [(person.name, person.pr()) for person in people.everybody()]
        trouble = people.damage and people.damage + ". The records start over."
        if people.left_out:
            trouble = _LEFT_OUT % people.left_out
        if trouble:
            people.keep_damaged()
            return Message(navigator, "Players", [trouble])
    except OSError as error:
        return Message(navigator, "Players", ["The records cannot be read (%s)." % error])
    if found:
        return PlayersMenu(navigator, found)
    return Message(navigator, "Players", [session.players.no_coach or _EMPTY])


class PlayersMenu(Menu):
    """The menu of players and their PR; OK opens a menu to show, rename or delete a record."""

    title = "Players"

    def __init__(self, navigator: "Stack", found: "Sequence[tuple[str, int | None]]") -> None:
        """`found`: [(name, PR)] of the players. A PR is in hundredths, or None if it is unknown."""
        self._people = navigator.session.people
        self._found = found
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        lines = [self._line(name, found) for name, found in self._found]
        if self._people.unkept:
            text = _FULL % (records.MOST, self._people.unkept)
            say = self.navigator.say
            lines.insert(0, Item("The table is full", lambda now: say("Players", text)))
        return lines

    def _line(self, name: str, found: int | None) -> Item:
        value = "" if found is None else wording.pr_text(found)
        return Item(name, lambda now: self._open(name), lambda: value)

    def _open(self, name: str) -> None:
        asked = fitting_one("Delete %s's record?" % name, "Delete %s?" % name)
        delete = self._people.delete
        lines = [
            Item("Record", lambda now: self._show(name)),
            Item("Rename", lambda now: self._rename(name)),
            Item("Delete", lambda now: self._ask(asked, "Delete", lambda: delete(name))),
        ]
        self.navigator.open(Choice(self.navigator, name, lines))

    def _show(self, name: str) -> None:
        person = self._people.of(name)
        if person:
            self.navigator.open(Pages(self.navigator, pages(person)))

    def _rename(self, name: str) -> None:
        def done(other: str, now: int) -> None:
            there = records.key_of(other) != records.key_of(name) and self._people.of(other)
            if there:
                asked = fitting_one("Merge %s and %s?" % (name, there.name), "Merge both?")
                self._ask(asked, "Merge", lambda: self._people.rename(name, there.name))
            else:
                self._do(lambda: self._people.rename(name, other), now)

        self.navigator.open(NameEditor(self.navigator, "Rename", name, done))

    def _ask(self, question: str, yes: str, act: "Callable[[], object]") -> None:
        self.navigator.open(Ask(self.navigator, question, yes, lambda now: self._do(act, now)))

    def _do(self, act: "Callable[[], object]", now: int) -> None:
        """Calls `act()`, which changes the records, then opens the menu again."""
        try:
            act()
            saved = True
        except OSError:
            saved = False
        self.navigator.leave(self.navigator.top)
        self.navigator.leave(self)
        self.navigator.open(players_mode(self.navigator))
        if not saved:
            self.navigator.say("Players", "The change could not be saved.")


def pages(person: "Person") -> list[tuple[str, list[str]]]:
    """Returns the pages that show the record of `person`, each a tuple (title, lines)."""
    matches, games, found = person[records.MATCHES], person[records.GAMES], person.pr()
    lines = [
        "Nothing to decide" if found is None else wording.rated(found, person.decisions()),
        "%d of %d match%s won" % (person[records.WON], matches, "" if matches == 1 else "es"),
        "Points: %d won, %d lost" % (person[records.POINTS_WON], person[records.POINTS_LOST]),
    ]
    more = [
        "Luck: " + wording.points(person[records.LUCK]),
        "%d game%s" % (games, "" if games == 1 else "s"),
    ]
    if person[records.WORST] != records.NONE:
        more.append("Best game: " + wording.pr_text(person[records.BEST]))
        more.append("Worst game: " + wording.pr_text(person[records.WORST]))
    shown = [(person.name, lines), (person.name, more)]
    for first in range(0, len(KINDS), _HALF):
        kinds = [_kind(person, i) for i in range(first, first + _HALF)]
        shown.append(("PR of %s" % person.name, kinds))
    return shown


def _kind(person: "Person", kind: int) -> str:
    found = person.pr(kind)
    name = capital(KINDS[kind])
    if found is None:
        return name + ": -"
    return "%s: %s (%d)" % (name, wording.pr_number(found), person.decisions(kind))
