"""What the page has to know of the board, from board_config.py: which light and pin is where.

The page runs `shown` as well, for a board at its cable, in a MicroPython.
"""

from picogammon.devices.oled import HEIGHT
from picogammon.devices.strip import Wiring

_BUTTONS = ("prev", "next", "ok", "back")
# The places beside the points, as devices/strip.py numbers them: player 0's, then player 1's.
_BARS = (25, 0)
_OFFS = (26, 27)


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
    """The board of these constants ({name: value}), as the page's BoardData (page/state.js) without
    its `config`. Raises BadBoard."""
    try:
        # As the firmware reads it, so page and firmware cannot disagree.
        wiring = Wiring(config["WIRING"], config["LIGHTS_PER_POINT"])
        return {
            "title": config["TITLE"],
            "strip": {
                "pin": config["STRIP_PIN"],
                "order": config["STRIP_ORDER"],
                "lights": wiring.lights,
            },
            "points": [list(wiring.places[point]) for point in range(1, 25)],
            "bars": [list(wiring.places[place]) for place in _BARS],
            "offs": [list(wiring.places[place]) for place in _OFFS],
            "oled": {
                "address": config["OLED_ADDRESS"],
                "flip": bool(config["OLED_FLIP"]),
                "height": config.get("OLED_HEIGHT", HEIGHT),
            },
            "buttons": {name: config["BUTTON_PINS"][i] for i, name in enumerate(_BUTTONS)},
            "homeLeft": bool(config.get("HOME_LEFT", False)),
            "places": bool(config.get("PLACE_ROW_PINS")),
            "piezo": config["PIEZO_PIN"],
        }
    except KeyError as missing:
        raise BadBoard(f"{missing.args[0]} is missing") from None
    except (IndexError, ValueError) as problem:
        raise BadBoard(str(problem)) from None
