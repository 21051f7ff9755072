"""The names of the preferences and their values, in the order of prefs.CHOICES."""

from picogammon.app.display.lights import PALETTES

_WHOSE = ("off", "both", "1st player", "2nd player")
FIELDS = (  # (name in the menu, names of the values)
    ("Colours", tuple("%s/%s" % pair for pair in PALETTES)),
    ("Brightness", ("lowest", "low", "medium", "high", "highest")),
    ("Sound", ("off", "loud", "quiet")),
    ("Pace", ("slow", "normal", "fast")),
    ("Sleep after", ("2 min", "10 min", "30 min", "never")),
    ("Dice", ("board's", "real")),
    ("Tutor", ("off", "blunders", "all")),
    ("Display", ("whole board", "large type")),
    ("Seen by player", ("1", "2")),
    ("Rolling", _WHOSE),
    ("No legal play", _WHOSE),
    ("Bearing off", _WHOSE),
    ("Forced plays", _WHOSE),
    ("Menu found", ("no", "yes")),
    ("Calm", ("off", "on")),
    ("Checkers", ("lights", "real")),
)


def text(prefs, field):
    """The word for the value of a field of a prefs.Prefs."""
    return FIELDS[field][1][prefs[field]]
