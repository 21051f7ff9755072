"""A board's own wiring in parts and nets, with the volts and milliamperes of each net.

The numbers are those of data sheets: the Pico's, the Raspberry Pi's, WS2812B, 74AHCT125, SSD1306
to SSD1309, 1N5817.
"""

from collections import namedtuple

from tools.boards.connections import connections
from tools.boards.headers import header_of
from tools.boards.supply import (
    CAPACITOR,
    OLEDS_MA,
    PICO_MA,
    USB_CAPACITOR,
    supply_of,
    white_ma,
)

# ref: "R1". kind: "resistor". value: its label. pins: {pin: net}. names: {pin: name}.
Part = namedtuple("Part", "ref kind value pins names")
# gives: volts, None for a pin that feeds nothing; most: the mA that it gives; least, bears: the
# volts between which it works and survives; takes: mA at most.
Pin = namedtuple("Pin", "gives most least bears takes", defaults=(None, 0, 0, 5.5, 0))

_SHIFTER_NAMES = "1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC".split()
_GPIO = Pin(gives=3.3, most=12, bears=3.6)
_HIGH = 0.7  # of its own supply, that a light takes for high
_DROP = 0.3  # a 1N5817's
_DIODE_MA = 1000
_FUSE_BEARS = 1.5  # times its rating, for an hour (IEC 60127)
_USED = 1  # mA: what an input, a pull-up or a piezo takes, rounded up


def parts(board):
    """Returns the Parts of a board that is wired by hand; each wire of its table is a net."""
    supply, header = supply_of(board), header_of(vars(board))
    by_part = {}
    pins = {n: "GND" for n, name in enumerate(header.names, 1) if name in ("GND", "AGND")}
    for wire in connections(board):
        net = _net(wire)
        pins[wire.number] = net
        by_part.setdefault(wire.part, {})[wire.terminal] = net
    kind = "pico" if header.chip else "pi"
    found = [Part("A1", kind, header.called, pins, dict(enumerate(header.names, 1)))]
    volts = "STRIP_5V" if supply.own else by_part["Light strip"]["5V"]
    found += _feed(volts, CAPACITOR if supply.own else USB_CAPACITOR)
    if supply.own:
        fuse = f"{supply.fuses} × {supply.fuse:g} A"
        feed = {"5V": "SUPPLY_5V", "GND": "GND"}
        found.append(_part("J1", "supply", f"supply {supply.ma} mA", **feed))
        found.append(_two("F1", "fuse", fuse, "SUPPLY_5V", "STRIP_5V"))
        if header.chip:
            found.append(_two("D1", "diode", "1N5817", "VSYS", "STRIP_5V"))
    return found + _rest(by_part)


def _net(wire):
    if wire.pin in ("GND", "5V", "3V3", "VBUS", "VSYS"):
        return wire.pin
    if wire.terminal == "DIN":
        return "DATA_3V3"
    return f"{wire.part} {wire.terminal}".upper().replace(" ", "_")


def _part(ref, kind, value, **pins):
    """Returns a Part whose pins have the names of the arguments."""
    return Part(ref, kind, value, dict(enumerate(pins.values(), 1)), dict(enumerate(pins, 1)))


def _two(ref, kind, value, first, second):
    return Part(ref, kind, value, {1: first, 2: second}, {})


def _feed(volts, capacitor):
    """Returns the parts between 5 V, the data pin and the strip, which feed.py draws."""
    shifter = {2: "DATA_3V3", 3: "DATA_5V", 14: volts}
    shifter |= dict.fromkeys((1, 4, 5, 7, 9, 10, 12, 13), "GND")
    return [
        Part("U1", "dip14", "74AHCT125", shifter, dict(enumerate(_SHIFTER_NAMES, 1))),
        _two("C1", "ceramic", "100 nF", volts, "GND"),
        _two("R1", "resistor", "330 Ω", "DATA_5V", "STRIP_DIN"),
        _two("C2", "capacitor5", capacitor, volts, "GND"),
        _part("LS1", "strip", "strip", **{"5V": volts, "DIN": "STRIP_DIN", "GND": "GND"}),
    ]


def _rest(by_part):
    """Returns the OLED, the buttons and the piezo, each with its own wires."""
    found = [_part("DS1", "oled", "OLED", **by_part["OLED"])]
    *pressed, (_, legs) = by_part["Buttons"].items()
    for i, (name, net) in enumerate(pressed, 1):
        found.append(_two(f"SW{i}", "button", name, net, legs))
    rows, columns = by_part.get("Place rows", {}), by_part.get("Place columns", {})
    places = [(row, column) for row in rows.values() for column in columns.values()]
    found += [_two(f"SW{i}", "button", "place", *ends) for i, ends in enumerate(places, 11)]
    if "Piezo" in by_part:
        pin, ground = by_part["Piezo"].values()
        found.append(_two("R2", "resistor", "100 Ω", pin, "PIEZO"))
        found.append(_two("BZ1", "piezo", "piezo", "PIEZO", ground))
    return found


