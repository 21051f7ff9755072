"""Finds what is wrong with a board's data; each sentence names the constant and what to do.

The page runs this too, on MicroPython.
"""

from difflib import get_close_matches

from picogammon.devices.matrix import COLUMNS, ROWS, follow
from picogammon.devices.oled import DRIVERS, HEIGHT
from picogammon.devices.strip import TIMING, Strip, Wiring
from tools.boards.headers import COMPUTERS, header_of

_ORDERS = ("RGB", "RBG", "GRB", "GBR", "BRG", "BGR")
_INTEGERS = (
    "STRIP_PIN STRIP_MA_PER_CHANNEL STRIP_IDLE_MA SUPPLY_MA OTHERS_MA LIGHTS_PER_POINT "
    "OLED_ADDRESS I2C_ID I2C_SDA_PIN I2C_SCL_PIN I2C_FREQUENCY"
).split()
_TEXTS = ("NAME", "TITLE", "STRIP_ORDER", "OLED_DRIVER")
_FLAGS = ("OLED_FLIP", "OLED_MIRROR", "HOME_LEFT")
_REQUIRED = {"WIRING", "OLED_FLIP", "BUTTON_PINS", "PIEZO_PIN"} | set(_TEXTS) | set(_INTEGERS)
# A board may leave these out. The places' buttons have this many pins.
_MATRIX = {"PLACE_ROW_PINS": ROWS, "PLACE_COLUMN_PINS": COLUMNS}
_PINS = ["STRIP_PIN", "I2C_SDA_PIN", "I2C_SCL_PIN", "BUTTON_PINS"] + list(_MATRIX) + ["PIEZO_PIN"]
_OPTIONAL = {"HOME_LEFT", "OLED_MIRROR", "OLED_HEIGHT", "STRIP_TIMING", "COMPUTER"} | set(_MATRIX)
_TIMES = range(100, 2001)  # ns
# What each current may be, in mA, and why.
_CURRENTS = {
    "STRIP_MA_PER_CHANNEL": (5, 60, "WS2812B take 12 to 20, the strongest kinds 60"),
    "STRIP_IDLE_MA": (1, 5, "a dark WS2812B takes 0.6 to 1"),
    "OTHERS_MA": (40, 500, "the Pico takes 40, an OLED 30 to 190 more"),
    "SUPPLY_MA": (1, 10_000, "no usual plug, switch or terminal carries more than 10 A"),
}
_FULL = 255  # a colour of a light that is fully on
_MOST = 10**9  # no number of a board is larger
_LONGEST = 60  # letters of a text, and of a wrong value that is shown


def problems(config):
    """Returns all that is wrong with a board's constants (a dict by name), in sentences."""
    return _names(config) or _kinds(config) or _strip(config) + _pins(config) + _oled(config)


def wiring(config):
    """Returns the firmware's reading of WIRING. Raises ValueError if that is wrong."""
    return Wiring(config["WIRING"], config["LIGHTS_PER_POINT"])


def oled_height(config):
    """Returns the rows of pixels of a board's OLED."""
    return config.get("OLED_HEIGHT", HEIGHT)


def _names(config):
    missing = sorted(_REQUIRED - set(config))
    found = [f"{name} is missing: boards/pico/board_config.py shows each" for name in missing]
    for name in sorted(set(config) - _REQUIRED - _OPTIONAL):
        near = get_close_matches(name, missing + sorted(_OPTIONAL), 1, 0.75)
        instead = f"is {near[0]} meant?" if near else "remove it"
        found.append(f"{name} means nothing here: {instead}")
    return found


def _kinds(config):
    found = [
        f"{name} must {words}, not {_shown(config[name])}"
        for names, fits, words in _KINDS
        for name in names
        if name in config and not fits(config[name])
    ]
    if set(_MATRIX) & set(config):
        found += [
            f"{name} must name {count} pins in brackets, not {_shown(config.get(name))}"
            for name, count in _MATRIX.items()
            if not _are_pins(config.get(name), count)
        ]
    return found


def _are_pins(value, count):
    return isinstance(value, tuple) and len(value) == count and all(map(_is_whole, value))


def _are_times(value):
    return _are_pins(value, 4) and all(time in _TIMES for time in value) and value[0] < value[2]


def _is_whole(value):
    return type(value) is int and -_MOST < value < _MOST


def _is_text(value):
    if not isinstance(value, str) or not value.strip() or len(value) > _LONGEST:
        return False
    return all(ord(letter) >= ord(" ") and letter not in '"\\' for letter in value)


_TEXT = (
    f"a text in quotes of {_LONGEST} letters at most, with no quote, backslash or line end in it"
)
_BUTTONS = "four pins, those of PREV, NEXT, OK, BACK, like (10, 11, 12, 13)"
_FOUR_TIMES = f"four times of {_TIMES[0]} to {_TIMES[-1]} ns, high and low of a 0, then of a 1"
_KINDS = (  # names, a test of their values, what these must do
    (_INTEGERS, _is_whole, "be a whole number"),
    (_TEXTS, _is_text, "be " + _TEXT),
    (_FLAGS, lambda value: type(value) is bool, "be True or False"),
    (["COMPUTER"], lambda value: value in tuple(COMPUTERS), "be one of " + ", ".join(COMPUTERS)),
    (["PIEZO_PIN"], lambda value: value is None or _is_whole(value), "be a pin's number or None"),
    (["BUTTON_PINS"], lambda value: _are_pins(value, 4), "name " + _BUTTONS),
    (["STRIP_TIMING"], _are_times, f"be {_FOUR_TIMES}, like {TIMING}"),
)


