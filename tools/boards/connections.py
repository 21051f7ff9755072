"""Which wire goes from where to where: what the table and the picture both say."""

from collections import namedtuple

from tools.boards import pinout

# part, its terminal, the Pico's pin (a name, a number), a remark
Connection = namedtuple("Connection", "part terminal pin number remark")

_BUTTONS = ("PREV", "NEXT", "OK", "BACK")


def connections(board):
    """Every wire of a board, part by part, as a list of Connections."""
    return _strip(board) + _oled(board) + _buttons(board) + _piezo(board)


def _gpio(part, terminal, pin, remark=""):
    return Connection(part, terminal, f"GP{pin}", pinout.GPIO[pin], remark)


def _named(part, terminal, name, remark=""):
    return Connection(part, terminal, name, pinout.number(name), remark)


def _ground(part, terminal, pins, remark=""):
    return Connection(part, terminal, "GND", pinout.nearest_ground(pins), remark)


def _strip(board):
    return [
        _gpio("Light strip", "DIN", board.STRIP_PIN, "through 330 to 470 ohm; see Level shifting"),
        _named("Light strip", "5V", "VBUS", "1000 µF between 5V and GND at the strip"),
        _ground("Light strip", "GND", [pinout.number("VBUS")], "not AGND (pin 33)"),
    ]


def _oled(board):
    sda, scl = pinout.GPIO[board.I2C_SDA_PIN], pinout.GPIO[board.I2C_SCL_PIN]
    return [
        _named("OLED", "VCC", "3V3", "3.3 V, never 5 V: its pull-ups go to VCC"),
        _ground("OLED", "GND", [scl, sda]),
        _gpio("OLED", "SDA", board.I2C_SDA_PIN, f"I2C{board.I2C_ID}"),
        _gpio("OLED", "SCL", board.I2C_SCL_PIN, f"I2C{board.I2C_ID}"),
    ]


def _buttons(board):
    rows = [
        _gpio("Buttons", name, pin, "to one leg of the switch")
        for name, pin in zip(_BUTTONS, board.BUTTON_PINS, strict=True)
    ]
    pins = [row.number for row in rows]
    return rows + [_ground("Buttons", "other legs", pins, "all four together")]


def _piezo(board):
    if board.PIEZO_PIN is None:
        return []
    pin = _gpio("Piezo", "+", board.PIEZO_PIN, "optional; passive, through 100 ohm")
    return [pin, _ground("Piezo", "−", [pin.number], "optional")]
