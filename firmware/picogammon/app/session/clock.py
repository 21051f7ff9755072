"""The tournament clock: a free delay for each turn, and a time bank for the match.

Only the part of a turn that exceeds the delay is subtracted from the player's time bank (a US or
Bronstein delay). Times are in milliseconds; the caller passes the current time as `now`.

A player's time runs during that player's decisions, even in menus. The clock is stopped from
power-on until the first press, until the answer to a resignation or a take-back, and while a mode
stops it, for example to show the computer's play.
"""

from micropython import const

from picogammon.ground import ticks_diff
from picogammon.rules import actions, match

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.app.session.session import Session

# By Settings.clock: seconds of delay per turn, seconds of time bank per point of the match.
_TIMES = ((0, 0), (12, 120), (8, 60), (15, 180))
NAMES = ("off", "12 s, 2 min", "8 s, 1 min", "15 s, 3 min")
ORDER = (0, 2, 1, 3)  # from short to long
_BYTES = const(3)  # of a side's time bank, in tenths of a second
_TENTH_MS = const(100)
_KEPT_MS = const(30000)  # the most of a time bank that is not yet saved if the power fails
_TIMED = (match.TO_ROLL, match.TO_PLAY, match.DOUBLED, match.BEAVERED, match.RACCOONED)
_ASKED = (match.RESIGNING, match.TAKING_BACK)  # offers within a turn; a refusal resumes the turn


class TournamentClock:
    """A clock for two sides, which counts down delays and time banks.

    `side`: the side (0 or 1) whose time runs; None if neither side has to decide. `left`: the ms in
    each side's time bank. `delay`: the rest of the current turn's delay in ms. `resumed`: True if
    the saved times included the rest of a delay.
    """

    def __init__(self, which: int, length: int, saved: bytes | None = None) -> None:
        """Starts with full time banks, or with the times in `saved`, the result of `pack`.

        `which`: the value of Settings.clock, from 1. `length`: the match length in points.
        """
        delay, reserve = _TIMES[which]
        self.side: int | None = None
        self.delay = 0
        self.left = [reserve * length * 1000] * 2
        self.resumed = False
        self._whole_delay = self._next_delay = delay * 1000
        self._runs_since: int | None = None
        if saved is not None and len(saved) in (2 * _BYTES, 2 * _BYTES + 1):
            for side in (0, 1):
                tenths = saved[side * _BYTES : (side + 1) * _BYTES]
                self.left[side] = int.from_bytes(tenths, "big") * _TENTH_MS
            self.resumed = len(saved) > 2 * _BYTES
            if self.resumed:
                self._next_delay = saved[-1] * _TENTH_MS

    def pass_to(self, side: int | None, now: int) -> None:
        """Gives the decision to `side`, whose time counts from `now` on; None for neither side.

        A `side` that did not have the decision before gets the whole delay; the very first side
        gets the rest of a saved delay, if there is one. A clock that was stopped stays stopped.
        """
        self.advance(now, self._runs_since is None)
        if side != self.side:
            self.side = side
            self.delay = self._next_delay
            self._next_delay = self._whole_delay

    def advance(self, now: int, stands: bool) -> None:
        """Subtracts the time since the last call from the running side's delay, then its time bank.

        `stands`: True stops the clock at `now`; False lets the clock run from `now` on.
        """
        if self._runs_since is not None and self.side is not None:
            ms = ticks_diff(now, self._runs_since)
            free = min(ms, self.delay)
            self.delay -= free
            self.left[self.side] = max(0, self.left[self.side] - (ms - free))
        self._runs_since = None if stands else now

    def out_of_time(self) -> int | None:
        """Returns the side that has to decide and has used up its time; None if no side has."""
        if self.side is None or self.delay or self.left[self.side]:
            return None
        return self.side

    def times(self) -> tuple[int, int, int | None, int]:
        """Returns (player 0's seconds, player 1's, running side, seconds of its delay).

        The running side is None and the delay is 0 if neither side has to decide.
        """
        first, second = [-(-ms // 1000) for ms in self.left]
        return first, second, self.side, 0 if self.side is None else -(-self.delay // 1000)

    def pack(self, delay: bool = False) -> bytes:
        """Returns the times as the body of a CLOCK note of actions.py.

        `delay`: True to include the rest of the current delay.
        """
        reserves = b"".join([_tenths(ms).to_bytes(_BYTES, "big") for ms in self.left])
        return reserves + bytes((_tenths(self.delay),)) if delay else reserves


def _tenths(ms: int) -> int:
    """Returns `ms` milliseconds in tenths of a second, rounded up."""
    return -(-ms // _TENTH_MS)


class MatchClock(TournamentClock):
    """The clock of a session's match, which saves its times in the match's log.

    It saves them when the clock passes to the other side, and after each 30 s of a time bank.
    `shown`: the times to display, as in View.clocks. `waits`: True stops the clock; the caller sets
    it to False at the first press.
    """

    def __init__(self, session: "Session", kept: "Callable[[bool], None]", now: int) -> None:
        """Continues with the times saved in the match of `session`, or starts with full time banks.

        `kept(saved)` is called after each save, with True if all records are on flash.
        """
        self._session = session
        self._tell = kept
        settings = session.match.settings
        noted = session.match.notes.get(actions.CLOCK)
        TournamentClock.__init__(self, settings.clock, settings.length, noted)
        self.waits = True
        self._kept = list(self.left)
        self._told = [False, False]  # by side: True once `tick` has returned it in this game
        self.pass_on(now)
        if self.resumed:
            # So the next turn saves the times again, without the rest of a delay.
            self._kept = [ms + 1 for ms in self._kept]

    def committed(self, action: bytes) -> None:
        """Lets `tick` return each side once more after a take-back or an accepted resignation.

        `action`: the record that was just committed.
        """
        taken = actions.kind_of(action) in (actions.TAKE_BACK, actions.ACCEPT)
        if taken and self._session.match.phase != match.TAKING_BACK:
            self._told = [False, False]

    def pass_on(self, now: int) -> None:
        """Passes the clock to the side that now has to decide.

        Stops the clock while a resignation or a take-back waits for its answer.
        """
        a_match = self._session.match
        if a_match.phase == match.OPENING:
            self._told = [False, False]
        passes = False
        if a_match.phase in _ASKED:
            self.advance(now, True)
        else:
            side = a_match.decider if a_match.phase in _TIMED else None
            passes = side != self.side
            self.pass_to(side, now)
        self.shown = self.times()
        if passes:
            self._keep(1)

    def tick(self, now: int, stands: bool) -> int | None:
        """Counts the time up to `now`; returns the side whose time has just run out, or None.

        `stands`: True if the caller stops the clock, for example while a play is shown.
        """
        asked = self._session.match.phase in _ASKED
        self.advance(now, stands or asked or self.waits)
        times = self.times()
        if times != self.shown:
            self.shown = times
            self._keep(_KEPT_MS)
        side = self.out_of_time()
        if side is None or self._told[side]:
            return None
        self._told[side] = True
        self._keep(1)
        return side

    def _keep(self, ms: int) -> None:
        """Saves the times if either time bank has lost at least `ms` ms since the last save."""
        if max([kept - left for kept, left in zip(self._kept, self.left)]) >= ms:
            self.keep()

    def keep(self, delay: bool = False) -> None:
        """Saves the remaining times; `delay`: True to include the rest of the turn's delay."""
        self._kept = list(self.left)
        note = actions.note(actions.CLOCK, self.pack(delay and self.side is not None))
        self._tell(self._session.keep_note(note))
