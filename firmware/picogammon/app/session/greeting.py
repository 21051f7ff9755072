"""How two boards far apart agree on a match, and the words of their messages.

Player 0's board invites, with the settings and the anchor of its dice (`beads`). Player 1's agrees,
with the anchor of its own, and begins its log. The other begins its log when it hears that.
"""

from binascii import hexlify, unhexlify
from micropython import const

from picogammon.app.session import beads
from picogammon.rules import actions
from picogammon.rules import settings as agreed
from picogammon.rules.checkpoint import opening
from picogammon.rules.errors import RulesError

VERSION = const(1)
_LONGEST = const(160)  # letters of a line of the link
_PLAYERS = (0, 0)  # who plays is each board's own affair, and not told


class FriendError(Exception):
    """A message that cannot be; its text says why. Nothing has changed."""


class Invitation:
    """What player 0's board keeps from when it invites until the match begins.

    `settings`: those of the match, without a name of player 1 that counts; `anchor`: of its beads.
    """

    def __init__(self, settings: agreed.Settings, anchor: bytes) -> None:
        """Raises FriendError for settings that no two boards can have."""
        check(settings)
        self.settings = settings
        self.anchor = anchor

    def pack(self) -> bytes:
        """Its bytes, of which `unpacked` makes it again after a power cut."""
        return self.anchor + told(self.settings)

    def where(self) -> list[str]:
        """The message to send: on each new connection, and every few seconds until it is heard."""
        return ["hello %d %s %s" % (VERSION, hex_of(told(self.settings)), hex_of(self.anchor))]

    def hear(self, message: str) -> "tuple[agreed.Settings, bytes] | None":
        """(settings, anchor of player 1) where the other board agrees: the match begins.

        None where it does not know yet that this board has not begun: then say `where`. Raises
        FriendError.
        """
        if words_of(message)[0] in ("at", "ok", "act", "wish", "say"):
            return None
        settings, anchor = agreement_in(message)
        names = (settings.names[0], self.settings.names[1])
        if told(settings.copy(names=names)) != told(self.settings):
            raise FriendError("the other board has agreed to another match")
        if anchor == self.anchor:
            raise FriendError("the other board's dice are not its own")
        return settings, anchor


def unpacked(kept: bytes) -> Invitation:
    """The Invitation of the bytes that `pack` made. Raises FriendError for others."""
    try:
        return Invitation(agreed.unpack(kept[beads.SIZE :]), kept[: beads.SIZE])
    except RulesError as error:
        raise FriendError(str(error)) from None


def invited(message: str) -> "tuple[agreed.Settings, bytes]":
    """(settings, anchor of player 0) of an invitation's message. Raises FriendError."""
    return _greeted("hello", message)


def agreement_in(message: str) -> "tuple[agreed.Settings, bytes]":
    """(settings, anchor of player 1) of an `agreement`. Raises FriendError."""
    return _greeted("agree", message)


def agreement(settings: agreed.Settings, anchor: bytes) -> str:
    """The message with which player 1's board, which has begun its log, answers an invitation.

    `settings`: those of the invitation, with player 1's name.
    """
    return "agree %d %s %s" % (VERSION, hex_of(told(settings)), hex_of(anchor))


def _greeted(word: str, message: str) -> "tuple[agreed.Settings, bytes]":
    words = words_of(message)
    if words[0] != word or len(words) < 2:
        raise FriendError(unknown(words[0]))
    version = number_of(words[1])
    if version != VERSION:
        newer = "this" if version > VERSION else "the other"
        differs = "the other board speaks version %d, this one %d: %s one needs a newer firmware"
        raise FriendError(differs % (version, VERSION, newer))
    if len(words) != 4:
        raise FriendError(unknown(words[0]))
    try:
        settings = agreed.unpack(bytes_of(words[2]))
    except RulesError as error:
        raise FriendError(str(error)) from None
    check(settings)
    anchor = bytes_of(words[3])
    if told(settings) != bytes_of(words[2]) or len(anchor) != beads.SIZE:
        raise FriendError("those settings cannot be read")
    return settings, anchor


def check(settings: agreed.Settings) -> None:
    """Raises FriendError for settings that no two boards can have."""
    if settings.take_back == agreed.FREE:
        raise FriendError(
            "with a friend the other side is asked for each take-back, or none is made"
        )
    if settings.sealed:
        raise FriendError("with a friend the dice follow from both boards, and are not sealed")


def told(settings: agreed.Settings) -> bytes:
    """The settings' bytes as they are told, the same on both boards."""
    return settings.copy(players=_PLAYERS).pack()


def first_game(settings: agreed.Settings) -> bytes:
    """The GAME record that such a match begins with."""
    return actions.game(opening(settings))


# The words.


def words_of(message: str) -> list[str]:
    """The words of a message. Raises FriendError if it is too long."""
    if len(message) > _LONGEST:
        raise FriendError("a message has at most %d letters" % _LONGEST)
    return message.split(" ")


def unknown(word: str) -> str:
    """What to say of a message with this first word."""
    return "'%s' is no message of a match between two boards, or not whole" % word[:20]


def number_of(word: str) -> int:
    """The number that a word is. Raises FriendError."""
    if not 0 < len(word) < 10 or not all("0" <= letter <= "9" for letter in word):
        raise FriendError("'%s' is no number" % word[:20])
    return int(word)


def bytes_of(word: str) -> bytes:
    """The bytes that a word is, in lower-case hexadecimal digits. Raises FriendError."""
    try:
        found = unhexlify(word)
    except ValueError:
        found = b""
    if not found or hex_of(found) != word:
        raise FriendError("'%s' is no row of bytes" % word[:20])
    return found


def hex_of(data: bytes) -> str:
    """Bytes as a word."""
    return hexlify(data).decode()
