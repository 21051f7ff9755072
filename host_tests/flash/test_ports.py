"""Finding the board, and what is said when that fails."""

import os
import pty
import tty
from collections import namedtuple

import pytest

from tools.flash import FlashError, __main__, ports
from tools.flash.board import connect
from tools.ubgi import port as link

Port = namedtuple("Port", "device vid pid")
PICO = Port("/dev/ttyACM0", 0x2E8A, 0x0005)
OTHER_PICO = Port("/dev/ttyACM3", 0x2E8A, 0x0005)
DEBUG_PROBE = Port("/dev/ttyACM1", 0x2E8A, 0x000C)
MODEM = Port("/dev/ttyUSB0", 0x1A86, 0x7523)
BUILT_IN = Port("/dev/ttyS0", None, None)


def test_the_one_board_among_other_things_is_found():
    assert ports.find([BUILT_IN, MODEM, DEBUG_PROBE, PICO]) == "/dev/ttyACM0"


def test_no_board():
    with pytest.raises(FlashError, match="No board found. Is it plugged in, with a cable"):
        ports.find([BUILT_IN, MODEM, DEBUG_PROBE])


def test_two_boards_and_how_to_name_one():
    with pytest.raises(FlashError) as problem:
        ports.find([PICO, OTHER_PICO])
    assert str(problem.value) == (
        "There are 2 boards. Say which one:\n"
        "    make flash PORT=/dev/ttyACM0\n    make flash PORT=/dev/ttyACM3"
    )


def test_a_port_that_is_not_there(capsys):
    assert __main__.main(["--port", "/dev/no-such-port"]) == 1
    assert capsys.readouterr().err.startswith("There is no /dev/no-such-port.")


def test_a_port_that_another_program_uses():
    ours, theirs = pty.openpty()
    try:
        path = os.ttyname(theirs)
        assert not ports.no_port(path)
        assert "Close the other program that uses it" in ports.why_closed(path)
    finally:
        os.close(theirs)
        os.close(ours)


def test_what_is_no_port_says_what_it_is_and_what_ports_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [PICO, BUILT_IN])
    here = "Serial ports here: /dev/ttyACM0, /dev/ttyS0."
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
    assert ports.no_port(url).startswith(f"{url} is no address: ")
    silent = "socket://127.0.0.1:1"
    assert not ports.no_port(silent)
    assert ports.why_closed(silent).startswith(f"Nothing answers at {silent}. ")


def test_something_that_is_not_micropython(capsys):
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    os.write(ours, b"login: ")
    try:
        with pytest.raises(FlashError, match="does not answer as MicroPython does"):
            connect(os.ttyname(theirs), 0.05)
    finally:
        os.close(theirs)
        os.close(ours)
    assert capsys.readouterr().out == ""


def test_an_unknown_board(capsys):
    assert __main__.main(["--board", "browsr"]) == 1
    assert "There is no board 'browsr'. There are: " in capsys.readouterr().err
