"""Finding a board: what is said where there is none, or no answer, to make flash and others.

make flash runs here with Python and nothing else: no shell, no make, no PATH.
"""

import os
import pty
import shutil
import subprocess
import sys
import threading
import tty
from collections import namedtuple
from contextlib import contextmanager

import pytest

from picogammon.hardware import FIRST, LAST
from tools import ROOT
from tools.boards.chips import CHIPS, RP2040
from tools.flash import FlashError, __main__, ports, start
from tools.flash.board import connect
from tools.hardware import __main__ as hardware
from tools.ubgi import port as link

HOST_ONLY = True

Port = namedtuple("Port", "device vid pid")
PICO = Port("/dev/ttyACM0", 0x2E8A, 0x0005)
OTHER_PICO = Port("/dev/ttyACM3", 0x2E8A, 0x0005)
DEBUG_PROBE = Port("/dev/ttyACM1", 0x2E8A, 0x000C)
MODEM = Port("/dev/ttyUSB0", 0x1A86, 0x7523)
BUILT_IN = Port("/dev/ttyS0", None, None)


@contextmanager
def _serial_line():
    """Gives (our end, the path of the other end) of a serial line."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    try:
        yield ours, os.ttyname(theirs)
    finally:
        os.close(theirs)


def test_the_one_board_among_other_things_is_found_and_of_two_one_has_to_be_named():
    assert ports.find([BUILT_IN, MODEM, DEBUG_PROBE, PICO]) == "/dev/ttyACM0"
    with pytest.raises(FlashError, match="No board found. Is it plugged in, with a cable"):
        ports.find([BUILT_IN, MODEM, DEBUG_PROBE])
    with pytest.raises(FlashError) as problem:
        ports.find([PICO, OTHER_PICO])
    assert str(problem.value) == (
        "There are 2 boards. Say which one:\n"
        "    make flash PORT=/dev/ttyACM0\n    make flash PORT=/dev/ttyACM3"
    )


def test_a_port_that_is_not_there_and_an_unknown_board(capsys):
    assert __main__.main(["--port", "/dev/no-such-port"]) == 1
    assert capsys.readouterr().err.startswith("There is no /dev/no-such-port.")
    assert __main__.main(["--board", "browsr"]) == 1
    assert "There is no board 'browsr'. There are: " in capsys.readouterr().err


def test_a_port_that_another_program_uses():
    with _serial_line() as (_, path):
        assert not ports.no_port(path)
        assert "Close the other program that uses it" in ports.why_closed(path)


def test_something_that_is_not_micropython(capsys):
    with _serial_line() as (ours, path):
        os.write(ours, b"login: ")
        with pytest.raises(FlashError, match="does not answer as MicroPython does"):
            connect(path, 0.05)
    assert capsys.readouterr().out == ""


def test_what_is_no_port_says_what_it_is_and_what_ports_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [PICO, BUILT_IN])
    here = "Serial ports here: /dev/ttyACM0, /dev/ttyS0. Without PORT= all ports are tried."
    file = tmp_path / "file"
    file.touch()
    for name, what in (
        (file, f"{file} is a file, not a serial port. {here}"),
        (tmp_path, f"{tmp_path} is a folder, not a serial port. {here}"),
        (os.devnull, f"{os.devnull} is another device, not a serial port. {here}"),
    ):
        assert ports.no_port(str(name)) == ports.why_closed(str(name)) == what
        with pytest.raises(FlashError, match="not a serial port"):
            connect(str(name), 0.05)
        with pytest.raises(link.NoBoard, match="not a serial port"):
            link.Port(str(name))
    missing = str(tmp_path / "none")
    assert not ports.no_port(missing), "its board may be plugged in later"
    assert ports.why_closed(missing) == f"There is no {missing}. {here}"
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [])
    assert ports.why_closed(missing).endswith(
        "There is no serial port here: is the board plugged in?"
    )


@pytest.mark.parametrize("url", ["socket://nonsense", "socket://:1", "foo://127.0.0.1:8028"])
def test_an_address_that_is_none_is_told_from_one_where_nobody_answers(url):
    assert ports.no_port(url) == ports.why_closed(url)
    assert ports.no_port(url).startswith(f"{url} is not an address: ")
    silent = "socket://127.0.0.1:1"
    assert not ports.no_port(silent)
    assert ports.why_closed(silent).startswith(f"Nothing answers at {silent}. ")


_START = ROOT / "tools" / "flash" / "start.py"


def _start(*arguments, script=_START, **environment):
    """Returns the output of make flash, which fails, with nothing on the PATH."""
    keep = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
    done = subprocess.run(
        [sys.executable, str(script), *arguments],
        env={**keep, "PATH": "", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 1
    return done.stdout


@pytest.mark.parametrize("arguments", [["PORT=COM99", "BOARD=pico"], ["--port", "COM99"]])
def test_with_no_shell_on_the_path_make_flash_compiles_and_looks_for_the_port(arguments):
    *said, last = _start(*arguments).splitlines()
    assert said == __main__.note(RP2040).splitlines() and "COM99" in last


def test_what_make_flash_cannot_install_is_said_in_words(tmp_path):
    for name in ("tools/flash/start.py", "tools/setup/requirements-flash.lock"):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, tmp_path / name)
    script = tmp_path / "tools/flash/start.py"
    said = _start("PORT=COM99", script=script, PIP_NO_INDEX="1", PIP_NO_CACHE_DIR="1")
    assert said.startswith("Installing what copying needs into .venv, once\n")
    assert "Is the network there? Then run it again." in said and "Traceback" not in said


def test_a_venv_without_pip_is_made_anew_once_python_can(tmp_path, monkeypatch, capfd):
    python = tmp_path / "bin" / "python"
    made = []

    def create(folder, with_pip, clear=False):
        """Fails as without Debian's python3-venv, and then works as with that package."""
        made.append(clear)
        if clear or not python.exists():
            python.parent.mkdir(exist_ok=True)
            python.write_text(f"#!/bin/sh\nexit {int(len(made) == 1)}\n")
            python.chmod(0o755)
        if len(made) == 1:
            raise subprocess.CalledProcessError(1, "ensurepip")

    monkeypatch.setattr(start, "_VENV", tmp_path)
    monkeypatch.setattr(start, "_PYTHON", python)
    monkeypatch.setattr(start.venv, "create", create)
    assert start.main([]) == 1 and "python3-venv" in capfd.readouterr().err
    assert start.main([]) == 0 and made == [True, True]


