"""What the owner of the board likes: light, sound, pace, a tutor, what goes by itself. Not part of
any match.

They are kept as a few bytes. A byte out of range falls back to its default and bytes past the ones
known here are left alone, so that settings of another version are read as far as they go.
"""

from micropython import const

from picogammon.app.display.lights import PALETTES

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

_BOTH = const(1)
_FIRST = const(2)
_WHOSE = ("off", "both", "1st player", "2nd player")
QUIET = const(2)  # of SOUND

# name in the menu, what its values are called, default
FIELDS = (
    ("Colours", tuple("%s/%s" % pair for pair in PALETTES), 0),
    ("Brightness", ("lowest", "low", "medium", "high", "highest"), 3),
    ("Sound", ("off", "loud", "quiet"), 1),
    ("Pace", ("slow", "normal", "fast"), 1),
    ("Sleep after", ("2 min", "10 min", "30 min", "never"), 1),
    ("Dice", ("board's", "real"), 0),
    ("Tutor", ("off", "blunders", "all"), 0),
    ("Display", ("whole board", "large type"), 0),
    ("Seen by player", ("1", "2"), 0),
    ("Rolling", _WHOSE, 0),
    ("No legal play", _WHOSE, 0),
    ("Bearing off", _WHOSE, 0),
    ("Forced plays", _WHOSE, 0),
    ("Menu found", ("no", "yes"), 0),
    ("Calm", ("off", "on"), 0),
    ("Checkers", ("lights", "real"), 0),
)
_SHOW_MS = (3900, 1950, 900)
_SEEN = const(3)  # the roll is seen for a third of it before the play
_SLEEP_MS = (120000, 600000, 1800000, 0)


class Prefs:
    """The preferences, one small integer for each of FIELDS."""

    def __init__(self, blob=None):
        self._values = bytearray(len(FIELDS))
        for i in range(len(FIELDS)):
            _, choices, default = FIELDS[i]
            given = blob[i] if blob is not None and i < len(blob) else default
            self._values[i] = given if given < len(choices) else default
        self._unknown = bytes(blob[len(FIELDS) :]) if blob is not None else b""

    def __getitem__(self, field):
        return self._values[field]

    def pack(self):
        """The bytes to keep."""
        return bytes(self._values) + self._unknown

    def adapt(self, view):
        """Lets a view.View look as people like it."""
        view.palette = self._values[PALETTE]
        view.brightness = self._values[BRIGHTNESS]
        view.large = self._values[LARGE]
        view.calm = self._values[CALM] == 1
        view.turned = self._values[SEAT] == 1

    def text(self, field):
        """The word for the field's value."""
        return FIELDS[field][1][self._values[field]]

    def change(self, field, by):
        """Steps the field to its next (1) or previous (-1) value, round the end."""
        self._values[field] = (self._values[field] + by) % len(FIELDS[field][1])

    def goes_by_itself(self, field, side):
        """Whether that goes by itself for `side` (ROLLING .. FORCED_PLAYS)."""
        return self._values[field] in (_BOTH, _FIRST + side)

    def moment_ms(self):
        """How long people see a roll before it is played, or what goes on by itself."""
        return _SHOW_MS[self._values[PACE]] // _SEEN

    def play_ms(self):
        """How long the other side's play is shown, however many steps it has."""
        return _SHOW_MS[self._values[PACE]] - self.moment_ms()

    def sleep_ms(self):
        """How long without a press until the board sleeps; 0 for never."""
        return _SLEEP_MS[self._values[SLEEP]]
