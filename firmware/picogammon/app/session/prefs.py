"""The preferences of a board, such as light, sound, pace, tutor and automatic moves.

The board stores each preference in one byte, in the order of the preferences' numbers. A byte out
of range counts as the default. Bytes after the known ones belong to newer firmware, and are kept.
"""

from micropython import const

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.display.view import View

PALETTE = const(0)
BRIGHTNESS = const(1)
SOUND = const(2)
PACE = const(3)
SLEEP = const(4)
REAL_DICE = const(5)
TUTOR = const(6)
LARGE = const(7)
SEAT = const(8)
ROLLING = const(9)
PASSING = const(10)
BEARING_OFF = const(11)
FORCED_PLAYS = const(12)
MENU_FOUND = const(13)
CALM = const(14)
CHECKERS = const(15)
_UNUSED = const(16)  # keeps the value that another version of the firmware wrote
LANDINGS = const(17)
MATCH_CHOSEN = const(18)  # 1 once a player has begun a match with New match

_BOTH = const(1)
_FIRST = const(2)
_QUIET = const(2)  # a value of SOUND

# By number: how many values a preference has, and its default. prefs_words.py has their names.
_KINDS = (
    b"\x03\x00"  # PALETTE
    b"\x05\x03"  # BRIGHTNESS
    b"\x03\x01"  # SOUND
    b"\x03\x01"  # PACE
    b"\x04\x01"  # SLEEP
    b"\x02\x00"  # REAL_DICE
    b"\x03\x00"  # TUTOR
    b"\x02\x00"  # LARGE
    b"\x02\x00"  # SEAT
    b"\x04\x00"  # ROLLING
    b"\x04\x00"  # PASSING
    b"\x04\x00"  # BEARING_OFF
    b"\x04\x00"  # FORCED_PLAYS
    b"\x02\x00"  # MENU_FOUND
    b"\x02\x00"  # CALM
    b"\x02\x00"  # CHECKERS
    b"\x03\x00"  # _UNUSED
    b"\x04\x00"  # LANDINGS
    b"\x02\x00"  # MATCH_CHOSEN
)
COUNT = len(_KINDS) // 2
_SHOW_MS = (3900, 1950, 900)
_SEEN = const(3)  # a third of the time shows the roll before the play
_SLEEP_MS = (120000, 600000, 1800000, 0)


def choices(field: int) -> int:
    """Returns how many values the preference `field` can have; raises IndexError if unknown."""
    return _KINDS[2 * field]


class Prefs:
    """The preferences of a board; `prefs[PACE]` is the value of PACE, a number from 0."""

    def __init__(self, blob: bytes = b"") -> None:
        self._values = bytearray(COUNT)
        for field in range(COUNT):
            kept = field < len(blob) and blob[field] < choices(field)
            self._values[field] = blob[field] if kept else _KINDS[2 * field + 1]
        self._unknown = bytes(blob[COUNT:])
        self.seat: int | None = None  # a value in place of the stored SEAT, until SEAT is changed

    def __getitem__(self, field: int) -> int:
        return self._values[field] if field != SEAT or self.seat is None else self.seat

    @property
    def quiet(self) -> bool:
        """True if the preference SOUND is set to quiet."""
        return self._values[SOUND] == _QUIET

    def pack(self) -> bytes:
        """Returns the bytes to store."""
        return bytes(self._values) + self._unknown

    def adapt(self, view: "View") -> None:
        """Copies to `view` the preferences that concern lights and display."""
        view.palette = self._values[PALETTE]
        view.brightness = self._values[BRIGHTNESS]
        view.large = self._values[LARGE] == 1
        view.calm = self._values[CALM] == 1
        view.wooden = self._values[CHECKERS] == 1
        view.turned = self[SEAT] == 1

    def change(self, field: int, by: int) -> None:
        """Changes `field` to its next (`by` is 1) or previous (`by` is -1) value, in a cycle."""
        self._values[field] = (self[field] + by) % choices(field)
        if field == SEAT:
            self.seat = None

    def goes_by_itself(self, field: int, side: int) -> bool:
        """True if `field`, a preference set per player such as ROLLING, is on for `side`."""
        return self._values[field] in (_BOTH, _FIRST + side)

    def moment_ms(self) -> int:
        """Returns the time in ms for which the board shows a roll, or an automatic move."""
        return _SHOW_MS[self._values[PACE]] // _SEEN

    def play_ms(self) -> int:
        """Returns the time in ms for which the board shows a play, whether of one move or four."""
        return _SHOW_MS[self._values[PACE]] - self.moment_ms()

    def sleep_ms(self) -> int:
        """Returns the time in ms without a press after which the board sleeps; 0 for never."""
        return _SLEEP_MS[self._values[SLEEP]]
