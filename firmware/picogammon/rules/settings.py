"""The settings that two players agree on before a match, and how they affect the score."""

from collections import namedtuple
from micropython import const

from picogammon.rules import position as positions
from picogammon.rules.position import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NamedTuple

FREE = const(0)  # either side takes back at will
ASK = const(1)  # the other side has to agree
OFF = const(2)  # nothing is taken back

MONEY = const(0)  # the `length` of a session without end
MAX_LENGTH = const(64)
MAX_NAME = const(12)
MAX_CUBE_POWER = const(20)

# A setting that is a number.
#
# byte, bit, mask: where its value is in the SETTINGS record.
# most: the highest value; 1 makes a switch.
# default: also the value in records of older versions, so it is 0 for a setting added later.
# always: texts name the setting even if it is 0; False for a setting added later.
# words: the setting's name in the refusal of a value; a switch refuses nothing.
if _TYPE_CHECKING:

    class Field(NamedTuple):
        name: str
        byte: int
        bit: int
        mask: int
        most: int
        default: int
        always: bool
        words: str

else:
    Field = namedtuple("Field", "name byte bit mask most default always words".split())

# In the order of texts. app/modes/new_match.py has the words of the menu.
FIELDS = (
    # Points to play to, or 0 for a money session.
    Field("length", 0, 0, 255, MAX_LENGTH, MONEY, True, "the match length"),
    # One game without doubling once a player is one point short of winning (matches only).
    Field("crawford", 1, 0, 1, 1, True, True, ""),
    # Gammons count once the cube has been turned (money only; without a cube it has no effect).
    Field("jacoby", 1, 1, 1, 1, False, True, ""),
    # 0 none, 1 beavers, 2 raccoons as well (money only).
    Field("beavers", 2, 0, 255, 2, 0, True, "beavers"),
    # The number of automatic doubles that a game may have (money only).
    Field("automatic", 3, 0, 15, 15, 0, True, "the limit of automatic doubles"),
    # There is a doubling cube.
    Field("cube_on", 1, 2, 1, 1, True, True, ""),
    # The cube's highest value, as a power of two.
    Field("max_cube", 4, 0, 255, MAX_CUBE_POWER, 10, True, "the cube's limit (a power of two)"),
    # 0 none, or 1..3, a tournament clock, which the rules ignore.
    Field("clock", 1, 3, 3, 3, 0, False, "the clock"),
    # 0: each game begins with the cube in the middle. 1 or 2, a handicap: player 0 or 1 owns it at
    # the beginning and alone may double first (longer matches only).
    Field("holder", 1, 5, 3, 2, 0, False, "the cube's holder"),
    # The dice follow from a secret that was sealed before the match.
    Field("sealed", 1, 7, 1, 1, False, False, ""),
    # An index into position.VARIANTS.
    Field("variant", 5, 2, 3, 2, 0, False, "the variant"),
    # The board helps neither player during a game.
    Field("no_hints", 5, 4, 1, 1, False, False, ""),
    # FREE, ASK or OFF.
    Field("take_back", 5, 0, 3, OFF, FREE, True, "the take-back rule"),
)
_NUMBERS = const(6)  # bytes of the record that hold FIELDS
_HEAD = const(9)  # bytes before the names: those, the players, and the first name's length


class SettingsError(RulesError):
    """The error for settings that no match can have; the message gives the reason."""


