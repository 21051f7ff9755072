"""A match's dice: the board's own, or sealed dice, computed from a secret (see seal.py).

The board counts all rolls that it has ever made. To spare the flash, it saves these counts only at
the end of a game. A power cut loses the counts of the running game.
"""

from micropython import const

from picogammon.ground import ticks_diff
from picogammon.rules import actions

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from picogammon.app.session.seal import SealedDice
    from picogammon.devices.entropy import Dice
    from picogammon.devices.files import Store
    from picogammon.rules.match import Match

    _Given = TypeVar("_Given")

_AGAIN_MS = const(5000)  # between two tests of dice that failed
_SIDES = const(2)
_NUMBERS = const(8)  # for each side: how often each face fell, the number of rolls, that of doubles
_ROLLS = const(6)
_DOUBLES = const(7)
_BYTES = const(4)
_MOST = 0xFFFFFFFF  # the largest count that can be saved


class DiceBox:
    """The board's own dice, with self-tests of their randomness and counts of their rolls."""

    def __init__(self, dice: "Dice", store: "Store") -> None:
        """Makes the box with counts of zero; `open` loads the counts from `store`."""
        self.trouble: str | None = None  # the reason why the dice cannot be used, in words
        self._dice = dice
        self._store = store
        self._failed_at: int | None = None
        self._counts = [0] * (_SIDES * _NUMBERS)

    def open(self) -> None:
        """Loads the saved counts. The self-tests wait for `collect`: the lights come on sooner."""
        try:
            blob = self._store.load()
        except OSError:
            blob = None  # the counts start over
        if blob is None:
            return
        starts = range(0, len(blob), _BYTES)
        counts = [int.from_bytes(blob[at : at + _BYTES], "little") for at in starts]
        if _possible(counts):
            self._counts = counts
        else:
            self._store.reject()

    @property
    def damage(self) -> str | None:
        """The damage to the saved counts, in words; None if they are intact."""
        return self._store.damage

    def roll(self) -> tuple[int, int] | None:
        """Returns (d1, d2), or None if the dice cannot be used; `trouble` gives the reason."""
        return self._tried(self._dice.roll)

    def secret(self) -> bytes | None:
        """Returns 16 unpredictable bytes, or None if the dice cannot be used."""
        return self._tried(self._dice.secret)

    def health(self) -> str | None:
        """Runs the self-tests unless `trouble` is set; returns `trouble`, or None if all pass."""
        while self._tried(self._dice.collect):
            pass
        return self.trouble

    def _tried(self, act: "Callable[[], _Given]") -> "_Given | None":
        if self.trouble is None:
            try:
                return act()
            except OSError as error:
                self._fail(error)
        return None

    def collect(self, now: int) -> bool:
        """Takes or checks random samples for the next roll; returns True if there was work to do.

        If a self-test of the dice fails, sets `trouble`, and repeats the tests every five seconds.
        """
        if self.trouble is not None:
            if self._failed_at is None:
                self._failed_at = now
            if ticks_diff(now, self._failed_at) < _AGAIN_MS:
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
        """Counts `roll` for `side`; None for an opening roll, which has one die per side."""
        first, second = roll
        for who, die in ((0, first), (1, second)):
            self._counts[(who if side is None else side) * _NUMBERS + die - 1] += 1
        if side is not None:
            self._counts[side * _NUMBERS + _ROLLS] += 1
            self._counts[side * _NUMBERS + _DOUBLES] += first == second

    def keep(self) -> None:
        """Saves the counts; ignores a write that fails."""
        try:
            counts = [min(n, _MOST).to_bytes(_BYTES, "little") for n in self._counts]
            self._store.save(b"".join(counts))
        except OSError:
            pass

    def counts(self, *sides: int) -> list[int]:
        """Returns eight counts, each the sum over `sides`.

        The first six counts say how often each face (1 to 6) fell. The last two are the number of
        rolls and the number of doubles. Opening rolls count only as faces.
        """
        columns = [self._counts[side * _NUMBERS : (side + 1) * _NUMBERS] for side in sides]
        return [sum(column) for column in zip(*columns)]


def _possible(counts: "list[int]") -> bool:
    if len(counts) != _SIDES * _NUMBERS:
        return False
    for at in (0, _NUMBERS):
        rolls = counts[at + _ROLLS]  # without opening rolls, which count only as faces
        if counts[at + _DOUBLES] > rolls or sum(counts[at : at + _ROLLS]) < 2 * rolls:
            return False
    return True


class MatchDice:
    """The dice of the running match: `sealed`, if the match has sealed dice, otherwise `box`."""

    def __init__(self, dice: "Dice", store: "Store", seal_store: "Store") -> None:
        self.box = DiceBox(dice, store)
        self.seal_store = seal_store  # for the secrets of sealed dice
        self.sealed: "SealedDice | None" = None

    def take(self, match: "Match") -> None:
        """Switches to the dice of `match`, which becomes the running match."""
        self.sealed = None
        if actions.SEAL in match.notes:
            from picogammon.app.session.seal import SealedDice  # saves memory: hardly ever needed

            self.sealed = SealedDice(match, self.seal_store)

    def roll(self, match: "Match") -> tuple[int, int] | None:
        """Returns (d1, d2), the next roll of `match`, or None if the dice have `trouble`."""
        return self.box.roll() if self.sealed is None else self.sealed.roll(match)

    @property
    def trouble(self) -> str | None:
        """The reason why the dice cannot be rolled, in words; None if they can."""
        return self.box.trouble if self.sealed is None else self.sealed.trouble
