"""The virtual board's page at the cable of `make opponent`: what is sent goes over, to one page."""

import json
import shlex
import socket
import sys
import threading

import pytest
import serial

from tools import ROOT
from tools.opponent import __main__ as opponent
from tools.opponent.page import LinkedSite
from tools.ubgi.port import NoBoard
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board.content import NotFound, Site
from tools.virtual_board.driver import PATIENCE_MS

HOST_ONLY = True

_ENGINE = shlex.join([sys.executable, str(ROOT / "host_tests" / "players" / "engine.py")])


@pytest.fixture
def site():
    site = LinkedSite(virtual_board.FIRMWARE, virtual_board.board_folders())
    yield site
    site.close()


def _exchanged(site, page, said="", begins=False):
    body = json.dumps({"page": page, "begins": begins, "said": said}).encode()
    kind, answer = site.post("/cable", body)
    assert kind == "application/json"
    return json.loads(answer)


def _plugged(site):
    return serial.serial_for_url(site.url, timeout=PATIENCE_MS / 1000)


def test_bytes_go_both_ways_between_a_program_and_the_page(site):
    assert _exchanged(site, "one", "lost", begins=True) == {"plugged": False, "came": ""}
    with _plugged(site) as port:
        port.write(b"ubgi\xff\x80\n")
        came = ""
        while len(came) < 7:
            came += _exchanged(site, "one")["came"]
        assert came == "ubgi\xff\x80\n"
        assert _exchanged(site, "one", "ubgiok\r\n\xfe")["plugged"]
        assert port.read(9) == b"ubgiok\r\n\xfe"


def test_the_last_page_to_begin_has_the_cable_and_whoever_was_plugged_in_has_to_plug_in_again(site):
    _exchanged(site, "one", begins=True)
    with _plugged(site) as port:
        while not _exchanged(site, "one")["plugged"]:
            pass
        _exchanged(site, "two", begins=True)
        with pytest.raises(serial.SerialException):
            port.read(1)
    with pytest.raises(NotFound):
        _exchanged(site, "one")
    assert _exchanged(site, "two") == {"plugged": False, "came": ""}


def test_a_page_that_was_there_before_the_server_goes_on(site):
    assert _exchanged(site, "one") == {"plugged": False, "came": ""}
    with pytest.raises(NotFound):
        site.post("/elsewhere", b"{}")


def test_without_a_page_there_is_no_board(site):
    with pytest.raises(NoBoard, match="page is not open"):
        site.reach()


def test_only_this_site_gives_its_page_a_port(site):
    plain = Site(virtual_board.FIRMWARE, virtual_board.board_folders())
    for served, linked in ((site, True), (plain, False)):
        assert json.loads(served.get("/firmware.json")[1])["linked"] is linked


def test_a_taken_port_is_named_with_a_way_out(capsys):
    before = set(threading.enumerate())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        page = str(taken.getsockname()[1])
        assert opponent.main([_ENGINE, "--port", "virtual", "--page", page]) == 1
    assert opponent.main([_ENGINE, "--port", "virtual", "--page", "x"]) == 1
    first, *_, last = capsys.readouterr().err.strip().splitlines()
    assert f"opponent: Port {page} is taken" in first
    assert last == "opponent: PAGE must be a number from 0 to 65535, not 'x'."
    assert set(threading.enumerate()) <= before
