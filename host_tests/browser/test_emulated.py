"""The virtual board's page with the emulated chip behind it."""

import re
import signal
import subprocess
import sys
import time

import pytest

from tools import runtimes
from tools.emulator.reference import IMAGE
from tools.virtual_board.driver import VirtualBoard, end

_FLASH = runtimes.ROOT / "build" / "emulator" / "flash.bin"


@pytest.fixture
def emulated():
    """The address of a page whose board is the emulated chip. It keeps its flash at the end."""
    assert IMAGE.exists(), "there is no image to test: make uf2"
    command = [sys.executable, "-m", "tools.emulator", "--port", "0", "--no-open"]
    began = time.time()
    server = subprocess.Popen(command, cwd=runtimes.ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline()).group()
    finally:
        end(server, signal.SIGTERM)
    assert server.returncode == 128 + signal.SIGTERM
    assert _FLASH.stat().st_mtime >= began - 1


def test_the_page_shows_the_emulated_board_and_presses_its_buttons(page, emulated):
    page.add_init_script(
        "navigator.serviceWorker.register = async (path) => { window.worker = path; }"
    )
    board = VirtualBoard(page, emulated)
    assert [light != [0, 0, 0] for light in board.lights()].count(True) >= 8
    before = board.oled()
    assert any(before)
    board.hold("ok")
    board.wait_for(
        "(before) => String([...picogammon.oled()]) !== before", ",".join(map(str, before))
    )
    assert board.faults == [] and board.errors() == []
    assert page.evaluate("window.worker ?? null") is None, "without the chip it could show nothing"
