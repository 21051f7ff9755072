"""A Raspberry Pi whose kernel is kernel.c, with all that is real above it."""

import contextlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

from tools import ROOT
from tools.boards import loading
from tools.browser import PATIENCE_MS

HOST_ONLY = True

HERE = Path(__file__).parent
BOARD = loading.FOLDER / "raspberry_pi"
# Each computer's revision as /proc/cpuinfo has it, and what its pins' controller is called.
PIS = {
    "Zero 2 W": ("902120", "pinctrl-bcm2835"),
    "3 B": ("a02082", "pinctrl-bcm2835"),
    "4 B": ("b03115", "pinctrl-bcm2711"),
}
_ENDS_S = PATIENCE_MS / 1000


def compiled(folder):
    """kernel.c, compiled into a folder: its path."""
    made = folder / "kernel.so"
    how = ("-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
    subprocess.run(["gcc", *how, "-o", made, HERE / "kernel.c", "-ldl"], check=True)
    return made


class Pi:
    """A Raspberry Pi with an empty folder for its matches; `run` switches it on."""

    def __init__(self, kernel, root, revision, label, oled=True, user=False):
        self.root = root
        self.kept = root / "kept"
        self.environment = {
            "PYTHONPATH": str(ROOT),
            "PATH": "",
            "LD_PRELOAD": str(kernel),
            "PI_ROOT": str(root),
            "PI_CHIP": label,
            **({"PI_USER": "1"} if user else {}),
        }
        for folder in ("dev", "proc", "sys/bus/gpio", "sys/dev/char/254:0"):
            (root / folder).mkdir(parents=True)
        cpu = f"Hardware\t: BCM2835\nRevision\t: {revision}\n"
        (root / "proc" / "cpuinfo").write_text(cpu)
        for device in ("gpiochip0", "i2c-1", "spidev0.0", "vcio", "mem", "gpiomem"):
            (root / "dev" / device).touch()
        for memory in ("mem", "gpiomem"):
            with open(root / "dev" / memory, "r+b") as file:
                file.truncate(1 << 32)  # all zeros: takes no room
        (root / "sys/dev/char/254:0/subsystem").symlink_to(root / "sys/bus/gpio")
        self.oled = oled

    def _run(self, *command):
        self._wired()
        return subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def _wired(self):
        (self.root / "pins").write_bytes(b"\1" * 64 + bytes(128))
        for out in ("wire", "i2c"):
            (self.root / out).unlink(missing_ok=True)
        (self.root / "wire").touch()
        if self.oled:
            (self.root / "i2c").touch()

    def play(self, presses="", board=BOARD):
        """Returns the output as on_a_wire.py prints it."""
        done = self._run(HERE / "on_a_wire.py", board, self.kept, presses)
        assert done.returncode == 0 and not done.stderr, done.stderr
        return json.loads(done.stdout)

    def tool(self, *arguments):
        """`make play` as it ends."""
        play = ("-m", "tools", "play-on-pins", "raspberry_pi", "--folder", self.kept)
        return self._run(*play, *arguments)

    @contextlib.contextmanager
    def playing(self, cable=0):
        """`make play CABLE=`, in real time, until Ctrl-C: gives the number of its cable's port."""
        self._wired()
        command = ("tools", "play-on-pins", "raspberry_pi", "--folder", str(self.kept))
        process = subprocess.Popen(
            [sys.executable, "-u", "-m", *command, "--cable", str(cable)],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            line = process.stdout.readline()
            told = re.search(r"socket://127\.0\.0\.1:(\d+)", line)
            assert told, process.communicate(timeout=_ENDS_S)
            yield int(told[1])
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=_ENDS_S)
            assert process.returncode == 0 and not said[1], said
        finally:
            process.kill()
            process.wait()
