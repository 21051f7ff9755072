"""How soon the page shows something. One test has the browser's own clock, as a person has."""

import re

from playwright.sync_api import expect

from browser.conftest import Held
from browser.person import SAID

_LENGTH = "Number(document.getElementById('above').textContent.match(/ of (\\d+)/)?.[1])"


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
    opponents = dialog.get_by_role("group", name="Opponent")
    assert opponents.count() == 0
    play.click()
    board.wait_for(f"{_LENGTH} === 5")
    page.locator("#begin").click()
    held.let_go()
    opponents.wait_for()
    assert dialog.locator("[type=radio]:disabled").count() == 0
    for word in ("expert", "3"):
        dialog.get_by_text(word, exact=True).click()
    play.click()
    board.wait_for(f"{_LENGTH} === 3")
    for then in ("Amber to roll", "OK move", "OK move", "OK done", "Amber to roll"):
        said = page.evaluate(SAID)
        seen = page.evaluate("performance.now()")  # a press that comes sooner is an impatient one
        board.wait_for("(seen) => performance.now() > seen + 400", seen)
        board.press("ok")
        board.wait_for(f"(said) => {SAID} !== said && {SAID}.includes('{then}')", said)
    sides = [page.locator(f"#side-{side}").inner_text() for side in (0, 1)]
    late = []  # it does not come in time, so whoever opens it fetches it

    def hold(route):
        late.append(route) if route.request.resource_type == "fetch" else route.continue_()

    page.route("**/weights.bin", hold)
    board.reload()
    board.wait_for(f"{SAID}.startsWith('Amber to roll')")
    expect(page.locator(".seat", has_text="expert")).to_have_count(1)
    assert sides == [page.locator(f"#side-{side}").inner_text() for side in (0, 1)]
    assert late, "a level that needs them waits for them, and the page does not"
    assert board.errors() == []


def test_each_of_twenty_presses_at_eight_a_second_is_shown_within_sixty_milliseconds(
    open_board, firmware_address
):
    board = open_board(firmware_address)
    board.page.locator("#menu").click()
    board.run(500)
    line = int(re.search(r" (\d+) of", board.page.evaluate(SAID))[1])
    for _ in range(20):
        before = board.oled()
        board.page.locator("#next").evaluate("(button) => button.click()")
        board.run(60)
        shown = board.oled()
        board.run(65)
        assert before != shown == board.oled()
    now, lines = map(int, re.search(r" (\d+) of (\d+)", board.page.evaluate(SAID)).groups())
    assert now == (line + 19) % lines + 1
