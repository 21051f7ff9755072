"""How many turns to take back, with the board as it was then."""

from picogammon.app.display import board_view
from picogammon.app.modes.base import Mode
from picogammon.ground.presses import NEXT, OK, PREV
from picogammon.rules import actions, steps

_WORDS = {
    actions.PLAY: "play",
    actions.DOUBLE: "double",
    actions.TAKE: "take",
    actions.DROP: "drop",
    actions.BEAVER: "beaver",
    actions.RACCOON: "raccoon",
    actions.RESIGN: "resignation",
}


class TakeBack(Mode):
    """PREV goes farther back, NEXT comes nearer, OK takes back. It starts at your last decision."""

    def __init__(self, navigator):
        Mode.__init__(self, navigator)
        match = navigator.session.match
        self.most = match.turns_back()
        self.least = actions.LAST if match.last_in_turn() else 1
        self.turns = self._first()
        self._look()

    def _first(self):
        session = self.session
        match = session.match
        if self.least == actions.LAST and session.is_person(match.before(actions.LAST).decider):
            return actions.LAST
        ways = [match.turns_back_to(side) for side in (0, 1) if session.is_person(side)]
        ways = [turns for turns in ways if turns]
        return min(ways) if ways else 1

    def _look(self):
        """Makes the match as it was then."""
        self._past = self.session.match.before(self.turns)

    def press(self, button, now):
        if button == PREV:
            self.turns = min(self.turns + 1, self.most)
            self._look()
        elif button == NEXT:
            self.turns = max(self.turns - 1, self.least)
            self._look()
        elif button == OK:
            self.navigator.commit(actions.take_back(self.turns, self.session.only_person), now)
        else:
            self.navigator.leave(self)

    def show(self, view):
        past = self._past
        board_view.show_match(view, past)
        view.dice = ()
        if past.dice:
            board_view.show_dice(view, past.dice, past.turn, steps.dice_of(past.dice))
        view.headline = question(self.session.match, self.turns)
        farther = "<" if self.turns < self.most else ""
        view.keys = [farther, ">" if self.turns > self.least else "", "YES", "NO"]


def question(match, turns):
    """The question whether to take back that much. With LAST it names the decision."""
    if turns != actions.LAST:
        return "Take back %d turn%s?" % (turns, "" if turns == 1 else "s")
    for record in match.latest(actions.LAST):
        return "Take back the %s?" % _WORDS.get(actions.kind_of(record), "answer")
