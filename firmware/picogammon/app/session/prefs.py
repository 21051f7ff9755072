"""The preferences of a board: light, sound, pace, a tutor, automatic moves.

A preference belongs to the board, not to a match. The board stores each preference in one byte, in
the order of the preferences' numbers. A byte out of range is replaced by the default. Bytes after
the known preferences stay unchanged, so that the preferences of a newer version survive the use of
an older one.
"""

from micropython import const

from picogammon.app.display.lights import PALETTES

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
_UNUSED = const(16)  # keeps the value that another version wrote
LANDINGS = const(17)
MATCH_CHOSEN = const(18)  # 1 once somebody has begun a match by New match

# The menus that change preferences.
MAIN = const(1)
LIGHT_AND_SOUND = const(2)
REAL = const(3)  # two sides in a match under way have to agree
BY_ITSELF = const(4)
COACHED = const(5)  # where there is a coach
_NONE = const(0)  # nobody changes it by hand

_WHOSE = const(("off", "both", "1st player", "2nd player"))
_BOTH = const(1)
_FIRST = const(2)
_LEVELS = const(("lowest", "low", "medium", "high", "highest"))
_OFF_ON = const(("off", "on"))
_QUIET = const(2)  # a value of SOUND

# (number, default, menu, label, names of the values), each menu in its order. All of the table is
# constant, so that an image reads it from flash.
_TABLE = const(
    (
        (TUTOR, 0, MAIN, "Tutor", ("off", "blunders", "all")),
        (PALETTE, 0, LIGHT_AND_SOUND, "Colours", ()),  # the names are in lights.PALETTES
        (BRIGHTNESS, 3, LIGHT_AND_SOUND, "Brightness", _LEVELS),
        (CALM, 0, LIGHT_AND_SOUND, "Calm", _OFF_ON),
        (LARGE, 0, LIGHT_AND_SOUND, "Display", ("whole board", "large type")),
        (SEAT, 0, LIGHT_AND_SOUND, "Board faces", ("1st player", "2nd player")),
        (SOUND, 1, LIGHT_AND_SOUND, "Sound", ("off", "loud", "quiet")),
        (PACE, 1, LIGHT_AND_SOUND, "Pace", ("slow", "normal", "fast")),
        (SLEEP, 1, LIGHT_AND_SOUND, "Sleep after", ("2 min", "10 min", "30 min", "never")),
        (REAL_DICE, 0, REAL, "Dice", ("electronic", "real")),
        (CHECKERS, 0, REAL, "Checkers", ("lights", "real")),
        (ROLLING, 0, BY_ITSELF, "Rolling", _WHOSE),
        (PASSING, 0, BY_ITSELF, "No legal play", _WHOSE),
        (BEARING_OFF, 0, BY_ITSELF, "Bearing off", _WHOSE),
        (FORCED_PLAYS, 0, BY_ITSELF, "Forced plays", _WHOSE),
        (LANDINGS, 0, COACHED, "Good targets", _WHOSE),
        (MENU_FOUND, 0, _NONE, "", _OFF_ON),
        (MATCH_CHOSEN, 0, _NONE, "", _OFF_ON),
        (_UNUSED, 0, _NONE, "", ("", "", "")),
    )
)
COUNT = len(_TABLE)
_SHOW_MS = (3900, 1950, 900)
_SEEN = const(3)  # a third of the time shows the roll before the play
_SLEEP_MS = (120000, 600000, 1800000, 0)


def fields(menu: int) -> list[int]:
    """Returns the numbers of the preferences in `menu`, in the menu's order."""
    return [row[0] for row in _TABLE if row[2] == menu]


def find(field: int) -> tuple[str, tuple[str, ...]] | None:
    """Returns (label, names of the values) of the preference `field`; None if no menu has it."""
    for number, _, menu, label, words in _TABLE:
        if number == field and menu != _NONE:
            return label, _words(number, words)
    return None


def choices(field: int) -> int:
    """Returns the number of values of the preference `field`.

    Raises IndexError if there is no such preference.
    """
    for number, _, _, _, words in _TABLE:
        if number == field:
            return len(_words(number, words))
    raise IndexError


def _words(field: int, words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(["%s/%s" % pair for pair in PALETTES]) if field == PALETTE else words


class Prefs:
    """The preferences of a board; `prefs[PACE]` is the value of one of them, a small integer.

    `seat`: a value that replaces SEAT until SEAT is changed, and is not stored; None if the stored
    value of SEAT holds.
    """

    def __init__(self, blob: bytes = b"") -> None:
        self._values = bytearray(COUNT)
        for field, default, _, _, words in _TABLE:
            kept = field < len(blob) and blob[field] < len(_words(field, words))
            self._values[field] = blob[field] if kept else default
        self._unknown = bytes(blob[COUNT:])
        self.seat: int | None = None

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
        """Copies the preferences for the display to `view`, a view.View."""
        view.palette = self._values[PALETTE]
        view.brightness = self._values[BRIGHTNESS]
        view.large = self._values[LARGE] == 1
        view.calm = self._values[CALM] == 1
        view.wooden = self._values[CHECKERS] == 1
        view.turned = self[SEAT] == 1

    def change(self, field: int, by: int) -> None:
        """Steps `field` to the next value (`by` is 1) or to the previous one (`by` is -1).

        The first value follows the last.
        """
        self._values[field] = (self[field] + by) % choices(field)
        if field == SEAT:
            self.seat = None

    def text(self, field: int) -> str:
        """Returns the word for the current value of `field`.

        For SEAT, this is the colour of the player whom the board faces. Returns an empty string if
        no menu has `field`.
        """
        if field == SEAT:
            return PALETTES[self[PALETTE]][self[SEAT]]
        found = find(field)
        return found[1][self[field]] if found else ""

    def goes_by_itself(self, field: int, side: int) -> bool:
        """True if the automatic `field` (ROLLING to FORCED_PLAYS, or LANDINGS) is on for `side`."""
        return self._values[field] in (_BOTH, _FIRST + side)

    def moment_ms(self) -> int:
        """Returns the ms for which the board shows a roll before its play, or an automatic move."""
        return _SHOW_MS[self._values[PACE]] // _SEEN

    def play_ms(self) -> int:
        """Returns the ms for which the board shows the other side's play, whatever its length."""
        return _SHOW_MS[self._values[PACE]] - self.moment_ms()

    def sleep_ms(self) -> int:
        """Returns the ms without a press after which the board sleeps; 0 if it never sleeps."""
        return _SLEEP_MS[self._values[SLEEP]]
