"""A player who is no person acts: the board shows that it thinks and stays awake to presses."""

from picogammon.app.display import board_view
from picogammon.app.modes.base import Mode
from picogammon.ground import clock
from picogammon.ground.presses import NEXT, PREV
from picogammon.rules import steps


class Think(Mode):
    """Waits for the answer of the player whose decision it is, a slice of thinking a tick."""

    def __init__(self, app, player, now):
        Mode.__init__(self, app)
        self.player = player
        # People want to see the roll before the play.
        self.ready_at = clock.after(now, app.prefs.step_ms() if app.match.dice else 0)
        self.asked = False  # not before this mode is on top: an engine has one thought at a time
        self.thought = False

    @property
    def busy(self):
        return not self.thought

    def press(self, button, now):
        if button in (PREV, NEXT):
            self.app.show_last_play(now)

    def tick(self, now):
        if not self.asked:
            self.asked = True
            self.player.ask(self.app.match)
        elif not self.thought:
            self.thought = self.player.think()
        elif clock.reached(now, self.ready_at):
            self.app.answered(self.player.answer, now)

    def show(self, view):
        app = self.app
        if app.match.dice:
            side = app.match.turn
            board_view.show_dice(view, app.match.dice, side, steps.dice_of(app.match.dice))
        elif app.last_roll:
            roll, side = app.last_roll
            board_view.show_dice(view, roll, side)
        decider = app.match.decider
        view.turn = decider
        view.headline = "%s thinks" % view.names[decider or 0]
        again = "AGAIN" if app.last_play else ""
        view.keys = [again, again, "", ""]


class Pause(Mode):
    """Nobody at the buttons has a say: after a moment the board goes on by itself."""

    def __init__(self, app, now, ms, then):
        Mode.__init__(self, app)
        self.until = clock.after(now, ms)
        self.then = then

    def press(self, button, now):
        self.then(now)

    def tick(self, now):
        if clock.reached(now, self.until):
            self.then(now)
