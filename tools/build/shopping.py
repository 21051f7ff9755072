"""Lists the shopping, the printing times, the tools and the numbers for soldering of a design."""

from collections import namedtuple
from math import ceil

from tools.boards import table
from tools.boards.headers import header_of
from tools.boards.supply import CAPACITOR, USB_CAPACITOR, fed_at, others_ma, supply_of
from tools.build.bars import PILOT, screw
from tools.build.template import BUTTON, CABLE
from tools.lazily import lazily

printed = lazily("tools.build.parts")

Item = namedtuple("Item", "count what least most remark")  # least, most: US dollars, all together

_OLED_PRICES = {"0.96": (2, 5), "1.3": (4, 8), "2.42": (14, 24)}
_OLED_CHIPS = {"0.96": "SSD1306", "1.3": "SH1106", "2.42": "SSD1309, used as SSD1306"}
_START = {1, 6, 8, 12, 13, 17, 19, 24}  # points with checkers when a game begins
_GRAM = 1.24 / 1000  # of PLA, a cubic millimetre
_SHELL = 1.2  # mm: three lines
_FILLED = 0.2  # of what is within
_FLOW = 3.5 * 600  # cubic millimetres in ten minutes, ways without plastic included
_SWITCH = 3.5  # mm of a push button below its knob
_PINS = {False: "without pins: a Pico H does not fit the console", True: "its pins go into sockets"}
_COLOURS = "red, orange, black, blue"  # 5 V, 3.3 V, GND, the strip's data
_TO_SUPPLY = 1.0  # m, from a supply to the strip
_TIES = 4  # two at each hole that the cable passes
_DOLLARS_A_GRAM = (0.015, 0.03)


def items(layout, parts):
    """Returns what to buy, a list of Items, at prices of 2026 without postage."""
    m = layout.measures
    lights = layout.wiring.lights
    metres = sum(len(piece) for piece in layout.pieces()) * m.pitch / 1000
    places = len(layout.buttons())
    weight = sum(map(grams, parts))
    whole = ceil(metres)
    chip = f"most are {_OLED_CHIPS[m.oled]}"
    found = [
        Item(1, "Raspberry Pi Pico" + (" H" if m.carrier else ""), 4, 6, _PINS[m.carrier]),
        Item(1, "Micro-USB cable that carries data", 1, 4, "many only charge"),
        Item(
            f"{metres:.1f} m",
            f"WS2812B strip, {m.lights_per_metre} lights/m, 10 mm wide",
            4 * whole,
            8 * whole,
            f"{lights} lights; SK6812 RGB works too, RGBW never; without a silicone tube",
        ),
        Item(1, f'OLED {m.oled}", 128 × 64, I2C, four pins', *_OLED_PRICES[m.oled], chip),
        Item(
            4,
            "momentary push buttons (normally open), 12 mm",
            2,
            5,
            f"with thread and nut, for holes of {printed.BUTTON_HOLE:g} mm",
        ),
        *_circuit(layout),
        *_supply(layout),
        Item(f"{_wire(layout)} m", "thin wire (AWG 28)", 2, 6, f"{_COLOURS}, two others"),
        Item(_TIES, "cable ties", 0.2, 1, "two at each hole for the cable"),
        *_screws(m, parts),
        Item(f"{weight} g", "PLA", *(rate * weight for rate in _DOLLARS_A_GRAM), "see below"),
    ]
    if places:
        high = ceil(_SWITCH + m.thickness + 1)
        what = f"push buttons, 6 × 6 mm, {high} mm high or more"
        found.insert(5, Item(places, what, 2, 5, "one per place, with a knob 3.5 mm wide"))
    return [item._replace(least=_shown(item.least), most=_shown(item.most)) for item in found]


def _shown(dollars):
    """Rounds a price of a dollar or more up to whole dollars, as the list's rows show it."""
    return dollars if dollars < 1 else ceil(dollars)


