"""The carrier's parts and what is joined with what: its netlist, from a board's data."""

from collections import namedtuple

from tools.boards.connections import BUTTONS
from tools.boards.headers import header_of
from tools.carrier import CarrierError

# ref: as on the silk, "R1". kind: a footprint's (footprints.py). value: as people call it; maker,
# number: what is ordered. pins: {its pin: its net}; a pin that is not there is joined with nothing.
# names: {pin: what it is called}.
Part = namedtuple("Part", "ref kind value maker number pins names")

GROUND, STRIP_5V, FUSED, SUPPLY = "GND", "STRIP_5V", "FUSED_5V", "SUPPLY_5V"
VBUS, VSYS, VOLTS_3 = "VBUS", "VSYS", "3V3"
MOST_MA = 2000  # what fuse, jumper, diode and tracks carry
# What is bought as well and lies on no pads: which part it is for, what, of whom, its number.
ACCESSORIES = [("JP1", "the jumper's cap, 2.54 mm", "Würth", "60900213421")]
SHIFTER = {2: "DATA_3V3", 3: "DATA_5V", 7: GROUND, 14: STRIP_5V}
SHIFTER |= dict.fromkeys((1, 4, 5, 9, 10, 12, 13), GROUND)
SHIFTER_NAMES = "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC".split()


def parts(board):
    """The carrier's Parts for a board's data. Raises CarrierError for a board that it cannot be."""
    header = header_of(vars(board))
    if not header.chip:
        raise CarrierError(f"The carrier is for a Pico, and {board.NAME} is a {board.TITLE}.")
    if board.SUPPLY_MA > MOST_MA:
        raise CarrierError(
            f"SUPPLY_MA is {board.SUPPLY_MA}: the carrier bears {MOST_MA} mA. Feed the strip "
            f"from the supply itself, through a fuse."
        )
    found = [_pico(board, header), *_supply(), *_strip(), *_oled(), *_buttons(), *_sound(board)]
    return found + _places(board)


def nets(all_parts):
    """{net: [(ref, pin), ...]} of all Parts, in their order."""
    found = {}
    for part in all_parts:
        for pin, net in part.pins.items():
            found.setdefault(net, []).append((part.ref, pin))
    return found


def _pico(board, header):
    """The socket: what each of the Pico's pins is joined with."""
    signals = {
        board.STRIP_PIN: "DATA_3V3",
        board.I2C_SDA_PIN: "SDA",
        board.I2C_SCL_PIN: "SCL",
        **dict(zip(board.BUTTON_PINS, BUTTONS)),
        **{pin: f"ROW{i}" for i, pin in enumerate(getattr(board, "PLACE_ROW_PINS", ()), 1)},
        **{pin: f"COLUMN{i}" for i, pin in enumerate(getattr(board, "PLACE_COLUMN_PINS", ()), 1)},
    }
    if board.PIEZO_PIN is not None:
        signals[board.PIEZO_PIN] = "PIEZO_PIN"
    pins = {header.gpio[gpio]: net for gpio, net in signals.items()}
    for number, name in enumerate(header.names, 1):
        if name in ("GND", "AGND"):
            pins[number] = GROUND
        elif name in (VBUS, VSYS, VOLTS_3):
            pins[number] = name
    names = dict(enumerate(header.names, 1))
    pins = dict(sorted(pins.items()))
    return Part("A1", "pico", "socket for a Pico", "Samtec", "2 x SSW-120-01-T-S", pins, names)


def _two(ref, kind, value, maker, number, first, second):
    return Part(ref, kind, value, maker, number, {1: first, 2: second}, {})


def _row(ref, kind, value, maker, number, *joined):
    """A row of pins, each called as its net."""
    pins = dict(enumerate(joined, 1))
    return Part(ref, kind, value, maker, number, pins, pins)


def _supply():
    """5 V from a supply of its own, or from the USB plug: the jumper says from which."""
    return [
        _row("J1", "terminal2", "supply 5 V", "Phoenix Contact", "1935161", SUPPLY, GROUND),
        _two("F1", "fuse", "2.5 A, resettable", "Bourns", "MF-R250-0-10", SUPPLY, FUSED),
        _two("D1", "diode", "1N5817", "onsemi", "1N5817G", VSYS, FUSED),
        _two("C3", "capacitor8", "470 µF 10 V", "Panasonic", "ECA-1AM471", FUSED, GROUND),
        _row("JP1", "row3", "USB or supply", "Würth", "61300311121", VBUS, STRIP_5V, FUSED),
    ]


def _strip():
    names = dict(enumerate(SHIFTER_NAMES, 1))
    shifter = dict(sorted(SHIFTER.items()))
    end = (STRIP_5V, GROUND)
    return [
        Part("U1", "dip14", "74AHCT125", "Texas Instruments", "SN74AHCT125N", shifter, names),
        _two("C1", "ceramic", "100 nF", "KEMET", "C320C104K5R5TA", STRIP_5V, GROUND),
        _two("R1", "resistor", "330 Ω", "Yageo", "MFR-25FBF52-330R", "DATA_5V", "STRIP_DIN"),
        _two("C2", "capacitor5", "10 µF 25 V", "Panasonic", "ECA-1EM100", *end),
        _row(
            "J2", "terminal3", "strip", "Phoenix Contact", "1935174", STRIP_5V, "STRIP_DIN", GROUND
        ),
        _row("J3", "terminal2", "strip's end", "Phoenix Contact", "1935161", *end),
    ]


def _oled():
    joined = (GROUND, VOLTS_3, "SCL", "SDA")
    return [_row("J4", "row4", "OLED", "Würth", "61300411121", *joined)]


def _buttons():
    """Four on the carrier, and a row of pins for four in a lid."""
    found = [
        _two(f"SW{i}", "button", name, "Omron", "B3F-1000", name, GROUND)
        for i, name in enumerate(BUTTONS, 1)
    ]
    return [*found, _row("J5", "row5", "buttons", "Würth", "61300511121", *BUTTONS, GROUND)]


def _sound(board):
    if board.PIEZO_PIN is None:
        return []
    return [
        _two("R2", "resistor", "100 Ω", "Yageo", "MFR-25FBF52-100R", "PIEZO_PIN", "PIEZO"),
        _two("BZ1", "piezo", "piezo", "Murata", "PKM13EPYH4000-A0", "PIEZO", GROUND),
    ]


def _places(board):
    if not hasattr(board, "PLACE_ROW_PINS"):
        return []
    rows = [f"ROW{i}" for i in range(1, 1 + len(board.PLACE_ROW_PINS))]
    columns = [f"COLUMN{i}" for i in range(1, 1 + len(board.PLACE_COLUMN_PINS))]
    return [_row("J6", "row11", "places", "Würth", "61301111121", *rows, *columns)]
