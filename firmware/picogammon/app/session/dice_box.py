"""The board's own dice: whether they can be trusted, and how they have fallen in its life.

It counts the board's own rolls by side, not dice entered by hand. The counts are saved when a game
ends, so they hardly wear the flash; a pulled plug loses those of the running game.
"""

from micropython import const

from picogammon.ground import clock

_AGAIN_MS = const(5000)  # from one test of dice that cannot be used to the next
_SIDES = const(2)
_NUMBERS = const(8)  # for each side: how often each face, the rolls, the doubles among them
_ROLLS = const(6)
_DOUBLES = const(7)
_BYTES = const(4)
_MOST = 0xFFFFFFFF  # that they hold; there it stays


class DiceBox:
    """`dice` is as entropy.Dice is; `store` keeps the counts, or is None.

    `trouble` is None, or says in words why the dice cannot be used.
    """

    def __init__(self, dice, store=None):
        self.trouble = None
        self._dice = dice
        self._store = store
        self._failed_at = None
        self._counts = [0] * (_SIDES * _NUMBERS)

    def open(self):
        """Takes up the counts. `collect` tests the dice when the board is lit."""
        blob = None
        if self._store is not None:
            try:
                blob = self._store.load()
            except OSError:
                pass  # they begin anew
        if blob is not None and len(blob) == len(self._counts) * _BYTES:
            for i in range(len(self._counts)):
                self._counts[i] = int.from_bytes(blob[i * _BYTES : (i + 1) * _BYTES], "little")

    def roll(self):
        """(d1, d2); None where the dice cannot be used, and `trouble` says why."""
        if self.trouble is None:
            try:
                return self._dice.roll()
            except OSError as error:
                self._fail(error)
        return None

    def health(self):
        """Why the dice cannot be used, in words, or None: they are tested now, if need be."""
        if self.trouble is None:
            try:
                while self._dice.collect():
                    pass
            except OSError as error:
                self._fail(error)
        return self.trouble

    def secret(self):
        """16 bytes that nobody can guess; None as `roll` gives it."""
        if self.trouble is None:
            try:
                return self._dice.secret()
            except OSError as error:
                self._fail(error)
        return None

    def collect(self, now):
        """One round's part of what the next roll needs; whether there was anything to do.

        Sets `trouble` when the dice turn out to be no good. From then on they are tried anew every
        few seconds, and it is None again when they are good.
        """
        if self.trouble is not None:
            if self._failed_at is None:
                self._failed_at = now
            if clock.diff(now, self._failed_at) < _AGAIN_MS:
                return False
        try:
            if self._dice.collect():
                return True
            self.trouble = None
        except OSError as error:
            self._fail(error)
        return False

    def stir(self, number):
        """Lets the dice have a number that nobody can foresee: when a button was pressed, in us."""
        self._dice.stir(number)

    def _fail(self, error):
        self.trouble = str(error)
        self._failed_at = None

    def note(self, roll, side):
        """Counts a roll by `side`; with None it opened a game, the first die being player 0's."""
        first, second = roll
        if side is None:
            self._counts[first - 1] += 1
            self._counts[_NUMBERS + second - 1] += 1
            return
        at = side * _NUMBERS
        self._counts[at + first - 1] += 1
        self._counts[at + second - 1] += 1
        self._counts[at + _ROLLS] += 1
        if first == second:
            self._counts[at + _DOUBLES] += 1

    def keep(self):
        """Saves the counts. If that fails, the match loses nothing."""
        if self._store is None:
            return
        try:
            counts = [min(n, _MOST).to_bytes(_BYTES, "little") for n in self._counts]
            self._store.save(b"".join(counts))
        except OSError:
            pass

    def faces(self, *sides):
        """How often each face fell for these sides: six numbers."""
        return [self._sum(face, sides) for face in range(_ROLLS)]

    def rolls(self, *sides):
        """How often these sides rolled; opening rolls are none, but their dice are in `faces`."""
        return self._sum(_ROLLS, sides)

    def doubles(self, *sides):
        """How many of these were doubles."""
        return self._sum(_DOUBLES, sides)

    def _sum(self, at, sides):
        return sum([self._counts[side * _NUMBERS + at] for side in sides])
