"""A tournament clock: a delay for each turn that costs nothing, and a reserve for the whole match.

Time beyond a turn's delay comes off its side's reserve (a US or Bronstein delay). Times are
milliseconds that are handed in.
"""

from micropython import const

from picogammon.ground import ticks_diff

# By Settings.clock: seconds of delay a turn, seconds of reserve a point of the match.
_TIMES = ((0, 0), (12, 120), (8, 60), (15, 180))
NAMES = ("off", "12 s, 2 min", "8 s, 1 min", "15 s, 3 min")
ORDER = (0, 2, 1, 3)  # from short to long
_BYTES = const(3)  # of a side's reserve, in tenths of a second
_TENTH_MS = const(100)


class TournamentClock:
    """The clock of both sides.

    `side`: 0 or 1 while that side's time runs, None if nobody has to decide. `left`: each side's
    reserve in ms; `delay`: what is left of the turn's delay, in ms. `resumed`: True if what was
    left of a turn's delay had been saved.
    """

    def __init__(self, which: int, length: int, saved: bytes | None = None) -> None:
        """`which`: Settings.clock, 1.. ; `length`: of the match; `saved`: what `pack` returned."""
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
        """Lets the time of `side` run; None lets the clock stand between two turns.

        Another side than before has the whole delay; the first one, what was saved of it.
        """
        self.advance(now, self._runs_since is None)
        if side != self.side:
            self.side = side
            self.delay = self._next_delay
            self._next_delay = self._whole_delay

    def advance(self, now: int, stands: bool) -> None:
        """Counts the time since the last call; `stands`: the clock stands from now on."""
        if self._runs_since is not None and self.side is not None:
            ms = ticks_diff(now, self._runs_since)
            free = min(ms, self.delay)
            self.delay -= free
            self.left[self.side] = max(0, self.left[self.side] - (ms - free))
        self._runs_since = None if stands else now

    def fallen(self) -> int | None:
        """The side that has to decide and has no time left; else None."""
        if self.side is None or self.delay or self.left[self.side]:
            return None
        return self.side

    def shown(self) -> tuple[int, int, int | None, int]:
        """(seconds left of player 0, of player 1, running side or None, seconds of its delay)."""
        first, second = [-(-ms // 1000) for ms in self.left]
        return first, second, self.side, 0 if self.side is None else -(-self.delay // 1000)

    def pack(self, delay: bool = False) -> bytes:
        """The reserves as bytes, the body of an actions.CLOCK note.

        With `delay` also what is left of the running turn's delay.
        """
        reserves = b"".join([_tenths(ms).to_bytes(_BYTES, "big") for ms in self.left])
        return reserves + bytes((_tenths(self.delay),)) if delay else reserves


def _tenths(ms: int) -> int:
    """The tenths of a second, rounded up."""
    return -(-ms // _TENTH_MS)
