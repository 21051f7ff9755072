"""A page's cable to a board that is a program, and that board's end of it; a page whose board is
the emulated chip."""

import contextlib
import json
import socket

import pytest
from websockets.exceptions import ConnectionClosed

from tools.browser import running
from tools.cable import Plug
from tools.emulator import __main__ as emulated
from tools.emulator.reference import BOARD
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board.plug import PluggedSite
from websites import line

HOST_ONLY = True


@pytest.fixture
def plug():
    """A board's port, to which a program may plug in."""
    plug = Plug()
    yield plug
    plug.close()


@pytest.fixture
def port(plug):
    """That of a server whose page may plug in there."""
    folders = virtual_board.board_folders()
    site = PluggedSite(virtual_board.FIRMWARE, folders, (), int(plug.url.split(":")[-1]))
    with running(site) as port:
        yield port


def _connected(port):
    page = line(port, "/board")
    assert page.recv() == "plugged"
    return page


def _read(plug, count):
    """So many bytes that have come for the board."""
    came = []
    while len(came) < count:
        plug.carry()
        byte = plug.read()
        if byte >= 0:
            came.append(byte)
    return bytes(came)


def test_bytes_go_both_ways(port, plug):
    with _connected(port) as page:
        page.send(b"mirror\r\n\xff")
        assert _read(plug, 9) == b"mirror\r\n\xff"
        for byte in b"mirror end\r\n\xfe":
            assert plug.write(byte)
        plug.carry()
        came = b""
        while len(came) < 13:
            came += page.recv()
        assert came == b"mirror end\r\n\xfe"


def test_a_board_that_goes_is_noticed_and_one_that_is_not_there_named(port, plug):
    with _connected(port) as page:
        page.send(b"\r\n")
        _read(plug, 2)
        plug.close()
        with pytest.raises(ConnectionClosed):
            page.recv()
    with line(port, "/board") as page:
        assert "started with CABLE=" in page.recv()


def test_a_text_ends_the_line_and_the_next_page_is_plugged_in(port, plug):
    with _connected(port) as page:
        page.send("mirror")
        with pytest.raises(ConnectionClosed, match="1003"):
            page.recv(timeout=5)
    with _connected(port) as page:
        page.send(b"\n")
        assert _read(plug, 1) == b"\n"


def _takes_more(plug):
    """Fills what waits to go out; whether the system took it."""
    while plug.write(65):
        pass
    plug.carry()
    return plug.write(65)


def test_a_board_waits_for_nobody_who_does_not_read(plug):
    assert all(plug.write(65) for _ in range(10_000)), "nobody is there, and it is lost"
    with socket.create_connection(("127.0.0.1", int(plug.url.split(":")[-1]))) as taker:
        taker.sendall(b"\n")
        assert _read(plug, 1) == b"\n"
        while _takes_more(plug):
            pass
    plug.carry()
    assert plug.write(65), "whoever did not read is gone"


class _Emulator:
    """Stands in for an emulated chip, which nothing is seen of: who moves its contacts, and for how
    long it runs."""

    def __init__(self):
        self.moved = []
        self.ran = []

    def boot(self, **start):
        pass

    def start_up(self):
        pass

    def oled_taken(self):
        return []

    frames = oled_taken

    def received(self):
        return b""

    def contacts(self, edges):
        self.moved += edges

    def run(self, ms):
        self.ran.append(ms)

    def flash(self):
        return b""

    def close(self):
        pass


@pytest.mark.parametrize(
    "told", ["", "5", "[8, 0]", "[99, 0, 0]", '[8, 0, "0"]', "[[8], 0, 0]", b"[8, 0, 0]"]
)
def test_what_is_no_contact_ends_the_line_to_the_chip_and_the_next_page_has_it(
    tmp_path, monkeypatch, told
):
    monkeypatch.setattr(emulated, "_FLASH", tmp_path / "flash.bin")
    chip = _Emulator()
    monkeypatch.setattr(emulated, "Emulator", lambda config: chip)
    site = emulated.EmulatedSite()
    with contextlib.closing(site), running(site) as port:
        with line(port, "/chip") as page:
            page.send(told)
            with pytest.raises(ConnectionClosed, match="100[03]"):
                while True:
                    page.recv(timeout=5)
        assert chip.moved == []
        with line(port, "/chip") as page:
            page.send(json.dumps([BOARD.BUTTON_PINS[2], 0, 0]))
            page.send(json.dumps([BOARD.BUTTON_PINS[2], 1, 1e12]))
            while len(chip.moved) < 2:
                page.recv()
        assert [(button, closed) for button, closed, _ in chip.moved] == [(2, True), (2, False)]
        assert max(chip.ran) <= 10_000


@pytest.mark.long
def test_an_emulated_board_is_lit_pressed_and_keeps_its_flash(tmp_path, monkeypatch):
    monkeypatch.setattr(emulated, "_FLASH", tmp_path / "flash.bin")
    site = emulated.EmulatedSite()
    with contextlib.closing(site), running(site) as port:
        assert b"./chip" in site.get("/worker.js")[1]
        assert not json.loads(site.get("/boards.json")[1])["alone"], "no browser keeps the page"
        with line(port, "/chip") as page:

            def told():
                return {event["what"] for event in json.loads(page.recv())}

            shown = set()
            while not {"wave", "oled"} <= shown:
                shown |= told()
            while "oled" in told():
                pass
            for level, at in ((0, 0), (1, 1000)):
                page.send(json.dumps([BOARD.BUTTON_PINS[2], level, at]))
            while "oled" not in told():  # the menu
                pass
    assert (tmp_path / "flash.bin").stat().st_size == 2 << 20
