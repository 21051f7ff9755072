"""Somebody who has read nothing: a match of 3 points by mouse alone, its review, its analysis,
and how many clicks that takes.
"""

import json

from browser.test_everybody import violations

_SAID = "document.getElementById('said').textContent"
_TURNS = 2  # that are played before the newcomer gives up
_MOST_TO_BEGIN = 4
_MOST_A_TURN = 4  # rolls, two checkers, done
_MOST_TO_END = 11  # the menu and five clicks in it, how much is resigned, yes, review, analysis
_CURSOR = "button[aria-label*='cursor']"


class _Mouse:
    """Clicks of the mouse on what a page shows, counted."""

    def __init__(self, board):
        self.clicks = 0
        self.board = board

    def on(self, selector, **where):
        """On the element's middle, or at a `position` in it."""
        self.clicks += 1
        self.board.page.locator(selector).click(**where)

    def on_dot(self, x, y):
        """On a dot of the display."""
        dot = self.board.page.locator("#oled").bounding_box()["width"] / 128
        self.on("#oled", position={"x": (x + 0.5) * dot, "y": (y + 0.5) * dot})

    def said(self, pattern):
        """Lives on until the display says that; returns all that it says."""
        self.board.wait_for(f"/{pattern}/.test({_SAID})")
        return self.board.page.evaluate(_SAID)


def _turn(mouse):
    """Rolls where that is to be done, plays as the cursor proposes, and ends the turn."""
    before = mouse.clicks
    said = mouse.said(r"OK (roll|move|go on)\b")
    while True:
        mouse.on(_CURSOR if "OK move" in said else "#dice")
        if "OK move" not in said and "OK roll" not in said:
            break
        mouse.board.wait_for(f"{_SAID} !== {json.dumps(said)}")
        said = mouse.said(r"OK (move|done|go on)\b")
    mouse.said("OK roll")
    assert mouse.clicks - before <= _MOST_A_TURN


def test_a_newcomer_plays_a_match_and_has_it_analysed(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    page = board.page
    mouse = _Mouse(board)
    mouse.on("#begin")
    mouse.on("#beginning label:text-is('3')")
    mouse.on("#beginning button:text-is('Play')")
    assert mouse.clicks <= _MOST_TO_BEGIN
    board.wait_for("document.querySelector('#above span:nth-of-type(2)').textContent === '0 of 3'")
    mouse.said("^Roll to start")
    mouse.on("#dice")
    board.wait_for(f"!{_SAID}.startsWith('Roll to start')")
    for _ in range(_TURNS):
        _turn(mouse)
    mouse.on("#menu")
    said = mouse.said("^Pips and score")
    while not said.startswith("Resign"):
        mouse.on("#next")
        board.wait_for(f"{_SAID} !== {json.dumps(said)}")
        said = page.evaluate(_SAID)
    mouse.on("#ok")
    mouse.said("^Single game")
    mouse.on_dot(20, 38)  # a backgammon
    mouse.said("^No")
    mouse.on_dot(20, 27)
    mouse.said("^Resign")
    mouse.on_dot(80, 60)  # OK
    mouse.said("^Blue wins .*PREV review")
    mouse.on_dot(5, 60)  # REVIEW
    board.wait_for(f"!{_SAID}.startsWith('Blue wins')")
    mouse.on("#analyse")
    page.locator("#reporting li").first.wait_for(timeout=0)  # until the first decision is judged
    assert mouse.clicks <= _MOST_TO_BEGIN + 1 + _MOST_A_TURN * _TURNS + _MOST_TO_END
    assert violations(board) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Matches").click()
    listed = page.locator("#matches li").first.inner_text()
    assert "Amber – Blue (novice)" in listed and "0–3, match to 3, Blue has won" in listed
    assert board.faults == [] and board.errors() == []
