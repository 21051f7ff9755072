"""The dice that people rolled on the table, entered by hand."""

from picogammon.app.modes.base import Mode
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, match


class DiceEntry(Mode):
    """PREV and NEXT turn a die, OK goes on to the second and then plays them."""

    def __init__(self, navigator, required=False):
        """`required`: there is no way back; somebody has to enter these dice."""
        Mode.__init__(self, navigator)
        self.required = required
        a_match = self.session.match
        self.dice = list(a_match.next_dice() or a_match.dice or (1, 1))
        self.at = 0
        self.opening = a_match.phase == match.OPENING or a_match.opened_with_dice()

    def press(self, button, now):
        if button == PREV:
            self.dice[self.at] = (self.dice[self.at] - 2) % 6 + 1
        elif button == NEXT:
            self.dice[self.at] = self.dice[self.at] % 6 + 1
        elif button == OK and self.at == 0:
            self.at = 1
        elif button == OK:
            self.navigator.leave(self)
            self.navigator.commit(actions.roll(self.dice[0], self.dice[1], True), now)
        elif button == BACK and self.at:
            self.at = 0
        elif button == BACK and not self.required:
            self.navigator.leave(self)

    def show(self, view):
        view.dice = tuple(self.dice)
        view.dice_used = 2 if self.at == 0 else 0
        view.dice_side = None if self.opening else self.session.match.turn
        if self.opening:
            view.headline = "%s rolled a" % view.names[self.at]
        else:
            name = view.names[self.session.match.turn]
            view.headline = "%s's %s die" % (name, ("first", "second")[self.at])
        view.keys = ["-", "+", "OK", "" if self.required and not self.at else "BACK"]
