"""A match's dice: the board's own, or sealed ones.

DiceBox looks after the board's dice: whether they can be trusted, and how they have fallen in the
board's life. It counts its own rolls by side, not dice entered by hand. It saves the counts when a
game ends, so they hardly wear the flash; a power cut loses those of the running game.

Sealed dice follow from a secret and the other side's number. The seal, which is the secret's
SHA-256, was shown before the match. Roll r of game g is what `roll_of` makes of the SHA-256 of the
text `SECRET NUMBER g r`. The secret is 32 hexadecimal digits, and is in a separate file until the
match is over; the seal and the number are a note in the match's log.
"""

from binascii import hexlify
from hashlib import sha256
from micropython import const

from picogammon.ground import roll_of, ticks_diff
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.entropy import Dice
    from picogammon.devices.files import Store
    from picogammon.rules.match import Match

_AGAIN_MS = const(5000)  # between two tests of dice that failed
_SIDES = const(2)
_NUMBERS = const(8)  # for each side: how often each face fell, the rolls, the doubles among them
_ROLLS = const(6)
_DOUBLES = const(7)
_BYTES = const(4)
_MOST = 0xFFFFFFFF  # the largest count: there it stays
_SECRET = const(32)  # letters
_NUMBER = const(40)  # offset of the number in a note: after the game, its scores, the seal
_SCORES = const(6)
_KEPT = const(32)  # secrets: a match that was put aside may be resumed


class DiceBox:
    """The board's own dice. `trouble`: why they cannot be used, in words, or None."""

    def __init__(self, dice: "Dice", store: "Store | None" = None) -> None:
        """`store`: keeps the counts, or None."""
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
            blob = None  # the counts start over
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
        """The damage of the saved counts, or None."""
        return None if self._store is None else self._store.damage

    def roll(self) -> tuple[int, int] | None:
        """Returns (d1, d2), or None if the dice cannot be used."""
        if self.trouble is None:
            try:
                return self._dice.roll()
            except OSError as error:
                self._fail(error)
        return None

    def health(self) -> str | None:
        """Tests the dice now, unless they have failed; returns `trouble`."""
        if self.trouble is None:
            try:
                while self._dice.collect():
                    pass
            except OSError as error:
                self._fail(error)
        return self.trouble

    def secret(self) -> bytes | None:
        """Returns 16 bytes that nobody can guess, or None if the dice cannot be used."""
        if self.trouble is None:
            try:
                return self._dice.secret()
            except OSError as error:
                self._fail(error)
        return None

    def collect(self, now: int) -> bool:
        """Does a round's part of the work for the next roll; True if there was some to do.

        It sets `trouble` if the dice fail a test. From then on it tests them every few seconds, and
        clears `trouble` once they pass.
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
        """Counts a roll by `side`; None for an opening roll, whose first die is player 0's."""
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
        """Saves the counts, if the flash can be written."""
        if self._store is None:
            return
        try:
            counts = [min(n, _MOST).to_bytes(_BYTES, "little") for n in self._counts]
            self._store.save(b"".join(counts))
        except OSError:
            pass

    def faces(self, *sides: int) -> list[int]:
        """Returns six numbers: how often each face fell for these sides."""
        return [self._sum(face, sides) for face in range(_ROLLS)]

    def rolls(self, *sides: int) -> int:
        """Returns the number of rolls by these sides, without opening rolls."""
        return self._sum(_ROLLS, sides)

    def doubles(self, *sides: int) -> int:
        """Returns how many of these rolls were doubles."""
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
    """The dice of a match.

    `box`: the DiceBox. `sealed`: the SealedDice of a match whose dice are sealed, or None.
    `seal_store`: a Store that keeps the secrets of sealed dice.
    """

    def __init__(
        self, dice: "Dice", store: "Store | None" = None, seal_store: "Store | None" = None
    ) -> None:
        """`dice`, `store`: as for DiceBox."""
        self.box = DiceBox(dice, store)
        self.seal_store = seal_store
        self.sealed: "SealedDice | None" = None

    def take(self, match: "Match") -> None:
        """Takes the dice of another match."""
        is_sealed = actions.SEAL in match.notes
        self.sealed = SealedDice(match, self.seal_store) if is_sealed else None

    def roll(self, match: "Match") -> tuple[int, int] | None:
        """Returns (d1, d2), the next roll of the match; None if there is `trouble`."""
        return self.box.roll() if self.sealed is None else self.sealed.roll(match)

    @property
    def trouble(self) -> str | None:
        """The reason why the board cannot roll, or None."""
        return self.box.trouble if self.sealed is None else self.sealed.trouble


