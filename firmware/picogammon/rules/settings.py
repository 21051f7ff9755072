"""What two players agree on before a match: its length, the cube's rules, their names.

Settings are plain data that check themselves. A match's log begins with them, as the SETTINGS
record (`pack`, `unpack`).
"""

from micropython import const

from picogammon.rules.errors import RulesError

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from collections.abc import Sequence

FREE = const(0)  # one takes back at will
ASK = const(1)  # the other side has to agree
OFF = const(2)  # nothing is taken back

MONEY = const(0)  # the `length` of a session without end
MAX_LENGTH = const(64)
MAX_NAME = const(12)
MAX_CUBE_POWER = const(20)

_HEAD = const(9)
_CRAWFORD = const(1)
_JACOBY = const(2)
_CUBE_ON = const(4)
_CLOCK_AT = const(3)  # first bit of two for the clock
_HOLDER_AT = const(5)
_SEALED = const(128)
_RULE = const(3)  # mask of the take-back rule in its byte
_NACKGAMMON = const(4)
_NO_HINTS = const(8)
_KNOWN = const(15)

RULES = (
    "length",
    "crawford",
    "jacoby",
    "beavers",
    "automatic",
    "cube_on",
    "max_cube",
    "clock",
    "holder",
    "sealed",
    "nackgammon",
    "no_hints",
)
_RANGES = (
    ("length", MAX_LENGTH, "the match length"),
    ("beavers", 2, "beavers"),
    ("automatic", 15, "the limit of automatic doubles"),
    ("take_back", OFF, "the take-back rule"),
    ("max_cube", MAX_CUBE_POWER, "the cube's limit (a power of two)"),
    ("clock", 3, "the clock"),
    ("holder", 2, "who holds the cube"),
)


class SettingsError(RulesError):
    """Settings that no match can have; the message says what is wrong."""


