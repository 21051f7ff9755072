"""The menu behind Practice: one's own mistakes, and the sets that come with the board."""

from micropython import const

from picogammon.app.modes import practice
from picogammon.app.modes.base import Message
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.practice import sets
from picogammon.app.practice.set_deck import MIXED, PIPS, Progress, SetDeck, name_of
from picogammon.app.practice.sets import NoSets, Sets
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.app.modes.base import Then
    from picogammon.app.modes.navigator import Navigator
    from picogammon.engine.engine import Slices

_ANEW = "What was practised before is damaged. The sets begin anew."


def begin(navigator: "Navigator", now: int) -> None:
    """Opens the menu; where there are no sets, one's own mistakes alone."""
    try:
        found = Sets()
    except NoSets:
        practice.begin(navigator, now)
        return
    progress = Progress(navigator.session.archive.beside().sets())
    navigator.open(PracticeMenu(navigator, found, progress))
    if progress.damaged:
        navigator.open(Message(navigator, "Practice", [_ANEW]))


class PracticeMenu(Menu):
    """A line for the cards, and one for each set: how much of it was right lately."""

    title = "Practice"

    def __init__(self, navigator: "Navigator", found: Sets, progress: Progress) -> None:
        self._sets = found
        self._progress = progress
        Menu.__init__(self, navigator)

    def items(self) -> list[Item]:
        lines = [Item("My mistakes", self._mistakes)]
        for of in [MIXED, PIPS] + list(range(len(sets.NAMES))):
            lines.append(Item(name_of(of), self._begin(of), self._told(of)))
        return lines

    def _mistakes(self, now: int) -> None:
        practice.begin(self.navigator, now)

    def _told(self, of: int) -> "Callable[[], str] | None":
        if of == MIXED or not self._progress.answers(of)[1]:
            return None
        return lambda: self._progress.share(of)

    def _begin(self, of: int) -> "Then":
        def begin(now: int) -> None:
            navigator = self.navigator
            navigator.close_all(now)
            if of == PIPS:
                from picogammon.app.modes.pip_count import PipCount  # not needed for others

                navigator.open(PipCount(navigator, self._sets, self._progress))
            else:
                navigator.open(SetRound(navigator, SetDeck(of, self._sets, self._progress)))

        return begin


class SetRound(practice.Practice):
    """Five decisions of a set, or of all sets."""

    beside = "next"

    def __init__(self, navigator: "Navigator", deck: SetDeck) -> None:
        practice.Practice.__init__(self, navigator, deck)
        self._progress = deck.progress
        self._set = deck

    def _beside(self) -> "Slices[bytes]":
        """The next best play."""
        ranked = yield from self.players.coach.rank(self._match.situation())
        return actions.play(ranked[1].steps)

    @property
    def _sitting(self) -> int:
        return self.session.sitting or 0  # a set has no days: it begins none

    def _told(self) -> list[str]:
        if self._work is not None:
            return ["One moment"]
        lines = ["%d of %d right" % (self._right, self._done)]
        if self._progress.streak > 1:
            lines[0] += ", %d in a row" % self._progress.streak
        lines.append(self._set.told())
        return lines
