"""A board with a Raspberry Pi: Adafruit's NeoPixel class on a recorded wire, buttons, OLED."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import ROOT
from tools.boards.loading import load_board
from tools.matches.opening import from_log
from tools.raspberry_pi import __main__ as program

HOST_ONLY = True

_SCRIPT = Path(__file__).with_name("on_a_wire.py")
_START = (1, 6, 8, 12, 13, 17, 19, 24)


def _played(folder, presses="", *more):
    command = [sys.executable, _SCRIPT, folder, presses, *more]
    path = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _lit(frame):
    """{point: (red, green, blue)} of the lights that are on."""
    wire = bytes.fromhex(frame)
    lights = [(wire[i + 1], wire[i], wire[i + 2]) for i in range(0, len(wire), 3)]
    assert len(lights) == 24
    return {point: light for point, light in enumerate(lights, 1) if any(light)}


def test_the_start_position_goes_out_through_adafruits_class_and_is_put_out_at_the_end(tmp_path):
    seen = _played(tmp_path)
    assert seen["pins"] == [load_board("raspberry_pi").STRIP_PIN] == seen["freed"]
    lit = _lit(seen["frames"][-2])
    assert tuple(lit) == _START
    amber = {point for point, (red, _green, blue) in lit.items() if red > blue}
    assert amber == {6, 8, 13, 24}
    assert _lit(seen["frames"][-1]) == {}
    assert any(bytes.fromhex(seen["glass"]))


def test_ok_rolls_and_the_match_goes_on_after_the_program_ended(tmp_path):
    _played(tmp_path)
    before = from_log(tmp_path / "match.log")
    _played(tmp_path, "OK@500")
    rolled = from_log(tmp_path / "match.log")
    assert rolled[: len(before)] == before and len(rolled) > len(before)
    _played(tmp_path)
    assert from_log(tmp_path / "match.log") == rolled
    _played(tmp_path, "OK@500 OK@2000 OK@3500 OK@5000")
    later = from_log(tmp_path / "match.log")
    assert later[: len(rolled)] == rolled and len(later) > len(rolled)


def test_without_an_oled_it_plays_on(tmp_path):
    seen = _played(tmp_path, "OK@500 OK@2000 OK@3500", "no-oled")
    assert len(seen["frames"]) > 2
    assert set(bytes.fromhex(seen["glass"])) == {0xA5}  # as it was without power


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
