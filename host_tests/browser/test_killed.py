"""A match outlasts a browser that is killed: all that its board has shown is kept."""

import os
import re
import signal
from functools import partial
from subprocess import DEVNULL, PIPE

import pytest

from tools import children
from tools.browser import CHROMIUM, VirtualBoard, on_manual_time

_OK_COUNT = "picogammon.lights()[2][1]"


@pytest.fixture
def killed(chromium, tmp_path):
    """killed(address, act) -> what `act(board)` gives on the board at an address, in a browser all
    of whose processes are killed at once after that. Its profile is the same each time."""
    command = [CHROMIUM, "--headless", "--no-sandbox", "--remote-debugging-port=0"]
    command += [f"--user-data-dir={tmp_path}", "--no-first-run", "about:blank"]

    def live(address, act):
        with children.child(command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE, text=True) as one:
            told = next(filter(None, (re.search(r"ws://\S+", text) for text in one.stderr)))[0]
            page = chromium.browser_type.connect_over_cdp(told).contexts[0].new_page()
            found = act(VirtualBoard(page, on_manual_time(address)))
            os.killpg(one.pid, signal.SIGKILL)
            return found

    return live


def _press_and_run(board, seconds):
    """Presses OK, and lets so much of the board's time pass; returns the presses so far."""
    count = board.page.evaluate(_OK_COUNT)
    board.press("ok")
    board.wait_for(f"{_OK_COUNT} === {count + 1}")
    board.run(1000 * seconds)
    return count + 1


@pytest.mark.parametrize(
    "waits", [(0,), pytest.param((1, 2, 3, 5, 8, 11, 15, 20, 25, 30), marks=pytest.mark.long)]
)
def test_what_a_board_has_shown_is_kept_when_the_browser_is_killed(killed, standin_address, waits):
    for count, seconds in enumerate(waits, 1):
        act = partial(_press_and_run, seconds=seconds)
        assert killed(standin_address, act) == count, seconds
    assert killed(standin_address, lambda board: board.page.evaluate(_OK_COUNT)) == len(waits)
