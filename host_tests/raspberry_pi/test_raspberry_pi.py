"""A board with a Raspberry Pi: the real Blinka, gpiod, PWM and rpi_ws281x on a kernel of its own.

kernel.c says what stands in: devices and registers, and nothing above them.
"""

import re
import socket
import subprocess
import sys

import pytest

from raspberry_pi.stood_in import BOARD, PIS, Pi, compiled
from tools import ROOT
from tools.browser import PATIENCE_MS
from tools.matches.opening import from_log
from tools.raspberry_pi import __main__ as program

HOST_ONLY = True

_LOCK = ROOT / "tools" / "setup" / "requirements-raspberry-pi.lock"
_START = (1, 6, 8, 12, 13, 17, 19, 24)
_PWM, _SPI = 1, 2  # who sent a frame
_PATIENCE_S = PATIENCE_MS / 1000
_PI_5 = ("c04170", "pinctrl-rp1")


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("kernel"))


@pytest.fixture
def pi(kernel, tmp_path):
    """A Raspberry Pi 4."""
    return Pi(kernel, tmp_path, *PIS["4 B"])


def _lit(frame):
    """Returns {point: (red, green, blue)} of the lights that are on."""
    wire = bytes.fromhex(frame)
    lights = [(wire[i + 1], wire[i], wire[i + 2]) for i in range(0, len(wire), 3)]
    assert len(lights) == 24
    return {point: light for point, light in enumerate(lights, 1) if any(light)}


def test_it_keeps_what_a_host_promises(pi):
    pi.kept.mkdir(exist_ok=True)
    pi.play("contract")


@pytest.mark.parametrize("name", PIS)
def test_the_start_position_goes_out_and_is_put_out_at_the_end(kernel, tmp_path, name):
    seen = Pi(kernel, tmp_path, *PIS[name]).play()
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
    log = pi.kept / "matches"
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
    seen = pi.play("OK@500 OK@2000 OK@9000")
    assert len(seen["frames"]) > 2
    assert set(bytes.fromhex(seen["glass"])) == {0xA5}  # as it was without power
    assert (pi.root / "opened").stat().st_size == 1, "each would be one of 1024 open files"


def test_a_strip_on_spi_wants_no_root(kernel, tmp_path):
    spi = tmp_path / "board"
    spi.mkdir()
    data = (BOARD / "board_config.py").read_text()
    (spi / "board_config.py").write_text(data.replace("STRIP_PIN = 18", "STRIP_PIN = 10"))
    seen = Pi(kernel, tmp_path, *PIS["3 B"], user=True).play(board=spi)
    assert {by for by, _ in seen["frames"]} == {_SPI}
    assert tuple(_lit(seen["frames"][0][1])) == _START


@pytest.mark.parametrize(
    ("computer", "user", "said"),
    [
        (PIS["4 B"], True, "sudo make play BOARD=raspberry_pi"),
        (_PI_5, False, "This is a Raspberry Pi 5: no finished library drives a strip"),
    ],
    ids=["without root", "a Raspberry Pi 5"],
)
def test_what_cannot_drive_a_strip_is_told_why(kernel, tmp_path, computer, user, said):
    done = Pi(kernel, tmp_path, *computer, user=user).tool()
    assert done.returncode == 1
    assert said in done.stderr and "Traceback" not in done.stderr


def test_a_computer_without_pins_is_told_what_to_do(tmp_path):
    command = [sys.executable, "-m", "tools.raspberry_pi", "--folder", str(tmp_path / "kept")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "Does this computer have GPIO" in done.stderr
    assert "Traceback" in (tmp_path / "kept" / "crash.log").read_text()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nosuch", "There is no board 'nosuch'"),
        ("pico", "make play BOARD=pico opens it in a browser"),
    ],
)
def test_another_board_is_refused(name, said, capsys):
    assert program.main([name]) == 1
    assert said in capsys.readouterr().err


def _answer(sent, line):
    """The last line that the board answers to `line` over a socket."""
    sent.sendall(line.encode() + b"\r\n")
    kind, answer = line.split()[0], ""
    while not re.search(rf"^({kind} (end|none).*|error .*)\r\n", answer, re.MULTILINE):
        answer += sent.recv(4096).decode()
    return answer.split("\r\n")[-2]


def test_programs_plug_in_and_it_starts_anew_when_it_is_told_to(pi):
    with (
        pi.playing() as port,
        socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_S) as sent,
    ):
        assert _answer(sent, "clock 2026 1 2 4 3 4 5") == "clock end"
        assert _answer(sent, "mirror") == "mirror end"
        assert _answer(sent, "set nonsense").startswith("set none")
        assert _answer(sent, "files nonsense").startswith("error")
        sent.sendall(b"restart\r\n")
        begun = ""
        while "plays on raspberry_pi\r\n" not in begun:
            begun += sent.recv(4096).decode()
        assert begun.startswith("restart end")
        assert _answer(sent, "match running").startswith("match end")


def test_a_cable_that_is_taken_is_said(pi):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = pi.tool("--cable", str(port))
    assert done.returncode == 1 and "another port:  make play BOARD=raspberry_pi" in done.stderr
