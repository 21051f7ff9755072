"""What the owner of the board likes: light, sound, pace, a tutor. Not part of any match.

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

# name in the menu, what its values are called, default
FIELDS = (
    ("Colours", tuple("%s/%s" % pair for pair in PALETTES), 0),
    ("Brightness", ("lowest", "low", "medium", "high", "highest"), 3),
    ("Sound", ("off", "on"), 1),
    ("Pace", ("slow", "normal", "fast"), 1),
    ("Sleep after", ("2 min", "10 min", "30 min", "never"), 1),
    ("Dice", ("board's", "real"), 0),
    ("Tutor", ("off", "blunders", "all"), 0),
    ("Display", ("whole board", "large type"), 0),
    ("Seen by player", ("1", "2"), 0),
)
_STEP_MS = (1200, 700, 350)
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

    def text(self, field):
        """The word for the field's value."""
        return FIELDS[field][1][self._values[field]]

    def change(self, field, by):
        """Steps the field to its next (1) or previous (-1) value, round the end."""
        self._values[field] = (self._values[field] + by) % len(FIELDS[field][1])

    def step_ms(self):
        """How long one step of the other side's play is shown."""
        return _STEP_MS[self._values[PACE]]

    def sleep_ms(self):
        """How long without a press until the board sleeps; 0 for never."""
        return _SLEEP_MS[self._values[SLEEP]]
