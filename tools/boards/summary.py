"""Describes a board from its data, in lines for its maker: lights, pins, current."""

from math import ceil
from textwrap import wrap

import scenes
from picogammon.devices.strip import Strip
from tools.boards import check, table
from tools.boards.connections import BUTTONS
from tools.boards.headers import header_of
from tools.boards.supply import USB_MA, fed_at, fused, supply_of, white_ma

_BRIGHTEST = 4
_COLUMNS = 88


def text(board):
    """Returns the lines as one text without a line end."""
    wiring = check.wiring(vars(board))
    facts = {
        "lights": _lights(board, wiring),
        "OLED": [_oled(board)],
        "buttons": [
            ", ".join(
                f"{name} {_pin(board, gpio)}"
                for name, gpio in zip(BUTTONS, board.BUTTON_PINS, strict=True)
            )
        ],
        "places": _places(board),
        "piezo": ["none" if board.PIEZO_PIN is None else _pin(board, board.PIEZO_PIN)],
        "current": _current(board, wiring),
    }
    lines = [board.TITLE]
    for name, said in facts.items():
        for i, line in enumerate(part for long in said for part in wrap(long, _COLUMNS)):
            lines.append(f"  {'' if i else name:<9}{line}")
    return "\n".join(lines)


def _pin(board, gpio):
    header = header_of(vars(board))
    return f"{header.pin(gpio)} (pin {header.gpio[gpio]})"


def _lights(board, wiring):
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


def _current(board, wiring):
    budget = board.SUPPLY_MA - board.OTHERS_MA
    white = white_ma(board)
    yield f"{board.SUPPLY_MA} mA at most: {board.OTHERS_MA} for the rest, {budget} for the strip"
    yield f"a game's start, lights at their brightest: {_start(board, wiring)} mA for the strip"
    if white > budget:
        yield f"all lights white would need {white} mA: such frames are dimmed as a whole"
    supply = supply_of(board)
    if supply.own:
        if header_of(vars(board)).chip:
            yield f"a computer's USB port gives {USB_MA} mA: this board needs a separate supply"
        yield f"{fused(supply)}, wires of {supply.wire:g} mm² (AWG {supply.awg})"
    if len(supply.feeds) > 1:
        yield f"5V and GND go to the strip at {fed_at(supply)}"


def _start(board, wiring):
    """Returns the strip's mA for the start position, dimmed if necessary."""
    view = scenes.start()
    view.brightness = _BRIGHTEST
    budget = board.SUPPLY_MA - board.OTHERS_MA
    drawn = []  # by the channels of each frame, in 1/255
    strip = Strip(
        lambda pin, encoding, timing, wire: drawn.append(sum(wire) * board.STRIP_MA_PER_CHANNEL),
        None,
        wiring.lights,
        board.STRIP_ORDER,
        budget,
        board.STRIP_MA_PER_CHANNEL,
        board.STRIP_IDLE_MA,
    )
    strip.show(scenes.frame(view, wiring, 0))
    return wiring.lights * board.STRIP_IDLE_MA + ceil(drawn[-1] / 255)
