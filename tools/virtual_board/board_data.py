"""A board's data for the page, on a PC and in the page's MicroPython."""

from picogammon.devices.oled import HEIGHT
from picogammon.devices.strip import Wiring

_BUTTONS = ("prev", "next", "ok", "back")
# The places beside the points, as devices/strip.py numbers them: player 0's, then player 1's.
_BARS = (25, 0)
_OFFS = (26, 27)


def shown(config):
    """Returns the page's BoardData (page/state.js), without `config`, of a sound board_config.py:
    {name: value}."""
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
