"""Which mode lets a person do what the match waits for; and the first of them, before the dice.

The opening roll of a game is a turn of that kind, too.
"""

from picogammon import VERSION
from picogammon.app.display import board_view
from picogammon.app.modes.answer import AnswerDouble, AnswerOffer
from picogammon.app.modes.base import Confirm, Mode
from picogammon.app.modes.hand import HandMode
from picogammon.app.modes.watch import show_again
from picogammon.ground.presses import NEXT, OK, PREV
from picogammon.rules import actions, match


def mode_for(navigator):
    """The mode for the phase of `navigator.session.match`, which is not over."""
    a_match = navigator.session.match
    phase = a_match.phase
    if phase in (match.OPENING, match.TO_ROLL):
        return Turn(navigator)
    if phase == match.TO_PLAY:
        return HandMode(navigator)
    if phase in (match.DOUBLED, match.BEAVERED, match.RACCOONED):
        return AnswerDouble(navigator)
    names = a_match.settings.names
    if phase == match.RESIGNING:
        asker = names[1 - a_match.decider]
        what = actions.MULTIPLES[a_match.resigned]
        return AnswerOffer(navigator, "%s resigns %s" % (asker, what), "Accept a %s?" % what)
    from picogammon.app.modes.take_back import question  # later: see main_menu

    asked = question(a_match, a_match.asked)
    return AnswerOffer(navigator, "%s: %s" % (names[a_match.decider], asked), asked)


class Turn(Mode):
    """ROLL, and DOUBLE where it makes sense; or see the other side's play again."""

    def __init__(self, navigator):
        Mode.__init__(self, navigator)
        self.opening = navigator.session.match.phase == match.OPENING
        self.may_double = not self.opening and navigator.session.match.offers_double()

    def press(self, button, now):
        if button == OK:
            self.roll(now)
        elif button == NEXT and self.may_double:
            self.ask_to_double()
        elif button == PREV:
            show_again(self.navigator, now)

    def roll(self, now):
        """Rolls the board's dice, or asks for the real ones."""
        if self.session.asks_for_dice():
            from picogammon.app.modes.dice_entry import DiceEntry

            self.navigator.open(DiceEntry(self.navigator))
        else:
            self.navigator.roll(now)

    def ask_to_double(self):
        """Asks once more before the double is offered."""
        question = "Double to %d?" % (2 * self.session.match.cube)
        self.navigator.open(Confirm(self.navigator, question, "DOUBLE", self._double))

    def _double(self, now):
        self.navigator.commit(actions.double(), now)

    def show(self, view):
        again = "AGAIN" if self.session.last_play else ""
        if self.session.last_roll:
            roll, side = self.session.last_roll
            board_view.show_dice(view, roll, side)
        if self.opening:
            tie = self.session.last_roll is not None
            view.version = "" if tie else VERSION
            view.headline = "Equal! Roll again" if tie else "Roll to start"
            view.keys = ["", "", "ROLL", ""]
            return
        view.headline = "%s to roll" % view.names[self.session.match.turn]
        view.keys = [again, "DOUBLE" if self.may_double else "", "ROLL", ""]
