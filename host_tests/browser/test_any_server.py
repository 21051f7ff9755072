"""The page without our server: any other serves it, and once it was loaded it needs none."""

import contextlib
import json

import pytest

from tools.virtual_board.driver import serving

_SAID = "document.getElementById('said').textContent"


def test_it_plays_without_our_server(open_board, serve_files):
    with serve_files() as address:
        board = open_board(address + "?seed=7")
        assert any(any(light) for light in board.lights())
        before = list(board.oled())
        board.press("ok")
        board.wait_for("before => picogammon.oled().some((byte, i) => byte !== before[i])", before)
        assert board.faults == [] and board.errors() == []


@pytest.mark.parametrize("server", ["ours", "any"])
def test_it_plays_on_without_a_network(open_board, serve_files, server):
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(serving() if server == "ours" else serve_files())
        board = open_board(address, service_workers="allow")
        board.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    board.page.goto("about:blank")
    board.page.goto(address + "?board=pico")
    board.wait_until_ready()
    assert board.page.evaluate(_SAID).startswith("Roll to start")
    assert len(board.lights()) == 24
    board.press("ok")
    board.wait_for(f"!{_SAID}.startsWith('Roll to start')")
    assert board.errors() == []


def test_it_can_be_installed(open_board, firmware_address):
    board = open_board(firmware_address)
    session = board.page.context.new_cdp_session(board.page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    wanted = json.loads(manifest["data"])
    assert wanted["display"] == "standalone" and wanted["start_url"] == "./"
    icon = board.page.evaluate("(src) => fetch(src).then((answer) => answer.status)", "./icon.svg")
    assert icon == 200
