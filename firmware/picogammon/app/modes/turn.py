"""A person's turn before the dice: roll or double. The opening roll of a game is one of these."""

from picogammon.app.display import board_view
from picogammon.app.modes.base import Confirm, Mode
from picogammon.ground.presses import NEXT, OK, PREV
from picogammon.rules import actions, match


class Turn(Mode):
    """ROLL, and DOUBLE where it makes sense; or see the other side's play again."""

    def __init__(self, app):
        Mode.__init__(self, app)
        self.opening = app.match.phase == match.OPENING
        self.may_double = not self.opening and app.match.offers_double()

    def press(self, button, now):
        if button == OK:
            self.roll(now)
        elif button == NEXT and self.may_double:
            self.ask_to_double()
        elif button in (PREV, NEXT):
            self.app.show_last_play(now)

    def roll(self, now):
        """Rolls the board's dice, or asks for the real ones."""
        if self.app.asks_for_dice():
            from picogammon.app.modes.dice_entry import DiceEntry

            self.app.open(DiceEntry(self.app))
        else:
            self.app.roll(now)

    def ask_to_double(self):
        """Asks once more before the double is offered."""
        app = self.app
        question = "Double to %d?" % (2 * app.match.cube)
        app.open(Confirm(app, question, "DOUBLE", self._double))

    def _double(self, now):
        self.app.commit(actions.double(), now)

    def show(self, view):
        app = self.app
        again = "AGAIN" if app.last_play else ""
        if app.last_roll:
            roll, side = app.last_roll
            board_view.show_dice(view, roll, side)
        if self.opening:
            tie = app.last_roll is not None
            view.headline = "Equal! Roll again" if tie else "Roll for the start"
            view.keys = ["", "", "ROLL", ""]
            return
        view.headline = "%s to roll" % view.names[app.match.turn]
        view.keys = [again, "DOUBLE" if self.may_double else again, "ROLL", ""]