class Settings:
    """The settings of a match. Raises SettingsError if a value is out of range.

    `length`: points to play to, 1..64, or 0 for a money session.

    `crawford`: one game without doubling when a player comes to one point short (matches only).

    `jacoby`: gammons count once the cube has been turned (money only; without a cube it has no
    effect). `beavers`: 0 none, 1 beavers, 2 raccoons as well (money only). `automatic`: how many
    automatic doubles a game may have, 0..15 (money only).

    `cube_on`: there is a doubling cube; `max_cube`: its highest value is 2 ** max_cube, 0..20.

    `take_back`: FREE, ASK or OFF. `names`: two, each 1..12 printable ASCII characters. `players`:
    two numbers 0..255 that the rules do not read (0 a person, 1.. a level). `clock`: 0 for no
    clock, or 1..3, a tournament clock; the rules do not read it either.

    `holder`: each game begins with the cube in the middle (0), or as a handicap with player 0 (1)
    or player 1 (2), who alone may double first (longer matches only).

    `sealed`: the dice follow from a secret that was sealed before the match.

    `nackgammon`: each game begins from Nack Ballard's start.

    `no_hints`: nobody gets help while a game is played.
    """

    def __init__(
        self,
        length: int = MONEY,
        crawford: "bool | int" = True,
        jacoby: "bool | int" = False,
        beavers: int = 0,
        automatic: int = 0,
        cube_on: "bool | int" = True,
        max_cube: int = 10,
        take_back: int = FREE,
        names: "Sequence[str]" = ("Amber", "Blue"),
        players: "Sequence[int]" = (0, 0),
        clock: int = 0,
        holder: int = 0,
        sealed: "bool | int" = False,
        nackgammon: "bool | int" = False,
        no_hints: "bool | int" = False,
    ) -> None:
        self.length = length
        self.crawford = bool(crawford)
        self.jacoby = bool(jacoby)
        self.beavers = beavers
        self.automatic = automatic
        self.cube_on = bool(cube_on)
        self.max_cube = max_cube
        self.take_back = take_back
        self.names = list(names)
        self.players = list(players)
        self.clock = clock
        self.holder = holder
        self.sealed = bool(sealed)
        self.nackgammon = bool(nackgammon)
        self.no_hints = bool(no_hints)
        self.check()

    def check(self) -> None:
        """Raises SettingsError if a value is out of range."""
        for field, highest, words in _RANGES:
            value = getattr(self, field)
            if not isinstance(value, int) or not 0 <= value <= highest:
                raise SettingsError("%s is 0 to %d, not %s" % (words, highest, value))
        if len(self.names) != 2 or len(self.players) != 2:
            raise SettingsError("a match has two players")
        for name in self.names:
            _check_name(name)
        for player in self.players:
            if not isinstance(player, int) or not 0 <= player <= 255:
                raise SettingsError("a player is 0 to 255, not %s" % player)

    def copy(self, **changes: object) -> "Settings":
        """A copy with `changes`; raises SettingsError as the constructor does."""
        other = unpack(self.pack())
        for field in changes:
            if not hasattr(other, field):
                raise SettingsError("there is no setting called %s" % field)
            setattr(other, field, changes[field])
        other.check()
        return other

    def changed_rule(self, other: "Settings") -> str | None:
        """The first rule (a name from RULES) in which `other` differs, or None.

        Rules cannot change within a match; names, players and the take-back rule can.
        """
        for field in RULES:
            if getattr(self, field) != getattr(other, field):
                return field
        return None

    def pack(self) -> bytes:
        """The settings as the body of a record (bytes, at most 34); raises SettingsError."""
        self.check()
        flags = _CRAWFORD if self.crawford else 0
        flags |= _JACOBY if self.jacoby else 0
        flags |= _CUBE_ON if self.cube_on else 0
        flags |= self.clock << _CLOCK_AT | self.holder << _HOLDER_AT
        flags |= _SEALED if self.sealed else 0
        rule = self.take_back | (_NACKGAMMON if self.nackgammon else 0)
        first, second = self.names
        head = (
            self.length,
            flags,
            self.beavers,
            self.automatic,
            self.max_cube,
            rule | (_NO_HINTS if self.no_hints else 0),
            self.players[0],
            self.players[1],
            len(first),
        )
        return bytes(head) + first.encode() + second.encode()


def unpack(body: bytes) -> Settings:
    """Settings from the bytes that `pack` made; raises SettingsError for other bytes."""
    if len(body) < _HEAD or body[8] > MAX_NAME or len(body) < _HEAD + body[8]:
        raise SettingsError("the settings are cut short")
    holder = body[1] >> _HOLDER_AT & 3
    if holder > 2 or body[5] > _KNOWN:
        raise SettingsError("the settings have an unknown switch")
    end = _HEAD + body[8]
    return Settings(
        length=body[0],
        crawford=body[1] & _CRAWFORD,
        jacoby=body[1] & _JACOBY,
        beavers=body[2],
        automatic=body[3],
        cube_on=body[1] & _CUBE_ON,
        max_cube=body[4],
        take_back=body[5] & _RULE,
        players=(body[6], body[7]),
        names=(_ascii(body[_HEAD:end]), _ascii(body[end:])),
        clock=body[1] >> _CLOCK_AT & 3,
        holder=holder,
        sealed=body[1] & _SEALED,
        nackgammon=body[5] & _NACKGAMMON,
        no_hints=body[5] & _NO_HINTS,
    )


def _check_name(name: str) -> None:
    if not isinstance(name, str) or not name.strip():
        raise SettingsError("a player needs a name")
    if len(name) > MAX_NAME:
        raise SettingsError("a name has at most %d letters: %s" % (MAX_NAME, name))
    for letter in name:
        if not " " <= letter <= "~":
            raise SettingsError("a name is made of plain letters, digits and signs: %s" % name)


def _ascii(raw: bytes) -> str:
    return "".join(chr(byte) for byte in raw)
