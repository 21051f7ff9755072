"""The virtual board's page in Chromium while long games are reviewed: how long a press waits until
the OLED shows it, when the review's progress is to be seen, and the memory that the tab takes.

Five games, one after another in the same tab, the page loaded anew for each; the review of a long
one takes so long here that only its beginning is watched. A short game's is watched to its end.
Then taps of 90 ms during a review, while other programs keep every core busy: is any taken for a
hold, or lost? And presses in the menu with the page six times slower than this machine.
"""

import base64
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from fakes.sitting import SeededDice, Sitting
from picogammon.devices.files import MATCHES, Files
from picogammon.devices.match_log import MatchLog
from picogammon.devices.nor import SectorFiles
from picogammon.devices.ring import SECTORS, Ring
from picogammon.engine import levels
from picogammon.engine.engine import Thought
from picogammon.rules import actions, match
from picogammon.rules.settings import Settings
from tools import children
from tools.virtual_board.driver import CHROMIUM, CHROMIUM_ARGUMENTS, VirtualBoard, serving

_SEEDS = 0, 1, 4, 6, 7  # of games that last so many turns
_TURNS = 70
_FEW_TURNS = 2
_WATCHED_S = 18  # of a long game's review
_PRESSES = 100  # after a review; during one, as many as find time
_PRESS_MS = 200
_SLOWED = 6  # times
_SLOWED_MS = 100
_PROGRESS_MS = 500
_STANDS_STILL_MS = 5000
_TAB_MB = 400
_TAPS = 500
# Keeps a core busy as long as who started it is there: a bench that takes too long is killed.
_SPIN = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"

# In the page. A press is done with when the title, the OLED's first eight rows, is another.
_PRESS = """async (key) => {
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const title = () => String(picogammon.oled().slice(0, 128));
    const before = title();
    const send = (type) => dispatchEvent(new KeyboardEvent(type, { key, code: key }));
    const began = performance.now();
    send("keydown");
    const released = pause(90).then(() => send("keyup"));
    while (title() === before) await pause(1);
    const took = performance.now() - began;
    await released;
    await pause(110);
    return took;
}"""
# Milliseconds until something below the title changes, or null when nothing does for so many.
_PROGRESS = """async (most) => {
    const lines = () => String(picogammon.oled().slice(128));
    const before = lines();
    const began = performance.now();
    while (lines() === before) {
        if (performance.now() - began > most) return null;
        await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return performance.now() - began;
}"""
# BACK is tapped where the result is shown, whose lowest rows then change; held it does nothing.
# Gives what came of it; a tap that the page itself let get long is none.
_TAP = """async () => {
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const keys = () => String(picogammon.oled().slice(896));
    const before = keys();
    const send = (type) => {
        const event = new KeyboardEvent(type, { key: "Backspace", code: "Backspace" });
        dispatchEvent(event);
        return event.timeStamp;
    };
    const down = send("keydown");
    await pause(90);
    const up = send("keyup");
    for (let waited = 0; keys() === before; waited += 5) {
        if (waited > 10000) return up - down > 500 ? "long" : "no tap";
        await pause(5);
    }
    await pause(50);
    return up - down > 500 ? "long" : "tap";
}"""


def rows():
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    measured = _Measured()
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS)
        )
        board = VirtualBoard(browser.new_page(), address)
        for seed in _SEEDS:
            _play_on(board, _flash_after_a_game(seed, _TURNS))
            measured.review(board, browser, _WATCHED_S)
        measured.slowly(board)
        _play_on(board, _flash_after_a_game(_SEEDS[0], _FEW_TURNS))
        measured.review(board, browser)
        measured.afterwards(board, browser)
        _play_on(board, _flash_after_a_game(_SEEDS[0], _TURNS))
        with _all_cores_busy():
            measured.taps(board)
        browser.close()
    return measured.rows()


