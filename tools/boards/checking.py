"""Says what is wrong with a board's data and what to do, or describes the board for its maker."""

import os
import sys
from math import ceil
from pathlib import Path
from textwrap import wrap

import scenes
from picogammon.devices.strip import Strip
from tools import IN_REPOSITORY
from tools.boards import check, loading, table
from tools.boards.__main__ import made, page_of, text_of
from tools.boards.connections import BUTTONS
from tools.boards.headers import header_of
from tools.boards.supply import USB_MA, fed_at, fused, supply_of, white_ma
from tools.command import tool
from tools.terminal import print

_COLUMNS = 88
_BRIGHTEST = 4
_NO_README = """\
{folder} has no README.md: copy boards/pico's, where the marks say what is made from the
data."""
_STALE = """\
Its page and picture do not match its data. This command rewrites them:
    .venv/bin/python -m tools.boards"""


def summary(board):
    """Returns a board's lights, pins and current in lines, without the last line end."""
    named = [
        f"{name} {_pin(board, gpio)}" for name, gpio in zip(BUTTONS, board.BUTTON_PINS, strict=True)
    ]
    facts = {
        "lights": _lights(board),
        "OLED": [_oled(board)],
        "buttons": [", ".join(named)],
        "places": _places(board),
        "piezo": ["none" if board.PIEZO_PIN is None else _pin(board, board.PIEZO_PIN)],
        "current": _current(board),
    }
    lines = [board.TITLE]
    for name, said in facts.items():
        for i, line in enumerate(part for long in said for part in wrap(long, _COLUMNS)):
            lines.append(f"  {'' if i else name:<9}{line}")
    return "\n".join(lines)


def _pin(board, gpio):
    header = header_of(vars(board))
    return f"{header.pin(gpio)} (pin {header.gpio[gpio]})"


def _lights(board):
    wiring = check.wiring(vars(board))
    yield (
        f"{wiring.lights} on {_pin(board, board.STRIP_PIN)}, {wiring.lights_per_point} per point, "
        f"colours in {board.STRIP_ORDER} order"
    )
    yield f"from its data input the strip passes {table.route(board.WIRING)}"


def _oled(board):
    upside_down = ", upside down" if board.OLED_FLIP else ""
    return (
        f"{table.oled_chip(board)} at 0x{board.OLED_ADDRESS:02X} on I2C{board.I2C_ID}: "
        f"SDA {_pin(board, board.I2C_SDA_PIN)}, SCL {_pin(board, board.I2C_SCL_PIN)}{upside_down}"
    )


def _places(board):
    if hasattr(board, "PLACE_ROW_PINS"):
        rows, columns = (
            ", ".join(map(header_of(vars(board)).pin, pins))
            for pins in (board.PLACE_ROW_PINS, board.PLACE_COLUMN_PINS)
        )
        yield f"can be pressed: rows {rows}; columns {columns}"
    if getattr(board, "HOME_LEFT", False):
        yield "the home boards lie at the left"


def _current(board):
    budget = board.SUPPLY_MA - board.OTHERS_MA
    white = white_ma(board)
    yield f"{board.SUPPLY_MA} mA at most: {board.OTHERS_MA} for the rest, {budget} for the strip"
    yield f"a game's start, lights at their brightest: {_start(board, budget)} mA for the strip"
    if white > budget:
        yield f"all lights white would need {white} mA: such frames are dimmed as a whole"
    supply = supply_of(board)
    if supply.own:
        if header_of(vars(board)).chip:
            yield f"a computer's USB port gives {USB_MA} mA: this board needs a separate supply"
        yield f"{fused(supply)}, wires of {supply.wire:g} mm² (AWG {supply.awg})"
    if len(supply.feeds) > 1:
        yield f"5V and GND go to the strip at {fed_at(supply)}"


def _start(board, budget):
    """Returns the strip's mA for the start position, dimmed if it would exceed the budget."""
    view = scenes.start()
    view.brightness = _BRIGHTEST
    wiring = check.wiring(vars(board))
    channel_ma, idle_ma = board.STRIP_MA_PER_CHANNEL, board.STRIP_IDLE_MA
    drawn = []  # the sum of the channels of each frame, 0 to 255 each
    strip = Strip(
        lambda pin, encoding, timing, wire: drawn.append(sum(wire)),
        None,
        wiring.lights,
        board.STRIP_ORDER,
        budget,
        channel_ma,
        idle_ma,
    )
    strip.show(scenes.frame(view, wiring, 0))
    return wiring.lights * idle_ma + ceil(drawn[-1] * channel_ma / 255)


def _options(parser):
    parser.add_argument(
        "board", nargs="?", default="pico", help="a folder of boards/, or the path of one (pico)"
    )


@tool(_options, loading.BoardError)
def main(options):
    """Checks a board's folder."""
    name, boards = options.board, loading.FOLDER
    own = Path(os.path.abspath(name))
    if name not in loading.names() and os.path.exists(own / "board_config.py"):
        name, boards = own.name, own.parent
    board = loading.load_board(name, boards)
    folder = boards / name
    wanted = made(board, folder)
    print(summary(board))
    print(f"Nothing is wrong with {loading.shown(folder / 'board_config.py')}.")
    if not IN_REPOSITORY:
        return
    if not page_of(folder).exists():
        print(_NO_README.format(folder=loading.shown(folder)))
    elif any(text_of(path) != wanted[path] for path in wanted):
        print(_STALE)


if __name__ == "__main__":
    sys.exit(main())
