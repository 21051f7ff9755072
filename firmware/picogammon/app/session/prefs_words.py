"""The preferences in words: for each, the menu that changes it, its label, its values' names."""

from micropython import const

from picogammon.app.display.lights import PALETTES
from picogammon.app.session.prefs import (
    BEARING_OFF,
    BRIGHTNESS,
    CALM,
    CHECKERS,
    FORCED_PLAYS,
    LANDINGS,
    LARGE,
    PACE,
    PALETTE,
    PASSING,
    REAL_DICE,
    ROLLING,
    SEAT,
    SLEEP,
    SOUND,
    TUTOR,
)

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
    (TUTOR, MAIN, "Tutor", ("off", "blunders", "all")),
    (PALETTE, LIGHT_AND_SOUND, "Colours", ()),  # the names are in lights.PALETTES
    (BRIGHTNESS, LIGHT_AND_SOUND, "Brightness", _LEVELS),
    (CALM, LIGHT_AND_SOUND, "Calm", _OFF_ON),
    (LARGE, LIGHT_AND_SOUND, "Display", ("whole board", "large type")),
    (SEAT, LIGHT_AND_SOUND, "Board faces", ("1st player", "2nd player")),
    (SOUND, LIGHT_AND_SOUND, "Sound", ("off", "loud", "quiet")),
    (PACE, LIGHT_AND_SOUND, "Pace", ("slow", "normal", "fast")),
    (SLEEP, LIGHT_AND_SOUND, "Sleep after", ("2 min", "10 min", "30 min", "never")),
    (REAL_DICE, REAL, "Dice", ("electronic", "real")),
    (CHECKERS, REAL, "Checkers", ("lights", "real")),
    (ROLLING, BY_ITSELF, "Rolling", _WHOSE),
    (PASSING, BY_ITSELF, "No legal play", _WHOSE),
    (BEARING_OFF, BY_ITSELF, "Bearing off", _WHOSE),
    (FORCED_PLAYS, BY_ITSELF, "Forced plays", _WHOSE),
    (LANDINGS, COACHED, "Good targets", _WHOSE),
)


def fields(menu: int) -> list[int]:
    """Returns the numbers of the preferences in `menu`, in the menu's order."""
    return [row[0] for row in _TABLE if row[1] == menu]


def find(field: int) -> tuple[str, tuple[str, ...]] | None:
    """Returns (label, names of the values) of the preference `field`, or None if no menu has it."""
    for number, _, label, words in _TABLE:
        if number == field:
            if field == PALETTE:
                words = tuple(["%s/%s" % pair for pair in PALETTES])
            return label, words
    return None


def text(prefs: "Prefs", field: int) -> str:
    """Returns the name of the present value of the preference `field`, or "" if no menu has it.

    For SEAT, this name is the colour of the player whom the board faces.
    """
    if field == SEAT:
        return PALETTES[prefs[PALETTE]][prefs[SEAT]]
    found = find(field)
    return found[1][prefs[field]] if found else ""
