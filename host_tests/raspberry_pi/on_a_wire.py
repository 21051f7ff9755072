"""A board with a Raspberry Pi whose pins lead to the simulator's wires; tells what they saw.

usage: on_a_wire.py FOLDER PRESSES [no-oled]: PRESSES as "OK@1000 NEXT@2500", then 3 s more, then
Ctrl-C. Blinka's modules are stood in for below the NeoPixel class, which is Adafruit's own.
"""

import json
import sys
import types
from pathlib import Path

import tools  # noqa: F401  (the firmware's path)
from fakes.wires import I2C, PWM, SSD1306Display
from tools.boards import loading
from tools.raspberry_pi import __main__ as program

_HELD_MS = 60
_BUTTONS = dict(zip(("PREV", "NEXT", "OK", "BACK"), (5, 6, 19, 26), strict=True))


class Computer:
    """Time, switches and what came out."""

    def __init__(self, presses, oled):
        self.now = 0
        self.presses = []
        for press in presses.split():
            name, at = press.split("@")
            self.presses.append((_BUTTONS[name], int(at)))
        self.end = max([at for _, at in self.presses], default=0) + 3000
        self.frames = []
        self.display = SSD1306Display()
        self.bus = I2C(self.display if oled else None)
        self.opened = set()
        self.freed = []
        self.piezo = PWM()

    def ticks(self):
        return self.now

    def pause(self, seconds):
        self.now += round(1000 * seconds)
        if self.now >= self.end:
            raise KeyboardInterrupt

    def closed(self, pin):
        return any(pin == other and 0 <= self.now - at < _HELD_MS for other, at in self.presses)


def _stand_in(computer):
    class DigitalInOut:
        def __init__(self, pin):
            assert pin not in computer.opened, f"GPIO{pin} is taken twice"
            computer.opened.add(pin)
            self.pin = pin
            self.direction = None

        def switch_to_input(self, pull=None):
            assert pull == "up"

        @property
        def value(self):
            return not computer.closed(self.pin)

        def deinit(self):
            computer.freed.append(self.pin)

    class PWMOut:
        def __init__(self, pin, *, variable_frequency):
            assert variable_frequency and pin == 13

        def __setattr__(self, name, value):
            {"frequency": computer.piezo.freq, "duty_cycle": computer.piezo.duty_u16}[name](value)

    def bus(scl, sda, frequency):
        assert (scl, sda, frequency) == (3, 2, 400_000)
        return computer.bus

    def write(line, data):
        computer.frames.append((line.pin, bytes(data)))

    modules = {
        "board": {f"D{number}": number for number in range(2, 28)},
        "microcontroller": {"Pin": int},
        "digitalio": {
            "DigitalInOut": DigitalInOut,
            "Direction": types.SimpleNamespace(OUTPUT="output"),
            "Pull": types.SimpleNamespace(UP="up"),
        },
        "busio": {"I2C": bus},
        "pwmio": {"PWMOut": PWMOut},
        "neopixel_write": {"neopixel_write": write},
    }
    for name, content in modules.items():
        sys.modules[name] = types.ModuleType(name)
        vars(sys.modules[name]).update(content)


def main(folder, presses, *more):
    computer = Computer(presses, "no-oled" not in more)
    _stand_in(computer)
    try:
        program.play(Path(folder), loading.FOLDER / "raspberry_pi", computer.ticks, computer.pause)
    except KeyboardInterrupt:
        pass
    pins = {pin for pin, _ in computer.frames}
    frames = [data.hex() for _, data in computer.frames]
    seen = {"pins": sorted(pins), "frames": frames, "freed": computer.freed}
    print(json.dumps({**seen, "glass": bytes(computer.display.glass()).hex()}))


main(*sys.argv[1:])