def _pins_of(board):
    """Returns {(kind, name): Pin}; (kind, None) stands for any other name. GND has none."""
    supply, others = supply_of(board), board.OTHERS_MA
    strip = min(board.SUPPLY_MA - others, white_ma(board))
    plug = {} if supply.own else {"gives": 5.0, "most": board.SUPPLY_MA}
    # A Pico's own share is within OTHERS_MA, a computer's is not.
    room = others - PICO_MA if header_of(vars(board)).chip else others
    oled = max((ma for ma in OLEDS_MA.values() if ma <= room), default=0)
    return {
        ("pico", "VBUS"): Pin(**plug, takes=0 if supply.own else others),
        ("pico", "VSYS"): Pin(least=1.8, takes=others),
        ("pico", "3V3"): Pin(gives=3.3, most=300),
        ("pico", None): _GPIO,
        ("pi", "5V"): Pin(**plug),
        ("pi", "3V3"): Pin(gives=3.3, most=500),
        ("pi", None): _GPIO,
        ("supply", "5V"): Pin(gives=5.0, most=board.SUPPLY_MA),
        ("strip", "5V"): Pin(least=3.7, bears=5.3, takes=strip),
        ("strip", None): Pin(least=_HIGH * 5, bears=5.3, takes=_USED),
        ("dip14", "VCC"): Pin(least=4.5),  # OTHERS_MA has its 1 mA
        ("dip14", "1Y"): Pin(gives=5.0, most=8),
        ("dip14", None): Pin(least=2.0, takes=_USED),
        ("oled", "VCC"): Pin(least=3.0, bears=3.6, takes=oled),
        ("oled", None): Pin(bears=3.6, takes=_USED),
        ("button", None): Pin(takes=_USED),
        ("piezo", None): Pin(takes=_USED),
    }


def faults(board, parts):
    """Yields a sentence for each pin without a feed, with the wrong volts or too much current."""
    known = _pins_of(board)
    ends = [
        (net, part, pin, known.get((part.kind, part.names.get(pin)), known.get((part.kind, None))))
        for part in parts
        for pin, net in part.pins.items()
        if net != "GND"
    ]
    ends = [end for end in ends if end[3]]
    ways = list(_ways(parts))
    volts = _volts(ways, ends)
    drawn = _drawn(ways, ends)
    for net, part, pin, data in ends:
        at = f"{part.ref} pin {part.names.get(pin, pin)}"
        got = volts.get(net)
        if data.least and got is None:
            yield f"{net}: nothing feeds {at}."
        elif got is not None and not data.least <= got <= data.bears:
            yield f"{net} has {got:g} V, and {at} wants {data.least:g} to {data.bears:g}."
        if data.gives is not None and drawn.get(net, 0) > data.most:
            yield f"{net}: {drawn[net]} mA are drawn, and {at} gives {data.most}."
    supply = supply_of(board)
    fuses = 1000 * supply.fuses * supply.fuse * _FUSE_BEARS if supply.own else 0
    for part in parts:
        most, after = {"fuse": (fuses, 2), "diode": (_DIODE_MA, 1)}.get(part.kind, (0, None))
        if after and drawn.get(part.pins[after], 0) > most:
            through = drawn[part.pins[after]]
            yield f"{part.ref} bears {most:g} mA, and {through} go through it."


def _ways(parts):
    """Yields (a net, the net that it feeds, volts lost) of the parts that let current pass."""
    for part in parts:
        if part.kind in ("resistor", "fuse"):
            yield part.pins[1], part.pins[2], 0.0
        elif part.kind == "diode":
            yield part.pins[2], part.pins[1], _DROP


def _volts(ways, ends):
    """Returns {net: the highest volts that any pin gives it}."""
    found = {}
    for net, _, _, data in ends:
        if data.gives is not None:
            found[net] = max(data.gives, found.get(net, 0))
    for _ in ways:  # as far as from part to part
        for start, end, drop in ways:
            if start in found:
                found[end] = max(found[start] - drop, found.get(end, 0))
    return found


def _drawn(ways, ends):
    """Returns {net: mA}, including the current that passes to other nets."""
    takes = {}
    for net, _, _, data in ends:
        takes[net] = takes.get(net, 0) + data.takes

    def whole(net):
        return takes.get(net, 0) + sum(whole(end) for start, end, _ in ways if start == net)

    return {net: whole(net) for net in {net for net, *_ in ends} | {start for start, *_ in ways}}
