"""A board's wiring as a table for its README."""

from picogammon.devices.oled import HEIGHT
from tools.boards import check
from tools.boards.connections import connections
from tools.boards.headers import header_of
from tools.boards.supply import OLEDS_MA, compared, fed_at, fused, metre_mv, others_ma, supply_of
from tools.marks import put_between

BEGIN = "<!-- Made by `python -m tools.boards` from board_config.py: edit that instead. -->"
LOSSES = "<!-- Made by `python -m tools.boards`: what wires lose. -->"
OLEDS = "<!-- Made by `python -m tools.boards`: what OLEDs take. -->"


def text(board):
    """The Markdown after BEGIN."""
    config = vars(board)
    header = header_of(config)
    rows = [
        f"| part | its terminal | {header.called} | pin number | remark |",
        "| --- | --- | --- | --- | --- |",
    ]
    rows += [
        f"| {c.part} | {c.terminal} | {c.pin} | {c.number} | {c.remark} |"
        for c in connections(board)
    ]
    return "\n".join([*rows, "", *_facts(board, check.wiring(config))])


def _facts(board, wiring):
    budget = board.SUPPLY_MA - board.OTHERS_MA
    yield (
        f"- The strip has {wiring.lights} lights, {wiring.lights_per_point} a point, colours in "
        f"{board.STRIP_ORDER} order. From its data input it passes {route(board.WIRING)}."
    )
    yield (
        f"- The OLED is an {oled_chip(board)} at address 0x{board.OLED_ADDRESS:02X}, "
        f"{board.I2C_FREQUENCY // 1000} kHz"
        + (", mounted upside down." if board.OLED_FLIP else ".")
    )
    yield (
        f"- Current: {board.SUPPLY_MA} mA in all, {board.OTHERS_MA} mA of it for all but the strip."
        f" Frames that would draw more than {budget} mA are dimmed as a whole."
    )
    supply = supply_of(board)
    fed = f"5V and GND go to the strip's {fed_at(supply).removeprefix('its ')}"
    if supply.own:
        yield (
            f"- It needs a supply of its own: 5 V, {supply.ma / 1000:g} A or more, {fused(supply)} "
            f"beside it, wires of {supply.wire:g} mm² (AWG {supply.awg}) to the strip. {fed}."
        )
    elif len(supply.feeds) > 1:
        yield f"- {fed}: fed at one end, thin wires would lose too much."


def route(runs):
    """In words: what the strip passes, from its data input."""
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
    return ", then ".join(names)


def losses(board):
    """The Markdown after LOSSES: what supplies of usual sizes want on a board."""
    rows = [
        "| all together | fuse | wires to the strip | a metre of them loses | 5V and GND come to |"
        " the farthest light has less | … if fed at one end |",
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
    """The Markdown after OLEDS: what each size of OLED takes, and the OTHERS_MA that it wants."""
    rows = ["| OLED | every pixel lit, it takes | `OTHERS_MA` |", "| --- | --- | --- |"]
    rows += [f'| {size}" | {ma} mA | {others_ma(size)} |' for size, ma in OLEDS_MA.items()]
    return "\n".join(rows)


def _volts(millivolts, most=5000):
    """Millivolts in words, up to what still lights anything."""
    return f"{millivolts / 1000:.2f} V" if millivolts <= most else f"over {most // 1000} V"


def put_into(readme, board):
    """The README's text, made anew between the marks. Raises ValueError where they are missing."""
    made = put_between(readme, BEGIN, text(board))
    for mark, said in ((LOSSES, losses), (OLEDS, oleds)):
        if mark in made:
            made = put_between(made, mark, said(board))
    return made


def oled_chip(board):
    """The OLED's chip, and its pixels if they are not the usual 128 x 64."""
    height = check.oled_height(vars(board))
    return board.OLED_DRIVER.upper() + ("" if height == HEIGHT else f" of 128 x {height}")
