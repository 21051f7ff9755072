"""Practice from the page: the board asks, and the dialog says what there is to practise."""

import re

import pytest
from playwright.sync_api import expect

from browser.test_everybody import SAID

_LAST = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:0:1:0:3:10"  # whoever drops loses the match


@pytest.fixture
def board(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    yield board
    assert board.faults == [] and board.errors() == []


def _open(page):
    page.locator("#more").click()
    page.locator("#practice").click()


def lose(board, name, before_end=lambda: None):
    """Loses a match to 3 points by a drop. `before_end`: what happens before the last press."""
    page = board.page
    page.locator("#begin").click()
    _begin(board, name)
    page.evaluate("(xgid) => (location.hash = xgid)", _LAST)
    board.wait_for("document.getElementById('controls').textContent.includes('Drop')")
    page.get_by_role("button", name="Drop").click()
    board.wait_for(f"{SAID}.includes('drop the cube?')")
    before_end()
    board.press("ok")


def _begin(board, name):
    board.page.locator("#beginning [name=name]").fill(name)
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_until_ready()


def test_without_a_name_it_says_so_and_offers_a_new_match(board):
    page = board.page
    _open(page)
    page.get_by_text("Enter your name in New match").wait_for()
    page.get_by_role("button", name="New match…").click()
    _begin(board, "Anna")
    _open(page)
    page.get_by_text("Your mistakes become cards after each game").wait_for()
    assert page.get_by_role("button", name="New match…").count() == 0


def test_a_mistake_becomes_a_card_that_the_board_asks_without_a_trace_of_the_match(board):
    page = board.page
    lose(board, "Anna")
    page.keyboard.press("Escape")
    expect(page.locator("#analyse")).to_be_visible()
    board.run(60_000)  # it is graded
    _open(page)
    page.get_by_role("button", name="My mistakes: 1 card").click()
    board.wait_for(f"{SAID}.startsWith('1/1 ')")
    expect(page.locator("#analyse")).to_be_hidden()
    assert page.locator(".seat b").all_text_contents() == ["Opponent", "Anna"]
    expect(page.locator("#moves")).to_have_text(re.compile("^\\s*Practice"))
    expect(page.locator("#moves table")).to_have_count(0)
    page.get_by_role("button", name="End", exact=True).click()
    board.wait_for(f"{SAID}.startsWith('Blue wins')")
    expect(page.locator("#moves table")).to_have_count(1)


def test_a_card_with_a_roll_asks_for_a_play_on_the_board_and_escape_ends_it(board):
    page = board.page
    _open(page)
    page.get_by_role("button", name="Openings", exact=True).click()
    board.wait_for(f"{SAID}.startsWith('1/5 ')")
    expect(page.locator("#question")).to_have_text("Your play?")
    expect(page.locator(".control")).to_have_text(["End"])
    page.keyboard.press("Escape")
    board.wait_for(f"{SAID}.startsWith('Roll to start')")


def test_a_set_is_asked_on_the_board_which_keeps_how_it_went(board):
    page = board.page
    _open(page)
    page.get_by_role("button", name="Take or drop", exact=True).click()
    page.locator("#practising").wait_for(state="hidden")
    board.wait_for(f"{SAID}.startsWith('1/5 ')")
    page.get_by_role("button", name="Take", exact=True).click()
    board.wait_for(f"{SAID}.includes('take the cube at')")
    board.press("ok")
    board.wait_for(f"!/take the cube at|One moment/.test({SAID})")
    _open(page)
    page.get_by_role("button", name="Take or drop: ").wait_for()
