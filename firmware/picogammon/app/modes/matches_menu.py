"""The last matches, newest first: who played and the score; OK plays one back."""

from picogammon.app.display.screens.menu import ROWS, first_row
from picogammon.app.modes.base import Confirm, Message
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.modes.playback import Playback
from picogammon.app.session.recording import last_game

_UNREAD = ("...", "")
_DAMAGED = ("damaged", "")


class MatchesMenu(Menu):
    """The running match and those of the archive. What a line says is read when it is seen."""

    title = "Earlier matches"

    def __init__(self, navigator):
        self._list(navigator.session)
        Menu.__init__(self, navigator)

    def _list(self, session):
        self._names = session.archive.names()
        self._rows = [_UNREAD] * len(self._names)
        if not session.fresh:
            self._names.insert(0, None)
            self._rows.insert(0, ("This match", _row(session.match)[1]))
        self._reading = None  # a generator over the match of a line,
        self._row = 0  # this one

    def items(self):
        return [
            Item(row[0], self._choose, value=lambda value=row[1]: value) for row in self._rows
        ] or [Item("None", self._leave)]

    @property
    def busy(self):
        return self._reading is not None or self._unread() is not None

    def _unread(self):
        """The first line to be seen that was not read."""
        count = len(self._rows)
        first = first_row(self.at, count)
        for row in range(first, min(first + ROWS, count)):
            if self._rows[row] is _UNREAD:
                return row
        return None

    def tick(self, now):
        if self._reading is None:
            row = self._unread()
            if row is None:
                return
            self._row = row
            self._reading = last_game(self.session.archive.open(self._names[row]))
        try:
            next(self._reading)
        except StopIteration as end:
            self._rows[self._row] = _DAMAGED if end.value is None else _row(end.value)
            self._reading = None
            self.lines = self.items()
            self.navigator.redraw()

    def _choose(self, now):
        name = self._names[self.at]
        if self._rows[self.at] is _DAMAGED:
            question = "Damaged. Delete it?"
            self.navigator.open(Confirm(self.navigator, question, "DELETE", self._remove))
        elif name is None:
            self.navigator.open(Playback(self.navigator, self.session.running_log))
        else:
            log = self.session.archive.open(name)
            self.navigator.open(Playback(self.navigator, log, self._remove))

    def _leave(self, now):
        self.navigator.leave(self)

    def _remove(self, now):
        """Removes the match that is chosen."""
        try:
            self.session.archive.remove(self._names[self.at])
        except OSError as error:
            self.navigator.open(Message(self.navigator, "Not deleted", [str(error)]))
        self._list(self.session)
        self.lines = self.items()
        self.at = min(self.at, len(self.lines) - 1)

    def show(self, view):
        Menu.show(self, view)
        if self._names:
            view.keys[2] = "OPEN"
            view.page.title = day(self._names[self.at]) or self.title


def day(name):
    """The day in the name of an archived match's file, as 2026-11-22; '' where there is none."""
    if not name or len(name) < 18:
        return ""
    return "%s-%s-%s" % (name[6:10], name[10:12], name[12:14])


def _row(match):
    """(who played, the score)."""
    names = match.settings.names
    return "%s - %s" % (names[0], names[1]), "%d-%d" % tuple(match.scores)
