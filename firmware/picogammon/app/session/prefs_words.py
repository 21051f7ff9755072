"""The preferences in the menus: labels, and names of the values."""

from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.app.session import prefs

_TYPE_CHECKING = const(False)
if _TYPE_CHECKING:
    from picogammon.app.session.prefs import Prefs

# The menus that change preferences.
MAIN = const(1)
LIGHT_AND_SOUND = const(2)
REAL = const(3)  # during a match between two people, both have to agree
BY_ITSELF = const(4)
COACHED = const(5)  # only on a board with a coach

_WHOSE = const(("off", "both", "1st player", "2nd player"))
_LEVELS = const(("lowest", "low", "medium", "high", "highest"))
_OFF_ON = const(("off", "on"))

# (number, menu, label, names of the values). The rows of a menu are in its order.
_TABLE = (
    (prefs.TUTOR, MAIN, "Tutor", ("off", "blunders", "all")),
    (prefs.PALETTE, LIGHT_AND_SOUND, "Colours", ()),  # the names are in lights.PALETTES
    (prefs.BRIGHTNESS, LIGHT_AND_SOUND, "Brightness", _LEVELS),
    (prefs.CALM, LIGHT_AND_SOUND, "Calm", _OFF_ON),
    (prefs.LARGE, LIGHT_AND_SOUND, "Display", ("whole board", "large type")),
    (prefs.SEAT, LIGHT_AND_SOUND, "Board faces", ("1st player", "2nd player")),
    (prefs.SOUND, LIGHT_AND_SOUND, "Sound", ("off", "loud", "quiet")),
    (prefs.PACE, LIGHT_AND_SOUND, "Pace", ("slow", "normal", "fast")),
    (prefs.SLEEP, LIGHT_AND_SOUND, "Sleep after", ("2 min", "10 min", "30 min", "never")),
    (prefs.REAL_DICE, REAL, "Dice", ("electronic", "real")),
    (prefs.CHECKERS, REAL, "Checkers", ("lights", "real")),
    (prefs.ROLLING, BY_ITSELF, "Rolling", _WHOSE),
    (prefs.PASSING, BY_ITSELF, "No legal play", _WHOSE),
    (prefs.BEARING_OFF, BY_ITSELF, "Bearing off", _WHOSE),
    (prefs.FORCED_PLAYS, BY_ITSELF, "Forced plays", _WHOSE),
    (prefs.LANDINGS, COACHED, "Good targets", _WHOSE),
)


def fields(menu: int) -> list[int]:
    """Returns the numbers of the preferences in `menu`, such as MAIN, in the menu's order."""
    return [row[0] for row in _TABLE if row[1] == menu]


def find(field: int) -> tuple[str, tuple[str, ...]] | None:
    """Returns (label, names of the values) of the preference `field`, or None if no menu has it."""
    for number, _, label, words in _TABLE:
        if number == field:
            if field == prefs.PALETTE:
                words = tuple(["%s/%s" % pair for pair in PALETTES])
            return label, words
    return None


def text(chosen: "Prefs", field: int) -> str:
    """Returns the value of `field` in words (SEAT: as a colour); "" if no menu has `field`."""
    if field == prefs.SEAT:
        return PALETTES[chosen[prefs.PALETTE]][chosen[prefs.SEAT]]
    found = find(field)
    return found[1][chosen[field]] if found else ""
