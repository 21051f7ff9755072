"""Dice that follow from a secret, which was sealed before the match, and from the other side's
number.

The seal is the SHA-256 of the secret. Roll r of game g is what `roll_of` makes of the SHA-256 of
the text `SECRET NUMBER g r`. The secret is 32 hexadecimal digits, and stands in a file of its own
until the match is over; the seal and the number are a note in the match's log.
"""

from binascii import hexlify
from hashlib import sha256
from micropython import const

from picogammon.ground.dice import roll_of
from picogammon.rules import actions
from picogammon.rules.phases import MATCH_OVER

NO_NUMBER = "0"  # nobody was asked for one: the dice are to be the same twice, no more
_SECRET = const(32)  # letters
_DIGEST = const(32)  # bytes
_NUMBER = const(40)  # where the number begins in a note: after the game, its scores, the seal
_SCORES = const(6)


def seal_of(secret):
    """The seal of a secret, 32 bytes."""
    return sha256(secret.encode()).digest()


def hex_text(digest):
    """A digest as upper-case hexadecimal digits."""
    return hexlify(digest).decode().upper()


def roll(secret, number, game, count):
    """(d1, d2) of a game's roll, both counted from 1."""
    return roll_of(sha256(("%s %s %d %d" % (secret, number, game, count)).encode()).digest())


def note(seal, number, game=1, scores=bytes(_SCORES)):
    """The NOTE of a sealed match. `scores`: as the game's GAME record has them."""
    return actions.note(actions.SEAL, game.to_bytes(2, "big") + scores + seal + number.encode())


class Seal:
    """What a NOTE on the SEAL says: `game` of the match, `seal`, `number` (digits)."""

    def __init__(self, body):
        self.game = int.from_bytes(body[:2], "big")
        self.scores = bytes(body[2 : 2 + _SCORES])
        self.seal = bytes(body[2 + _SCORES : _NUMBER])
        self.number = body[_NUMBER:].decode()


class SealedDice:
    """The dice of a sealed match. `secret`: its text, or None where it was lost. `trouble`: why
    they cannot be rolled, or None.

    `store` keeps the secrets of this match and of the one before, so that a pulled plug leaves the
    log and its secret together. `match` has a note on its SEAL.
    """

    def __init__(self, match, store):
        said = Seal(match.notes[actions.SEAL])
        self.seal = said.seal
        self.number = said.number
        self.game = said.game
        if said.scores != _scores(match):  # the power went before the new game's note was written
            self.game += 1
        self.secret = self.trouble = None
        if actions.SECRET in match.notes:
            self.secret = match.notes[actions.SECRET].decode()
            self.trouble = "the secret of the sealed dice was told"
            return
        for secret in kept(store):
            if seal_of(secret) == self.seal:
                self.secret = secret
        if self.secret is None:
            self.trouble = "the secret of the sealed dice is lost"

    def roll(self, match):
        """The next roll of the running game; None where there is `trouble`."""
        if self.trouble:
            return None
        return roll(self.secret, self.number, self.game, match.rolls_made() + 1)

    def told(self, match, following):
        """The NOTE that tells the secret once nobody rolls by it any more: `match` is over, or the
        match `following` takes its place. None as long as it stays a secret, or was told."""
        if self.secret is None or actions.SECRET in match.notes:
            return None
        if following is not None:
            again = following.notes.get(actions.SEAL)
            if again and Seal(again).seal == self.seal:  # the second leg of a duplicate
                return None
        elif match.phase != MATCH_OVER or match.notes.get(actions.DUPLICATE, b"\2")[0] == 1:
            return None
        return actions.note(actions.SECRET, self.secret.encode())

    @property
    def shown(self):
        """Whether the seal was shown, and the other side gave a number."""
        return self.number != NO_NUMBER

    def next_game(self, match):
        """Another game has begun; returns the note that says so."""
        self.game += 1
        return note(self.seal, self.number, self.game, _scores(match))


def _scores(match):
    """The scores that the running game began with, as its GAME record has them."""
    return next(match.records())[1 : 1 + _SCORES]


def kept(store):
    """The secrets that are kept, the newest first."""
    try:
        blob = store.load() if store is not None else None
    except OSError:
        blob = None
    text = (blob or b"").decode()
    return [text[at : at + _SECRET] for at in range(0, len(text), _SECRET)]


def keep(store, secret):
    """Keeps one more secret. Raises OSError where that fails."""
    if store is not None:
        store.save("".join([secret] + kept(store)[:1]).encode())
