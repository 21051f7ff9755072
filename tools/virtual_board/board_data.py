"""What the page has to know of the board, from board_config.py: which light and pin is where.

The page runs `shown` as well, for a board at its cable, in a MicroPython.
"""

from picogammon.devices import matrix
from picogammon.devices.oled import HEIGHT
from picogammon.devices.strip import Wiring
from picogammon.ground import places

_BUTTONS = ("prev", "next", "ok", "back")
_POINTS = range(1, 25)
# The places beside the points, as devices/strip.py numbers them: player 0's, then player 1's.
_BARS = (25, 0)
_OFFS = (26, 27)
_BESIDE = {
    places.BAR_0: "bar-0",
    places.BAR_1: "bar-1",
    places.OFF_0: "off-0",
    places.OFF_1: "off-1",
    places.DICE: "dice",
    places.CUBE: "cube",
}


class BadBoard(Exception):
    """The board's data cannot be shown; the text says why."""


def read(path):
    """`shown` of the board_config.py at `path`, if its OLED is the page's. Raises BadBoard."""
    from runpy import run_path  # no MicroPython has it

    try:
        config = run_path(str(path))
    except Exception as problem:  # whatever a half-edited file may raise
        raise BadBoard(f"{type(problem).__name__}: {problem}") from None
    board = shown(config)
    if config["OLED_DRIVER"] != "ssd1306":
        raise BadBoard(f"the virtual board has an ssd1306, not a {config['OLED_DRIVER']}")
    return board


def shown(config):
    """The board of these constants ({name: value}), as a dict that JSON can hold. Raises BadBoard.

    `strip`: pin, order and lights (how many). `points`: 24 lists of light numbers, from the rim
    inwards; `bars` and `offs`: the same for player 0 and player 1, empty where there is no light.
    `homeLeft`: whether the home boards lie at the left.
    `oled`: its I2C address, its rows of pixels, and whether it is mounted upside down.
    `buttons`: name -> pin.
    `places`: what its button joins, by a place's name: (row's pin, column's pin); empty where there
    are none. `piezo`: pin or None.
    """
    try:
        wiring = _wiring(config["WIRING"], config["LIGHTS_PER_POINT"])
        return {
            "title": config["TITLE"],
            "strip": {
                "pin": config["STRIP_PIN"],
                "order": config["STRIP_ORDER"],
                "lights": wiring.lights,
            },
            "points": [list(wiring.places[point]) for point in _POINTS],
            "bars": [list(wiring.places[place]) for place in _BARS],
            "offs": [list(wiring.places[place]) for place in _OFFS],
            "oled": {
                "address": config["OLED_ADDRESS"],
                "flip": bool(config["OLED_FLIP"]),
                "height": config.get("OLED_HEIGHT", HEIGHT),
            },
            "buttons": {name: config["BUTTON_PINS"][i] for i, name in enumerate(_BUTTONS)},
            "homeLeft": bool(config.get("HOME_LEFT", False)),
            "places": _places(config),
            "piezo": config["PIEZO_PIN"],
        }
    except KeyError as missing:
        raise BadBoard(f"{missing.args[0]} is missing") from None
    except (IndexError, ValueError) as problem:
        raise BadBoard(str(problem)) from None


def _places(config):
    """Which two pins the button of each place joins."""
    rows = config.get("PLACE_ROW_PINS", ())
    columns = config.get("PLACE_COLUMN_PINS", ())
    joined = [(row, column) for row in rows for column in columns]
    return {
        _BESIDE.get(place, f"point-{place}"): pins
        for place, pins in zip(matrix.BUTTONS, joined)  # noqa: B905 - a MicroPython has no `strict`
    }


def _wiring(runs, lights_per_point):
    """The firmware's own reading of the wiring, so that page and firmware cannot disagree."""
    return Wiring(runs, lights_per_point)
