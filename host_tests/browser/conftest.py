"""Fixtures: a virtual board on a free port, and a Chromium in front of it."""

import os
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tools.browser import (
    CHROMIUM,
    PATIENCE_MS,
    VirtualBoard,
    on_manual_time,
    serving,
)
from tools.virtual_board.__main__ import board_folders
from tools.virtual_board.content import Site

expect.set_options(timeout=PATIENCE_MS)
STANDIN = Path(__file__).resolve().parent / "standin"
# This machine as another one in a network is called: browsers trust a page from there less.
ELSEWHERE = "board.test"
_KEEP = """(files) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("picogammon");
    opening.onerror = reject;
    opening.onsuccess = () => {
        const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const kept = Object.entries(files).map(([path, text]) => [path, bytes(text)]);
        const { transaction } = opening.result.transaction("kept", "readwrite")
            .objectStore("kept").put(Object.fromEntries(kept), 1);
        transaction.onabort = reject;
        transaction.oncomplete = () => resolve(opening.result.close());
    };
})"""


def keep(board, files):
    """Loads a VirtualBoard's page again, with a board that has those files: path -> bytes."""
    coded = {path: b64encode(content).decode() for path, content in files.items()}
    board.page.evaluate(_KEEP, coded)
    board.reload()


@pytest.fixture(scope="session")
def firmware_address():
    """The address of a virtual board that runs the real firmware."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def standin_address():
    """The address of a virtual board with one light a point that runs standin/main.py."""
    with serving(Site(STANDIN, board_folders("pico"))) as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None and os.environ.get("CI") != "true":
        pytest.skip("there is no Chromium, Chrome or Edge: make setup")
    assert CHROMIUM, "there is no Chromium, Chrome or Edge"
    with sync_playwright() as playwright:
        known = f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[known])
        yield browser
        browser.close()


@pytest.fixture
def open_board(chromium):
    """open_board(address, **context options) -> VirtualBoard, in a profile of its own, without
    faults until the end.

    `prepare`: what is done with Playwright's page before it loads. On manual time, unless
    `real_time`. Without a service worker, which would fetch everything once more.
    """
    contexts = []
    boards = []

    def open_it(address, prepare=lambda page: None, real_time=False, **options):
        options.setdefault("viewport", {"width": 1200, "height": 800})
        options.setdefault("service_workers", "block")
        contexts.append(chromium.new_context(**options))
        contexts[-1].set_default_timeout(PATIENCE_MS)
        page = contexts[-1].new_page()
        prepare(page)
        boards.append(VirtualBoard(page, address if real_time else on_manual_time(address)))
        return boards[-1]

    yield open_it
    for context in contexts:
        context.close()
    for board in boards:
        assert board.faults == []


@pytest.fixture
def shelf(open_board, firmware_address):
    """The page, with its matches open."""
    board = open_board(f"{firmware_address}?seed=5", accept_downloads=True)
    board.page.get_by_role("button", name="Matches").click()
    yield board.page
    assert board.faults == [] and board.errors() == []


@pytest.fixture
def page(chromium):
    """An empty page, without a service worker."""
    context = chromium.new_context(service_workers="block", viewport={"width": 1200, "height": 800})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


class Held:
    """Requests of a route that wait until they are let go, those that come later as well."""

    def __init__(self):
        self._waiting = []

    def __call__(self, route):
        if self._waiting is None:
            route.fallback()
        else:
            self._waiting.append(route)

    def let_go(self):
        waiting, self._waiting = self._waiting, None
        for route in waiting:
            route.fallback()
