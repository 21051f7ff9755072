"""A person's play, built step by step with the hand on the checkers."""

from picogammon.app.display import board_view
from picogammon.app.display import view as views
from picogammon.app.modes.base import Mode
from picogammon.app.modes.landing import landings, sources
from picogammon.ground.presses import BACK, NEXT, OK, PREV
from picogammon.rules import actions, plays_text, steps
from picogammon.rules.position import BAR


class HandMode(Mode):
    """Walk over the checkers that can move, pick one up, put it down; OK ends the turn.

    A forced play is laid out whole and waits for OK; if nothing can be played, OK goes on.
    """

    def __init__(self, navigator):
        Mode.__init__(self, navigator)
        match = navigator.session.match
        self.side = match.turn
        self.before = bytes(match.position)
        self.hand = steps.Hand(match.position, match.dice)
        count = navigator.session.plays.generate(match.position, match.dice[0], match.dice[1])
        self.nothing = count == 0
        self.forced = count == 1
        if self.forced:
            for a_step in navigator.session.plays.steps(0):
                self.hand.make(a_step)
        self.places = []
        self.at = 0
        self.spots = None  # landings of the checker picked up
        self.spot = 0
        self._look_round()

    def _look_round(self):
        self.spots = None
        self.places = sources(self.hand)
        self.at = 0

    def lay(self, play_steps):
        """Lays out a play of these dice, in place of what was built."""
        while self.hand.undo() is not None:
            pass
        for a_step in play_steps:
            self.hand.make(a_step)
        self._look_round()

    def press(self, button, now):
        if self.spots is not None:
            self._press_lifted(button)
        elif self.hand.complete:
            self._press_complete(button, now)
        elif button in (PREV, NEXT):
            self.at = (self.at + (1 if button == NEXT else -1)) % len(self.places)
        elif button == OK:
            self._lift()
        elif button == BACK:
            self._undo()

    def _press_complete(self, button, now):
        if button == OK:
            self.navigator.commit(actions.play(self.hand.steps), now)
        elif button == BACK:
            self._undo()

    def _press_lifted(self, button):
        if button == OK:
            self._put_down()
        elif button == BACK:
            self.spots = None
        else:
            self.spot = (self.spot + (1 if button == NEXT else -1)) % len(self.spots)

    def _lift(self):
        self.spots = landings(self.hand, self.places[self.at])
        self.spot = 0
        if len(self.spots) == 1:
            self._put_down()

    def _put_down(self):
        for a_step in self.spots[self.spot].steps:
            self.hand.make(a_step)
        self._look_round()

    def _undo(self):
        """Takes the last step back and leaves the cursor on its checker."""
        a_step = self.hand.undo()
        if a_step is None:
            return
        self._look_round()
        self.at = self.places.index(steps.source(a_step))

    def show(self, view):
        board_view.show_position(view, self.hand.position, self.side)
        board_view.show_dice(view, self.session.match.dice, self.side, self.hand.dice)
        if self.spots is not None:
            self._show_lifted(view)
        elif self.hand.complete:
            self._show_complete(view)
        else:
            self._show_walk(view)

    def _mark(self, view, point, mark):
        view.marks[board_view.place_of(self.side, point)] = mark

    def _show_walk(self, view):
        for point in self.places:
            self._mark(view, point, views.CAN_MOVE)
        cursor = self.places[self.at]
        self._mark(view, cursor, views.CURSOR)
        name = view.names[self.side]
        view.headline = "%s: %s" % (name, "bar" if cursor == BAR else "%d" % cursor)
        view.keys = ["<", ">", "PICK", "UNDO" if self.hand.steps else ""]
        if len(self.places) == 1:
            view.keys[0] = view.keys[1] = ""

    def _show_lifted(self, view):
        for landing in self.spots:
            self._mark(view, landing.target, views.LANDING)
        source = self.places[self.at]
        target = self.spots[self.spot].target
        self._mark(view, source, views.LIFTED)
        self._mark(view, target, views.LANDING_CURSOR)
        view.headline = "%s > %s" % ("bar" if source == BAR else source, target or "off")
        view.keys = ["<", ">", "PUT", "BACK"]

    def _show_complete(self, view):
        if self.nothing:
            view.headline = "No legal play"
            view.keys = ["", "", "GO ON", ""]
            return
        for a_step in self.hand.steps:
            self._mark(view, steps.source(a_step), views.CAME_FROM)
        for a_step in self.hand.steps:
            self._mark(view, steps.target(a_step), views.WENT_TO)
        text = plays_text.format_play(_signed(self.before), self.hand.steps)
        view.headline = "Only: " + text if self.forced else text
        view.keys = ["", "", "DONE", "UNDO"]


def _signed(raw):
    return [byte - 256 if byte > 127 else byte for byte in raw]
