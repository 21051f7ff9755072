"""The tournament clock at the board: whose time runs, when it stands, and what follows its fall.

A side's time runs while it has to decide, in menus as well. The clock stands after power-on until
somebody presses, while a play of the computer's is shown, while a resignation or a take-back is
answered, and while `Stopped` says so. The times left are kept with the match when the clock passes
to the other side, and now and then before.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.modes.answer import Answer
from picogammon.app.modes.base import Message
from picogammon.app.session.tournament import TournamentClock
from picogammon.ground import OK
from picogammon.rules import actions, match

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.modes.answer import Choices
    from picogammon.app.modes.base import Mode
    from picogammon.app.modes.navigator import Navigator

_KEPT_MS = const(30000)  # the most of a reserve that a power cut loses
_TURNS = (match.TO_ROLL, match.TO_PLAY)
_TIMED = _TURNS + (match.DOUBLED, match.BEAVERED, match.RACCOONED)
_ASKED = (match.RESIGNING, match.TAKING_BACK)  # within a turn: after a refusal it goes on as it was


class Clocked:
    """The clock of the navigator's match. `shown`: its times, as in View.clocks."""

    def __init__(self, navigator: "Navigator", now: int) -> None:
        self.navigator = navigator
        self.session = navigator.session
        a_match = self.session.match
        settings = a_match.settings
        noted = a_match.notes.get(actions.CLOCK)
        self.clock = TournamentClock(settings.clock, settings.length, noted)
        self.waits = True  # True until somebody presses
        self._kept = list(self.clock.left)
        self._told = [False, False]  # by side: a fall was told in this game
        self.pass_on(now)
        if self.clock.resumed:
            self._kept = [ms + 1 for ms in self._kept]  # the next turn's note has no delay in it

    def committed(self, action: bytes) -> None:
        """Notes a committed action: a fall that was taken back may happen again."""
        kind = actions.kind_of(action)
        taken = kind == actions.TAKE_BACK or kind == actions.ACCEPT  # or accepts a resignation
        if taken and self.session.match.phase != match.TAKING_BACK:
            self._told = [False, False]

    def pass_on(self, now: int) -> None:
        """Lets the other side's time run if an action has passed the decision to it."""
        a_match = self.session.match
        if a_match.phase == match.OPENING:
            self._told = [False, False]
        passes = False
        if a_match.phase in _ASKED:
            self.clock.advance(now, True)
        else:
            side = a_match.decider if a_match.phase in _TIMED else None
            passes = side != self.clock.side
            self.clock.pass_to(side, now)
        self.shown = self.clock.shown()
        if passes:
            self._keep(1)

    def tick(self, now: int, stands: bool) -> "Mode | None":
        """Lets time pass; returns the mode to open if a side's time has just run out.

        `stands`: the mode on top stops the clock.
        """
        asked = self.session.match.phase in _ASKED
        self.clock.advance(now, stands or asked or self.waits)
        shown = self.clock.shown()
        if shown != self.shown:
            self.shown = shown
            self._keep(_KEPT_MS)
            self.navigator.changed = True
        side = self.clock.fallen()
        if side is None or self._told[side]:
            return None
        self._told[side] = True
        self._keep(1)
        return Fallen(self.navigator, side)

    def _keep(self, ms: int) -> None:
        """Keeps the times left if at least so much has passed since they were kept."""
        left = self.clock.left
        if self._kept[0] - left[0] >= ms or self._kept[1] - left[1] >= ms:
            self.keep()

    def keep(self, delay: bool = False) -> None:
        """Keeps the times left; with `delay` also what is left of the running turn's delay."""
        self._kept = list(self.clock.left)
        note = actions.note(actions.CLOCK, self.clock.pack(delay and self.clock.side is not None))
        self.navigator.kept(self.session.keep_note(note))


class Stopped(Message):
    """Stops the clock as long as this is seen."""

    stops_clock = True

    def __init__(self, navigator: "Navigator") -> None:
        Message.__init__(self, navigator, "Clock", ["Clock paused.", "OK: resume."])


class Fallen(Answer):
    """A side has no time left: the other side alone may claim the game, or play on."""

    required = True
    stops_clock = True

    def __init__(self, navigator: "Navigator", side: int) -> None:
        Answer.__init__(self, navigator)
        self.side = side

    @property
    def may_claim(self) -> bool:
        """True if a person plays the other side."""
        return self.players.is_person(1 - self.side)

    def answerer(self) -> int:
        return 1 - self.side

    def choices(self) -> "Choices":
        if not self.may_claim:
            return ()
        return (("CLAIM", "claim the game", self._end), ("PLAY ON", "play on", self._leave))

    def press(self, button: int, now: int) -> None:
        if self.may_claim:
            Answer.press(self, button, now)
        elif button == OK:
            self._leave(now)

    def _leave(self, now: int) -> None:
        self.navigator.leave(self)

    def _end(self, now: int) -> None:
        """The side whose time is over loses the game."""
        self._leave(now)
        if self.session.match.phase in _TURNS:
            self.navigator.commit(actions.resign(actions.SINGLE), now)
            self.navigator.commit(actions.accept(), now)
        else:  # it has to answer a double
            self.navigator.commit(actions.drop(True), now)

    def show(self, view: views.View) -> None:
        self.show_below(view)
        Answer.show(self, view)
        lines = ["%s's time is up." % view.names[self.side]]
        if self.may_claim:
            lines.append("%s: claim the game or play on?" % view.names[1 - self.side])
        else:
            view.keys[2] = "PLAY ON"
        view.page = views.MessageView("Time", lines)
