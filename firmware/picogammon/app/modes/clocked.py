"""The tournament clock at the board: whose time runs, when it stands, and what follows its fall.

A side's time runs while it has to decide, in menus as well. The clock stands after power-on until
somebody presses, while a play of the computer's is shown, while a resignation or a take-back is
answered, and while `Stopped` says so. The times left are kept with the match when the clock passes
to the other side, and now and then before.

With a friend at another board each board counts its own side's time alone, and tells it by a note
that both logs have: `told`, before this side's next action, and now and then before.
"""

from micropython import const

from picogammon.app.display import view as views
from picogammon.app.modes.answer import Answer
from picogammon.app.modes.base import Message
from picogammon.app.session.tournament import TOLD_MS, TournamentClock
from picogammon.ground import tunes
from picogammon.ground.presses import OK
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
        self.clock = self._noted()
        self.friend = navigator.session.friend
        self.waits = True  # True until somebody presses
        self._kept = list(self.clock.left)
        self._told = [False, False]  # by side: a fall was told in this game
        self.settle(now)

    def committed(self, action: bytes) -> None:
        """Notes a committed action: a fall that was taken back may happen again."""
        kind = actions.kind_of(action)
        taken = kind == actions.TAKE_BACK or kind == actions.ACCEPT  # or accepts a resignation
        if taken and self.session.match.phase != match.TAKING_BACK:
            self._told = [False, False]

    def settle(self, now: int) -> None:
        """Lets the other side's time run if an action has passed the decision to it."""
        a_match = self.session.match
        if a_match.phase == match.OPENING:
            self._told = [False, False]
        if a_match.phase in _ASKED:
            self.clock.advance(now, True)
            return
        if self.friend is not None:
            self.clock.left[1 - self.friend.side] = self._noted().left[1 - self.friend.side]
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
        if side is None or self._told[side] or self.friend is not None and side != self.friend.side:
            return None
        self._told[side] = True
        if self.friend is not None:
            self.lose(now)
            self.navigator.remark("No time left", tunes.REFUSED)
            return None
        self._keep(1)
        return Fallen(self.navigator, side)

    def lose(self, now: int) -> None:
        """Ends the game: a side that has to answer a double drops it, any other resigns."""
        late = self.session.match.phase not in _TURNS
        self.navigator.commit(actions.drop(True) if late else actions.resign(actions.SINGLE), now)

    def told(self) -> bytes | None:
        """The NOTE that tells a friend's board this side's time; None if it knows that, about."""
        noted = self._noted()
        side = self.friend.side
        left = self.clock.left[side]
        if noted.left[side] - left < (TOLD_MS if left else 1):
            return None
        noted.left[side] = left
        return actions.note(actions.CLOCK, noted.pack())

    def _noted(self) -> TournamentClock:
        """The times as the match has them."""
        a_match = self.session.match
        settings = a_match.settings
        return TournamentClock(settings.clock, settings.length, a_match.notes.get(actions.CLOCK))

    def _keep(self, ms: int) -> None:
        """Keeps the times left if at least so much has passed since they were kept."""
        left = self.clock.left
        if self.friend is not None:
            friend = self.friend
            late = self._noted().left[friend.side] - left[friend.side] >= _KEPT_MS
            if late and friend.ours and not friend.holds and friend.friend is not None:
                friend.do(self.told())
        elif self._kept[0] - left[0] >= ms or self._kept[1] - left[1] >= ms:
            self.keep()

    def keep(self) -> None:
        """Keeps the times left, where both are this board's."""
        if self.friend is not None:
            return
        self._kept = list(self.clock.left)
        note = actions.note(actions.CLOCK, self.clock.pack())
        self.navigator.kept(self.session.keep_note(note))


class Stopped(Message):
    """Stops the clock as long as this is seen."""

    stops_clock = True

    def __init__(self, navigator: "Navigator") -> None:
        Message.__init__(self, navigator, "Clock", ["Clock paused.", "OK: go on."])


class Fallen(Answer):
    """A side has no time left: the other side alone may claim the game, or play on."""

    required = True
    stops_clock = True

    def __init__(self, navigator: "Navigator", side: int) -> None:
        Answer.__init__(self, navigator)
        self.side = side
        self.may_claim = self.players.is_person(1 - side)

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
        resigns = self.session.match.phase in _TURNS
        self.navigator.clock.lose(now)
        if resigns:
            self.navigator.commit(actions.accept(), now)

    def show(self, view: views.View) -> None:
        Answer.show(self, view)
        lines = ["%s has no time left." % view.names[self.side]]
        if self.may_claim:
            lines.append("%s may claim this game, or play on." % view.names[1 - self.side])
        else:
            view.keys[2] = "PLAY ON"
        view.page = views.MessageView("Time", lines)
