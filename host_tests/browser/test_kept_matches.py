"""Several matches in one browser; what it kept, sound or not; and a match from a position."""

import pytest
from playwright.sync_api import expect

from browser.test_everybody import violations
from picogammon.rules import xgid
from picogammon.rules.xgid import from_xgid

_COUNTS = "picogammon.lights().slice(0, 5).map((light) => light[1])"
_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
_SAID = "document.getElementById('said').textContent"


def _wait_for_counts(board, *counts):
    board.wait_for(f"(wanted) => String({_COUNTS}) === String(wanted)", list(counts))


def _rows(board):
    """The text of each match in the list, which is open afterwards."""
    if not board.page.locator("#matches").is_visible():
        board.page.get_by_role("button", name="Matches").click()
    return board.page.locator("#matches li").all_inner_texts()


def _link(board):
    """What the page copies as a link to the position."""
    board.page.evaluate("navigator.clipboard.writeText('')")
    board.page.get_by_role("button", name="Menu", exact=True).click()
    board.page.get_by_role("button", name="Copy a link").click()
    board.page.wait_for_function("navigator.clipboard.readText()")
    return board.page.evaluate("navigator.clipboard.readText()")


def _begin(page):
    page.locator("#begin:visible, #matches[open] .begin").last.click()
    page.get_by_role("button", name="Play", exact=True).click()


@pytest.fixture
def board(open_board, standin_address):
    board = open_board(standin_address)
    board.press("ok")
    _wait_for_counts(board, 0, 0, 1, 0, 0)
    yield board
    assert board.faults == []


def test_a_new_match_leaves_the_old_one_to_go_on_with(board):
    assert len(_rows(board)) == 1
    _begin(board.page)
    board.wait_until_ready()
    _wait_for_counts(board, 0, 0, 0, 0, 0)
    board.press("back")
    _wait_for_counts(board, 0, 0, 0, 1, 0)
    board.reload()
    _wait_for_counts(board, 0, 0, 0, 1, 0)
    newer, older = _rows(board)
    assert "on the board" in newer and "on the board" not in older
    board.page.get_by_role("button", name="Play Match 1", exact=True).click()
    _wait_for_counts(board, 0, 0, 1, 0, 0)
    board.key("Enter")  # the keyboard is the board's again
    _wait_for_counts(board, 0, 0, 2, 0, 0)
    _rows(board)
    board.page.get_by_role("button", name="Play Match 2", exact=True).click()
    _wait_for_counts(board, 0, 0, 0, 1, 0)


@pytest.mark.long
def test_a_match_is_renamed_and_only_a_second_click_deletes_it(board):
    _rows(board)
    board.page.get_by_role("button", name="Rename").click()
    board.page.get_by_role("textbox", name="Name of the match").fill("With grandma")
    board.page.keyboard.press("Enter")
    rename = board.page.get_by_role("button", name="Rename With grandma")
    expect(rename).to_be_focused()
    assert _rows(board)[0].startswith("With grandma")
    _begin(board.page)
    board.wait_until_ready()
    _wait_for_counts(board, 0, 0, 0, 0, 0)
    board.reload()
    assert len(_rows(board)) == 2
    board.page.get_by_role("button", name="Delete With grandma").click()
    assert len(_rows(board)) == 2
    assert violations(board) == []
    board.page.get_by_role("button", name="Delete for good: With grandma").click()
    assert len(_rows(board)) == 1
    board.reload()
    assert len(_rows(board)) == 1 and "grandma" not in _rows(board)[0]


def test_an_address_begins_a_match_at_its_position_and_follows_it(open_board, firmware_address):
    board = open_board(
        f"{firmware_address}?seed=5", permissions=["clipboard-read", "clipboard-write"]
    )
    board.press("ok")
    board.wait_for(f"/^Amber to roll/.test({_SAID})")  # Blue has played
    # The address lags behind by a moment; a link does not.
    own = "#" + _link(board).partition("#")[2]
    board.page.evaluate("(xgid) => (location.hash = xgid)", _ROLL)
    board.wait_for(f"/Dice: 3, 1/.test({_SAID})")
    assert "score 2" in board.page.locator("#side-0").text_content()
    board.reload()
    board.wait_for(f"/Dice: 3, 1/.test({_SAID})")
    assert _link(board).endswith(_ROLL)
    rows = _rows(board)
    assert len(rows) == 2 and "2–1, match to 5" in rows[0]
    # The other match is the one that stands where its address says.
    board.page.keyboard.press("Escape")
    board.page.evaluate("(hash) => (location.hash = hash)", own)
    board.wait_for("document.getElementById('side-0').textContent.includes('score 0')")
    assert len(_rows(board)) == 2
    assert board.faults == [] and board.errors() == []


@pytest.mark.long
def test_a_reload_goes_on_also_where_the_address_lags_behind(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5#{_ROLL}")
    board.wait_for("history.state")
    board.page.evaluate("history.replaceState(history.state, '', '#XGID=lagging')")
    board.reload()
    board.wait_for(f"/Dice: 3, 1/.test({_SAID})")
    assert len(_rows(board)) == 1 and board.errors() == []


_CODE = xgid.to_code(from_xgid(_ROLL))
_HERE = f"decodeURIComponent(location.hash) === '#{_ROLL}'"


def _enter(board, text=None):
    """Opens the dialog for a position, and plays from that text."""
    board.page.get_by_role("button", name="Matches").click()
    board.page.get_by_role("button", name="From a position").click()
    field = board.page.get_by_role("textbox", name="The position")
    if text is not None:
        field.fill(text)
        board.page.get_by_role("button", name="Play", exact=True).click()
    return field


def test_a_boards_code_is_pasted_and_corrected(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    field = _enter(board, "nonsense")
    board.page.get_by_text("a position is an XGID, an OGID,").wait_for()
    expect(field).to_be_focused()
    field.fill(f"  {_CODE.lower()} ")
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for(_HERE)
    assert "score 2" in board.page.locator("#side-0").text_content()
    field = _enter(board, _CODE[:-3])
    board.page.locator("#enter").get_by_text("an XGID has 10 fields, this has 9").wait_for()
    assert field.input_value() == _CODE[:-3], "it is there to be corrected"
    field.fill(_CODE)
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.page.locator("#enter").wait_for(state="hidden")
    board.wait_for(_HERE)
    assert board.faults == []
