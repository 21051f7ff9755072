"""A board with a Raspberry Pi: the real Blinka, gpiod, PWM and rpi_ws281x on a kernel of its own.

kernel.c says what stands in: devices and registers, and nothing above them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import ROOT
from tools.boards import loading
from tools.matches.opening import from_log
from tools.raspberry_pi import __main__ as program

HOST_ONLY = True

_HERE = Path(__file__).parent
_LOCK = ROOT / "tools" / "setup" / "requirements-raspberry-pi.lock"
_BOARD = loading.FOLDER / "raspberry_pi"
_START = (1, 6, 8, 12, 13, 17, 19, 24)
_PWM, _SPI = 1, 2  # who sent a frame
# Each computer's revision as /proc/cpuinfo has it, and what its pins' controller is called.
_PIS = {
    "Zero 2 W": ("902120", "pinctrl-bcm2835"),
    "3 B": ("a02082", "pinctrl-bcm2835"),
    "4 B": ("b03115", "pinctrl-bcm2711"),
}
_PI_5 = ("c04170", "pinctrl-rp1")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """kernel.c, compiled."""
    made = tmp_path_factory.mktemp("kernel") / "kernel.so"
    how = ("-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
    subprocess.run(["gcc", *how, "-o", made, _HERE / "kernel.c", "-ldl"], check=True)
    return made


class _Pi:
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
        (self.root / "pins").write_bytes(b"\1" * 64 + bytes(64))
        for out in ("wire", "i2c"):
            (self.root / out).unlink(missing_ok=True)
        (self.root / "wire").touch()
        if self.oled:
            (self.root / "i2c").touch()
        return subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def play(self, presses="", board=_BOARD):
        """What came out, as on_a_wire.py tells it."""
        done = self._run(_HERE / "on_a_wire.py", board, self.kept, presses)
        assert done.returncode == 0 and not done.stderr, done.stderr
        return json.loads(done.stdout)

    def tool(self):
        """`make play` as it ends."""
        return self._run("-m", "tools", "play-on-pins", "raspberry_pi", "--folder", self.kept)


@pytest.fixture
def pi(kernel, tmp_path):
    """A Raspberry Pi 4."""
    return _Pi(kernel, tmp_path, *_PIS["4 B"])


def _lit(frame):
    """{point: (red, green, blue)} of the lights that are on."""
    wire = bytes.fromhex(frame)
    lights = [(wire[i + 1], wire[i], wire[i + 2]) for i in range(0, len(wire), 3)]
    assert len(lights) == 24
    return {point: light for point, light in enumerate(lights, 1) if any(light)}


def test_it_keeps_what_a_host_promises(pi):
    pi.kept.mkdir(exist_ok=True)
    pi.play("contract")


@pytest.mark.parametrize("name", _PIS)
def test_the_start_position_goes_out_and_is_put_out_at_the_end(kernel, tmp_path, name):
    seen = _Pi(kernel, tmp_path, *_PIS[name]).play()
    assert {by for by, _ in seen["frames"]} == {_PWM}
    lit, *out = (_lit(frame) for _, frame in seen["frames"])
    assert tuple(lit) == _START and out and not any(out)
    amber = {point for point, (red, _green, blue) in lit.items() if red > blue}
    assert amber == {6, 8, 13, 24}
    assert any(bytes.fromhex(seen["glass"]))


def test_what_a_raspberry_pi_imports_is_what_its_requirements_bring(pi):
    name = re.compile("[-_.]+")
    locked = {name.sub("-", line.split("==")[0]).lower() for line in _LOCK.open() if "==" in line}
    used = {name.sub("-", each).lower() for each in pi.play()["used"]}
    assert {"adafruit-blinka", "gpiod", "rpi-ws281x"} < used
    assert used - {"setuptools"} <= locked  # the environment's own .pth


def test_ok_rolls_and_the_match_goes_on_after_the_program_ended(pi):
    log = pi.kept / "match.log"
    pi.play()
    before = from_log(log)
    heard = pi.play("OK@500")["sound"]
    rolled = from_log(log)
    assert rolled[: len(before)] == before and len(rolled) > len(before)
    assert heard != pi.play()["sound"]
    assert from_log(log) == rolled
    pi.play("OK@500 OK@2000 OK@3500 OK@5000")
    later = from_log(log)
    assert later[: len(rolled)] == rolled and len(later) > len(rolled)


def test_without_an_oled_it_plays_on(pi):
    pi.oled = False
    seen = pi.play("OK@500 OK@2000 OK@3500")
    assert len(seen["frames"]) > 2
    assert set(bytes.fromhex(seen["glass"])) == {0xA5}  # as it was without power


def test_without_root_the_strip_is_refused_and_root_is_named(kernel, tmp_path):
    done = _Pi(kernel, tmp_path, *_PIS["4 B"], user=True).tool()
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "sudo make play BOARD=raspberry_pi" in done.stderr


def test_a_strip_on_spi_wants_no_root(kernel, tmp_path):
    spi = tmp_path / "board"
    spi.mkdir()
    data = (_BOARD / "board_config.py").read_text()
    (spi / "board_config.py").write_text(data.replace("STRIP_PIN = 18", "STRIP_PIN = 10"))
    seen = _Pi(kernel, tmp_path, *_PIS["3 B"], user=True).play(board=spi)
    assert {by for by, _ in seen["frames"]} == {_SPI}
    assert tuple(_lit(seen["frames"][0][1])) == _START


def test_a_raspberry_pi_5_is_refused_in_one_sentence(kernel, tmp_path):
    done = _Pi(kernel, tmp_path, *_PI_5).tool()
    assert done.returncode == 1 and not done.stdout
    assert done.stderr.startswith("This is a Raspberry Pi 5: its pins hang on a chip of their own")
    assert done.stderr.count("\n") == 1


def test_a_computer_without_pins_is_told_what_to_do(tmp_path):
    command = [sys.executable, "-m", "tools.raspberry_pi", "--folder", str(tmp_path / "kept")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "Does this computer have GPIO" in done.stderr
    assert "Traceback" in (tmp_path / "kept" / "crash.log").read_text()


@pytest.mark.parametrize(
    ("name", "said"),
    [("nosuch", "There is no board 'nosuch'"), ("pico", "boards/pico is for a Pico")],
)
def test_another_board_is_refused(name, said, capsys):
    assert program.main([name]) == 1
    assert said in capsys.readouterr().err
