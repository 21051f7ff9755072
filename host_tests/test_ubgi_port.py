"""The UBGI tool on a serial port: main.py runs on MicroPython's unix port at its other end."""

import subprocess
import sys
from pathlib import Path

import pytest
import serial

from cable import plugged, wire
from picogammon.rules import actions
from picogammon.rules.match import Match
from picogammon.rules.settings import Settings
from tools.players.finding import find
from tools.ubgi.port import NoBoard, Port

HOST_ONLY = True

_ROOT = Path(__file__).resolve().parents[1]
_START = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
_LINES = (
    b"ubgi",
    _START,
    b"",
    b"x" * 160,
    b"x" * 161,
    b"x" * 5000,
    b"plays " + _START.replace(b"31", b"66"),
    b"stop",
    b"position gnubgid 4HPwATDgc/ABMA",
    b"dice 3 1",
    b"dice 3",
    b"go role chequer",
    b"isready",
    b"\xff\x00\xfe \x03 \r",
    _START.replace(b"31", b"00"),
    b"quit",
)


def _tool(*args):
    return subprocess.run(
        [sys.executable, "-m", "tools.ubgi", *args],
        cwd=_ROOT,
        input=b"\n".join(_LINES),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )


@pytest.fixture(scope="module")
def host():
    return _tool("--on", "host")


def test_a_board_answers_as_the_host_does_and_its_match_is_untouched(host, tmp_path):
    with plugged(tmp_path) as path:
        for _ in range(2):
            done = _tool("--on", path)
            assert (done.returncode, done.stderr) == (0, b"")
            assert done.stdout == host.stdout
        log = (tmp_path / "match.log").read_bytes()
        assert len(log) < 100 and b"Amber" in log
    assert not (tmp_path / "crash.log").exists()


def test_a_level_of_the_board_plays_as_in_a_duel(tmp_path):
    match = Match(Settings(length=3))
    match.apply(actions.roll(3, 1))
    with plugged(tmp_path) as path:
        player = find(f"casual on {path}")
        try:
            assert player.decide(match) == find("casual").decide(match)
            match.apply(player.decide(match))
            assert player.decide(match) is None
        finally:
            player.close()


def test_a_port_that_is_not_there_and_one_where_nobody_answers_are_told_apart():
    done = _tool("--on", "/dev/there-is-none")
    assert done.returncode == 1 and done.stderr.startswith(
        b"ubgi: There is no /dev/there-is-none. "
    )
    with wire() as (_, path):
        done = _tool("--on", path)
    assert done.returncode == 1 and done.stdout == b""
    assert b"no board answers there" in done.stderr


def test_a_board_that_is_a_program_has_longer_for_its_first_line(monkeypatch):
    waited = []

    def opened(path, timeout, write_timeout):
        waited.append(timeout)
        raise serial.SerialException("[Errno 2] could not open port: [Errno 2]")

    monkeypatch.setattr(serial, "serial_for_url", opened)
    for path in ("/dev/ttyACM0", "socket://127.0.0.1:8028"):
        with pytest.raises(NoBoard, match=r"^(There is no|Nothing answers at) [^\[]*$"):
            Port(path)
    assert waited == [3, 60]


def test_a_board_at_its_prompt_is_said():
    with wire() as (end, path):
        prompt = "while True: print('>>> ' + input(), flush=True)"
        shell = subprocess.Popen([sys.executable, "-c", prompt], stdin=end, stdout=end)
        try:
            done = _tool("--on", path)
        finally:
            shell.kill()
            shell.wait()
    assert done.returncode == 1 and b"prompt: reset the board" in done.stderr
