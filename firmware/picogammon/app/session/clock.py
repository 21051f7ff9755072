"""The tournament clock: a free delay in each turn, and a time bank for the match.

Only the part of a turn that exceeds the delay is subtracted from the player's time bank (a US or
Bronstein delay). Times are in milliseconds. `now` is always the current time.

A player's time runs during that player's decisions, even in menus. The clock is stopped from
power-on until the first press, while a resignation or a take-back waits for its answer, and while a
mode stops the clock, for example to show the computer's play.
"""

from micropython import const

from picogammon.ground import ticks_diff
from picogammon.rules import actions, match

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable

    from picogammon.app.session.session import Session

# For each value of Settings.clock: (delay per turn, time bank per point of the match) in seconds.
_TIMES = ((0, 0), (12, 120), (8, 60), (15, 180))
NAMES = ("off", "12 s, 2 min", "8 s, 1 min", "15 s, 3 min")
ORDER = (0, 2, 1, 3)  # the values of Settings.clock from short to long times
_BYTES = const(3)  # of a side's time bank in a note, in tenths of a second
_TENTH_MS = const(100)
_KEPT_MS = const(30000)  # a power cut loses at most that much of a time bank
_TIMED = (match.TO_ROLL, match.TO_PLAY, match.DOUBLED, match.BEAVERED, match.RACCOONED)
_ASKED = (match.RESIGNING, match.TAKING_BACK)  # a refusal resumes the turn


class MatchClock:
    """The clock of a session's match, which counts down delays and time banks.

    The clock saves the times in the log when the turn passes, and whenever a time bank lost 30 s.
    """

    def __init__(self, session: "Session", kept: "Callable[[bool], None]", now: int) -> None:
        """Resumes with saved times or full time banks. Calls `kept(succeeded)` after each save."""
        self._session = session
        self._tell = kept  # called after each save, with True if all records are on flash
        settings = session.match.settings
        delay, reserve = _TIMES[settings.clock]
        self.side: int | None = None  # whose time runs; None if neither side has to decide
        self.delay = 0  # the rest of the turn's delay in ms
        self.left = [reserve * settings.length * 1000] * 2  # the time banks in ms
        self.waits = True  # stops the clock, until the caller sets it to False at the first press
        self._whole_delay = self._next_delay = delay * 1000
        self._runs_since: int | None = None
        self._told = [False, False]  # True for a side whose time ran out in this game
        saved = session.match.notes.get(actions.CLOCK, b"")
        if len(saved) in (2 * _BYTES, 2 * _BYTES + 1):
            for side in (0, 1):
                tenths = saved[side * _BYTES : (side + 1) * _BYTES]
                self.left[side] = int.from_bytes(tenths, "big") * _TENTH_MS
        resumed = len(saved) == 2 * _BYTES + 1  # the note ends with the rest of a delay
        if resumed:
            self._next_delay = saved[-1] * _TENTH_MS
        self._kept = list(self.left)
        self.pass_on(now)
        if resumed:
            self._kept = [ms + 1 for ms in self._kept]  # the next turn saves a note without delay

    def committed(self, action: bytes) -> None:
        """Lets `tick` report an empty time bank once more, if `action` completes a take-back."""
        taken = actions.kind_of(action) in (actions.TAKE_BACK, actions.ACCEPT)
        if taken and self._session.match.phase != match.TAKING_BACK:
            self._told = [False, False]

    def pass_on(self, now: int) -> None:
        """Passes the clock to the side that now has to decide; a stopped clock stays stopped.

        A turn begins with the whole delay. At power-on, a turn resumes with the rest of its delay.
        """
        a_match = self._session.match
        if a_match.phase == match.OPENING:
            self._told = [False, False]
        asked = a_match.phase in _ASKED
        self._advance(now, asked or self._runs_since is None)
        side = a_match.decider if a_match.phase in _TIMED else None
        passes = not asked and side != self.side
        if passes:
            self.side = side
            self.delay = self._next_delay
            self._next_delay = self._whole_delay
        self.shown = self._times()  # as View.clocks
        if passes:
            self._keep(1)

    def tick(self, now: int, stands: bool) -> int | None:
        """Counts the time up to `now`; returns the side whose time has just run out, or None.

        Returns a side only once per game, and once more after a take-back. `stands`: True to stop
        the clock from `now` until the next call; the time before `now` still counts.
        """
        asked = self._session.match.phase in _ASKED
        self._advance(now, stands or asked or self.waits)
        times = self._times()
        if times != self.shown:
            self.shown = times
            self._keep(_KEPT_MS)
        side = self.side
        if side is None or self.delay or self.left[side] or self._told[side]:
            return None
        self._told[side] = True
        self._keep(1)
        return side

    def _advance(self, now: int, stands: bool) -> None:
        if self._runs_since is not None and self.side is not None:
            ms = ticks_diff(now, self._runs_since)
            free = min(ms, self.delay)
            self.delay -= free
            self.left[self.side] = max(0, self.left[self.side] - (ms - free))
        self._runs_since = None if stands else now

    def _times(self) -> tuple[int, int, int | None, int]:
        """Returns (player 0's time bank, player 1's time bank, running side, delay), in seconds."""
        first, second = [-(-ms // 1000) for ms in self.left]
        return first, second, self.side, 0 if self.side is None else -(-self.delay // 1000)

    def _keep(self, ms: int) -> None:
        if max([kept - left for kept, left in zip(self._kept, self.left)]) >= ms:
            self.keep()

    def keep(self, delay: bool = False) -> None:
        """Saves both time banks in the log; if `delay`, also the rest of the turn's delay."""
        self._kept = list(self.left)
        body = b"".join([_tenths(ms).to_bytes(_BYTES, "big") for ms in self.left])
        if delay and self.side is not None:
            body += bytes((_tenths(self.delay),))
        self._tell(self._session.keep_note(actions.note(actions.CLOCK, body)))


def _tenths(ms: int) -> int:
    return -(-ms // _TENTH_MS)
