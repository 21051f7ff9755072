"""The moves of a match beside the board that plays it back."""

import pytest

from browser.test_everybody import violations
from tools import ROOT

_SAMPLE = ROOT / "host_tests" / "match_files" / "samples" / "gnubg.mat"
_SAID = "document.getElementById('said').textContent"
_CURRENT = "document.querySelector('#moves [aria-current]')?.textContent"
_SEEN = """() => {
    const list = document.querySelector("#moves .scrolls").getBoundingClientRect();
    const move = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    return list.top <= move.top && move.bottom <= list.bottom && list.bottom <= innerHeight;
}"""

ALL_IN_SIGHT = """([width, height]) => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return innerWidth === width && scrollWidth <= width && scrollHeight <= height;
}"""


def _wait_for_move(board, text):
    board.wait_for(f"(text) => {_CURRENT} === text", text)


def _press(board, button):
    """Presses it; returns what the display says then, which is something else than before."""
    before = board.page.evaluate(_SAID)
    board.press(button)
    board.wait_for(f"(before) => {_SAID} !== before", before)
    return board.page.evaluate(_SAID)


def _choose(board, item):
    """Opens the menu, walks to the item and presses OK."""
    said = _press(board, "ok")
    while item not in said:
        said = _press(board, "next")
    board.press("ok")


@pytest.fixture
def played(open_board, firmware_address):
    """The page on a phone, a match played back from its beginning."""
    board = open_board(firmware_address, viewport={"width": 360, "height": 740})
    board.page.get_by_role("button", name="Matches").click()
    board.page.locator("#matches .open input").set_input_files(_SAMPLE)
    board.page.get_by_role("button", name="Play back Ann Lee – Bob").click()
    _wait_for_move(board, "Game 1")
    yield board
    assert board.faults == [] and board.errors() == []


def test_the_move_that_is_shown_is_marked_and_kept_in_sight(played):
    page = played.page
    assert page.get_by_role("complementary", name="Ann Lee – Bob").is_visible()
    rows = page.locator("#moves table").first.locator("tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["", "Ann Lee : 0", "Bob : 0"],
        ["1", "", "64: 8/2 6/2"],
        ["2", "21: 13/10", "42: 13/7"],
        ["3", "Doubles to 2", "Drops"],
        ["Ann Lee wins 1 point, a double dropped. 1–0"],
    ]
    played.press("next")
    _wait_for_move(played, "64: 8/2 6/2")
    played.press("next")
    _wait_for_move(played, "21: 13/10")
    played.press("prev")
    _wait_for_move(played, "64: 8/2 6/2")
    played.wait_for(_SEEN)
    _press(played, "ok")
    assert page.locator("#moves").is_visible()  # beside the menu, too
    _press(played, "back")
    _choose(played, "Next game")
    _wait_for_move(played, "Game 2")
    played.wait_for(_SEEN)
    page.set_viewport_size({"width": 740, "height": 360})  # a phone is turned
    played.wait_for(_SEEN)
    page.set_viewport_size({"width": 360, "height": 740})
    played.wait_for(_SEEN)
    assert violations(played) == []
    played.press("back")
    page.locator("#moves").wait_for(state="hidden")


def test_a_move_is_gone_to_by_mouse_and_by_keys(played):
    page = played.page
    page.get_by_role("button", name="63: 24/21* 8/2").click()
    _wait_for_move(played, "63: 24/21* 8/2")
    played.wait_for(f"{_SAID}.includes('24/21* 8/2')")
    played.key("ArrowLeft")  # the keyboard is the board's again
    _wait_for_move(played, "54: 13/4")
    page.locator("#moves [aria-current]").focus()
    for key in ("End", "ArrowUp", "ArrowDown", "Home", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    _wait_for_move(played, "21: 13/10")
    played.wait_for(f"{_SAID}.includes('Ann Lee: 13/10')")
    assert page.evaluate(f"document.activeElement.textContent === {_CURRENT}")


def test_board_display_and_moves_are_in_sight_together(played):
    page = played.page
    for width, height in ((820, 1180), (768, 1024), (1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        played.wait_for(ALL_IN_SIGHT, [width, height])


def test_the_moves_stand_beside_the_board_while_one_plays_and_a_click_shows_one(
    open_board, firmware_address
):
    board = open_board(f"{firmware_address}?seed=5&board=pico")
    page = board.page
    assert page.locator("#moves h2").inner_text() == "No moves yet"
    board.press("ok")
    board.wait_for(f"{_SAID}.startsWith('Amber to roll')")  # Blue has played
    board.wait_for(f"/^\\d\\d: /.test({_CURRENT})")
    first = page.evaluate(_CURRENT)
    board.press("ok")
    board.wait_for(f"/^\\d\\d:$/.test({_CURRENT})")  # rolled, and not yet played
    page.get_by_role("button", name=first).click()
    _wait_for_move(board, first)
    board.wait_for(f"{_SAID}.startsWith('Blue: {first[4:]}')")
    page.get_by_role("button", name="Game 1").click()
    _wait_for_move(board, "Game 1")
    board.press("back")
    board.wait_for(f"/cursor/.test({_SAID})")  # the turn goes on
    board.wait_for(f"/^\\d\\d:$/.test({_CURRENT})")
    assert board.faults == [] and board.errors() == []
