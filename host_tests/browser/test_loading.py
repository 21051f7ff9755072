"""How the page comes: that it says so, where it cannot, and what it keeps."""

import mimetypes
import re
import runpy
import subprocess
import sys
import threading
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from browser.conftest import Held
from tools import ROOT
from tools.virtual_board import __main__ as virtual_board
from tools.virtual_board import content, server
from tools.virtual_board.driver import end, wait_until_ready

_SERVE = ROOT / "tools" / "virtual_board" / "page" / "serve.py"


def test_it_says_that_it_loads_and_how_far_until_the_board_is_there(page, firmware_address):
    held = Held()
    page.route("**/boards/*.json", held)
    page.goto(firmware_address)
    page.wait_for_function("document.querySelector('#loading progress').value > 500000")
    said = page.locator("#loading")
    assert said.inner_text().startswith("Loading") and said.is_visible()
    held.let_go()
    wait_until_ready(page)
    expect(said).to_be_hidden()
    assert page.evaluate("document.querySelector('#loading progress').position") == 1


def test_one_plays_before_the_weights_are_there(page, firmware_address):
    held = Held()
    page.route("**/weights.bin", held)
    page.goto(firmware_address)
    wait_until_ready(page)
    page.locator("#ok").evaluate("(button) => button.click()")  # no long press, however busy
    page.wait_for_function(
        "!document.getElementById('said').textContent.startsWith('Roll to start')"
    )
    page.locator("#begin").click()
    assert page.locator("#beginning fieldset").count() == 0
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(
        "(({ known, current }) => known[current].length === 5)"
        "(JSON.parse(localStorage['picogammon.matches']))"
    )
    page.locator("#begin").click()
    held.let_go()
    page.locator("#beginning").get_by_text("grandmaster").wait_for()
    assert page.locator("#beginning input:disabled").count() == 0


def test_a_match_with_a_level_that_needs_the_weights_waits_for_them(page, firmware_address):
    page.goto(firmware_address)
    wait_until_ready(page)
    page.locator("#begin").click()
    page.locator("#beginning").get_by_text("expert").click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_text("expert").first.wait_for()
    held = []
    page.route("**/weights.bin", lambda route: route.continue_() if held else held.append(route))
    page.reload()
    wait_until_ready(page)
    page.wait_for_function("document.getElementById('said').textContent.startsWith('Roll to')")
    expect(page.locator(".seat", has_text="expert")).to_have_count(1)
    assert held, "they come later"


def test_scripts_that_come_as_plain_text_are_explained(page, serve_files):
    """As Python's server sends them on a Windows that calls them so."""
    with serve_files(
        types={".js": "text/plain", ".html": "text/html", ".css": "text/css"}
    ) as address:
        page.goto(address)
        said = page.locator("#loading")
        expect(said).to_contain_text("main.js as a script")
        expect(said).to_contain_text("py serve.py")


def test_its_own_server_calls_scripts_scripts(tmp_path):
    registry = tmp_path / "as_windows.py"
    registry.write_text(
        "import mimetypes, runpy, sys\n"
        "mimetypes.add_type('text/plain', '.js')\n"
        f"runpy.run_path({str(_SERVE)!r}, run_name='__main__')\n"
    )
    command = [sys.executable, str(registry), "0"]
    serving = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://localhost:\d+/", serving.stdout.readline()).group()
        for name, kind in (("main.js", "text/javascript"), ("", "text/html")):
            with urlopen(address + name) as answer:
                assert answer.headers.get_content_type() == kind
    finally:
        end(serving)


@pytest.mark.parametrize("words", [["x"], ["99999"], ["-1"]])
def test_its_own_server_says_which_port_is_none(words, capsys):
    serve = runpy.run_path(str(_SERVE))
    assert serve["main"](words) == 1
    assert "Another port: python serve.py 8001" in capsys.readouterr().out


def test_what_is_kept_is_there_without_asking_the_host_again(open_board, serve_files, engine):
    asked = []
    with serve_files(types=mimetypes.types_map, asked=asked) as address:
        board = open_board(address, service_workers="allow", real_time=True)
        board.wait_for("() => navigator.serviceWorker.ready.then(() => true)")
        board.wait_for("() => navigator.serviceWorker.controller || navigator.serviceWorker.ready")
        # The page itself has asked for all that it wants when it knows who can play.
        board.page.locator("#beginning fieldset").first.wait_for(state="attached")
        asked.clear()
        board.reload()
        assert set(asked) <= {"service-worker.js"}
        fetched = (
            "fetch('./engine.wasm').then((got) => got.arrayBuffer()).then((got) => got.byteLength)"
        )
        assert board.page.evaluate(fetched) == engine.stat().st_size
        assert set(asked) <= {"service-worker.js"}
        assert board.errors() == []


class _Troubled(content.Site):
    """A site whose files can go missing."""

    troubled = False

    def get(self, path):
        if self.troubled:
            raise content.NotReady("Not now.")
        return content.Site.get(self, path)


def test_a_server_in_trouble_does_not_beat_what_is_kept(open_board):
    site = _Troubled(virtual_board.FIRMWARE, virtual_board.board_folders())
    with server.open_server(site, 0) as web:
        threading.Thread(target=web.serve_forever).start()
        try:
            address = f"http://127.0.0.1:{web.server_port}/"
            board = open_board(address, service_workers="allow", real_time=True)
            board.wait_for("() => navigator.serviceWorker.ready.then(() => true)")
            site.troubled = True
            board.reload()
            assert board.errors() == [] and any(any(light) for light in board.lights())
        finally:
            web.shutdown()


def test_what_is_large_comes_packed_to_who_unpacks_it(firmware_address):
    sizes = []
    for accepted, encoding in (("gzip, br", "gzip"), ("br", None)):
        asked = Request(firmware_address + "firmware.json", headers={"Accept-Encoding": accepted})
        with urlopen(asked) as answer:
            sizes.append(len(answer.read()))
            assert answer.headers["Content-Encoding"] == encoding
    assert 3 * sizes[0] < sizes[1]
