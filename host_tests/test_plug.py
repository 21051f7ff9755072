"""A page's cable to a board that is a program, and that board's end of it; a page whose board is
the emulated chip."""

import contextlib
import json
import socket

import pytest

from tools.emulator import __main__ as emulated
from tools.emulator.reference import BOARD
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board.cable import Plug
from tools.virtual_board.content import NotFound, NotReady
from tools.virtual_board.plug import PluggedSite

HOST_ONLY = True


@pytest.fixture
def plug():
    """A board's port, to which a program may plug in."""
    plug = Plug()
    yield plug
    plug.close()


@pytest.fixture
def site(plug):
    site = PluggedSite(
        virtual_board.FIRMWARE, virtual_board.board_folders(), (), int(plug.url.split(":")[-1])
    )
    yield site
    site.close()


def _tell(site, page, **what):
    kind, answer = site.post("/board", json.dumps({"page": page, **what}).encode())
    assert kind == "application/json"
    return json.loads(answer)["came"]


def _read(plug, count):
    """So many bytes that have come for the board."""
    came = []
    while len(came) < count:
        plug.carry()
        byte = plug.read()
        if byte >= 0:
            came.append(byte)
    return bytes(came)


def test_bytes_go_both_ways_and_a_page_waits_for_them(site, plug):
    _tell(site, "one", begins=True)
    _tell(site, "one", said="mirror\r\n\xff")
    assert _read(plug, 9) == b"mirror\r\n\xff"
    for byte in b"mirror end\r\n\xfe":
        assert plug.write(byte)
    plug.carry()
    came = ""
    while len(came) < 13:
        came += _tell(site, "one")
    assert came == "mirror end\r\n\xfe"
    assert _tell(site, "one") == "", "after a while there is nothing"


def test_the_last_page_to_begin_has_the_board(site, plug):
    _tell(site, "one", begins=True)
    _tell(site, "one", said="files\r\n")
    _read(plug, 7)
    _tell(site, "two", begins=True)
    for what in ({}, {"said": "x"}, {"ends": True}):
        with pytest.raises(NotFound):
            _tell(site, "one", **what)
    _tell(site, "two", said="mirror\r\n")
    assert _read(plug, 8) == b"mirror\r\n"
    _tell(site, "two", ends=True)
    with pytest.raises(NotFound):
        _tell(site, "two")


def test_a_board_that_goes_is_noticed_and_one_that_is_not_there_named(site, plug):
    _tell(site, "one", begins=True)
    plug.close()
    with pytest.raises(NotFound):
        while True:
            _tell(site, "one")
    with pytest.raises(NotReady, match="started with CABLE="):
        _tell(site, "one", begins=True)
    with pytest.raises(NotFound):
        site.post("/elsewhere", b"{}")


def test_a_page_that_went_without_a_word_holds_the_board_no_longer(plug):
    seconds = [0]
    port = int(plug.url.split(":")[-1])
    folders = virtual_board.board_folders()
    site = PluggedSite(virtual_board.FIRMWARE, folders, (), port, lambda: seconds[0])
    site.look()
    _tell(site, "one", begins=True)
    seconds[0] = 70  # a browser lets a page in the background do something once a minute
    site.look()
    _tell(site, "one", said="files\r\n")
    seconds[0] = 140
    site.look()
    _tell(site, "one", said="\r\n")
    seconds[0] = 340
    site.look()
    with pytest.raises(NotFound):
        _tell(site, "one")


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


@pytest.mark.long
def test_an_emulated_board_is_lit_pressed_and_keeps_its_flash(tmp_path, monkeypatch):
    monkeypatch.setattr(emulated, "_FLASH", tmp_path / "flash.bin")
    site = emulated.EmulatedSite()

    def told(**what):
        _, answer = site.post("/chip", json.dumps(what).encode())
        return [event["what"] for event in json.loads(answer)]

    with contextlib.closing(site):
        assert b"./chip" in site.get("/worker.js")[1]
        assert not json.loads(site.get("/firmware.json")[1])["alone"], "no browser keeps the page"
        assert {"wave", "i2c"} <= set(told(start=True))
        while "i2c" in told(contacts=[]):
            pass
        ok = BOARD.BUTTON_PINS[2]
        assert "i2c" in told(contacts=[[ok, 0, 0], [ok, 1, 1000]]), "the menu"
    assert (tmp_path / "flash.bin").stat().st_size == 2 << 20
