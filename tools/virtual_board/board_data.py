"""What the page has to know of the board, from board_config.py: which light and pin is where.

The page runs `shown` as well, for a board at its cable, in a MicroPython.
"""

from picogammon.devices.oled import HEIGHT
from picogammon.devices.strip import Wiring

_BUTTONS = ("prev", "next", "ok", "back")
# The places beside the points, as devices/strip.py numbers them: player 0's, then player 1's.
_BARS = (25, 0)
_OFFS = (26, 27)


def shown(config):
    """The board of these constants ({name: value}), which tools.boards.check has found sound, as
    the page's BoardData (page/state.js) without its `config`."""
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
        "buttons": dict(zip(_BUTTONS, config["BUTTON_PINS"])),
        "homeLeft": bool(config.get("HOME_LEFT", False)),
        "places": bool(config.get("PLACE_ROW_PINS")),
        "piezo": config["PIEZO_PIN"],
    }
