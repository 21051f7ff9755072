"""Volts and milliamperes of every net of a board's wiring: does each pin bear what it gets?

The numbers are those of data sheets: the Pico's, the Raspberry Pi's, WS2812B, 74AHCT125, SSD1306
to SSD1309, 1N5817.
"""

from collections import namedtuple

from tools.boards.headers import header_of
from tools.boards.supply import OLEDS_MA, PICO_MA, supply_of, white_ma

# gives: volts, None for a pin that feeds nothing; most: the mA that it gives; least, bears: the
# volts between which it works and lives; takes: mA at most.
Pin = namedtuple("Pin", "gives most least bears takes", defaults=(None, 0, 0, 5.5, 0))

_GPIO = Pin(gives=3.3, most=12, bears=3.6)
_HIGH = 0.7  # of its own supply, that a light takes for high
_DROP = 0.3  # a 1N5817's
_DIODE_MA = 1000
_FUSE_BEARS = 1.5  # times what it says, for an hour (IEC 60127)
_PASSING = ("resistor", "fuse")  # and a diode, the other way
_USED = 1  # mA: what an input, a pull-up or a piezo takes, rounded up


def pins_of(board):
    """{(kind, name): Pin}; (kind, None) for any other name. GND has none."""
    supply, others = supply_of(board), board.OTHERS_MA
    strip = min(board.SUPPLY_MA - others, white_ma(board))
    plug = {} if supply.own else {"gives": 5.0, "most": board.SUPPLY_MA}
    # A Pico's own share is within OTHERS_MA, a computer's is not.
    room = others - PICO_MA if header_of(vars(board)).chip else others
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
        ("oled", "VCC"): Pin(least=3.0, bears=3.6, takes=_oled_ma(room)),
        ("oled", None): Pin(bears=3.6, takes=_USED),
        ("button", None): Pin(takes=_USED),
        ("piezo", None): Pin(takes=_USED),
    }


def _oled_ma(room):
    """What the largest OLED takes that there is room for."""
    return max((ma for ma in OLEDS_MA.values() if ma <= room), default=0)


def faults(board, parts):
    """Sentences: what nothing feeds, what does not bear what it gets, and too much current."""
    known = pins_of(board)
    ends = [
        (net, part, pin, known.get((part.kind, part.names.get(pin)), known.get((part.kind, None))))
        for part in parts
        for pin, net in part.pins.items()
        if net != "GND"
    ]
    ends = [end for end in ends if end[3]]
    volts = _volts(parts, ends)
    drawn = _drawn(parts, ends)
    for net, part, pin, data in ends:
        at = f"{part.ref} pin {part.names.get(pin, pin)}"
        got = volts.get(net)
        if data.least and got is None:
            yield f"{net}: nothing feeds {at}."
        elif got is not None and not data.least <= got <= data.bears:
            yield f"{net} has {got:g} V, and {at} wants {data.least:g} to {data.bears:g}."
        if data.gives is not None and drawn.get(net, 0) > data.most:
            yield f"{net}: {drawn[net]} mA are drawn, and {at} gives {data.most}."
    yield from _parts_passed(board, parts, drawn)


def _volts(parts, ends):
    """{net: volts}, the highest that anything gives it."""
    found = {}
    for net, _, _, data in ends:
        if data.gives is not None:
            found[net] = max(data.gives, found.get(net, 0))
    for _ in parts:  # as far as from part to part
        for start, end, drop in _ways(parts):
            if start in found:
                found[end] = max(found[start] - drop, found.get(end, 0))
    return found


def _ways(parts):
    """(from a net, to a net, volts lost) through parts that let current pass."""
    for part in parts:
        if part.kind in _PASSING:
            yield part.pins[1], part.pins[2], 0.0
        elif part.kind == "diode":
            yield part.pins[2], part.pins[1], _DROP


def _drawn(parts, ends):
    """{net: mA}, with what goes on to other nets."""
    takes = {}
    for net, _, _, data in ends:
        takes[net] = takes.get(net, 0) + data.takes
    ways = list(_ways(parts))

    def whole(net):
        return takes.get(net, 0) + sum(whole(end) for start, end, _ in ways if start == net)

    return {net: whole(net) for net in {net for net, *_ in ends} | {start for start, *_ in ways}}


def _parts_passed(board, parts, drawn):
    supply = supply_of(board)
    fuses = 1000 * supply.fuses * supply.fuse * _FUSE_BEARS if supply.own else 0
    most = {"fuse": fuses, "diode": _DIODE_MA}
    for part in parts:
        if part.kind in most:
            after = drawn.get(part.pins[2 if part.kind == "fuse" else 1], 0)
            if after > most[part.kind]:
                yield f"{part.ref} bears {most[part.kind]:g} mA, and {after} go through it."
