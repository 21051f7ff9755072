"""A board with a Raspberry Pi whose kernel is kernel.c; tells what came out of its pins.

usage: on_a_wire.py BOARD FOLDER PRESSES: PRESSES as "OK@1000 NEXT@2500", then 3 s more, then
Ctrl-C; or "contract", and what any host promises is asked of it. All above the kernel is real:
Blinka and each library that it takes for this computer. It runs with kernel.c before the C
library, and tells {"used": distributions, "frames": [[by, bytes]], "glass": what the OLED shows,
"sound": how often the piezo's line was moved}.
"""

import atexit
import contextlib
import json
import mmap
import os
import struct
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import tools  # noqa: F401  (the firmware's path)
from fakes import host_contract
from fakes.wires import SSD1306Display
from tools.raspberry_pi import __main__ as program

_HELD_MS = 60
_BUTTONS = dict(zip(("PREV", "NEXT", "OK", "BACK"), (5, 6, 19, 26), strict=True))
_PIEZO, _MOVED = 13, 64
_HIGH = {0b100: 0, 0b110: 1}  # a bit is three parts long


class Computer:
    """Time, and the fingers on its switches."""

    def __init__(self, root, presses):
        self.now = 0
        self.presses = []
        for press in presses.split():
            name, at = press.split("@")
            self.presses.append((_BUTTONS[name], int(at)))
        self.end = max([at for _, at in self.presses], default=0) + 3000
        with open(root / "pins", "r+b") as pins:
            self.pins = mmap.mmap(pins.fileno(), 128)

    def ticks(self):
        return self.now

    def pause(self, seconds):
        self.now += round(1000 * seconds)
        if self.now >= self.end:
            raise KeyboardInterrupt
        for pin in _BUTTONS.values():
            held = any(pin == it and 0 <= self.now - at < _HELD_MS for it, at in self.presses)
            self.pins[pin] = not held


def _frames(wire):
    """Returns [[the sender, the frame in hex]] of all that went to the strip."""
    frames = []
    while wire:
        by, length = struct.unpack_from("<II", wire)
        sent, wire = wire[8 : 8 + length], wire[8 + length :]
        if by == 1:  # words for two channels in turn, the highest bit first
            sent = b"".join(
                word.to_bytes(4, "big") for (word, _) in struct.iter_unpack("<II", sent)
            )
        bits = int.from_bytes(sent, "big")
        parts = [bits >> at & 7 for at in range(8 * len(sent) - 3, -1, -3)]
        silence = parts.index(0)
        assert not any(parts[silence:]), "light after the silence that ends a frame"
        value = 0
        for part in parts[:silence]:
            value = value << 1 | _HIGH[part]
        frames.append([by, value.to_bytes(silence // 8, "big").hex()])
    return frames


def _glass(sent):
    display = SSD1306Display()
    while sent:
        (length,) = struct.unpack_from("<I", sent)
        display.receive(sent[4 : 4 + length])
        sent = sent[4 + length :]
    return display.glass()


def _used():
    """The distributions that any imported module came with."""
    of = packages_distributions()
    return sorted({of[top][0] for name in sys.modules if (top := name.split(".")[0]) in of})


def main(board, folder, presses):
    root = Path(os.environ["PI_ROOT"])
    if presses == "contract":
        os.chdir(folder)
        sys.path.insert(0, str(Path(board).resolve()))
        from tools.raspberry_pi import host

        host_contract.check(host.Computer())
        return
    computer = Computer(root, presses)
    program.play(Path(folder), Path(board).resolve(), computer.ticks, computer.pause)


def told():
    """Returns all output as JSON."""
    root = Path(os.environ["PI_ROOT"])
    i2c = root / "i2c"
    return json.dumps(
        {
            "used": _used(),
            "frames": _frames((root / "wire").read_bytes()),
            "glass": _glass(i2c.read_bytes() if i2c.exists() else b"").hex(),
            "sound": (root / "pins").read_bytes()[_MOVED + _PIEZO],
        }
    )


atexit.register(lambda: print(told()))  # after the libraries' own ends
with contextlib.suppress(KeyboardInterrupt):
    main(*sys.argv[1:])
