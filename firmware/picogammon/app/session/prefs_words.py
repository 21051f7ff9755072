"""The preferences as menus and pages show them: which menu has them, their names and values.

What is not here nobody changes by hand.
"""

from picogammon.app.display.lights import PALETTES
from picogammon.app.session import prefs

_WHOSE = ("off", "both", "1st player", "2nd player")
# Each menu's lines in their order: a field of prefs.py, its name, the names of its values.
LIGHT_AND_SOUND = (
    (prefs.PALETTE, "Colours", tuple("%s/%s" % pair for pair in PALETTES)),
    (prefs.BRIGHTNESS, "Brightness", ("lowest", "low", "medium", "high", "highest")),
    (prefs.CALM, "Calm", ("off", "on")),
    (prefs.LARGE, "Display", ("whole board", "large type")),
    (prefs.SEAT, "Board faces", _WHOSE[2:]),
    (prefs.SOUND, "Sound", ("off", "loud", "quiet")),
    (prefs.PACE, "Pace", ("slow", "normal", "fast")),
    (prefs.SLEEP, "Sleep after", ("2 min", "10 min", "30 min", "never")),
)
REAL = (  # two sides in a match under way have to agree
    (prefs.REAL_DICE, "Dice", ("electronic", "real")),
    (prefs.CHECKERS, "Checkers", ("lights", "real")),
)
BY_ITSELF = (
    (prefs.ROLLING, "Rolling", _WHOSE),
    (prefs.PASSING, "No legal play", _WHOSE),
    (prefs.BEARING_OFF, "Bearing off", _WHOSE),
    (prefs.FORCED_PLAYS, "Forced plays", _WHOSE),
)
COACHED = (  # where there is a coach
    (prefs.LANDINGS, "Good targets", _WHOSE),
)
_MAIN = (prefs.TUTOR_LINE,)  # in the main menu


def find(field: int) -> tuple[str, tuple[str, ...]] | None:
    """(name, names of the values) of a field; None if nobody changes it by hand."""
    for menu in (LIGHT_AND_SOUND, REAL, BY_ITSELF, COACHED, _MAIN):
        for here, name, words in menu:
            if here == field:
                return name, words
    return None


def text(values: prefs.Prefs, field: int) -> str:
    """The word for the value of a field of a prefs.Prefs; a seat's is its colour."""
    words = PALETTES[values[prefs.PALETTE]] if field == prefs.SEAT else find(field)[1]
    return words[values[field]]
