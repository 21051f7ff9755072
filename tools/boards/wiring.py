"""A board's own wiring, as its table and picture say it, in parts and nets."""

from collections import namedtuple

from tools.boards.connections import connections
from tools.boards.headers import header_of
from tools.boards.supply import CAPACITOR, USB_CAPACITOR, supply_of

# ref: "R1". kind: what it is. value: as people call it. pins: {its pin: its net}. names: {pin: what
# it is called}.
Part = namedtuple("Part", "ref kind value pins names")

GROUND, STRIP_5V, SUPPLY = "GND", "STRIP_5V", "SUPPLY_5V"
SHIFTER = {2: "DATA_3V3", 3: "DATA_5V", 7: GROUND, 14: STRIP_5V}
SHIFTER |= dict.fromkeys((1, 4, 5, 9, 10, 12, 13), GROUND)
SHIFTER_NAMES = "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC".split()
_SHARED = ("GND", "AGND")


def parts(board):
    """The Parts of a board that is wired by hand; each wire of its table is a net."""
    supply, header = supply_of(board), header_of(vars(board))
    wires = connections(board)
    computer = {
        number: GROUND for number, name in enumerate(header.names, 1) if name in _SHARED
    } | {wire.number: _net(wire) for wire in wires}
    names = dict(enumerate(header.names, 1))
    kind = "pico" if header.chip else "pi"
    found = [Part("A1", kind, header.called, dict(sorted(computer.items())), names)]
    fed = {wire.terminal: _net(wire) for wire in wires if wire.part == "Light strip"}
    volts = STRIP_5V if supply.own else fed["5V"]
    found += _feed(volts, CAPACITOR if supply.own else USB_CAPACITOR)
    if supply.own:
        found += _supply(header, supply)
    return found + _rest(board, wires)


def _net(wire):
    """The name of a wire's net."""
    if wire.pin in ("GND", "5V", "3V3", "VBUS", "VSYS"):
        return wire.pin
    if wire.terminal == "DIN":
        return "DATA_3V3"
    return f"{wire.part} {wire.terminal}".upper().replace(" ", "_")


def _part(ref, kind, value, **pins):
    """A Part whose pins are called as they are here."""
    names = dict(enumerate(pins, 1))
    nets = dict(enumerate(pins.values(), 1))
    return Part(ref, kind, value, {pin: net for pin, net in nets.items() if net}, names)


def _two(ref, kind, value, first, second):
    return Part(ref, kind, value, {1: first, 2: second}, {})


def _feed(volts, capacitor):
    """What feed.py draws between 5 V, the data pin and the strip."""
    shifter = {pin: volts if net == STRIP_5V else net for pin, net in SHIFTER.items()}
    names = dict(enumerate(SHIFTER_NAMES, 1))
    strip = {"5V": volts, "DIN": "STRIP_DIN", "GND": GROUND}
    return [
        Part("U1", "dip14", "74AHCT125", shifter, names),
        _two("C1", "ceramic", "100 nF", volts, GROUND),
        _two("R1", "resistor", "330 Ω", "DATA_5V", "STRIP_DIN"),
        _two("C2", "capacitor5", capacitor, volts, GROUND),
        _part("LS1", "strip", "strip", **strip),
    ]


def _supply(header, supply):
    found = [
        _part("J1", "supply", f"supply {supply.ma} mA", **{"5V": SUPPLY, "GND": GROUND}),
        _two("F1", "fuse", f"{supply.fuses} × {supply.fuse:g} A", SUPPLY, STRIP_5V),
    ]
    return found + ([_two("D1", "diode", "1N5817", "VSYS", STRIP_5V)] if header.chip else [])


def _rest(board, wires):
    """OLED, buttons, the places' buttons, piezo: each from its own wires."""
    by_part = {}
    for wire in wires:
        by_part.setdefault(wire.part, {})[wire.terminal] = _net(wire)
    found = [_part("DS1", "oled", "OLED", **by_part["OLED"])]
    *pressed, _ = by_part["Buttons"].items()
    found += [
        _two(f"SW{i}", "button", name, net, by_part["Buttons"]["other legs"])
        for i, (name, net) in enumerate(pressed, 1)
    ]
    rows, columns = by_part.get("Place rows", {}), by_part.get("Place columns", {})
    places = [(row, column) for row in rows.values() for column in columns.values()]
    found += [_two(f"SW{i}", "button", "place", *ends) for i, ends in enumerate(places, 11)]
    if "Piezo" in by_part:
        pin, ground = by_part["Piezo"].values()
        found.append(_two("R2", "resistor", "100 Ω", pin, "PIEZO"))
        found.append(_two("BZ1", "piezo", "piezo", "PIEZO", ground))
    return found
