"""The wires of a board, for its table and its picture."""

from collections import namedtuple

from tools.boards.headers import header_of
from tools.boards.supply import CAPACITOR, USB_CAPACITOR, fused, supply_of

# part, its terminal, the computer's pin (a name, a number), a remark, a resistor in the wire
Connection = namedtuple("Connection", "part terminal pin number remark ohm", defaults=(0,))

# A disc is a capacitor: without this each edge of the tone draws more than a pin gives.
_PIEZO_OHM = 100
_DIN = "through 330 to 470 ohm; see Level shifting"
BUTTONS = ("PREV", "NEXT", "OK", "BACK")
_ROWS = (
    "points 1 to 6",
    "points 7 to 12",
    "points 13 to 18",
    "points 19 to 24",
    "1st player's bar, 2nd player's bar, 1st player's off, 2nd player's off, dice, cube",
)


def connections(board):
    """Returns every wire of a board, part by part, as a list of Connections."""
    ends = _Ends(header_of(vars(board)))
    parts = (_strip, _oled, _buttons, _places, _piezo)
    return [connection for part in parts for connection in part(board, ends)]


class _Ends:
    """Connections to a computer's pins."""

    def __init__(self, header):
        self.header = header

    def gpio(self, part, terminal, pin, remark=""):
        return Connection(part, terminal, self.header.pin(pin), self.header.gpio[pin], remark)

    def at(self, part, terminal, number, remark=""):
        return Connection(part, terminal, self.header.names[number - 1], number, remark)

    def ground(self, part, terminal, pins, remark=""):
        return self.at(part, terminal, self.header.nearest_ground(pins), remark)


def _strip(board, ends):
    header, supply = ends.header, supply_of(board)
    din = ends.gpio("Light strip", "DIN", board.STRIP_PIN, _DIN)
    not_this = "not AGND (pin 33)" if "AGND" in header.names else ""
    ground = ends.ground("Light strip", "GND", [header.volts_5], not_this)
    if not supply.own:
        volts = f"{USB_CAPACITOR} between 5V and GND at the strip"
        return [din, ends.at("Light strip", "5V", header.volts_5, volts), ground]
    through = f"through {fused(supply)} to the strip's 5V, with {CAPACITOR} to GND there"
    if not header.chip:
        return [
            din,
            ends.ground("Light strip", "GND", [header.volts_5], f"and the supply's; {through}"),
        ]
    diode = f"through a Schottky diode 1N5817, its ring to VSYS; and {through}"
    rest = (
        f"the supply's and the strip's; {not_this}" if not_this else "the supply's and the strip's"
    )
    return [
        din,
        ends.at("Supply", "5V", header.number("VSYS"), diode),
        ends.ground("Supply", "GND", [header.volts_5], rest),
    ]


def _oled(board, ends):
    sda, scl = (ends.header.gpio[pin] for pin in (board.I2C_SDA_PIN, board.I2C_SCL_PIN))
    return [
        ends.at("OLED", "VCC", ends.header.volts_3, "3.3 V, never 5 V: its pull-ups go to VCC"),
        ends.ground("OLED", "GND", [scl, sda]),
        ends.gpio("OLED", "SDA", board.I2C_SDA_PIN, f"I2C{board.I2C_ID}"),
        ends.gpio("OLED", "SCL", board.I2C_SCL_PIN, f"I2C{board.I2C_ID}"),
    ]


def _buttons(board, ends):
    rows = [
        ends.gpio("Buttons", name, pin, "to one leg of the switch")
        for name, pin in zip(BUTTONS, board.BUTTON_PINS, strict=True)
    ]
    pins = [row.number for row in rows]
    return rows + [ends.ground("Buttons", "other legs", pins, "all four together")]


def _places(board, ends):
    if not hasattr(board, "PLACE_ROW_PINS"):
        return []
    rows = [
        ends.gpio("Place rows", f"row {i}", pin, f"to one leg of each switch: {which}")
        for i, (pin, which) in enumerate(zip(board.PLACE_ROW_PINS, _ROWS, strict=True), 1)
    ]
    columns = [
        ends.gpio("Place columns", f"column {i}", pin, f"to the other leg of a row's switch {i}")
        for i, pin in enumerate(board.PLACE_COLUMN_PINS, 1)
    ]
    return rows + columns


def _piezo(board, ends):
    if board.PIEZO_PIN is None:
        return []
    said = f"optional; passive, through {_PIEZO_OHM} ohm"
    pin = ends.gpio("Piezo", "+", board.PIEZO_PIN, said)._replace(ohm=_PIEZO_OHM)
    return [pin, ends.ground("Piezo", "−", [pin.number], "optional")]
