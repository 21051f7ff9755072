"""What two players agree on before a match, and what a game therefore counts.

Settings are plain data that check themselves. A match's log begins with them, as the SETTINGS
record (`pack`, `unpack`).
"""

from micropython import const

from picogammon.rules import position as positions
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FREE = const(0)  # one takes back at will
ASK = const(1)  # the other side has to agree
OFF = const(2)  # nothing is taken back

MONEY = const(0)  # the `length` of a session without end
MAX_LENGTH = const(64)
MAX_NAME = const(12)
MAX_CUBE_POWER = const(20)

# Who has to agree to a change within a match.
NOBODY = const(0)  # nothing changes it
BOTH = const(1)

# The settings that are numbers, in the order of texts; app/modes/new_match.py has the menu's words.
#
# byte, bit, mask: where the value lies in the record.
# most: the highest value; 1 makes a switch.
# default: also what records of older versions mean, so it is 0 for a setting that comes later.
# told: texts name it always, not only where it is in use: False for a setting that comes later.
# who: agrees to a change within a match. words: what a refusal calls it; a switch refuses nothing.
FIELDS = (
    # name, byte, bit, mask, most, default, told, who, words
    # Points to play to, or 0 for a money session.
    ("length", 0, 0, 255, MAX_LENGTH, MONEY, True, NOBODY, "the match length"),
    # One game without doubling when a player comes to one point short (matches only).
    ("crawford", 1, 0, 1, 1, True, True, NOBODY, ""),
    # Gammons count once the cube has been turned (money only; without a cube it has no effect).
    ("jacoby", 1, 1, 1, 1, False, True, NOBODY, ""),
    # 0 none, 1 beavers, 2 raccoons as well (money only).
    ("beavers", 2, 0, 255, 2, 0, True, NOBODY, "beavers"),
    # How many automatic doubles a game may have (money only).
    ("automatic", 3, 0, 15, 15, 0, True, NOBODY, "the limit of automatic doubles"),
    # There is a doubling cube.
    ("cube_on", 1, 2, 1, 1, True, True, NOBODY, ""),
    # The cube's highest value, as a power of two.
    ("max_cube", 4, 0, 255, MAX_CUBE_POWER, 10, True, NOBODY, "the cube's limit (a power of two)"),
    # 0 none, or 1..3, a tournament clock, which the rules do not read.
    ("clock", 1, 3, 3, 3, 0, False, NOBODY, "the clock"),
    # Each game begins with the cube in the middle (0), or as a handicap with player 0 (1) or
    # player 1 (2), who alone may double first (longer matches only).
    ("holder", 1, 5, 3, 2, 0, False, NOBODY, "the cube's holder"),
    # The dice follow from a secret that was sealed before the match.
    ("sealed", 1, 7, 1, 1, False, False, NOBODY, ""),
    # An index into position.VARIANTS.
    ("variant", 5, 2, 3, 2, 0, False, NOBODY, "the variant"),
    # Nobody gets help while a game is played.
    ("no_hints", 5, 4, 1, 1, False, False, NOBODY, ""),
    # FREE, ASK or OFF.
    ("take_back", 5, 0, 3, OFF, FREE, True, BOTH, "the take-back rule"),
)
_NUMBERS = const(6)  # bytes of the record that hold FIELDS
_HEAD = const(9)  # bytes before the names: those, the players, and the first name's length


class SettingsError(RulesError):
    """Settings that no match can have; the message says what is wrong."""


