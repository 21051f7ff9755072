"""Fixtures: a virtual board on a free port, and Debian's Chromium in front of it."""

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tools.virtual_board.driver import CHROMIUM, CHROMIUM_ARGUMENTS, VirtualBoard, serving

STANDIN = Path(__file__).resolve().parent / "standin"


@pytest.fixture(scope="session")
def firmware_address():
    """The address of a virtual board that runs the real firmware."""
    with serving() as address:
        yield address


@pytest.fixture(scope="session")
def standin_address():
    """The address of a virtual board with one light a point that runs standin/main.py."""
    with serving("--firmware", str(STANDIN), "--board", "pico") as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS)
        )
        yield browser
        browser.close()


@pytest.fixture
def open_board(chromium):
    """open_board(address, **context options) -> VirtualBoard, in a profile of its own."""
    contexts = []

    def open_it(address, **options):
        options.setdefault("viewport", {"width": 1200, "height": 800})
        contexts.append(chromium.new_context(**options))
        return VirtualBoard(contexts[-1].new_page(), address)

    yield open_it
    for context in contexts:
        context.close()