def _is_run(run):
    return (
        isinstance(run, (tuple, list))
        and 2 <= len(run) <= 3
        and all(_is_whole(part) or _is_text(part) for part in run)
    )


def _shown(value):
    """Returns a value as a file would contain it, cut short."""
    try:
        text = repr(value)
    except ValueError:  # too many digits
        return "so large a number"
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"


def _strip(config):
    runs = config["WIRING"]
    for run in runs if isinstance(runs, (tuple, list)) else [runs]:
        if not _is_run(run):
            how = "in brackets, like ((1, 12), (13, 24)), or with one run ((1, 24),)"
            return [f"WIRING must list runs {how}; {_shown(run)} is not a run"]
    try:
        lights = wiring(config).lights
    except ValueError as problem:
        name = "" if "LIGHTS_PER_POINT" in str(problem) else "WIRING: "
        return [f"{name}{problem}"]
    found = []
    if config["STRIP_ORDER"] not in _ORDERS:
        found.append(
            f"STRIP_ORDER must be one order of {', '.join(_ORDERS)}, not "
            f"{config['STRIP_ORDER']!r}; a strip with a fourth colour (RGBW) cannot be used: "
            "buy one of WS2812B or SK6812 that says RGB"
        )
    for name, (least, most, what) in _CURRENTS.items():
        if not least <= config[name] <= most:
            found.append(f"{name} must be {least} to {most:,}, not {config[name]:,}: {what}")
    return found or _current(config, lights)


def _current(config, lights):
    channel, idle = config["STRIP_MA_PER_CHANNEL"], config["STRIP_IDLE_MA"]
    budget = config["SUPPLY_MA"] - config["OTHERS_MA"]
    try:
        Strip(None, None, lights, config["STRIP_ORDER"], budget, channel, idle)
    except ValueError:
        # Each colour of each light must be able to be on at its faintest.
        least = idle * lights + -(-3 * lights * channel // _FULL)
        return [
            f"SUPPLY_MA less OTHERS_MA leaves {budget} mA, and {budget} mA is not enough for "
            f"{lights} lights, which need {least} mA to be lit at all: take a stronger supply and "
            "raise SUPPLY_MA, or have fewer lights"
        ]
    return []


def _pins(config):
    used = []
    for name in _PINS:
        pins = config.get(name, ())
        used += [(name, pin) for pin in (pins if isinstance(pins, tuple) else [pins])]
    used = [(name, pin) for name, pin in used if pin is not None]
    header = header_of(config)
    unused = sorted(set(header.gpio) - {pin for _, pin in used})
    free = ", ".join(map(header.pin, unused))
    found = []
    by_pin = {}
    for name, pin in used:
        named = header.pin(pin)
        if pin not in header.gpio:
            found.append(f"{name}: the {header.called} has no pin {named}; free are {free}")
        elif pin in by_pin:
            found.append(f"{named} is used twice: {by_pin[pin]} and {name}; free are {free}")
        elif name == "STRIP_PIN" and pin not in header.strip:
            can = ", ".join(map(header.pin, sorted(header.strip)))
            found.append(f"STRIP_PIN: {named} cannot drive a strip; {can} can")
        by_pin[pin] = name
    columns = config.get("PLACE_COLUMN_PINS", ())
    if not found and header.chip and columns and not follow(columns):
        found.append(
            "PLACE_COLUMN_PINS must be six adjacent pins, like 16 to 21, in any order, "
            f"not {columns!r}: otherwise taps are lost while the board writes"
        )
    return found


def _oled(config):
    found = []
    pair = (config["I2C_SDA_PIN"], config["I2C_SCL_PIN"])
    known = config["I2C_ID"] in (0, 1)
    pairs = header_of(config).i2c_pins(config["I2C_ID"]) if known else []
    if not known:
        found.append(f"I2C_ID must be 0 or 1, not {config['I2C_ID']}")
    elif pair not in pairs:
        can = ", ".join(f"{sda}/{scl}" for sda, scl in pairs) or "no pins here: take I2C1"
        found.append(f"I2C{config['I2C_ID']} can have SDA/SCL on {can}; not {pair[0]}/{pair[1]}")
    address = config["OLED_ADDRESS"]
    if not 0x08 <= address <= 0x77:
        half = "; modules print twice that" if address in (0x78, 0x7A) else ""
        told = "OLED_ADDRESS must be 0x08 to 0x77, most often 0x3C or 0x3D"
        found.append(f"{told}, not 0x{address:02x}{half}")
    driver = DRIVERS.get(config["OLED_DRIVER"])
    height = oled_height(config)
    if driver is None:
        found.append(f"OLED_DRIVER must be {' or '.join(DRIVERS)}, not {config['OLED_DRIVER']!r}")
    elif height not in driver.heights:
        can = " or ".join(map(str, driver.heights))
        told = _shown(height)
        found.append(f"OLED_HEIGHT must be {can} with {config['OLED_DRIVER']}, not {told}")
    if not 10_000 <= config["I2C_FREQUENCY"] <= 1_000_000:
        found.append(f"I2C_FREQUENCY must be 10000 to 1000000 Hz, not {config['I2C_FREQUENCY']}")
    return found
