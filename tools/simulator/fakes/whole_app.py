"""The whole app on CPython, as a board starts it: with levels of play, a coach, and an OLED."""

from fakes.memory import MemoryStore
from fakes.sitting import Sitting
from picogammon.app.display.canvas import Canvas
from picogammon.app.display.screens import draw
from picogammon.app.session.players import coach, computers
from picogammon.rules.plays import Plays


class WholeApp(Sitting):
    """A Sitting with all that a new board has."""

    def __init__(self, dice, log=None, store=None, measure=None):
        self.plays = Plays()
        players = computers(self.plays)
        store = MemoryStore() if store is None else store
        known = {"coach": coach(players).engine, "measure": measure}
        Sitting.__init__(self, dice, None, players, log, store, **known)
        self._canvas = Canvas()

    def oled(self):
        """Returns the OLED's 1024 bytes."""
        draw(self.sees, self._canvas)
        return bytes(self._canvas.buffer)
