"""Makes the tables of a board's README."""

from picogammon.devices.oled import HEIGHT
from tools.boards import check
from tools.boards.connections import connections
from tools.boards.headers import header_of
from tools.boards.supply import (
    OLEDS_MA,
    compared,
    fed_at,
    fused,
    light_ma,
    metre_mv,
    others_ma,
    supply_of,
    white_ma,
)
from tools.marks import put_between

BEGIN = "<!-- Made by `python -m tools.boards` from board_config.py: edit that instead. -->"
SHARED = "<!-- Made by `python -m tools.boards` from {}/board_config.py: edit that instead. -->"
LOSSES = "<!-- Made by `python -m tools.boards`: what wires lose. -->"
OLEDS = "<!-- Made by `python -m tools.boards`: what OLEDs take. -->"


def text(board, known=()):
    """Returns the Markdown of a board's wires, without the `known` ones if it has all of them."""
    config = vars(board)
    header = header_of(config)
    wires = connections(board)
    rows = [
        f"| part | its terminal | {header.called} | pin number | remark |",
        "| --- | --- | --- | --- | --- |",
    ]
    if known and all(wire in wires for wire in known):
        wires = [wire for wire in wires if wire not in known]
        rows = ["The board has all wires of the reference board, and these:", "", *rows]
    rows += [f"| {c.part} | {c.terminal} | {c.pin} | {c.number} | {c.remark} |" for c in wires]
    return "\n".join([*rows, "", *_facts(board, check.wiring(config))])


_WAYS = """\
- "In" is from the rim to the middle, and "out" from the middle to the rim.
  "In out" begins inwards and changes from point to point; "out in" begins outwards."""


def _facts(board, wiring):
    budget = board.SUPPLY_MA - board.OTHERS_MA
    yield (
        f"- The strip has {wiring.lights} lights, {wiring.lights_per_point} per point, in "
        f"{board.STRIP_ORDER} order."
    )
    if len(board.WIRING) == 1:
        yield f"- From DIN, it passes {route(board.WIRING)}."
    else:
        yield "- From DIN, it passes:"
        for i, name in enumerate(_passed(board.WIRING), 1):
            yield f"  {i}. {name}"
        if any(run[2:] for run in board.WIRING):
            yield _WAYS
    yield (
        f"- The firmware first expects an {oled_chip(board)} OLED at address "
        f"0x{board.OLED_ADDRESS:02X}, {board.I2C_FREQUENCY // 1000} kHz"
        + (", mounted upside down" if board.OLED_FLIP else "")
        + ("; the set-up finds others." if header_of(vars(board)).chip else ".")
    )
    yield (
        f"- The board may draw {board.SUPPLY_MA} mA: {board.OTHERS_MA} mA are for everything "
        f"except the strip, and {budget} mA for the strip."
    )
    yield (
        f"- A white light draws {light_ma(board)} mA, a dark one {board.STRIP_IDLE_MA} mA.\n"
        f"  All {wiring.lights} in white would draw {white_ma(board)} mA."
    )
    yield (
        f"- If the lights together would need more than {budget} mA, the firmware dims all of them "
        "alike."
    )
    supply = supply_of(board)
    feed = f"- Feed 5V and GND to the strip at {fed_at(supply)}"
    if supply.own:
        yield (
            f"- The board needs a separate supply: 5 V, {supply.ma / 1000:g} A or more.\n"
            f"  Put {fused(supply)} next to it.\n"
            f"  Use wires of {supply.wire:g} mm² (AWG {supply.awg}) to "
            "the strip."
        )
        yield f"{feed}."
    elif len(supply.feeds) > 1:
        yield f"{feed}: thin wires that feed one end only would lose too much voltage."


def route(runs):
    """Names all that the strip passes, from its data input."""
    return " → ".join(_passed(runs))


def _passed(runs):
    names = []
    for run in runs:
        first, last = run[:2]
        if first == "gap":
            name = f"{last} unused light{'s' if last > 1 else ''}"
        elif isinstance(first, str):
            name = f"the {('1st', '2nd')[last]} player's {first}"
        else:
            name = f"points {first} to {last}" if first != last else f"point {first}"
        way = run[2] if len(run) > 2 else ""
        names.append(f"{name} ({way})" if way else name)
    return names


def losses(board):
    """Returns the Markdown after LOSSES: the wires and fuses of each usual supply."""
    rows = [
        "| supply | fuse | wires to the strip | loss per metre of wire | feed the strip at |"
        " loss at the farthest light | … if fed at one end only |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for supply in compared(board):
        source = "supply" if supply.own else "USB"
        wire, metre = "AWG 28", "–"
        if supply.own:
            wire = f"{supply.wire:g} mm² (AWG {supply.awg})"
            metre = _volts(metre_mv(supply))
        times = f"{supply.fuses} × " if supply.fuses > 1 else ""
        fuse = f"{times}{supply.fuse:g} A" if supply.own else "–"
        rows.append(
            f"| {supply.ma / 1000:g} A, {source} | {fuse} | {wire} | {metre} | {fed_at(supply)} |"
            f" {_volts(supply.loss)} | {_volts(supply.from_one_end, 2000)} |"
        )
    return "\n".join(rows)


def oleds(_board):
    """Returns the Markdown after OLEDS: the current of each size, and its OTHERS_MA."""
    rows = ["| OLED | draws, with every pixel lit | `OTHERS_MA` |", "| --- | --- | --- |"]
    rows += [f'| {size}" | {ma} mA | {others_ma(size)} |' for size, ma in OLEDS_MA.items()]
    return "\n".join(rows)


def _volts(millivolts, most=5000):
    """Writes millivolts as volts, up to `most`."""
    return f"{millivolts / 1000:.2f} V" if millivolts <= most else f"over {most // 1000} V"


def put_into(page, board, begin=BEGIN, known=()):
    """Returns a page with new tables: the wires after `begin`, without the `known` ones.

    Raises ValueError if that mark or its end is missing.
    """
    made = put_between(page, begin, text(board, known))
    for mark, said in ((LOSSES, losses), (OLEDS, oleds)):
        if mark in made:
            made = put_between(made, mark, said(board))
    return made


def oled_chip(board):
    """Returns the OLED's chip, and its pixels if they are not the usual 128 x 64."""
    height = check.oled_height(vars(board))
    return board.OLED_DRIVER.upper() + ("" if height == HEIGHT else f" of 128 x {height}")
