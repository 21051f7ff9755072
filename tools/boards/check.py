"""What can be wrong with a board's data, said in words that name the constant."""

from picogammon.devices.matrix import COLUMNS, ROWS
from picogammon.devices.strip import Strip
from picogammon.devices.wiring import Wiring
from tools.boards.connections import GPIO, i2c_pins

_DRIVERS = ("ssd1306", "sh1106")
_INTEGERS = (
    "STRIP_PIN STRIP_MA_PER_CHANNEL STRIP_IDLE_MA SUPPLY_MA OTHERS_MA LIGHTS_PER_POINT OLED_ADDRESS"
    " I2C_ID I2C_SDA_PIN I2C_SCL_PIN I2C_FREQUENCY"
).split()
_REQUIRED = {
    "NAME",
    "TITLE",
    "STRIP_ORDER",
    "WIRING",
    "OLED_DRIVER",
    "OLED_FLIP",
    "BUTTON_PINS",
    "PIEZO_PIN",
    *_INTEGERS,
}
_OPTIONAL = {"PLACE_ROW_PINS": ROWS, "PLACE_COLUMN_PINS": COLUMNS}  # and how many pins


def problems(config):
    """Everything wrong with a board's constants (a dict by name), as a list of sentences."""
    found = [f"{name} is missing" for name in sorted(_REQUIRED - config.keys())]
    found += [
        f"{name} means nothing here"
        for name in sorted(config.keys() - _REQUIRED - _OPTIONAL.keys() - {"HOME_LEFT"})
    ]
    found += [
        f"{name} must be a whole number, not {config[name]!r}"
        for name in _INTEGERS
        if name in config and type(config[name]) is not int
    ]
    if found:
        return found
    return _wiring(config) + _pins(config) + _values(config)


def wiring(config):
    """The firmware's own reading of WIRING. Raises ValueError when that is wrong."""
    return Wiring(config["WIRING"], config["LIGHTS_PER_POINT"])


def _wiring(config):
    try:
        lights = wiring(config).lights
        Strip(
            None,
            None,
            lights,
            config["STRIP_ORDER"],
            config["SUPPLY_MA"] - config["OTHERS_MA"],
            config["STRIP_MA_PER_CHANNEL"],
            config["STRIP_IDLE_MA"],
        )
    except ValueError as problem:
        return [str(problem)]
    return []


def _pins(config):
    buttons = config["BUTTON_PINS"]
    if not isinstance(buttons, tuple) or len(buttons) != 4:
        return ["BUTTON_PINS must name four pins: PREV, NEXT, OK, BACK"]
    used = [(name, config[name]) for name in ("STRIP_PIN", "I2C_SDA_PIN", "I2C_SCL_PIN")]
    used += [("BUTTON_PINS", pin) for pin in buttons]
    if config["PIEZO_PIN"] is not None:
        used.append(("PIEZO_PIN", config["PIEZO_PIN"]))
    found = []
    if any(name in config for name in _OPTIONAL):
        for name, count in _OPTIONAL.items():
            pins = config.get(name)
            if not isinstance(pins, tuple) or len(pins) != count:
                found.append(f"{name} must name {count} pins")
            else:
                used += [(name, pin) for pin in pins]
    by_pin = {}
    for name, pin in used:
        if pin not in GPIO:
            found.append(f"{name}: the Pico has no pin GP{pin}")
        elif pin in by_pin:
            found.append(f"GP{pin} is used twice: {by_pin[pin]} and {name}")
        by_pin[pin] = name
    return found


def _values(config):
    found = []
    pair = (config["I2C_SDA_PIN"], config["I2C_SCL_PIN"])
    if config["I2C_ID"] not in (0, 1):
        found.append(f"I2C_ID must be 0 or 1, not {config['I2C_ID']}")
    elif pair not in i2c_pins(config["I2C_ID"]):
        can = ", ".join(f"{sda}/{scl}" for sda, scl in i2c_pins(config["I2C_ID"]))
        found.append(f"I2C{config['I2C_ID']} can have SDA/SCL on {can}; not {pair[0]}/{pair[1]}")
    if not 0x08 <= config["OLED_ADDRESS"] <= 0x77:
        found.append(f"OLED_ADDRESS must be 0x08 to 0x77, not 0x{config['OLED_ADDRESS']:02x}")
    if config["OLED_DRIVER"] not in _DRIVERS:
        found.append(f"OLED_DRIVER must be {' or '.join(_DRIVERS)}, not {config['OLED_DRIVER']!r}")
    if not 10_000 <= config["I2C_FREQUENCY"] <= 1_000_000:
        found.append("I2C_FREQUENCY must be 10,000 to 1,000,000 Hz")
    return found
