"""A match's dice: the board's own, or sealed ones.

The board's are looked after: whether they can be trusted, and how they have fallen in its life. It
counts its own rolls by side, not dice entered by hand. The counts are saved when a game ends, so
they hardly wear the flash; a pulled plug loses those of the running game.
"""

from micropython import const

from picogammon.ground import clock
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from typing import Protocol

    from picogammon.app.session.seal import SealedDice
    from picogammon.rules.match import Match

    class Store(Protocol):
        """A devices.files.Store: the bytes that it keeps."""

        damage: str | None

        def load(self) -> bytes | None: ...
        def reject(self) -> None: ...
        def save(self, blob: bytes) -> None: ...
        def keep_damaged(self) -> None: ...

    class Dice(Protocol):
        """A devices.entropy.Dice."""

        def collect(self) -> bool: ...
        def roll(self) -> tuple[int, int]: ...
        def secret(self) -> bytes: ...


_AGAIN_MS = const(5000)  # between two tests of dice that failed
_SIDES = const(2)
_NUMBERS = const(8)  # for each side: how often each face fell, the rolls, the doubles among them
_ROLLS = const(6)
_DOUBLES = const(7)
_BYTES = const(4)
_MOST = 0xFFFFFFFF  # the largest count: there it stays


class DiceBox:
    """`dice`: an entropy.Dice. `store`: a Store that keeps the counts, or None.

    `trouble` is None, or says in words why the dice cannot be used.
    """

    def __init__(self, dice: "Dice", store: "Store | None" = None) -> None:
        self.trouble: str | None = None
        self._dice = dice
        self._store = store
        self._failed_at: int | None = None
        self._counts = [0] * (_SIDES * _NUMBERS)

    def open(self) -> None:
        """Loads the counts. `collect` tests the dice once the board is lit."""
        if self._store is None:
            return
        try:
            blob = self._store.load()
        except OSError:
            blob = None  # the counts begin anew
        if blob is None:
            return
        counts = []
        for at in range(0, len(blob), _BYTES):
            counts.append(int.from_bytes(blob[at : at + _BYTES], "little"))
        if _possible(counts):
            self._counts = counts
        else:
            self._store.reject()

    @property
    def damage(self) -> str | None:
        """What was wrong with the saved counts, or None."""
        return None if self._store is None else self._store.damage

    def roll(self) -> tuple[int, int] | None:
        """(d1, d2), or None if the dice cannot be used; then `trouble` says why."""
        if self.trouble is None:
            try:
                return self._dice.roll()
            except OSError as error:
                self._fail(error)
        return None

    def health(self) -> str | None:
        """Why the dice cannot be used, in words, or None. Tests them now, if need be."""
        if self.trouble is None:
            try:
                while self._dice.collect():
                    pass
            except OSError as error:
                self._fail(error)
        return self.trouble

    def secret(self) -> bytes | None:
        """16 bytes that nobody can guess, or None if the dice cannot be used."""
        if self.trouble is None:
            try:
                return self._dice.secret()
            except OSError as error:
                self._fail(error)
        return None

    def collect(self, now: int) -> bool:
        """Does a round's part of the work for the next roll; True if there was some to do.

        Sets `trouble` if the dice turn out to be no good. From then on they are tested every few
        seconds, and `trouble` is None again once they are good.
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

    def _fail(self, error: OSError) -> None:
        self.trouble = str(error)
        self._failed_at = None

    def note(self, roll: tuple[int, int], side: int | None) -> None:
        """Counts a roll by `side`; None: an opening roll, whose first die is player 0's."""
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

    def keep(self) -> None:
        """Saves the counts. If that fails, the match loses nothing."""
        if self._store is None:
            return
        try:
            counts = [min(n, _MOST).to_bytes(_BYTES, "little") for n in self._counts]
            self._store.save(b"".join(counts))
        except OSError:
            pass

    def faces(self, *sides: int) -> list[int]:
        """How often each face fell for these sides: six numbers."""
        return [self._sum(face, sides) for face in range(_ROLLS)]

    def rolls(self, *sides: int) -> int:
        """How often these sides rolled, without opening rolls, whose dice are in `faces`."""
        return self._sum(_ROLLS, sides)

    def doubles(self, *sides: int) -> int:
        """How many of these rolls were doubles."""
        return self._sum(_DOUBLES, sides)

    def _sum(self, at: int, sides: tuple[int, ...]) -> int:
        return sum([self._counts[side * _NUMBERS + at] for side in sides])


def _possible(counts: "list[int]") -> bool:
    """True for counts that a board keeps: each roll has two dice, and some are doubles."""
    if len(counts) != _SIDES * _NUMBERS:
        return False
    for at in (0, _NUMBERS):
        rolls = counts[at + _ROLLS]
        if counts[at + _DOUBLES] > rolls or sum(counts[at : at + _ROLLS]) < 2 * rolls:
            return False
    return True


class MatchDice:
    """Where a match's rolls come from.

    `box`: the DiceBox. `sealed`: the seal.SealedDice of a match whose dice are sealed, or None.
    """

    def __init__(
        self, dice: "Dice", store: "Store | None" = None, seal_store: "Store | None" = None
    ) -> None:
        """`dice` and `store`: as for DiceBox. `seal_store`: a Store that keeps seals' secrets."""
        self.box = DiceBox(dice, store)
        self.sealed: "SealedDice | None" = None
        self.seal_store = seal_store

    def take(self, match: "Match") -> None:
        """Makes its rolls those of a match that is taken up."""
        self.sealed = None
        if actions.SEAL in match.notes:
            from picogammon.app.session.seal import SealedDice  # saves memory if nobody seals

            self.sealed = SealedDice(match, self.seal_store)

    def roll(self, match: "Match") -> tuple[int, int] | None:
        """(d1, d2), the next roll of the match; None if there is `trouble`."""
        return self.box.roll() if self.sealed is None else self.sealed.roll(match)

    @property
    def trouble(self) -> str | None:
        """Why the board cannot roll, or None."""
        return self.box.trouble if self.sealed is None else self.sealed.trouble
