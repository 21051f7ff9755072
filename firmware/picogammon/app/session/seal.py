"""Sealed dice, which follow from a secret and from the other side's number.

The secret was sealed before the match: the seal is its SHA-256. Roll r of game g is what `roll_of`
makes of the SHA-256 of the text `SECRET NUMBER g r`. The secret is 32 hexadecimal digits, and
stands in a file of its own until the match is over; the seal and the number are a note in the
match's log.
"""

from binascii import hexlify
from hashlib import sha256
from micropython import const

from picogammon.ground import roll_of
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.session.dice_box import Store
    from picogammon.rules.match import Match

_SECRET = const(32)  # letters
_NUMBER = const(40)  # offset of the number in a note: after the game, its scores, the seal
_SCORES = const(6)
_KEPT = const(32)  # secrets: a match that was put aside may go on


def seal_of(secret: str) -> bytes:
    """The seal of a secret, 32 bytes."""
    return sha256(secret.encode()).digest()


def hex_text(digest: bytes) -> str:
    """A digest as upper-case hexadecimal digits."""
    return hexlify(digest).decode().upper()


def roll(secret: str, number: str, game: int, count: int) -> tuple[int, int]:
    """(d1, d2) of roll `count` of a game; both are counted from 1."""
    return roll_of(sha256(("%s %s %d %d" % (secret, number, game, count)).encode()).digest())


def note(seal: bytes, number: str, game: int = 1, scores: bytes = bytes(_SCORES)) -> bytes:
    """The NOTE of a sealed match. `scores`: six bytes, as in the game's GAME record."""
    return actions.note(actions.SEAL, game.to_bytes(2, "big") + scores + seal + number.encode())


class Seal:
    """What a NOTE on the SEAL says: `game` of the match, its `scores`, `seal`, `number`.

    `number`: digits, as text.
    """

    def __init__(self, body: bytes) -> None:
        self.game = int.from_bytes(body[:2], "big")
        self.scores = bytes(body[2 : 2 + _SCORES])
        self.seal = bytes(body[2 + _SCORES : _NUMBER])
        self.number = _text(body[_NUMBER:])


class SealedDice:
    """The dice of a sealed match, which has a note on its SEAL.

    `secret`: its text, or None if it is lost. `trouble`: why the dice cannot be rolled, or None.
    `store` keeps the secrets of this match and of those before, so that a pulled plug leaves the
    log and its secret together.
    """

    def __init__(self, match: "Match", store: "Store | None") -> None:
        said = Seal(match.notes[actions.SEAL])
        self.seal = said.seal
        self.number = said.number
        self.game = said.game
        if said.scores != _scores(match):  # the power went before the new game's note was written
            self.game += 1
        self.secret = self.trouble = None
        if actions.SECRET in match.notes:
            self.secret = _text(match.notes[actions.SECRET])
            self.trouble = "the secret of the sealed dice was revealed"
            return
        for secret in kept(store):
            if seal_of(secret) == self.seal:
                self.secret = secret
        if self.secret is None:
            self.trouble = "the secret of the sealed dice is lost"

    def roll(self, match: "Match") -> tuple[int, int] | None:
        """The next roll of the running game; None if there is `trouble`."""
        if self.trouble or self.secret is None:
            return None
        return roll(self.secret, self.number, self.game, match.rolls_made() + 1)

    def told(self, match: "Match", following: "Match | None") -> bytes | None:
        """The NOTE that tells the secret once nobody rolls by it any more, or None.

        That is when `match` is over, or when the match `following`, with other dice, takes its
        place. None while it stays a secret, or if it was told.
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
        """Notes that another game has begun; returns the note that says so."""
        self.game += 1
        return note(self.seal, self.number, self.game, _scores(match))


def _scores(match: "Match") -> bytes:
    """The scores that the running game began with, as bytes of its GAME record."""
    return next(match.records())[1 : 1 + _SCORES]


def kept(store: "Store | None") -> list[str]:
    """The secrets in the store, the newest first."""
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
    except ValueError:  # a file of somebody else's
        return ""


def keep(store: "Store | None", secret: str) -> None:
    """Adds a secret to the store. Raises OSError if that fails."""
    if store is not None:
        store.save("".join([secret] + kept(store)[: _KEPT - 1]).encode())
