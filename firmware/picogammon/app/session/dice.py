"""A match's dice: the board's own, or sealed ones.

DiceBox tests whether the board's own dice can be trusted, and counts how they have fallen since the
board was new. It counts only the dice that the board rolls, separately for each side, and no dice
entered by hand. It saves the counts when a game ends, to spare the flash; a power cut loses the
counts of the running game.

Sealed dice are rolls that are fixed before the match begins. They are computed from a secret of the
board and a number that the other side chooses. Before the match, the board shows the seal, which is
the SHA-256 of the secret. Roll r of game g is `roll_of` applied to the SHA-256 of the text `SECRET
NUMBER g r`. The secret, 32 hexadecimal digits, is in a separate file until the match is over; the
seal and the number are in a note in the match's log.
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
    """The board's own dice, with their tests and the counts of their rolls.

    `trouble`: the reason why the dice cannot be used, in words; None if they can.
    """

    def __init__(self, dice: "Dice", store: "Store | None" = None) -> None:
        """Makes the box; `open` then loads the counts.

        `dice`: the source of rolls. `store`: the Store for the counts; None if they are not saved.
        """
        self.trouble: str | None = None
        self._dice = dice
        self._store = store
        self._failed_at: int | None = None
        self._counts = [0] * (_SIDES * _NUMBERS)

    def open(self) -> None:
        """Loads the saved counts.

        The dice are tested later, by `collect`, once the lights are on.
        """
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
        """The damage of the saved counts, in words; None if they are sound."""
        return None if self._store is None else self._store.damage

    def roll(self) -> tuple[int, int] | None:
        """Returns (d1, d2), or None if the dice cannot be used; `trouble` gives the reason."""
        if self.trouble is None:
            try:
                return self._dice.roll()
            except OSError as error:
                self._fail(error)
        return None

    def health(self) -> str | None:
        """Tests the dice now, unless they have failed before; returns `trouble`."""
        if self.trouble is None:
            try:
                while self._dice.collect():
                    pass
            except OSError as error:
                self._fail(error)
        return self.trouble

    def secret(self) -> bytes | None:
        """Returns 16 unpredictable bytes, or None if the dice cannot be used."""
        if self.trouble is None:
            try:
                return self._dice.secret()
            except OSError as error:
                self._fail(error)
        return None

    def collect(self, now: int) -> bool:
        """Does a part of the work for the next roll; returns True if there was work to do.

        If the dice fail a test, this sets `trouble`. It then tests the dice every five seconds, and
        clears `trouble` once they pass. `now`: the current time in ms.
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
        """Counts `roll` for `side`.

        If `side` is None, `roll` is an opening roll, which has player 0's die first and player 1's
        second.
        """
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
        """Saves the counts; ignores a write that fails."""
        if self._store is None:
            return
        try:
            counts = [min(n, _MOST).to_bytes(_BYTES, "little") for n in self._counts]
            self._store.save(b"".join(counts))
        except OSError:
            pass

    def faces(self, *sides: int) -> list[int]:
        """Returns six numbers: how often `sides` together have rolled each face, from 1 to 6."""
        return [self._sum(face, sides) for face in range(_ROLLS)]

    def rolls(self, *sides: int) -> int:
        """Returns the number of rolls by `sides` together, without opening rolls."""
        return self._sum(_ROLLS, sides)

    def doubles(self, *sides: int) -> int:
        """Returns the number of doubles among the rolls by `sides` together."""
        return self._sum(_DOUBLES, sides)

    def _sum(self, at: int, sides: tuple[int, ...]) -> int:
        return sum([self._counts[side * _NUMBERS + at] for side in sides])


def _possible(counts: "list[int]") -> bool:
    """True if `counts` agree with each other: two dice per roll, and no more doubles than rolls."""
    if len(counts) != _SIDES * _NUMBERS:
        return False
    for at in (0, _NUMBERS):
        rolls = counts[at + _ROLLS]
        if counts[at + _DOUBLES] > rolls or sum(counts[at : at + _ROLLS]) < 2 * rolls:
            return False
    return True


