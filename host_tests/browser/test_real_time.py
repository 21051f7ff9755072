"""The page on the browser's own clock, as a person uses it: the one test that has it."""

from playwright.sync_api import expect

from browser.conftest import Held
from browser.test_beginning import SAID

_LENGTH = """(({ known, current }) => known[current].length)(
    JSON.parse(localStorage["picogammon.matches"]))"""


def test_one_begins_and_plays_before_the_weights_are_there_and_after_and_loads_the_page_anew(
    open_board, firmware_address
):
    held = Held()
    address = f"{firmware_address}?seed=20"
    board = open_board(address, lambda page: page.route("**/weights.bin", held), real_time=True)
    page = board.page
    dialog = page.locator("#beginning")
    play = dialog.get_by_role("button", name="Play", exact=True)
    board.press("ok")
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")
    page.locator("#begin").click()
    assert dialog.locator("fieldset").count() == 0
    play.click()
    board.wait_for(f"{_LENGTH} === 5")
    page.locator("#begin").click()
    held.let_go()
    board.wait_for("document.activeElement.matches('[name=player]:checked')")
    assert dialog.locator("input:disabled").count() == 0
    for word in ("expert", "3"):
        dialog.get_by_text(word, exact=True).click()
    play.click()
    board.wait_for(f"{_LENGTH} === 3")
    for then in ("Amber to roll", "OK move", "OK move", "OK done", "Amber to roll"):
        said = page.evaluate(SAID)
        board.press("ok")
        board.wait_for(f"(said) => {SAID} !== said && {SAID}.includes('{then}')", said)
    sides = [page.locator(f"#side-{side}").inner_text() for side in (0, 1)]
    late = []
    page.route("**/weights.bin", lambda route: route.continue_() if late else late.append(route))
    board.reload()
    board.wait_for(f"{SAID}.startsWith('Amber to roll')")
    expect(page.locator(".seat", has_text="expert")).to_have_count(1)
    assert sides == [page.locator(f"#side-{side}").inner_text() for side in (0, 1)]
    assert late, "a level that needs them waits for them, and the page does not"
    assert board.faults == [] and board.errors() == []
