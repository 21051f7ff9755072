"""Somebody who has read nothing: a match of 3 points by mouse alone, its review, its report, and
how many clicks that takes.
"""

import contextlib
import json

from playwright.sync_api import TimeoutError

from browser.test_everybody import violations
from tools.virtual_board.driver import AT_REST

_SAID = "document.getElementById('said').textContent"
_TURNS = 2  # that are played before the newcomer gives up
_MOST_TO_BEGIN = 4
_MOST_A_TURN = 4  # rolls, two checkers, done
_MOST_WAITS = 5  # for a report: a busy machine judges for minutes
_MOST_TO_END = 11  # the menu and five clicks in it, how much is resigned, yes, review, analysis


class _Mouse:
    """Clicks of the mouse on the middle of what a board's page shows, counted."""

    def __init__(self, board):
        self.clicks = 0
        self.evaluate = board.page.evaluate
        self.wait_for = board.wait_for
        self._click = board.page.mouse.click

    def wait_long_for(self, condition):
        """The same for what takes several times as long."""
        for _ in range(_MOST_WAITS - 1):
            with contextlib.suppress(TimeoutError):
                return self.wait_for(condition)
        return self.wait_for(condition)

    def on(self, element, across="0.5", along="0.5"):
        """On an element: the JavaScript that finds it; or elsewhere in it, as parts of its size."""
        self.wait_for(f"{element}?.checkVisibility()")
        self.evaluate(AT_REST)
        box = f"{element}.getBoundingClientRect()"
        x = self.evaluate(f"{box}.x + {box}.width * {across}")
        y = self.evaluate(f"{box}.y + {box}.height * {along}")
        self.clicks += 1
        self._click(x, y)

    def on_words(self, kind, words):
        """On an element of that kind with that text."""
        self.on(
            f"[...document.querySelectorAll('{kind}')].find((at) => at.textContent === '{words}')"
        )

    def on_dot(self, x, y):
        """On a dot of the display."""
        self.on("document.getElementById('oled')", f"{x + 0.5} / 128", f"{y + 0.5} / 64")

    def said(self, pattern):
        """Waits until the display says that."""
        self.wait_for(f"/{pattern}/.test({_SAID})")


def _turn(mouse):
    """Rolls where that is to be done, plays as the cursor proposes, and ends the turn."""
    before = mouse.clicks
    mouse.said(r"OK (roll|move|go on)\b")
    while True:
        said = mouse.evaluate(_SAID)
        if "OK move" in said:
            mouse.on(
                "[...document.querySelectorAll('.place')].find((at) => /cursor/.test(at.ariaLabel))"
            )
        else:
            mouse.on("document.getElementById('dice')")
            if "OK roll" not in said:
                break
        mouse.wait_for(f"{_SAID} !== {json.dumps(said)} && /OK (move|done|go on)/.test({_SAID})")
    mouse.said("OK roll")
    assert mouse.clicks - before <= _MOST_A_TURN


def _match(mouse):
    """From the page as it opens to the report of a match."""
    mouse.on("document.getElementById('begin')")
    mouse.wait_for("document.querySelector('#beginning fieldset')")  # the dialog has its height
    mouse.on_words("#beginning label", "3")
    mouse.on_words("#beginning button", "Play")
    assert mouse.clicks <= _MOST_TO_BEGIN
    mouse.said("Roll to start")
    mouse.wait_for("document.querySelector('#above span:nth-of-type(2)').textContent === '0 of 3'")
    mouse.on("document.getElementById('dice')")
    mouse.wait_for(f"!{_SAID}.startsWith('Roll to start')")
    for _ in range(_TURNS):
        _turn(mouse)
    mouse.on("document.getElementById('menu')")
    mouse.said("^Pips and score")
    while not mouse.evaluate(_SAID).startswith("Resign"):
        before = mouse.evaluate(_SAID)
        mouse.on("document.getElementById('next')")
        mouse.wait_for(f"{_SAID} !== {json.dumps(before)}")
    mouse.on("document.getElementById('ok')")
    mouse.said("^Single game")
    mouse.on_dot(20, 38)  # a backgammon
    mouse.said("^No")
    mouse.on_dot(20, 27)
    mouse.said("^Resign")
    mouse.on_dot(80, 60)  # OK
    mouse.said("^Blue wins .*PREV review")
    mouse.on_dot(5, 60)  # REVIEW
    mouse.wait_for(f"!{_SAID}.startsWith('Blue wins')")
    mouse.on("document.getElementById('analyse')")
    mouse.wait_long_for("document.querySelector('#reporting a[download]').checkVisibility()")
    judged = "document.querySelectorAll('#reporting li').length"
    assert mouse.evaluate(judged) >= _TURNS
    assert mouse.clicks <= _MOST_TO_BEGIN + 1 + _MOST_A_TURN * _TURNS + _MOST_TO_END


def test_a_newcomer_plays_a_match_and_keeps_its_report(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5", accept_downloads=True)
    page = board.page
    mouse = _Mouse(board)
    _match(mouse)
    with page.expect_download() as download:
        mouse.on("document.querySelector('#reporting a[download]')")
    assert violations(board) == []
    assert download.value.suggested_filename == "Amber-Blue-novice.html"
    assert "level expert" in download.value.path().read_text("utf-8")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Matches").click()
    listed = page.locator("#matches li").first.inner_text()
    assert "Amber – Blue (novice)" in listed and "0–3, match to 3, Blue has won" in listed
    assert board.faults == [] and board.errors() == []
