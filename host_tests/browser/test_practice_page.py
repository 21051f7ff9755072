"""Practice from the page: the board asks, and the dialog says what there is to practise."""

import re

from playwright.sync_api import expect

from browser.person import SAID, begin, lose, menu


def test_without_a_name_it_says_so_and_offers_a_new_match(board):
    page = board.page
    menu(page, "#practice")
    page.get_by_text("Enter your name in New match").wait_for()
    begin(board, opener="#practising button:text('New match…')", name="Anna")
    menu(page, "#practice")
    page.get_by_text("Your mistakes become cards after each game").wait_for()
    assert page.get_by_role("button", name="New match…").count() == 0


def test_a_mistake_becomes_a_card_that_is_due_and_asked_without_a_trace_of_the_match(board):
    page = board.page
    due = page.locator("#due")
    expect(due).to_be_hidden()
    lose(board)
    board.run(60_000)  # it is graded
    expect(page.get_by_role("button", name="Practise (1)")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#analyse")).to_be_visible()
    menu(page, "#practice")
    page.get_by_role("button", name="My mistakes: 1 card").click()
    board.wait_for(f"{SAID}.startsWith('1/1 ')")
    expect(page.locator("#analyse")).to_be_hidden()
    assert page.locator(".seat b").all_text_contents() == ["Opponent", "Anna"]
    expect(page.locator("#moves")).to_have_text(re.compile("^\\s*Practice"))
    expect(page.locator("#moves table")).to_have_count(0)
    page.get_by_role("button", name="End", exact=True).click()
    board.wait_for(f"{SAID}.startsWith('Blue wins')")
    expect(page.locator("#moves table")).to_have_count(1)
    board.reload()
    expect(due).to_have_text("Practice (1 due)")
    expect(page.locator("#practice")).to_have_text("Practice (1 due)")
    due.click()
    board.wait_for(f"{SAID}.startsWith('1/1 ')")
    page.get_by_role("button", name="Take", exact=True).click()
    board.wait_for(f"{SAID}.includes('take the cube at')")
    board.press("ok")
    board.wait_for("document.getElementById('due').hidden")


def test_a_card_with_a_roll_asks_for_a_play_on_the_board_and_escape_ends_it(board):
    page = board.page
    menu(page, "#practice")
    page.get_by_role("button", name="Openings", exact=True).click()
    board.wait_for(f"{SAID}.startsWith('1/5 ')")
    expect(page.locator("#question")).to_have_text("Your play?")
    expect(page.locator(".control")).to_have_text(["End"])
    page.keyboard.press("Escape")
    board.wait_for(f"{SAID}.startsWith('Roll to start')")


def test_a_set_is_asked_on_the_board_which_keeps_how_it_went(board):
    page = board.page
    menu(page, "#practice")
    page.get_by_role("button", name="Take or drop", exact=True).click()
    page.locator("#practising").wait_for(state="hidden")
    board.wait_for(f"{SAID}.startsWith('1/5 ')")
    page.get_by_role("button", name="Take", exact=True).click()
    board.wait_for(f"{SAID}.includes('take the cube at')")
    board.press("ok")
    board.wait_for(f"!/take the cube at|One moment/.test({SAID})")
    menu(page, "#practice")
    page.get_by_role("button", name="Take or drop: ").wait_for()
