"""The page on the browser's own clock, as a person uses it."""

import pytest

from browser.test_beginning import SAID, choose


def test_a_match_is_begun_a_turn_played_and_the_page_loaded_anew(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=20", real_time=True)
    choose(board, "human", "3")
    board.wait_for(f"{SAID}.startsWith('Roll to start')")
    for answer in ("(go on|move)", "move", "done"):
        said = board.page.evaluate(SAID)
        board.press("ok")
        board.wait_for(f"(said) => {SAID} !== said && /OK {answer}/.test({SAID})", said)
    board.press("ok")
    board.wait_for(f"/ to roll/.test({SAID})")
    sides = board.page.locator("#side-0").inner_text(), board.page.locator("#side-1").inner_text()
    board.reload()
    board.wait_for(f"/ to roll/.test({SAID})")
    assert sides[0] == board.page.locator("#side-0").inner_text()
    assert sides[1] == board.page.locator("#side-1").inner_text()
    assert board.faults == [] and board.errors() == []


@pytest.mark.long
def test_the_watchdog_bites_a_firmware_that_hangs(open_board, standin_address):
    """Its worker answers nothing, so that no time could be given to it."""
    count = "picogammon.lights()[2][1]"
    board = open_board(standin_address, real_time=True)
    board.press("ok")
    board.wait_for(f"{count} === 1")
    board.hold("next")
    board.page.locator("#line").wait_for()
    assert "watchdog" in board.page.locator("#line-trace").text_content()
    board.wait_for(f"{count} === 1")