class _Measured:
    def __init__(self):
        self.during = []
        self.after = []
        self.slowed = []
        self.progress = []
        self.tab_mb = 0
        self.missed = 0

    def review(self, board, browser, seconds=None):
        """A game's review, from its first moment, until it is done or that time is over."""
        began = time.monotonic()
        self.progress.append(board.page.evaluate(_PRESS, "ArrowLeft"))
        shown = 0
        while shown is not None and (seconds is None or time.monotonic() - began < seconds):
            self.during.append(board.page.evaluate(_PRESS, "ArrowRight"))
            shown = board.page.evaluate(_PROGRESS, _STANDS_STILL_MS)
            if shown is not None:
                self.progress.append(shown)
            elif seconds is not None:
                self.progress.append(_STANDS_STILL_MS)
            self.tab_mb = max(self.tab_mb, _tab_mb(browser))

    def afterwards(self, board, browser):
        """The pages of a review that is done."""
        for _ in range(_PRESSES):
            self.after.append(board.page.evaluate(_PRESS, "ArrowRight"))
        self.tab_mb = max(self.tab_mb, _tab_mb(browser))

    def slowly(self, board):
        """The menu, with the page throttled."""
        session = board.page.context.new_cdp_session(board.page)
        board.reload()
        board.page.locator("#menu").click()
        board.wait_for("document.getElementById('said').textContent.startsWith('Pips')")
        session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWED})
        for _ in range(_PRESSES):
            self.slowed.append(board.page.evaluate(_PRESS, "ArrowRight"))
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})

    def taps(self, board):
        """Taps while a game is reviewed, and anything else is done elsewhere."""
        done = 0
        while done < _TAPS:
            came = board.page.evaluate(_TAP)
            done += came != "long"
            self.missed += came == "no tap"

    def rows(self):
        """As the module's `rows`."""
        named = "page: press → OLED, 95 %"
        tab = f"page: the tab after {len(_SEEDS)} games of {_TURNS} turns"
        return [
            _row(f"{named}, while a game is reviewed", _most_of(self.during), "ms", _PRESS_MS),
            _row(f"{named}, after that", _most_of(self.after), "ms", _PRESS_MS),
            _row(
                f"{named}, the page {_SLOWED} times slower", _most_of(self.slowed), "ms", _SLOWED_MS
            ),
            _row("page: until a review shows progress", max(self.progress), "ms", _PROGRESS_MS),
            _row(tab, self.tab_mb, "MB", _TAB_MB),
            _row(f"page: of {_TAPS} taps, taken for a hold or lost", self.missed, "taps", 0),
        ]


def _play_on(board, flash):
    """Loads the page anew, with these files on the board's flash."""
    board.page.evaluate("(text) => (localStorage['picogammon.flash'] = text)", json.dumps(flash))
    board.reload()


@contextlib.contextmanager
def _all_cores_busy():
    """Another program on every core."""
    command = [sys.executable, "-c", _SPIN]
    with contextlib.ExitStack() as programs:
        for _ in range(os.cpu_count() or 1):
            programs.enter_context(children.child(command))
        yield


def _row(name, value, unit, budget):
    value = round(value)
    return {"name": name, "value": value, "unit": unit, "budget": budget, "ok": value <= budget}


def _most_of(numbers):
    """What 95 % of them do not exceed."""
    return sorted(numbers)[-(-len(numbers) * 95 // 100) - 1]


def _tab_mb(browser):
    """The memory that the largest of the browser's pages holds now, in MB."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    pids = [process["id"] for process in found["processInfo"] if process["type"] == "renderer"]
    statuses = [Path(f"/proc/{pid}/status").read_text() for pid in pids]
    return max(int(status.partition("VmRSS:")[2].split()[0]) for status in statuses) / 1024


def _flash_after_a_game(seed, turns):
    """A board's files (absolute path -> base64) whose people have just ended a game."""
    with tempfile.TemporaryDirectory() as folder:
        log = MatchLog(Ring(SectorFiles(Files(), str(Path(folder, MATCHES)), SECTORS)))
        sitting = Sitting(SeededDice(seed), Settings(length=0), journal=log)
        _play(sitting, random.Random(seed), turns)
        files = {
            f"/flash/{MATCHES}/{at.name}": at.read_bytes() for at in Path(folder, MATCHES).iterdir()
        }
    return {path: base64.b64encode(content).decode() for path, content in files.items()}


def _play(sitting, chance, most):
    """A game of that many turns, resigned in the end: at first anyhow, so that it gets long."""
    navigator = sitting.navigator
    session = navigator.session
    engine = levels.make("novice")
    turns = 0
    while turns < most:
        if session.match.phase == match.GAME_OVER:
            raise RuntimeError(f"the game ended after {turns} turns: it needs another seed")
        if session.match.phase != match.TO_PLAY:
            navigator.roll(sitting.now)
            continue
        session.players.plays.generate(session.match.position, *session.match.dice)
        if not session.players.plays.count:
            play = ()
        elif turns < most // 2:
            play = session.players.plays.steps(chance.randrange(session.players.plays.count))
        else:
            play = Thought(engine.choose(session.match.situation())).finish()
        navigator.commit(actions.play(play), sitting.now)
        turns += 1
    navigator.commit(actions.resign(1), sitting.now)
    navigator.commit(actions.accept(), sitting.now)
    if session.match.phase != match.GAME_OVER:
        raise RuntimeError("the long game did not end as it should")