def _circuit(layout):
    """Lists the parts between Pico and strip and the piezo, or the carrier: Items."""
    if layout.measures.carrier:
        remark = "boards/carrier has the list; never made yet"
        return [
            Item(1, "carrier with all its parts", 15, 30, remark),
            Item(3, "screws, 3 × 6 mm", 0.2, 1, "for the carrier"),
        ]
    capacitor = CAPACITOR if supply_of(layout.board).own else USB_CAPACITOR
    return [
        Item(
            1,
            "74AHCT125N (DIP-14), 100 nF, resistor 330 Ω, perfboard 30 × 30 mm (not stripboard)",
            1,
            4,
            "the level shifter; a diode 1N4001 can replace the chip",
        ),
        Item(1, f"capacitor {capacitor}, 10 V or more", 0.1, 1, "across the strip's 5V and GND"),
        Item(
            1,
            f"passive piezo disc, {printed.PIEZO:.0f} mm, and 100 Ω",
            0.5,
            2,
            "for sound (optional); not a magnetic buzzer",
        ),
    ]


def _supply(layout):
    """Lists a separate supply, its fuses, and the wires that carry the strip's current: Items."""
    supply = supply_of(layout.board)
    if not supply.own:
        return []
    amperes, fuses = supply.ma / 1000, supply.fuses
    found = [
        Item(1, f"supply 5 V, {amperes:g} A", 3 + amperes, 7 + 2 * amperes, "with a switch"),
        Item(
            fuses,
            f"fuse of {supply.fuse:g} A, and a holder with wires",
            fuses,
            2 * fuses,
            "one for each feed" if fuses > 1 else "next to the supply",
        ),
    ]
    if header_of(vars(layout.board)).chip:
        found.append(Item(1, "Schottky diode 1N5817", 0.1, 0.5, "its ring towards VSYS"))
    if layout.measures.carrier:
        found = found[:1]  # it has the others
    metres = 2 * (_TO_SUPPLY * fuses + sum(_to_feeds(layout)))
    what = f"wire of {supply.wire:g} mm² (AWG {supply.awg}), red and black"
    return [*found, Item(f"{ceil(metres)} m", what, 0.5 * metres, metres, "for 5V and GND")]


def _to_feeds(layout):
    """Yields the metres from the strip's beginning to each other feed."""
    lights = layout.lights
    start = lights[0]
    for feed in supply_of(layout.board).feeds[1:]:
        end = lights[min(feed, len(lights)) - 1]
        yield (abs(end.x - start.x) + abs(end.y - start.y)) / 1000


def _plastic(part):
    """Estimates the cubic millimetres of plastic for all copies of a Part."""
    solid = part.solid
    shell = min(solid.volume, solid.area * _SHELL)
    return part.count * (shell + _FILLED * (solid.volume - shell))


def grams(part):
    """Returns the whole grams of all copies of a Part; rounded rows add up to the total."""
    return round(_plastic(part) * _GRAM)


def minutes(part):
    """Returns the printing time of all copies of a Part, in tens of minutes."""
    return 10 * max(1, round(_plastic(part) / _FLOW))


def total(found):
    """Returns (least, most) for all items, in whole dollars."""
    least, most = (sum(getattr(item, end) for item in found) for end in ("least", "most"))
    return ceil(round(least, 2)), ceil(round(most, 2))


def _wire(layout):
    """Returns the metres of thin wire: joints, console, rows and columns of buttons, thin feeds."""
    joints = 0.0
    pieces = layout.pieces()
    for piece, after in zip(pieces, pieces[1:]):
        end, start = piece[-1], after[0]
        joints += 3 * (abs(end.x - start.x) + abs(end.y - start.y) + 30) / 1000
    feeds = 0 if supply_of(layout.board).own else 2 * sum(_to_feeds(layout))
    return ceil(joints + 3 + 1 + (8 if layout.buttons() else 0) + feeds)


