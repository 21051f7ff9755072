"""The Raspberry Pi Pico's pins, and which wire goes from where to where on a board.

Pins are as in the Pico's data sheet. Table and picture both say what `connections` does.
"""

from collections import namedtuple

# By pin number less 1: down the left side from the USB socket, then up the right side.
NAMES = (
    *("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7"),
    *("GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    *("GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN"),
    *("GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3", "3V3_EN", "GND", "VSYS", "VBUS"),
)
GPIO = {int(name[2:]): number for number, name in enumerate(NAMES, 1) if name.startswith("GP")}


def number(name):
    """The number (1 to 40) of the pin with a name that only one pin has."""
    return NAMES.index(name) + 1


def nearest_ground(pins):
    """The ground pin with the shortest way to all of `pins` (numbers), on the side of the first."""
    side = pins[0] <= 20
    grounds = [n for n, name in enumerate(NAMES, 1) if name == "GND" and (n <= 20) == side]
    return min(grounds, key=lambda n: (sum(abs(n - pin) for pin in pins), n))


def i2c_pins(bus):
    """(SDA, SCL) pairs of GPIO numbers that the RP2040's I2C `bus` (0 or 1) can be on."""
    return [(sda, sda + 1) for sda in range(2 * bus, 28, 4) if sda in GPIO and sda + 1 in GPIO]


# part, its terminal, the Pico's pin (a name, a number), a remark
Connection = namedtuple("Connection", "part terminal pin number remark")

BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_ROWS = (
    "points 1 to 6",
    "points 7 to 12",
    "points 13 to 18",
    "points 19 to 24",
    "player 0's bar, player 1's bar, player 0's off, player 1's off, dice, cube",
)


def connections(board):
    """Every wire of a board, part by part, as a list of Connections."""
    return _strip(board) + _oled(board) + _buttons(board) + _places(board) + _piezo(board)


def _gpio(part, terminal, pin, remark=""):
    return Connection(part, terminal, f"GP{pin}", GPIO[pin], remark)


def _named(part, terminal, name, remark=""):
    return Connection(part, terminal, name, number(name), remark)


def _ground(part, terminal, pins, remark=""):
    return Connection(part, terminal, "GND", nearest_ground(pins), remark)


def _strip(board):
    return [
        _gpio("Light strip", "DIN", board.STRIP_PIN, "through 330 to 470 ohm; see Level shifting"),
        _named("Light strip", "5V", "VBUS", "1000 µF between 5V and GND at the strip"),
        _ground("Light strip", "GND", [number("VBUS")], "not AGND (pin 33)"),
    ]


def _oled(board):
    sda, scl = GPIO[board.I2C_SDA_PIN], GPIO[board.I2C_SCL_PIN]
    return [
        _named("OLED", "VCC", "3V3", "3.3 V, never 5 V: its pull-ups go to VCC"),
        _ground("OLED", "GND", [scl, sda]),
        _gpio("OLED", "SDA", board.I2C_SDA_PIN, f"I2C{board.I2C_ID}"),
        _gpio("OLED", "SCL", board.I2C_SCL_PIN, f"I2C{board.I2C_ID}"),
    ]


def _buttons(board):
    rows = [
        _gpio("Buttons", name, pin, "to one leg of the switch")
        for name, pin in zip(BUTTONS, board.BUTTON_PINS, strict=True)
    ]
    pins = [row.number for row in rows]
    return rows + [_ground("Buttons", "other legs", pins, "all four together")]


def _places(board):
    if not hasattr(board, "PLACE_ROW_PINS"):
        return []
    rows = [
        _gpio("Place rows", f"row {i}", pin, f"to one leg of each switch: {which}")
        for i, (pin, which) in enumerate(zip(board.PLACE_ROW_PINS, _ROWS, strict=True), 1)
    ]
    columns = [
        _gpio("Place columns", f"column {i}", pin, "to the other leg of a row's switch " + str(i))
        for i, pin in enumerate(board.PLACE_COLUMN_PINS, 1)
    ]
    return rows + columns


def _piezo(board):
    if board.PIEZO_PIN is None:
        return []
    pin = _gpio("Piezo", "+", board.PIEZO_PIN, "optional; passive, through 100 ohm")
    return [pin, _ground("Piezo", "−", [pin.number], "optional")]
