"""The page on the browser's own clock, as a person uses it: the one file that has it."""

import os
import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Held
from browser.test_everybody import SAID

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
    opponents = dialog.get_by_role("group", name="Opponent")
    assert opponents.count() == 0
    play.click()
    board.wait_for(f"{_LENGTH} === 5")
    page.locator("#begin").click()
    held.let_go()
    opponents.wait_for()
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


_WATCH = """async ([name, presses, every, watched]) => {
    // [milliseconds from each press to the last change of the display within `watched`]
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    let shown = String(picogammon.oled());
    const changed = [];
    let on = true;
    const watching = (async () => {
        for (; on; await sleep(1)) {
            const now = String(picogammon.oled());
            if (now !== shown) changed.push(performance.now());
            shown = now;
        }
    })();
    const pressed = [];
    const began = performance.now();
    for (let i = 0; i < presses; i++) {
        while (performance.now() < began + i * every) await sleep(1);
        pressed.push(performance.now());
        document.getElementById(name).click();
    }
    await sleep(watched);
    on = false;
    await watching;
    const since = (at) => changed.filter((time) => time > at && time < at + watched);
    return pressed.map((at) => Math.round((since(at).at(-1) ?? at) - at));
}"""
_SLACK = 2  # the machine does other work meanwhile


def _ninth(times):
    """What nine of ten do not exceed."""
    return sorted(times)[len(times) * 9 // 10 - 1]


def test_a_press_takes_the_firmware_sixty_milliseconds_at_most(open_board, firmware_address):
    board = open_board(firmware_address)  # on manual time
    board.page.locator("#menu").click()
    board.run(500)
    for _ in range(3):
        before = board.oled()
        board.page.locator("#next").evaluate("(button) => button.click()")
        board.run(60)
        shown = board.oled()
        board.run(500)
        assert before != shown == board.oled()


@pytest.mark.long
def test_the_display_is_complete_soon_after_a_press_however_fast_they_come(
    open_board, firmware_address
):
    if hasattr(os, "getloadavg") and os.getloadavg()[0] > 1.5 * os.cpu_count():
        pytest.skip("the machine has other work")
    board = open_board(firmware_address, real_time=True)
    board.page.locator("#menu").click()
    board.wait_for(f"{SAID}.includes(' 1 of ')")
    took = board.page.evaluate(_WATCH, ["next", 20, 400, 350])
    assert 0 < min(took) and _ninth(took) <= 100 * _SLACK, took
    line = int(re.search(r" (\d+) of", board.page.evaluate(SAID))[1])
    took = board.page.evaluate(_WATCH, ["next", 20, 125, 2000])[-1]
    of = re.search(r" (\d+) of (\d+)", board.page.evaluate(SAID))
    assert took <= 200 * _SLACK and int(of[1]) == (line + 19) % int(of[2]) + 1
    slow = board.page.context.new_cdp_session(board.page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    took = board.page.evaluate(_WATCH, ["next", 20, 400, 350])
    assert _ninth(took) <= 150 * _SLACK, took


_RECORD = """() => {
    window.seen = {dark: 0, names: []};
    let since = null;
    window.looking = setInterval(() => {
        const lit = picogammon.lights().some((light) => light.some(Boolean));
        since = lit ? null : (since ?? performance.now());
        if (since) seen.dark = Math.max(seen.dark, performance.now() - since);
        const names = document.getElementById("side-1").textContent.split(":")[0];
        if (names && seen.names.at(-1) !== names) seen.names.push(names);
    }, 5);
}"""


@pytest.mark.long
def test_the_old_picture_stays_until_another_match_has_one(open_board, firmware_address):
    board = open_board(firmware_address, real_time=True)
    board.page.evaluate(_RECORD)
    for length in ("3", "5"):
        board.page.locator("#begin").click()
        board.page.locator("#beginning").get_by_text(length, exact=True).click()
        board.page.locator("#beginning").get_by_role("button", name="Play", exact=True).click()
        board.wait_for(f"{_LENGTH} === {length}")
    assert board.page.evaluate("seen.dark") < 200
    assert len(board.page.evaluate("seen.names")) == 1
    assert board.faults == [] and board.errors() == []
