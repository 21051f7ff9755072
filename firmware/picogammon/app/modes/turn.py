"""Which mode lets a person do what the match waits for; and the first of them, before the dice.

The opening roll of a game is a turn of that kind, too.
"""

from picogammon import VERSION
from picogammon.app.display import board_view
from picogammon.app.display.canvas import fitting_line
from picogammon.app.modes.base import Confirm, Mode
from picogammon.app.modes.hand import HandMode, shut_out
from picogammon.app.modes.watch import again_key, show_again
from picogammon.app.session.prefs import MENU_FOUND, ROLLING
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
    from picogammon.app.modes.answer import AnswerDouble, AnswerOffer  # later: see main_menu

    if phase in (match.DOUBLED, match.BEAVERED, match.RACCOONED):
        return AnswerDouble(navigator)
    names = a_match.settings.names
    if phase == match.RESIGNING:
        asker = names[1 - a_match.decider]
        what = actions.MULTIPLES[a_match.resigned]
        asked = "%s resigns a %s: accept?" % (asker, what)
        short = "Resigns a %s: accept?" % what
        return AnswerOffer(navigator, "accept the " + what, asked, short, "Accept a %s?" % what)
    from picogammon.app.modes.take_back import question  # later: see main_menu

    asked = question(a_match, a_match.asked)
    return AnswerOffer(navigator, "take it back", "%s: %s" % (names[a_match.decider], asked), asked)


class Turn(Mode):
    """Rolls, doubles if that makes sense, or shows the other side's play again.

    A player who is shut out does not have to press: the board rolls after a moment, time enough to
    double. If people like it so, it also rolls when nobody could double.
    """

    def __init__(self, navigator):
        Mode.__init__(self, navigator)
        self.opening = navigator.session.match.phase == match.OPENING
        self.may_double = not self.opening and navigator.session.match.offers_double()
        self.shut_out = not self.opening and shut_out(navigator.session.match.position)

    @property
    def goes_on(self):
        session = self.session
        if self.shut_out:
            return session.dice_trouble is None
        if self.opening or self.may_double or session.asks_for_dice():
            return False
        return session.prefs.goes_by_itself(ROLLING, session.match.turn)

    def tick(self, now):
        if self.goes_on and self.waited(now):
            self.navigator.roll(now)

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
        match = self.session.match
        question = "double to %d?" % (2 * match.cube)
        question = fitting_line("%s: %s" % (match.settings.names[match.turn], question), question)
        self.navigator.open(Confirm(self.navigator, question, "DOUBLE", self._double))

    def _double(self, now):
        self.navigator.commit(actions.double(), now)

    def show(self, view):
        if self.session.last_roll:
            roll, side = self.session.last_roll
            board_view.show_dice(view, roll, side)
        if self.opening:
            tie = self.session.last_roll is not None
            view.version = "" if tie else VERSION
            view.headline = self._and_menu("Equal! Roll again" if tie else "Roll to start")
            view.keys = ["", "", "ROLL", ""]
            return
        waits = "%s is shut out" if self.shut_out else "%s to roll"
        view.headline = self._and_menu(waits % view.names[self.session.match.turn])
        again = again_key(self.session)
        view.keys = [again, "DOUBLE" if self.may_double else "", "ROLL", ""]

    def _and_menu(self, headline):
        """The headline; until somebody has found the menu, with the way there."""
        if self.session.prefs[MENU_FOUND]:
            return headline
        return fitting_line(headline + ". Hold OK: menu", headline)
