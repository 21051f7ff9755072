"""The tournament clock at the board: whose time runs, when it stands, what becomes of its fall.

A side's time runs while it has to decide, in menus as well. It stands until somebody presses after
power-on, while a play of the computer's is shown, and while `Stopped` says so. What is left is kept
with the match when the time passes to the other side, and now and then before.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.modes.answer import Agree
from picogammon.app.modes.base import Message, Mode
from picogammon.app.session.tournament import TournamentClock
from picogammon.ground.presses import OK, PREV
from picogammon.rules import actions, match

_KEPT_MS = const(30000)  # of a reserve at most are lost when the power is
_TURNS = (match.TO_ROLL, match.TO_PLAY)
_TIMED = _TURNS + (match.DOUBLED, match.BEAVERED, match.RACCOONED)


class Clocked:
    """The clock of the navigator's match. `shown`: what View.clocks is."""

    def __init__(self, navigator, now):
        a_match = navigator.session.match
        settings = a_match.settings
        self.navigator = navigator
        self.session = navigator.session
        self.clock = TournamentClock(
            settings.clock, settings.length, a_match.notes.get(actions.CLOCK)
        )
        self.waits = True  # until somebody presses
        self._kept = list(self.clock.left)
        self._told = [False, False]  # that it fell, in this game
        self.settle(now)

    def committed(self, action):
        """A fall that was taken back may happen again."""
        kind = actions.kind_of(action)
        taken = kind == actions.TAKE_BACK or kind == actions.ACCEPT  # if not of a resignation
        if taken and self.session.match.phase != match.TAKING_BACK:
            self._told = [False, False]

    def settle(self, now):
        """Something was committed: perhaps the time is the other side's now."""
        a_match = self.session.match
        if a_match.phase == match.OPENING:
            self._told = [False, False]
        side = a_match.decider if a_match.phase in _TIMED else None
        passes = side != self.clock.side
        self.clock.pass_to(side, now)
        self.shown = self.clock.shown()
        if passes:
            self._keep(1)

    def tick(self, now, stands):
        """Lets time pass; `stands`: the mode on top stops the clock."""
        self.clock.advance(now, stands or self.waits)
        shown = self.clock.shown()
        if shown != self.shown:
            self.shown = shown
            self._keep(_KEPT_MS)
            self.navigator.redraw()
        side = self.clock.fallen()
        if side is not None and not self._told[side]:
            self._told[side] = True
            self._keep(1)
            self.navigator.alert(Fallen(self.navigator, side), now)

    def _keep(self, ms):
        """Keeps what is left, if so much has gone since it was kept."""
        left = self.clock.left
        if self._kept[0] - left[0] >= ms or self._kept[1] - left[1] >= ms:
            self.keep()

    def keep(self):
        """Keeps what is left."""
        self._kept = list(self.clock.left)
        self.navigator.keep_note(actions.note(actions.CLOCK, self.clock.pack()))


class Stopped(Message):
    """The clock stands as long as this is seen."""

    stops_clock = True

    def __init__(self, navigator):
        Message.__init__(self, navigator, "Clock", ["The clock stands.", "OK: it goes on."])


class Fallen(Mode):
    """A side has no time left. The other may claim the game, or play on; against a person the claim
    needs his consent."""

    required = True
    stops_clock = True

    def __init__(self, navigator, side):
        Mode.__init__(self, navigator)
        self.side = side
        self.may_claim = self.session.is_person(1 - side)

    def press(self, button, now):
        if button == OK:
            self.navigator.leave(self)
        elif button == PREV and self.may_claim:
            self.navigator.leave(self)
            if self.session.is_person(self.side):
                agree = Agree(self.navigator, (self.side,), "lost on time", self._end)
                agree.stops_clock = True
                self.navigator.open(agree)
            else:
                self._end(now)

    def _end(self, now):
        """Ends the game: who has to answer a double loses it, else it is resigned."""
        if self.session.match.phase in _TURNS:
            self.navigator.commit(actions.resign(actions.SINGLE), now)
            self.navigator.commit(actions.accept(), now)
        else:
            self.navigator.commit(actions.drop(True), now)

    def show(self, view):
        fallen, other = view.names[self.side], view.names[1 - self.side]
        lines = ["%s has no time left." % fallen]
        if self.may_claim:
            lines.append("%s may claim this game, or play on." % other)
        view.page = views.MessageView("Time", lines)
        view.keys = ["CLAIM" if self.may_claim else "", "", "PLAY ON", ""]