def test_levels_that_fit_and_why_others_do_not():
    table = (ROOT / "firmware/picogammon/engine/weights.bin").stat().st_size // 1024
    for chip in CHIPS:
        note = __main__.note(chip)
        assert note.startswith("Levels that fit stock MicroPython: novice, casual.\n")
        needed = f"For club, expert, master and grandmaster the board needs a table of {table} KB"
        assert needed in note
        assert f"into its {chip.stock_heap // 1024} KB of memory, of which the firmware" in note


# Asking a board for its hardware report.

_WHO = "id name Picogammon\r\nid version 0.1.0\r\nubgiok\r\n"
_LINES = FIRST + "\r\nclock: 125 MHz\r\n"
_END = LAST + "\r\n"


@contextmanager
def _board(answers):
    """The path of a serial line at whose other end each line gets its answer (None: hangs up)."""

    def serve(ours):
        came = b""
        while True:
            try:
                came += os.read(ours, 100)
            except OSError:
                return
            *lines, came = came.split(b"\n")
            for line in lines:
                answer = answers.get(line.strip().decode(), "")
                if answer is None:
                    os.close(ours)
                    return
                os.write(ours, answer.encode())

    with _serial_line() as (ours, path):
        thread = threading.Thread(target=serve, args=[ours], daemon=True)
        thread.start()
        yield path
    thread.join(10)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Returns the path of the report."""
    path = tmp_path / "build" / "report.txt"
    monkeypatch.setattr(hardware, "_KEPT", path)
    return path


def test_a_report_is_printed_and_kept(capsys, kept):
    with _board({"ubgi": _WHO, "hardware": _LINES + _END}) as path:
        assert hardware.main(["--port", path]) == 0
    told = capsys.readouterr()
    assert told.out == kept.read_text() == (_LINES + _END).replace("\r", "")
    assert "build/report.txt" in told.err


_REFUSED = "error unsupported_feature this board lacks the memory\r\n"
_NO_COMMAND = "error unknown_command 'hardware' is not one of: ubgi\r\n"
_PROMPT = {"": "\r\n>>> ", "ubgi": ">>> ubgi\r\nNameError: ubgi\r\n>>> "}


@pytest.mark.parametrize(
    "answers, words",
    [
        (_PROMPT, ("at MicroPython's prompt", "make flash")),
        ({"hardware": _NO_COMMAND}, ("firmware, 0.1.0, is older", "To update it")),
        ({"hardware": _REFUSED}, ("The board says: this board lacks the memory.\n", "make uf2")),
        ({"hardware": None}, ("the connection broke off. Plug it in again.",)),
        ({"hardware": _LINES.replace("report", "rep") + _END}, ("report is incomplete",)),
    ],
)
def test_where_no_whole_report_is_to_be_had_it_says_why_and_keeps_none(
    capsys, kept, answers, words
):
    with _board({"ubgi": _WHO, **answers}) as path:
        assert hardware.main(["--port", path]) == 1
    said = capsys.readouterr().err
    assert all(word in said for word in words), said
    assert "Traceback" not in said and not kept.exists()


def test_without_a_board_the_report_says_what_to_do(capsys, monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [])
    for arguments, words in (
        ([], ("No board found.", "make hardware-report PORT=")),
        (["--port", "/dev/there-is-none"], ("There is no /dev/there-is-none. ",)),
    ):
        assert hardware.main(arguments) == 1
        said = capsys.readouterr().err
        assert all(word in said for word in words) and "make flash" not in said
