"""A board as a project for the Wokwi simulator: its parts, which wire goes where, which firmware.

The names of parts and pins are those of Wokwi's documentation.
"""

import json

from tools.boards import check
from tools.boards.connections import BUTTONS
from tools.boards.headers import header_of
from tools.typed import typed

_COMPUTERS = {"pico": "wokwi-pi-pico", "pico2": "board-pi-pico-2"}
_PICO_W = "board-pi-pico-w"
_PROJECT = """\
# Made by `python -m tools.boards`. First: {image}
[wokwi]
version = 1
firmware = '../../build/picogammon-{name}.uf2'
"""
_RED, _BLACK, _BLUE, _GREEN = "red", "black", "blue", "green"


def files(board):
    """{name: text} of the project; {} for a board that no firmware is made for."""
    if not header_of(vars(board)).chip:
        return {}
    diagram = _Diagram(board)
    for draw in (_strip, _oled, _buttons, _places, _piezo):
        draw(board, diagram)
    return {
        "diagram.json": diagram.text(),
        "wokwi.toml": _PROJECT.format(name=board.NAME, image=typed("uf2", f"BOARD={board.NAME}")),
    }


class _Diagram:
    """Parts and wires."""

    def __init__(self, board):
        self._header = header_of(vars(board))
        kind = _COMPUTERS[self._header.computer]
        self._parts = []
        self._wires = []
        self.part(_PICO_W if "Pico W" in board.TITLE else kind, "pico", 0, 0)

    def part(self, kind, name, top, left, rotate=0, **attrs):
        turned = {"rotate": rotate} if rotate else {}
        place = {"type": kind, "id": name, "top": top, "left": left}
        self._parts.append({**place, **turned, "attrs": attrs})

    def wire(self, one, other, colour):
        self._wires.append([one, other, colour, []])

    def gpio(self, number, end, colour=_GREEN):
        """A wire from a GPIO (its number)."""
        self.wire(f"pico:{self._header.pin(number)}", end, colour)

    def volts_5(self, end):
        self.wire(f"pico:{self._header.names[self._header.volts_5 - 1]}", end, _RED)

    def volts_3(self, end):
        self.wire(f"pico:{self._header.names[self._header.volts_3 - 1]}", end, _RED)

    def ground(self, end, pins=()):
        """A wire from the ground that is nearest to GPIOs (numbers), or to 5 V."""
        numbers = [self._header.gpio[pin] for pin in pins] or [self._header.volts_5]
        nearest = self._header.nearest_ground(numbers)
        # Wokwi counts them all, AGND as well.
        before = self._header.names[:nearest]
        self.wire(f"pico:GND.{sum(name in ('GND', 'AGND') for name in before)}", end, _BLACK)

    def text(self):
        rows = ["{", '  "version": 1,', '  "author": "Picogammon",', '  "editor": "wokwi",']
        rows += _listed("parts", self._parts) + _listed("connections", self._wires)
        return "\n".join([*rows, '  "dependencies": {}', "}", ""])


def _listed(name, values):
    lines = [f"    {json.dumps(value)}" for value in values]
    return [f'  "{name}": [', ",\n".join(lines), "  ],"]


def _strip(board, diagram):
    """The strip as panels that lie as the lights do: two rows, or a column for each point."""
    wiring = check.wiring(vars(board))
    columns, odd = divmod(wiring.lights, 2 * wiring.lights_per_point)
    if odd:
        panels = [(1, wiring.lights, 0)]
    elif wiring.lights_per_point == 1:
        panels = [(2, columns, 180)]
    else:  # from the right to the left below, and back above
        panels = [(columns, wiring.lights_per_point, turn) for turn in (90, 270)]
    for i, (rows, cols, turn) in enumerate(panels):
        name = f"lights{i + 1}"
        shape = {"rows": str(rows), "cols": str(cols), "layout": "serpentine"}
        diagram.part("wokwi-led-matrix", name, -220 - 200 * i, 0, turn, **shape)
        diagram.volts_5(f"{name}:VDD")
        diagram.ground(f"{name}:VSS")
        if i:
            diagram.wire(f"lights{i}:DOUT", f"{name}:DIN", _BLUE)
        else:
            diagram.gpio(board.STRIP_PIN, f"{name}:DIN", _BLUE)


def _oled(board, diagram):
    diagram.part("board-ssd1306", "oled", 0, -240, i2cAddress=f"0x{board.OLED_ADDRESS:02x}")
    diagram.volts_3("oled:VCC")
    diagram.ground("oled:GND", [board.I2C_SCL_PIN, board.I2C_SDA_PIN])
    diagram.gpio(board.I2C_SDA_PIN, "oled:SDA")
    diagram.gpio(board.I2C_SCL_PIN, "oled:SCL")


def _buttons(board, diagram):
    for i, (name, pin) in enumerate(zip(BUTTONS, board.BUTTON_PINS, strict=True)):
        attrs = {"color": "black", "label": name, "key": str(i + 1)}
        diagram.part("wokwi-pushbutton", name.lower(), 140, -330 + 80 * i, **attrs)
        diagram.gpio(pin, f"{name.lower()}:1.l")
        diagram.ground(f"{name.lower()}:2.l", board.BUTTON_PINS)


def _places(board, diagram):
    for i, row in enumerate(getattr(board, "PLACE_ROW_PINS", ())):
        for j, column in enumerate(board.PLACE_COLUMN_PINS):
            name = f"place{i + 1}{j + 1}"
            diagram.part("wokwi-pushbutton", name, 260 + 60 * i, -240 + 80 * j, color="white")
            diagram.gpio(row, f"{name}:1.l")
            diagram.gpio(column, f"{name}:2.l")


def _piezo(board, diagram):
    if board.PIEZO_PIN is not None:
        diagram.part("wokwi-buzzer", "piezo", 100, 140, volume="0.1")
        diagram.gpio(board.PIEZO_PIN, "piezo:2")
        diagram.ground("piezo:1", [board.PIEZO_PIN])
