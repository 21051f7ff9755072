"""How many turns to take back, with the board as it was then to see."""

from picogammon.app import board_view
from picogammon.app.modes.base import NEXT, OK, PREV, Mode
from picogammon.rules import actions, steps


class TakeBack(Mode):
    """PREV goes farther back, NEXT comes nearer, OK takes back. It begins at your last decision."""

    def __init__(self, app):
        Mode.__init__(self, app)
        match = app.match
        self.most = match.turns_back()
        self.turns = 1
        ways = [match.turns_back_to(side) for side in (0, 1) if app.is_person(side)]
        ways = [turns for turns in ways if turns]
        if ways:
            self.turns = min(ways)
        self._look()

    def _look(self):
        """The match as it was then."""
        self._past = self.app.match.before(self.turns)

    def press(self, button, now):
        if button == PREV:
            self.turns = min(self.turns + 1, self.most)
            self._look()
        elif button == NEXT:
            self.turns = max(self.turns - 1, 1)
            self._look()
        elif button == OK:
            self.app.commit(actions.take_back(self.turns), now)
        else:
            self.app.leave(self)

    def show(self, view):
        past = self._past
        board_view.show_match(view, past)
        view.dice = ()
        if past.dice:
            board_view.show_dice(view, past.dice, past.turn, steps.dice_of(past.dice))
        view.headline = "Back %d turn%s?" % (self.turns, "" if self.turns == 1 else "s")
        farther = "<" if self.turns < self.most else ""
        view.keys = [farther, ">" if self.turns > 1 else "", "YES", "NO"]