# Sealed dice.


def seal_of(secret: str) -> bytes:
    """The seal of a secret, 32 bytes."""
    return sha256(secret.encode()).digest()


def hex_text(digest: bytes) -> str:
    """A digest as upper-case hexadecimal digits."""
    return hexlify(digest).decode().upper()


def sealed_roll(secret: str, number: str, game: int, count: int) -> tuple[int, int]:
    """Returns (d1, d2) of roll `count` of a game; both are counted from 1."""
    return roll_of(sha256(("%s %s %d %d" % (secret, number, game, count)).encode()).digest())


def seal_note(seal: bytes, number: str, game: int = 1, scores: bytes = bytes(_SCORES)) -> bytes:
    """Returns the NOTE of a sealed match. `scores`: six bytes, as in the game's GAME record."""
    return actions.note(actions.SEAL, game.to_bytes(2, "big") + scores + seal + number.encode())


class Seal:
    """The content of a NOTE on the SEAL: `game` of the match, its `scores`, `seal`, `number`.

    `number`: digits, as text.
    """

    def __init__(self, body: bytes) -> None:
        self.game = int.from_bytes(body[:2], "big")
        self.scores = bytes(body[2 : 2 + _SCORES])
        self.seal = bytes(body[2 + _SCORES : _NUMBER])
        self.number = _text(body[_NUMBER:])


class SealedDice:
    """The dice of a sealed match.

    `secret`: its text, or None if it is lost. `trouble`: why the dice cannot be rolled, or None.
    """

    def __init__(self, match: "Match", store: "Store | None") -> None:
        """`match`: has a note on its SEAL. `store`: keeps the secrets of this match and of those
        before it, so that a power cut never separates a log from its secret.
        """
        said = Seal(match.notes[actions.SEAL])
        self.seal = said.seal
        self.number = said.number
        self.game = said.game
        if said.scores != _scores(match):  # the power failed before the new game's note
            self.game += 1
        self.secret = self.trouble = None
        if actions.SECRET in match.notes:
            self.secret = _text(match.notes[actions.SECRET])
            self.trouble = "the secret of the sealed dice was revealed"
            return
        for secret in secrets(store):
            if seal_of(secret) == self.seal:
                self.secret = secret
        if self.secret is None:
            self.trouble = "the secret of the sealed dice is lost"

    def roll(self, match: "Match") -> tuple[int, int] | None:
        """Returns the next roll of the running game; None if there is `trouble`."""
        if self.trouble or self.secret is None:
            return None
        return sealed_roll(self.secret, self.number, self.game, match.rolls_made() + 1)

    def secret_note(self, match: "Match", following: "Match | None") -> bytes | None:
        """Returns the NOTE that reveals the secret; None before its time, or if it was revealed.

        The secret is revealed when `match` is over, or when the match `following`, with other dice,
        takes its place.
        """
        if self.secret is None or actions.SECRET in match.notes:
            return None
        if following is not None:
            again = following.notes.get(actions.SEAL)
            if again and Seal(again).seal == self.seal:  # the same match, from a backup
                return None
        elif match.phase != MATCH_OVER:
            return None
        return actions.note(actions.SECRET, self.secret.encode())

    def next_game(self, match: "Match") -> bytes:
        """Counts another game, which has begun; returns its NOTE."""
        self.game += 1
        return seal_note(self.seal, self.number, self.game, _scores(match))


def _scores(match: "Match") -> bytes:
    """The scores that the running game began with, as bytes of its GAME record."""
    return next(match.records())[1 : 1 + _SCORES]


def secrets(store: "Store | None") -> list[str]:
    """Returns the secrets in the store, the newest first."""
    try:
        blob = store.load() if store is not None else None
    except OSError:
        blob = None
    text = _text(blob or b"")
    return [text[at : at + _SECRET] for at in range(0, len(text), _SECRET)]


def _text(data: bytes) -> str:
    """Bytes as text, or "" if they are not text."""
    try:
        return data.decode()
    except ValueError:  # another program's file
        return ""


def keep_secret(store: "Store | None", secret: str) -> None:
    """Adds a secret to the store. Raises OSError if that fails."""
    if store is not None:
        store.save("".join([secret] + secrets(store)[: _KEPT - 1]).encode())
