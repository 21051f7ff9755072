"""Measures how soon the virtual board answers, in headless Chromium on this machine's clock.

A press is a click of NEXT in the board's menu; it is answered once the display has changed for the
last time. Nothing else should run meanwhile.
"""

from playwright.sync_api import sync_playwright

from tools.bench.board import at_most
from tools.browser import CHROMIUM, VirtualBoard, serving

_PRESSES = 20
# [ms from each press to the last change of the display in the time `watched` after it]
_WATCH = """async ([presses, every, watched]) => {
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const changed = [];
    const pressed = [];
    let shown = String(picogammon.oled());
    const look = setInterval(() => {
        if (shown !== (shown = String(picogammon.oled()))) changed.push(performance.now());
    }, 1);
    const began = performance.now();
    for (let i = 0; i < presses; i++) {
        while (performance.now() < began + i * every) await sleep(1);
        pressed.push(performance.now());
        document.getElementById("next").click();
    }
    await sleep(watched);
    clearInterval(look);
    const since = (at) => changed.filter((time) => time > at && time < at + watched);
    return pressed.map((at) => (since(at).at(-1) ?? Infinity) - at);
}"""
_LINE = "(document.getElementById('said').textContent.match(/ (\\d+) of (\\d+)/) ?? []).slice(1)"
_LIT = "() => window.picogammon?.lights().flat().some(Boolean) && performance.now()"


def rows():
    """Returns the rows of this benchmark."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page()
        board = VirtualBoard(page, address)
        found = [at_most("page, first load: lit", _lit(page), "ms", 1000)]
        page.reload()
        found.append(at_most("page, loaded again: lit", _lit(page), "ms", 700))
        board.wait_until_ready()
        page.locator("#menu").click()
        page.wait_for_function(f"{_LINE}.length")
        found.append(at_most("page, press to display, 90 %", _ninety(page), "ms", 100))
        line, lines = map(int, page.evaluate(_LINE))
        last = page.evaluate(_WATCH, [_PRESSES, 125, 2000])[-1]
        found.append(at_most("page, the last of 20 presses at 8 a second", last, "ms", 200))
        lost = (line + _PRESSES - int(page.evaluate(_LINE)[0])) % lines
        found.append(at_most("page, of these lost", lost, "", 0))
        slow = page.context.new_cdp_session(page)
        slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        found.append(at_most("page, at a quarter of its speed, 90 %", _ninety(page), "ms", 150))
        browser.close()
    return found


def _lit(page):
    return page.wait_for_function(_LIT).json_value()


def _ninety(page):
    """Returns the ms that nine of ten presses do not exceed."""
    return sorted(page.evaluate(_WATCH, [_PRESSES, 400, 350]))[_PRESSES * 9 // 10 - 1]
