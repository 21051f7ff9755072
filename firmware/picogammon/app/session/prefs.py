"""What the owner of the board likes: light, sound, pace, a tutor, what goes by itself.

Preferences are not part of any match. They are kept as a few bytes. A byte out of range falls back
to its default, and bytes after the known ones are kept as they are, so that settings of another
version are read as far as possible.
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
LANDINGS = const(17)  # 16 is unused, and keeps the value that another version wrote
MATCH_CHOSEN = const(18)  # 1 once somebody has begun a match by New match
# The line of the main menu, as prefs_words.py has the lines of the others: the menu needs no more.
TUTOR_LINE = const((TUTOR, "Tutor", ("off", "blunders", "all")))

_BOTH = const(1)
_FIRST = const(2)
_QUIET = const(2)  # a value of SOUND

# For each field in that order: the number of its values (prefs_words.py names them), and its
# default.
_FIELDS = (
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
    b"\x03\x00"  # unused
    b"\x04\x00"  # LANDINGS
    b"\x02\x00"  # MATCH_CHOSEN
)
COUNT = const(19)
_SHOW_MS = (3900, 1950, 900)
_SEEN = const(3)  # a third of the time shows the roll before the play
_SLEEP_MS = (120000, 600000, 1800000, 0)


def choices(field: int) -> int:
    """The number of a field's values; raises IndexError if there is no such field."""
    return _FIELDS[2 * field]


class Prefs:
    """The preferences, a small integer for each of COUNT fields.

    `seat`: takes the place of SEAT until that is changed, and is not kept; None: it does not.
    """

    def __init__(self, blob: bytes = b"") -> None:
        self._values = bytearray(COUNT)
        for field in range(COUNT):
            kept = field < len(blob) and blob[field] < choices(field)
            self._values[field] = blob[field] if kept else _FIELDS[2 * field + 1]
        self._unknown = bytes(blob[COUNT:])
        self.seat: int | None = None

    def __getitem__(self, field: int) -> int:
        return self._values[field] if field != SEAT or self.seat is None else self.seat

    @property
    def quiet(self) -> bool:
        """True if people want quiet tunes."""
        return self._values[SOUND] == _QUIET

    def pack(self) -> bytes:
        """The bytes to keep."""
        return bytes(self._values) + self._unknown

    def adapt(self, view: "View") -> None:
        """Makes a view.View look as people like it."""
        view.palette = self._values[PALETTE]
        view.brightness = self._values[BRIGHTNESS]
        view.large = self._values[LARGE] == 1
        view.calm = self._values[CALM] == 1
        view.wooden = self._values[CHECKERS] == 1
        view.turned = self[SEAT] == 1

    def change(self, field: int, by: int) -> None:
        """Steps the field to its next (1) or previous (-1) value, round the end."""
        self._values[field] = (self[field] + by) % choices(field)
        if field == SEAT:
            self.seat = None

    def goes_by_itself(self, field: int, side: int) -> bool:
        """True if `field` (ROLLING .. FORCED_PLAYS, LANDINGS) is on for `side`."""
        return self._values[field] in (_BOTH, _FIRST + side)

    def moment_ms(self) -> int:
        """The ms for which people see a roll before it is played, or what goes on by itself."""
        return _SHOW_MS[self._values[PACE]] // _SEEN

    def play_ms(self) -> int:
        """The ms for which the other side's play is shown, however many steps it has."""
        return _SHOW_MS[self._values[PACE]] - self.moment_ms()

    def sleep_ms(self) -> int:
        """The ms without a press until the board sleeps; 0 for never."""
        return _SLEEP_MS[self._values[SLEEP]]