class Settings:
    """The settings of a match. Raises SettingsError for a value that no match can have.

    An attribute for each of FIELDS, and `names`: two, each 1..12 printable ASCII characters;
    `players`: two numbers 0..255 that the rules do not read (0 a person, 1.. a level). Within a
    match each side may change a name; both agree to other players. `checkers`: how many a side has
    in that variant.
    """

    # For the type checker; a test holds them against FIELDS.
    length: int
    crawford: bool
    jacoby: bool
    beavers: int
    automatic: int
    cube_on: bool
    max_cube: int
    clock: int
    holder: int
    sealed: bool
    variant: int
    no_hints: bool
    take_back: int
    if _TYPE_CHECKING:
        names: list[str]
        players: list[int]

    def __init__(self, length: int = MONEY, **changes: "Any") -> None:
        changes["length"] = length
        self._set(changes, None)

    def copy(self, **changes: "Any") -> "Settings":
        """A copy with `changes`; raises SettingsError as the constructor does."""
        other: Settings = object.__new__(Settings)
        other._set(changes, self)
        return other

    def _set(self, changes: "dict[str, Any]", base: "Settings | None") -> None:
        """Sets all from `changes`, which is used up, and else from `base`, or as usual."""
        for name, _, _, _, most, value, _, _, words in FIELDS:
            if name in changes:
                value = _checked(changes.pop(name), most, words)
            elif base:
                value = getattr(base, name)
            setattr(self, name, value)
        self.names = list(changes.pop("names", base.names if base else ("Amber", "Blue")))
        self.players = list(changes.pop("players", base.players if base else (0, 0)))
        for name in changes:
            raise SettingsError("there is no setting called %s" % name)
        self.checkers = positions.checkers_of(self.variant)
        self._check_sides()

    def changed_rule(self, other: "Settings") -> str | None:
        """The name of the first rule in which `other` differs, or None.

        Rules cannot change within a match; names, players and the take-back rule can.
        """
        for name, _, _, _, _, _, _, who, _ in FIELDS:
            if who == NOBODY and getattr(self, name) != getattr(other, name):
                return name
        return None

    def counted(self, multiple: int, owner: int | None) -> int:
        """The multiple that counts: 1 under Jacoby with the cube in the middle, else `multiple`.

        That holds for a resignation too (R27). Without a cube there is no Jacoby rule.
        """
        if self.jacoby and self.cube_on and not self.length and owner is None:
            return 1
        return multiple

    def is_over(self, scores: "Sequence[int]") -> bool:
        """True if somebody has won the match; a money session is never over (R25)."""
        return self.length > 0 and max(scores) >= self.length

    def shown(self, scores: "Sequence[int]") -> list[int]:
        """The scores as players say them: the match's length at most."""
        return [min(points, self.length or points) for points in scores]

    def next_is_crawford(self, before: "Sequence[int]", after: "Sequence[int]") -> bool:
        """True if the game at the scores `after` is the Crawford game (R26).

        It is if the game that began at the scores `before` first brought a player to one point
        short.
        """
        short = self.length - 1
        return self.crawford and max(after) == short and max(before) < short

    def pack(self) -> bytes:
        """The settings as the body of a record (bytes, at most 33); raises SettingsError."""
        self._check_sides()
        head = bytearray(_NUMBERS)
        for name, byte, bit, _, most, _, _, _, words in FIELDS:
            head[byte] |= _checked(getattr(self, name), most, words) << bit
        first, second = self.names
        head.extend(bytes((self.players[0], self.players[1], len(first))))
        return bytes(head) + first.encode() + second.encode()

    def text(self) -> str:
        """Returns the settings as one line of `key=value` words."""
        words = []
        for name, _, _, _, _, _, told, _, _ in FIELDS:
            value = getattr(self, name)
            if told or value:
                words.append("%s=%d" % (name, value))
        for side in (0, 1):
            name = self.names[side].replace("%", "%25").replace(" ", "%20")
            words.append("name%d=%s" % (side, name))
        for side in (0, 1):
            words.append("player%d=%d" % (side, self.players[side]))
        return " ".join(words)

    def _check_sides(self) -> None:
        if len(self.names) != 2 or len(self.players) != 2:
            raise SettingsError("a match has two players")
        for name in self.names:
            _check_name(name)
        for player in self.players:
            if type(player) is not int or not 0 <= player <= 255:
                raise SettingsError("a player is 0 to 255, not %s" % player)


def unpack(body: bytes) -> Settings:
    """Settings from the bytes that `pack` made; raises SettingsError for other bytes."""
    if len(body) < _HEAD or body[8] > MAX_NAME or len(body) < _HEAD + body[8]:
        raise SettingsError("the settings are cut short")
    end = _HEAD + body[8]
    values: "dict[str, Any]" = {
        "players": body[_NUMBERS:8],
        "names": (_ascii(body[_HEAD:end]), _ascii(body[end:])),
    }
    unread = bytearray(body[:_NUMBERS])
    for name, byte, bit, mask, _, _, _, _, _ in FIELDS:
        value = body[byte] >> bit & mask
        unread[byte] -= value << bit
        values[name] = value
    if any(unread):
        raise SettingsError("the settings have an unknown switch")
    return Settings(**values)


def _checked(value: int, most: int, words: str) -> int:
    """The value, or True or False for a switch; raises SettingsError if it is out of range."""
    if most == 1:
        return bool(value)
    if type(value) is not int or not 0 <= value <= most:
        raise SettingsError("%s must be 0 to %d, not %s" % (words, most, value))
    return value


def _check_name(name: str) -> None:
    if not isinstance(name, str) or not name.strip():
        raise SettingsError("a player needs a name")
    if len(name) > MAX_NAME:
        raise SettingsError("a name has at most %d characters: %s" % (MAX_NAME, name))
    for letter in name:
        if not " " <= letter <= "~":
            raise SettingsError("a name may have plain letters, digits and signs only: %s" % name)


def _ascii(raw: bytes) -> str:
    return "".join(chr(byte) for byte in raw)
