"""The last matches, newest first: who played and the score; OK plays one back."""

from micropython import const

from picogammon.app.display.screens.menu import first_row
from picogammon.app.modes.base import Confirm, Message
from picogammon.app.modes.menu import Item, Menu
from picogammon.app.modes.playback import Playback
from picogammon.app.session.recording import last_game

_UNREAD = ("...", "")
_DAMAGED = ("damaged", "")
_PARTLY = "partly damaged"
_TRIES = const(3)
_UNREADABLE = ("cannot be read", "")


class MatchesMenu(Menu):
    """The running match and those of the archive. A line's match is read once the line is seen."""

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
        self._reading = None  # a generator that reads the match of line _row
        self._row = 0  # the line whose match is read

    def items(self):
        return [
            Item(row[0], self._choose, value=lambda value=row[1]: value) for row in self._rows
        ] or [Item("None", self._leave)]

    @property
    def busy(self):
        return self._reading is not None or self._unread() is not None

    def _unread(self):
        """The first line on the screen whose match was not read, or None."""
        count = len(self._rows)
        rows = self.navigator.display.menu_rows
        first = first_row(self.at, count, rows)
        for row in range(first, min(first + rows, count)):
            if self._rows[row] is _UNREAD:
                return row
        return None

    def tick(self, now):
        if self._reading is None:
            row = self._unread()
            if row is None:
                return
            self._row = row
            self._reading = _read(self.session.archive.open(self._names[row]))
        try:
            next(self._reading)
        except StopIteration as end:
            self._rows[self._row] = end.value
            self._reading = None
            self.lines = self.items()
            self.navigator.redraw()

    def _choose(self, now):
        name = self._names[self.at]
        if self._rows[self.at] is _DAMAGED:
            question = "Damaged. Delete it?"
            self.navigator.open(Confirm(self.navigator, question, "DELETE", self._remove))
        elif self._rows[self.at] is _UNREADABLE:
            self._rows[self.at] = _UNREAD  # it is tried again
        elif name is None:
            self.navigator.open(Playback(self.navigator, self.session.library.running_log))
        else:
            log = self.session.archive.open(name)
            self.navigator.open(Playback(self.navigator, log, self._remove))

    def _leave(self, now):
        self.navigator.leave(self)

    def _remove(self, now):
        """Removes the chosen match."""
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
    """The day in the name of an archived match's file, as 2026-11-22; '' if there is none."""
    if not name or len(name) < 18:
        return ""
    return "%s-%s-%s" % (name[-12:-8], name[-8:-6], name[-6:-4])


def _read(log):
    """Reads a match in slices (a generator); returns its line."""
    for _ in range(_TRIES):
        try:
            match = yield from last_game(log)
            if match is None:
                return _DAMAGED
            names, score = _row(match)
            end = 0
            for _, offset, _ in log.records_from(*log.start):
                end = offset
                yield
            return (names if end == log.size and not log.damage else _PARTLY), score
        except OSError:
            pass
    return _UNREADABLE


def _row(match):
    """(who played, the score)."""
    names = match.settings.names
    return "%s - %s" % (names[0], names[1]), "%d-%d" % tuple(match.scores)
