"""A slow line between two whole boards far apart: seconds late, out of order, with messages lost.

The time is the boards' own: nobody waits for it.
"""

from fakes import far_apart
from fakes.sitting import SeededDice

_PAUSE_MS = 300  # after which a page asks its board again, as friend.js does
_STEP_MS = 20


class SlowLine:
    """Two pages, each beside one of two FarBoards, and what lies between.

    A message comes `ms` late, and up to `jitter` more: so they overtake each other. One of `bad` is
    lost; 0: none. `sent`: how many messages each page has sent. `now`: milliseconds.
    """

    def __init__(self, ends, ms, jitter=0, bad=0, seed=1):
        self.ends = ends
        self.now = 0
        self.sent = [0, 0]
        self.lost = self.overtook = 0
        self.cut = False
        self._ms, self._jitter, self._bad = ms, jitter, bad
        self._chance = SeededDice(seed)
        self._coming = []  # (when, number, side that hears it, message)
        self._asks_at = [0, 0]
        self._first = ends[0].power.now, ends[1].power.now
        self._last = [0, 0]  # number that came last, by side that heard it

    def pass_time(self, ms, play=True):
        """Lets both boards and both pages go on; `play`: whether people decide, too."""
        end = self.now + ms
        while self.now < end:
            self.now += _STEP_MS
            for side in (0, 1):
                self._at_board(side, play)
            for late in [one for one in self._coming if one[0] <= self.now]:
                self._coming.remove(late)
                _, number, side, message = late
                self.overtook += number < self._last[side]
                self._last[side] = number
                self._send(1 - side, self.ends[side].hear(message))

    def _at_board(self, side, play):
        end = self.ends[side]
        behind = self.now - (end.power.now - self._first[side])
        if behind > 0:
            end.run(behind)
        if self.now < self._asks_at[side]:
            return
        self._asks_at[side] = self.now + _PAUSE_MS
        self._send(1 - side, end.acts(far_apart.hurry) if play else end.where())

    def _send(self, side, messages):
        for message in messages:
            self.sent[1 - side] += 1
            if self.cut or self._bad and self._below(self._bad) == 0:
                self.lost += 1
            else:
                late = self._ms + (self._below(self._jitter) if self._jitter else 0)
                self._coming.append((self.now + late, sum(self.sent), side, message))

    def _below(self, limit):
        return self._chance.below(limit * 97) // 97
