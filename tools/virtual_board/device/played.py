"""The match that the board plays back: which one, and how far it is, for the list of its moves that
the page has beside the board; and the way back, for who chooses a move there.
"""

from picogammon.app.modes.base import Message
from picogammon.app.modes.playback import Playback


class Played:
    """Looks over the shoulder of a Navigator at what it plays back."""

    def __init__(self):
        self._navigator = None

    def look(self, navigator):
        """To be called when the board has shown what there is to see."""
        self._navigator = navigator

    def told(self):
        """{log: the path of its file, game: from 1, stop: how far}; None where nothing is played
        back."""
        played = self._navigator.played
        return played and dict(zip(("log", "game", "stop"), played))

    def go(self, number, stop):
        """Goes to a stop of a game (from 1) of what is played back; 0 plays the running match back
        from its beginning."""
        navigator = self._navigator
        if navigator is None:
            return
        top = navigator.top
        if not number and navigator.session.fresh:
            navigator.open(Message(navigator, "Match", ["Nothing was played in it yet."]))
        elif not number:
            navigator.open(Playback(navigator, navigator.session.library.running_log))
        elif top.played and not top.busy:
            top.go(number, stop)