class MatchDice:
    """The dice of the running match: the board's own dice, or sealed ones.

    `box`: the DiceBox of the board's own dice. `sealed`: the SealedDice if the match has sealed
    dice, otherwise None. `seal_store`: the Store for the secrets of sealed dice, or None.
    """

    def __init__(
        self, dice: "Dice", store: "Store | None" = None, seal_store: "Store | None" = None
    ) -> None:
        """Begins with the board's own dice.

        `dice`, `store`: the arguments of DiceBox. `seal_store`: the Store for the secrets of sealed
        dice.
        """
        self.box = DiceBox(dice, store)
        self.seal_store = seal_store
        self.sealed: "SealedDice | None" = None

    def take(self, match: "Match") -> None:
        """Switches to the dice of `match`, which becomes the running match."""
        is_sealed = actions.SEAL in match.notes
        self.sealed = SealedDice(match, self.seal_store) if is_sealed else None

    def roll(self, match: "Match") -> tuple[int, int] | None:
        """Returns (d1, d2), the next roll of `match`; None if the dice cannot be rolled."""
        return self.box.roll() if self.sealed is None else self.sealed.roll(match)

    @property
    def trouble(self) -> str | None:
        """The reason why the dice cannot be rolled, in words; None if they can."""
        return self.box.trouble if self.sealed is None else self.sealed.trouble


# Sealed dice.


def seal_of(secret: str) -> bytes:
    """Returns the seal of `secret`: its SHA-256 digest, 32 bytes."""
    return sha256(secret.encode()).digest()


def hex_text(digest: bytes) -> str:
    """Returns `digest` as text in upper-case hexadecimal digits."""
    return hexlify(digest).decode().upper()


def sealed_roll(secret: str, number: str, game: int, count: int) -> tuple[int, int]:
    """Returns (d1, d2), the sealed roll with number `count` in game `game`; both start at 1.

    `secret`: the board's secret. `number`: the other side's number, as digits.
    """
    return roll_of(sha256(("%s %s %d %d" % (secret, number, game, count)).encode()).digest())


def seal_note(seal: bytes, number: str, game: int = 1, scores: bytes = bytes(_SCORES)) -> bytes:
    """Returns the NOTE on the topic SEAL for a match with sealed dice.

    `seal`: 32 bytes. `number`: the other side's number, as digits. `game`: the running game's
    number, from 1. `scores`: the score at that game's start, six bytes as in its GAME record.
    """
    return actions.note(actions.SEAL, game.to_bytes(2, "big") + scores + seal + number.encode())


class Seal:
    """The parsed body of a NOTE on the topic SEAL, which says how to check a match's sealed dice.

    `game`: the running game's number, from 1. `scores`: the score at that game's start, six bytes
    as in its GAME record. `seal`: 32 bytes. `number`: the other side's number, as digits.
    """

    def __init__(self, body: bytes) -> None:
        self.game = int.from_bytes(body[:2], "big")
        self.scores = bytes(body[2 : 2 + _SCORES])
        self.seal = bytes(body[2 + _SCORES : _NUMBER])
        self.number = _text(body[_NUMBER:])


class SealedDice:
    """The sealed dice of a match, which computes each roll from the secret.

    `secret`: 32 hexadecimal digits, or None if the secret is lost. `trouble`: the reason why the
    dice cannot be rolled, in words; None if they can.
    """

    def __init__(self, match: "Match", store: "Store | None") -> None:
        """Reads the note on the seal of `match`, and finds the secret in `store`.

        `store`: the Store with the secrets of this match and of earlier ones. Keeping the earlier
        secrets ensures that a power cut never separates a log from its secret.
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
        """Returns (d1, d2), the next roll of the running game of `match`.

        Returns None if the dice cannot be rolled.
        """
        if self.trouble or self.secret is None:
            return None
        return sealed_roll(self.secret, self.number, self.game, match.rolls_made() + 1)

    def secret_note(self, match: "Match", following: "Match | None") -> bytes | None:
        """Returns the NOTE that reveals the secret; None if it is too early or was revealed before.

        The secret is revealed when `match` is over, or when the match `following` replaces `match`
        and has other dice. `following`: the next match, or None if no match follows yet.
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
        """Counts a new game of `match`, which has just begun; returns the game's SEAL note."""
        self.game += 1
        return seal_note(self.seal, self.number, self.game, _scores(match))


def _scores(match: "Match") -> bytes:
    """Returns the score at the start of the running game, as six bytes of its GAME record."""
    return next(match.records())[1 : 1 + _SCORES]


def secrets(store: "Store | None") -> list[str]:
    """Returns the secrets in `store`, the newest first; an empty list if they cannot be read."""
    try:
        blob = store.load() if store is not None else None
    except OSError:
        blob = None
    text = _text(blob or b"")
    return [text[at : at + _SECRET] for at in range(0, len(text), _SECRET)]


def _text(data: bytes) -> str:
    """Returns `data` as text, or an empty string if `data` is no valid text."""
    try:
        return data.decode()
    except ValueError:  # another program's file
        return ""


def keep_secret(store: "Store | None", secret: str) -> None:
    """Adds `secret` to `store`, which keeps the newest 32 secrets.

    Raises OSError if the write fails.
    """
    if store is not None:
        store.save("".join([secret] + secrets(store)[: _KEPT - 1]).encode())
