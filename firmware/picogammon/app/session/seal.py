"""Sealed dice: rolls computed from a secret of the board and a number that a player enters.

Before the match, the board shows the seal, which is the SHA-256 of the secret. For roll r of game
g, `roll_of` makes two dice from the SHA-256 of the text `SECRET NUMBER g r`. A note in the match's
log contains the seal and the number. Until the match is over, the secret is in a separate file.
"""

from binascii import hexlify
from hashlib import sha256
from micropython import const

from picogammon.ground import roll_of
from picogammon.rules import actions
from picogammon.rules.match import MATCH_OVER

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.devices.files import Store
    from picogammon.rules.match import Match

_SECRET = const(32)  # letters of a secret
_NUMBER = const(40)  # offset of the number in a note, after the game, the scores and the seal
_SCORES = const(6)
_KEPT = const(32)  # the most secrets in the file; a match that was put aside may be resumed


def seal_of(secret: str) -> bytes:
    """Returns the seal of `secret`: its SHA-256 digest, 32 bytes."""
    return sha256(secret.encode()).digest()


def hex_text(digest: bytes) -> str:
    """Returns `digest` as text in upper-case hexadecimal digits."""
    return hexlify(digest).decode().upper()


def sealed_roll(secret: str, number: str, game: int, count: int) -> tuple[int, int]:
    """Returns the dice (d1, d2) of a roll, made from `secret` and a player's `number`.

    `game`: the number of the game. `count`: the number of the roll in it. Both begin at 1.
    """
    return roll_of(sha256(("%s %s %d %d" % (secret, number, game, count)).encode()).digest())


def seal_note(seal: bytes, number: str, game: int = 1, scores: bytes = bytes(_SCORES)) -> bytes:
    """Returns a NOTE on the topic SEAL; `scores`: six bytes, the score before game `game`."""
    return actions.note(actions.SEAL, game.to_bytes(2, "big") + scores + seal + number.encode())


class Seal:
    """The content of a NOTE on the topic SEAL: the data that a player needs to check the dice."""

    def __init__(self, body: bytes) -> None:
        self.game = int.from_bytes(body[:2], "big")  # the running game's number, from 1
        self.scores = bytes(body[2 : 2 + _SCORES])  # at that game's start, as in its GAME record
        self.seal = bytes(body[2 + _SCORES : _NUMBER])
        self.number = _text(body[_NUMBER:])  # the other side's number, as digits


class SealedDice(Seal):
    """The sealed dice of a match.

    `secret`: None if the secret is lost. `trouble`: why the dice cannot be rolled, or None.
    """

    def __init__(self, match: "Match", store: "Store") -> None:
        """Reads the seal from `match`, and finds its secret in `store`."""
        Seal.__init__(self, match.notes[actions.SEAL])
        if self.scores != scores_at_start(match):  # the power failed before the new game's note
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
        """Returns (d1, d2), the next roll of `match`, or None if the dice cannot be rolled."""
        if self.trouble or self.secret is None:
            return None
        return sealed_roll(self.secret, self.number, self.game, match.rolls_made() + 1)

    def secret_note(self, match: "Match", following: "Match | None") -> bytes | None:
        """Returns a NOTE that contains the secret, or None if no secret has to be revealed now.

        The secret has to be revealed if `match` is over, or if the match `following` replaces it.
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
        """Adds 1 to `game` for a new game of `match`; returns the SEAL note of the new game."""
        self.game += 1
        return seal_note(self.seal, self.number, self.game, scores_at_start(match))


def scores_at_start(match: "Match") -> bytes:
    """Returns the score at the start of the running game, as the six bytes in the GAME record."""
    return next(match.records())[1 : 1 + _SCORES]


def secrets(store: "Store") -> list[str]:
    """Returns the secrets in `store`, the newest first; an empty list if `store` is unreadable."""
    try:
        blob = store.load()
    except OSError:
        blob = None
    text = _text(blob or b"")
    return [text[at : at + _SECRET] for at in range(0, len(text), _SECRET)]


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except ValueError:  # another program's file
        return ""


def keep_secret(store: "Store", secret: str) -> None:
    """Adds `secret` to `store`, which keeps the newest 32; raises OSError if the write fails."""
    store.save("".join([secret] + secrets(store)[: _KEPT - 1]).encode())
