"""Fixtures: a virtual board on a free port, and a Chromium in front of it."""

import os
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
def open_context(chromium):
    """open_context(**options) -> a profile of its own, of Playwright's.

    It has no service worker, which would fetch everything once more.
    """
    contexts = []

    def open_it(size=(1200, 800), service_workers="block", **options):
        width, height = size
        viewport = {"width": width, "height": height}
        context = chromium.new_context(
            viewport=viewport, service_workers=service_workers, **options
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        return context

    yield open_it
    for context in contexts:
        context.close()


@pytest.fixture
def open_board(open_context):
    """open_board(address, **options of open_context) -> VirtualBoard, without faults until the end.

    `prepare`: what is done with Playwright's page before it loads. On manual time, unless
    `real_time`.
    """
    boards = []

    def open_it(address, prepare=lambda page: None, real_time=False, **options):
        page = open_context(**options).new_page()
        prepare(page)
        boards.append(VirtualBoard(page, address if real_time else on_manual_time(address)))
        return boards[-1]

    yield open_it
    for board in boards:
        assert board.faults == []


@pytest.fixture
def board(open_board, firmware_address):
    """The real firmware's board, of which the page has no complaint until the end."""
    board = open_board(f"{firmware_address}?seed=5")
    yield board
    assert board.errors() == []


@pytest.fixture
def shelf(board):
    """The page, with its matches open."""
    board.page.locator("#shelf").click()
    return board.page


@pytest.fixture
def page(open_context):
    """An empty page."""
    return open_context().new_page()


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