class Settings:
    """The settings of a match. Raises SettingsError for a value that no match can have.

    Has an attribute for each Field in FIELDS: a number, or a bool if the field's highest value is
    1. `names`: two names of 1 to 12 printable ASCII characters. `players`: for each side, 0 for a
    person, or the number of a computer's level (1 to 255); the rules ignore `players`. `checkers`:
    the number of checkers of each side.
    """

    if _TYPE_CHECKING:
        names: list[str]
        players: list[int]

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self, length: int = MONEY, **others: "Any") -> None:
        others["length"] = length
        for field in FIELDS:
            value = others.pop(field.name, field.default)
            setattr(self, field.name, _checked(value, field))
        self.names = list(others.pop("names", ("Amber", "Blue")))
        self.players = list(others.pop("players", (0, 0)))
        for name in others:
            raise SettingsError("there is no setting called %s" % name)
        self.checkers = positions.checkers_of(self.variant)
        self._check_sides()

    def copy(self, **changes: "Any") -> "Settings":
        """Returns a copy in which `changes` replace settings; may raise SettingsError."""
        values = {field.name: getattr(self, field.name) for field in FIELDS}
        values["names"] = self.names
        values["players"] = self.players
        values.update(changes)
        return Settings(**values)

    def changed_rule(self, other: "Settings") -> str | None:
        """Returns the name of the first setting in which `other` differs, or None.

        Names, players and the take-back rule are not compared, because they can change in a match.
        """
        for field in FIELDS:
            name = field.name
            if name != "take_back" and getattr(self, name) != getattr(other, name):
                return name
        return None

    def counted(self, multiple: int, owner: int | None) -> int:
        """Returns the multiple that a win scores: 1 if gammons do not count, otherwise `multiple`.

        `multiple`: 1 to 3. `owner`: the cube's owner, None if centred. Gammons do not count in
        money play with Jacoby while the cube is centred (rule R27).
        """
        if self.jacoby and self.cube_on and not self.length and owner is None:
            return 1
        return multiple

    def is_over(self, scores: "Sequence[int]") -> bool:
        """True if a player has won the match. A money session is never over (rule R25)."""
        return self.length > 0 and max(scores) >= self.length

    def shown(self, scores: "Sequence[int]") -> list[int]:
        """Returns `scores` for display: each is limited to the length of the match."""
        return [min(points, self.length or points) for points in scores]

    def next_is_crawford(self, before: "Sequence[int]", after: "Sequence[int]") -> bool:
        """True if the Crawford game (R26) follows a game with these scores `before` and `after`."""
        short = self.length - 1
        return self.crawford and max(after) == short and max(before) < short

    def pack(self) -> bytes:
        """Returns a SETTINGS record's body, at most 33 bytes; may raise SettingsError."""
        self._check_sides()
        head = bytearray(_NUMBERS)
        for field in FIELDS:
            head[field.byte] |= _checked(getattr(self, field.name), field) << field.bit
        first, second = self.names
        head.extend(bytes((self.players[0], self.players[1], len(first))))
        return bytes(head) + first.encode() + second.encode()

    def text(self) -> str:
        """Returns the settings as one line of `key=value` words."""
        words = []
        for field in FIELDS:
            value = getattr(self, field.name)
            if field.always or value:
                words.append("%s=%d" % (field.name, value))
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


def unpack_settings(body: bytes) -> Settings:
    """Returns the Settings that `pack` packed into `body`; may raise SettingsError."""
    if len(body) < _HEAD or body[8] > MAX_NAME or len(body) < _HEAD + body[8]:
        raise SettingsError("the settings are cut short")
    end = _HEAD + body[8]
    values: "dict[str, Any]" = {
        "players": body[_NUMBERS:8],
        "names": (_ascii(body[_HEAD:end]), _ascii(body[end:])),
    }
    unread = bytearray(body[:_NUMBERS])
    for field in FIELDS:
        value = body[field.byte] >> field.bit & field.mask
        unread[field.byte] -= value << field.bit
        values[field.name] = value
    if any(unread):
        raise SettingsError("the settings have an unknown switch")
    return Settings(**values)


def _checked(value: int, field: Field) -> int:
    if field.most == 1:
        return bool(value)
    if type(value) is not int or not 0 <= value <= field.most:
        raise SettingsError("%s must be 0 to %d, not %s" % (field.words, field.most, value))
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
    return "".join([chr(byte) for byte in raw])
