"""Asking a board for its report, and what is said where there is none to be had."""

import os
import pty
import threading
import tty
from contextlib import contextmanager

import pytest

from tools.flash import ports
from tools.hardware import __main__

_WHO = "id name Picogammon\r\nid version 0.1.0\r\nubgiok\r\n"
_LINES = "Picogammon hardware report 1\r\nclock: 125.00 MHz\r\n"
_END = "end: 2 lines, check 879aeb1b\r\n"


@contextmanager
def _board(answers):
    """The path of a serial line at whose other end each line gets its answer (None: hangs up)."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)

    def serve():
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

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(theirs)
    finally:
        os.close(theirs)
        thread.join(10)


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    path = tmp_path / "build" / "report.txt"
    monkeypatch.setattr(__main__, "_KEPT", path)
    return path


def _said(capsys, answers):
    with _board(answers) as path:
        assert __main__.main(["--port", path]) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return said


def test_a_report_is_printed_and_kept(capsys, kept):
    with _board({"ubgi": _WHO, "hardware": _LINES + _END}) as path:
        assert __main__.main(["--port", path]) == 0
    told = capsys.readouterr()
    assert told.out == kept.read_text() == (_LINES + _END).replace("\r", "")
    assert "build/report.txt" in told.err


def test_no_board(capsys, monkeypatch):
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [])
    assert __main__.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith("No board found.") and "make hardware-report PORT=" in said


def test_no_image_to_emulate(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(__main__, "IMAGE", tmp_path / "none")
    assert __main__.main(["--port", "emulator"]) == 1
    assert "make uf2" in capsys.readouterr().err


def test_a_port_that_is_not_there(capsys):
    assert __main__.main(["--port", "/dev/there-is-none"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("There is no /dev/there-is-none. ") and "make flash" not in said


def test_a_board_with_stock_micropython(capsys):
    said = _said(capsys, {"": "\r\n>>> ", "ubgi": ">>> ubgi\r\nNameError: ubgi\r\n>>> "})
    assert "at MicroPython's prompt" in said and "make flash" in said


def test_a_firmware_that_is_too_old(capsys):
    refusal = "error unknown_command 'hardware' is no command: ubgi\r\n"
    said = _said(capsys, {"ubgi": _WHO, "hardware": refusal})
    assert "firmware, 0.1.0, is older" in said and "To update it" in said


def test_a_board_without_the_memory(capsys):
    refusal = "error unsupported_feature this board lacks the memory\r\n"
    said = _said(capsys, {"ubgi": _WHO, "hardware": refusal})
    assert said.startswith("The board says: this board lacks the memory.\n") and "make uf2" in said


def test_a_cable_that_is_pulled_meanwhile(capsys, kept):
    said = _said(capsys, {"ubgi": _WHO, "hardware": None})
    assert "the connection broke off. Plug it in again." in said and not kept.exists()


@pytest.mark.parametrize(
    "report, words",
    [
        (_LINES + _END.replace("2 lines", "3 lines"), "has 2 lines, and the board sent 3"),
        (_LINES.replace("125", "521") + _END, "changed on its way"),
        (_LINES.replace("report 1", "report 2") + _END, "no whole report"),
    ],
)
def test_a_report_that_is_not_whole_is_not_kept(capsys, kept, report, words):
    said = _said(capsys, {"ubgi": _WHO, "hardware": report})
    assert words in said and not kept.exists()
