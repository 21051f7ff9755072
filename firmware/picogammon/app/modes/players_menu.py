"""The people that the board knows by name: what they have done, other names, and who is deleted."""

from micropython import const

from picogammon.app.advice import equities
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Confirm, Message, Pages
from picogammon.app.modes.menu import Choice, Item, Menu, NameEditor
from picogammon.app.session import people as records
from picogammon.app.session.kinds import KINDS

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from picogammon.app.display.screens.curve import CurveView
    from picogammon.app.modes.navigator import Navigator
    from picogammon.app.session.people import Person

_EMPTY = "No records yet. Give the players names (This match): a game is graded when it is over."
_FULL = "%d people are kept, and there is no room for %s. Delete or rename somebody here."
_HALF = const(4)  # kinds on a page
_TEN = const(10)  # games whose mean the line of a PR is


def players_mode(navigator: "Navigator") -> "Menu | Message":
    """The menu of the people; a Message if there are none, or if they cannot be read."""
    session = navigator.session
    people = session.library.people
    try:
        names = people.names()
        damage = people.damage
        if damage:
            people.mend()
            return Message(navigator, "Players", [damage + ". Records begin anew."])
    except OSError as error:
        return Message(navigator, "Players", ["The records cannot be read (%s)." % error])
    if names:
        return PlayersMenu(navigator)
    return Message(navigator, "Players", [session.players.no_coach or _EMPTY])


class PlayersMenu(Menu):
    """A line for each person, with the PR."""

    title = "Players"

    def __init__(self, navigator: "Navigator") -> None:
        self._people = navigator.session.library.people
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        lines = []
        unkept = self._people.unkept
        if unkept:
            lines.append(Item("The table is full", self._say_full))
        return lines + [self._line(name) for name in self._people.names()]

    def _line(self, name: str) -> Item:
        person = self._people.of(name)
        found = person.pr() if person else None
        value = "" if found is None else equities.pr_text(found)
        return Item(name, lambda now: self._open(name), lambda: value)

    def _say_full(self, now: int) -> None:
        lines = [_FULL % (records.MOST, self._people.unkept)]
        self.navigator.open(Message(self.navigator, "Players", lines))

    def _open(self, name: str) -> None:
        lines = [
            Item("Record", lambda now: self._show(name)),
            Item("Another name", lambda now: self._rename(name)),
            Item("Delete", lambda now: self._delete(name)),
        ]
        self.navigator.open(Choice(self.navigator, name, lines))

    def _show(self, name: str) -> None:
        person = self._people.of(name)
        if person:
            self.navigator.open(Pages(self.navigator, pages(person) + curves(person)))

    def _rename(self, name: str) -> None:
        def done(other: str, now: int) -> None:
            there = records.key_of(other) != records.key_of(name) and self._people.of(other)
            if there:
                asked = fitting_line("Are %s and %s one?" % (name, there.name), "Are both one?")
                self._ask(asked, "ONE", lambda: self._people.rename(name, there.name))
            else:
                self._do(lambda: self._people.rename(name, other), now)

        self.navigator.open(NameEditor(self.navigator, "Another name", name, done))

    def _delete(self, name: str) -> None:
        asked = fitting_line("Delete %s's record?" % name, "Delete %s?" % name)
        self._ask(asked, "DELETE", lambda: self._people.delete(name))

    def _ask(self, question: str, yes: str, act: "Callable[[], object]") -> None:
        self.navigator.open(Confirm(self.navigator, question, yes, lambda now: self._do(act, now)))

    def _do(self, act: "Callable[[], object]", now: int) -> None:
        """Changes the table, and returns to what there is then."""
        try:
            act()
            saved = True
        except OSError:
            saved = False
        self.navigator.leave(self.navigator.top)
        self.navigator.leave(self)
        self.navigator.open(players_mode(self.navigator))
        if not saved:
            lines = ["This could not be saved: is the flash full?"]
            self.navigator.open(Message(self.navigator, "Players", lines))


def pages(person: "Person") -> list[tuple[str, list[str]]]:
    """What a person did, as (title, lines) of pages."""
    matches, won = person[records.MATCHES], person[records.WON]
    found = person.pr()
    lines = ["Nothing to decide" if found is None else equities.rated(found)]
    if person.rated:
        lines.append("Elo %d" % ((person[records.ELO] + 50) // 100))
    lines.append("%d of %d match%s won" % (won, matches, "" if matches == 1 else "es"))
    lines.append(
        "Points: %d won, %d lost" % (person[records.POINTS_WON], person[records.POINTS_LOST])
    )
    more = ["Luck: " + equities.points(person[records.LUCK])]
    more.append("%d game%s" % (person[records.GAMES], "" if person[records.GAMES] == 1 else "s"))
    if person[records.WORST] != records.NONE:
        more.append("Best game: " + equities.pr_text(person[records.BEST]))
        more.append("Worst game: " + equities.pr_text(person[records.WORST]))
    shown = [(person.name, lines), (person.name, more)]
    for first in range(0, len(KINDS), _HALF):
        kinds = [_kind(person, i) for i in range(first, first + _HALF)]
        shown.append(("PR of %s" % person.name, kinds))
    return shown


def _kind(person: "Person", kind: int) -> str:
    found = person.pr(kind)
    name = KINDS[kind][0].upper() + KINDS[kind][1:]
    if found is None:
        return name + ": -"
    return "%s: %s (%d)" % (name, equities.pr_number(found), person.decisions(kind))


def curves(person: "Person") -> "list[CurveView]":
    """The last games of a person as pages: PR, and Elo if there is one; none of a single game."""
    games = list(person.games())
    if len(games) < 2:
        return []
    found = [game[0] for game in games]
    means = []
    for i in range(len(games)):
        some = games[max(0, i + 1 - _TEN) : i + 1]
        decisions = sum([game[2] for game in some])
        means.append(sum([game[0] * game[2] for game in some]) // max(1, decisions))
    shown = [_curve("PR of " + person.name, found, means, equities.pr_number)]
    if person.rated:
        shown.append(_curve("Elo of " + person.name, (), [game[1] for game in games], str))
    return shown


def _curve(
    title: str, dots: "Sequence[int]", line: "Sequence[int]", word: "Callable[[int], str]"
) -> "CurveView":
    from picogammon.app.display.screens.curve import CurveView  # most people look at numbers

    shown = list(line) + list(dots)
    return CurveView(title, dots, line, (word(max(shown)), word(min(shown)), word(line[-1])))