def _screws(measures, parts):
    """Lists the lid's screws, and screws or tape for the ends of each baffle: Items."""
    ends = sum(2 * part.count for part in parts if part.name.startswith("baffle"))
    lid = Item(4, f"screws, 3 × {printed.LID_SCREW} mm", 1, 2, "for the lid")
    length = screw(measures)
    if not length:
        tape = "double-sided foam tape, 1 mm thick, 9 mm wide"
        remark = "one piece for each end of each baffle"
        return [lid, Item(f"{ends * 0.015:.1f} m", tape, 1, 3, remark)]
    if length == printed.LID_SCREW:
        return [Item(4 + ends, f"screws, 3 × {length} mm", 2, 4, "four of them for the lid")]
    return [lid, Item(ends, f"screws, 3 × {length} mm", 1, 2, "for the baffles: no longer")]


def tools(layout):
    """Returns the tools for a design, a list in Markdown."""
    m = layout.measures
    bits = {3.0, m.hole, CABLE}
    bits |= {BUTTON} if layout.buttons() else set()
    bits |= {PILOT} if screw(m) else set()
    *most, last = (f"{bit:g}" for bit in sorted(bits))
    return (
        "Tools:\n\n"
        f"- a drill with bits of {', '.join(most)} and {last} mm\n"
        "- soldering iron and solder, wire cutters, a meter with a beep for continuity\n"
        "- a saw, a screwdriver, a ruler, a nail, tape, hot glue"
    )


def soldering(layout):
    """Returns [(what, in numbers)] of the design for the guide's order of work."""
    pieces = layout.pieces()
    sizes = sorted({len(piece) for piece in pieces})
    of = " or ".join(str(size) for size in sizes)
    lights = "lights" if sizes[-1] > 1 else "light"
    rows = [
        ("cut", f"{len(pieces)} pieces of {of} {lights}"),
        ("first test", _first_lights(layout)),
        ("joints", str(len(pieces) - 1)),
        ("the strip passes", _route(layout)),
    ]
    supply = supply_of(layout.board)
    if len(supply.feeds) > 1:
        where = f"they go to the strip's {fed_at(supply).removeprefix('its ')}"
        other = "the end" if len(supply.feeds) == 2 else "each other place"
        more = f". Two wires below the plate lead from the beginning to {other}"
        rows.append(("5V and GND", where + ("" if supply.own else more)))
    if layout.buttons():
        rows.append(
            (
                "places' buttons",
                "when the strip is in the baffles, push the knobs into their holes from below, and "
                "hot-glue the bodies. Solder a wire along each row and each column: a button joins "
                "the two. Lead all of them through the cable's holes, then solder each to its pin "
                "of the Pico. If you mix up rows or columns, the set-up finds their order. Test: "
                "after a roll, pressing a point moves a checker, or the board says why it cannot",
            )
        )
    if layout.measures.carrier:
        rows.append(
            (
                "the circuit board",
                "solder the low parts first, the Pico's sockets and J1 to J3 last (boards/carrier "
                "says which way round each part goes). Put the jumper's cap onto USB. The OLED "
                "goes to J4, the buttons to J5, the strip to J2",
            )
        )
    wanted, others = others_ma(layout.measures.oled), layout.board.OTHERS_MA
    if others < wanted:
        rows.append(
            (
                "`OTHERS_MA`",
                f'{wanted} in place of {others}, because an OLED of {layout.measures.oled}" draws '
                'more. Set it in the browser: "Connect a board", "Wiring…", "All but the strip"',
            )
        )
    return rows


def _route(layout):
    """Names the places that the strip passes, and explains "in" and "out" if they appear."""
    route = table.route(layout.board.WIRING)
    if "(" not in route:
        return route
    return (
        f'{route}. "in" is from the rim to the middle, "out" from the middle to the rim; with "in '
        'out" they take turns'
    )


def _first_lights(layout):
    """Describes the first test, up to the first piece with a checker at the start."""
    pieces = layout.pieces()
    lit = [[light.place for light in piece if light.place in _START] for piece in pieces]
    count = next(i for i, places in enumerate(lit, 1) if places)
    points = sorted(set(lit[count - 1]))
    pieces = "the first piece" if count == 1 else f"the first {count} pieces"
    said = f"point {points[0]} lights"
    if len(points) > 1:
        said = f"points {' and '.join(map(str, points))} light"
    return f"solder {pieces}, beginning at DIN on the template, and plug in: {said} up"
