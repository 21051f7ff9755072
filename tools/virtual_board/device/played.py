"""The match that the board plays back: which one, and how far it is, for the list of its moves that
the page has beside the board; and the way back, for who chooses a move there.
"""

from picogammon.app.modes.base import Message
from picogammon.app.modes.matches_menu import MatchesMenu
from picogammon.app.modes.playback import Playback
from picogammon.app.session.recording import Cursor
from picogammon.devices.archive import Archive


class Played:
    """Looks over the shoulder of a Navigator at what it plays back."""

    def __init__(self):
        self._navigator = None
        self._playback = None
        _name_logs()

    def look(self, navigator):
        """To be called when the board has shown what there is to see."""
        self._navigator = navigator
        top = navigator.top
        if isinstance(top, Playback):
            self._playback = top
        elif top is navigator.base or isinstance(top, MatchesMenu):
            self._playback = None
        # Anything else lies over it: its menu, a question, a verdict.

    def told(self):
        """{log: its name in the archive or '' for the running match's, game: from 1, stop: how
        far}; None where nothing is played back."""
        playback = self._playback
        if playback is None or playback.cursor is None:
            return None
        cursor = playback.cursor
        stop = cursor.at + 1 if cursor.is_mid() else cursor.at
        return {"log": playback.archived, "game": cursor.number, "stop": stop}

    def go(self, number, stop):
        """Goes to a stop of a game (from 1) of what is played back; 0 plays the running match back
        from its beginning."""
        navigator = self._navigator
        if navigator is None:
            return
        if not number and navigator.session.fresh:
            navigator.open(Message(navigator, "Match", ["Nothing was played in it yet."]))
        elif not number:
            navigator.open(Playback(navigator, navigator.session.running_log))
        elif navigator.top is self._playback and not self._playback.busy:
            self._playback.cursor = _cursor(self._playback.game, number, stop)
            navigator.redraw()


def _cursor(recording, number, stop):
    """A Cursor of a Recording there, or as near as its match goes."""
    while recording.number != number:
        onwards = recording.number < number
        if onwards and not recording.more:
            break
        for _ in recording.read(recording.number + 1 if onwards else number):
            pass
    cursor = Cursor(recording)
    while cursor.following is not None and cursor.at < stop:
        cursor.forward()
    return cursor


def _name_logs():
    """From now on a Playback has a name, `archived`: of its file in the archive, or ''."""
    opened, init = Archive.open, Playback.__init__

    def open_named(self, name):
        log = opened(self, name)
        log.archived = name
        return log

    def init_named(self, navigator, log, remove=None):
        init(self, navigator, log, remove)
        self.archived = getattr(log, "archived", "")

    Archive.open = open_named
    Playback.__init__ = init_named
