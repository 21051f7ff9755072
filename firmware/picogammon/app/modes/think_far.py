"""A PC's engine decides. If it is not heard from, the board says so, and waits or plays on."""

from micropython import const

from picogammon.app.display.canvas import fitting_line
from picogammon.app.display.view import MessageView
from picogammon.app.modes.think import Think
from picogammon.ground import clock
from picogammon.ground.presses import OK

_PATIENCE_MS = const(3000)  # without a line; the PC always writes several a second

_LINES = "Plug in the cable and run make opponent on the PC. Or this board plays on."


class ThinkFar(Think):
    """Think, for a far.Far. OK lets its stand-in play on, until the PC is there again."""

    def __init__(self, navigator, player, now):
        Think.__init__(self, navigator, player, now)
        self.far = player
        self.heard_at = now
        self.away = False
        self.told = False  # True once somebody has seen the message

    @property
    def busy(self):
        return self.player is not self.far and self.works

    def press(self, button, now):
        if not self.away:
            Think.press(self, button, now)
        elif button == OK:
            self._play_on()
        elif self.told:
            Think.press(self, button, now)
        self.told = True

    def _play_on(self):
        self.far.drop()
        self.far.alone = True
        self.player = self.far.stand_in
        self.asked = self.thought = self.away = False
        self.works = True

    def tick(self, now):
        far = self.far
        if self.player is far:
            away = not far.heard and clock.diff(now, self.heard_at) >= _PATIENCE_MS
            if far.heard:
                far.heard = False
                self.heard_at = now
            if away != self.away:
                self.away = away
                self.told = False
                self.navigator.redraw()
        Think.tick(self, now)

    def show(self, view):
        Think.show(self, view)
        if not self.away:
            return
        if self.told:
            view.headline = fitting_line("No PC engine: waiting", "No PC: waiting")
            view.keys[2] = "PLAY ON"
        else:
            view.page = MessageView("No PC engine", [_LINES])
            view.keys = ["", "", "PLAY ON", "WAIT"]
