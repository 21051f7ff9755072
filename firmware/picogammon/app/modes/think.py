"""The computer acts: the board shows that it thinks, and answers presses meanwhile."""

from micropython import const

from picogammon.app.display import board_view
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Mode
from picogammon.app.modes.watch import again_key, show_again
from picogammon.ground import clock
from picogammon.ground.presses import PREV
from picogammon.rules import steps

_AT_ONCE_MS = const(300)  # the longest time that the OLED may lag behind the lights


class Think(Mode):
    """Waits for the answer of the player who decides, a slice of thinking a tick."""

    goes_on = True

    def __init__(self, navigator, player, now):
        Mode.__init__(self, navigator)
        self.player = player
        # People want to see the roll before the play.
        session = self.session
        self.ready_at = clock.after(now, session.prefs.moment_ms() if session.match.dice else 0)
        self.asked = False  # asks once this mode is on top: an engine has one thought at a time
        self.thought = False
        self._since = None  # time when it became urgent
        self.works = True  # False if it only waits for time to pass

    @property
    def busy(self):
        return self.works

    def urgent(self, now):
        # If nobody looks at a roll, the decision may be shown before this is drawn.
        if self._since is None and clock.reached(now, self.ready_at):
            self._since = now
        return self._since is not None and clock.diff(now, self._since) < _AT_ONCE_MS

    def press(self, button, now):
        if button == PREV:
            show_again(self.navigator, now)
        else:
            self.ready_at = now

    def tick(self, now):
        if not self.asked:
            self.asked = True
            self.player.ask(self.session.match)
        elif not self.thought:
            self.thought = self.player.think()
            self.works = not self.thought or clock.reached(now, self.ready_at)
        elif clock.reached(now, self.ready_at):
            self.works = False
            self.navigator.answered(self.player.answer, now)

    def show(self, view):
        session = self.session
        dice = session.match.dice
        if dice:
            board_view.show_dice(view, dice, session.match.turn, steps.dice_of(dice))
        elif session.last_roll:
            roll, side = session.last_roll
            board_view.show_dice(view, roll, side)
        decider = session.match.decider
        view.decider = decider
        view.headline = fitting_line("%s is thinking" % view.names[decider or 0], "Thinking")
        view.keys = [again_key(session), "", "", ""]


class Pause(Mode):
    """A pause in which no person decides: after a moment the board goes on by itself."""

    goes_on = True

    def __init__(self, navigator, now, ms, then):
        Mode.__init__(self, navigator)
        self.until = clock.after(now, ms)
        self.then = then

    def press(self, button, now):
        self.then(now)

    def tick(self, now):
        if clock.reached(now, self.until):
            self.then(now)
