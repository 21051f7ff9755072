"""A board's data for the page, on a PC and in the page's MicroPython."""

from picogammon.devices.oled import HEIGHT
from picogammon.devices.strip import Wiring
from picogammon.ground import BAR_0, BAR_1, OFF_0, OFF_1

_BUTTONS = ("prev", "next", "ok", "back")


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
        "bars": [list(wiring.places[place]) for place in (BAR_0, BAR_1)],
        "offs": [list(wiring.places[place]) for place in (OFF_0, OFF_1)],
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
