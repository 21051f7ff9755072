"""A newcomer's evening: a name, a won and a lost match to 3 points, and a report of each."""

import pytest
from playwright.sync_api import expect

from browser.test_everybody import HEAR, SAID, violations

_SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
# At 2–2, and the person has rolled: with one checker left each, and with four against one.
_WON = "XGID=-A----------------------a-:0:0:1:21:2:2:0:3:10"
_LOST = "XGID=-BB---------------------a-:0:0:1:21:2:2:0:3:10"
# Who is said to play, each once, and whether the lights were ever all off.
_WATCH = """() => {
    window.seen = { names: [], wasDark: false };
    const look = () => {
        const name = document.querySelector("#below b")?.textContent;
        if (name !== seen.names.at(-1)) seen.names.push(name);
        seen.wasDark ||= !picogammon.lights().flat().some(Boolean);
    };
    const all = { childList: true, subtree: true, characterData: true };
    new MutationObserver(look).observe(document.body, all);
    setInterval(look, 20);
}"""


def _play_to_the_end(board, xgid, winner):
    """From the position on, by OK alone."""
    board.page.evaluate("(xgid) => (location.hash = xgid)", xgid)
    board.wait_for("document.getElementById('below').textContent.includes('2 of 3')")
    for _ in range(20):
        if f"{winner} wins" in board.page.evaluate(SAID):
            return
        board.press("ok")
        board.run(1500)
    raise AssertionError(board.page.evaluate(SAID))


def _analyse(board):
    """The text of the report that the board's own button makes."""
    page = board.page
    page.get_by_role("button", name="Analyse the match").click()
    expect(page.locator("#reporting [role=status]")).to_contain_text("ready")
    assert violations(board) == []
    address = page.locator("#reporting a[download]").get_attribute("href")
    text = page.evaluate("async (address) => (await fetch(address)).text()", address)
    page.keyboard.press("Escape")
    return text


@pytest.mark.parametrize(
    "size", [_SIZES[0], *(pytest.param(size, marks=pytest.mark.long) for size in _SIZES[1:])]
)
def test_a_newcomer_gives_a_name_wins_loses_and_reads_a_report_of_both(
    open_board, firmware_address, size
):
    screen = dict(zip(("width", "height"), size, strict=True))
    board = open_board(f"{firmware_address}?seed=5", viewport=screen, bypass_csp=True)
    page = board.page
    page.evaluate(_WATCH)
    page.locator("#begin").click()
    page.get_by_label("Your name").fill("ANNA")
    page.locator("#beginning").get_by_text("3", exact=True).click()
    page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for("document.querySelector('#below b')?.textContent === 'ANNA: you'")
    assert page.evaluate("seen") == {"names": ["Amber: you", "ANNA: you"], "wasDark": False}
    page.locator("#begin").click()
    expect(page.get_by_label("Your name")).to_have_value("ANNA")
    page.keyboard.press("Escape")

    page.evaluate(HEAR)
    _play_to_the_end(board, _WON, "ANNA")
    board.wait_for("/ wins/.test(heard.join())")
    heard = " ".join(page.evaluate("heard"))
    assert heard.count("1/off") == 1 and heard.count("ANNA wins") == 1, heard
    assert "ANNA" in _analyse(board)
    _play_to_the_end(board, _LOST, "Blue")
    assert "Blue" in _analyse(board)
    assert board.faults == [] and board.errors() == []
