"""A newcomer's evening: a name, a won and a lost match to 3 points, and a report of each."""

import pytest
from playwright.sync_api import expect

from browser.person import HEAR, SAID, SIZES, go_to, violations

# Games for all three points, with the cube on 4: the person is far ahead, or far behind.
WON = "XGID=-BBB---------------cccbba-:2:1:1:00:0:0:0:3:10"
_LOST = "XGID=-ABBCCC---------------bbb-:2:1:1:00:0:0:0:3:10"
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


def begin_by_keyboard(board):
    """A match to 3 points, of ANNA against the level that is proposed."""
    keys = board.page.keyboard
    while not board.page.evaluate("document.activeElement.id === 'begin'"):
        keys.press("Tab")
    keys.press("Enter")
    board.wait_for("document.activeElement.name === 'name'")
    assert violations(board.page) == []
    keys.type("ANNA")
    keys.press("Tab")
    keys.press("Tab")
    while not board.page.evaluate("document.activeElement.value === '3'"):
        keys.press("ArrowUp")
    keys.press("Enter")


def play_to_the_end(board, xgid, winner):
    """From the position on, by Enter alone."""
    go_to(board, xgid)
    board.wait_for(f"/^ANNA to roll/.test({SAID})")
    for _ in range(80):
        if f"{winner} wins" in board.page.evaluate(SAID):
            return
        board.key("Enter")
        board.run(1500)
    raise AssertionError(board.page.evaluate(SAID))


def _analyse(board):
    """The text of the report that the result of the match leads to."""
    page = board.page
    expect(page.locator("#reporting [role=status]")).to_contain_text("ready")
    assert violations(board.page) == []
    address = page.locator("#reporting a[download]").get_attribute("href")
    text = page.evaluate("async (address) => (await fetch(address)).text()", address)
    page.keyboard.press("Escape")
    return text


@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(size, marks=pytest.mark.long) for size in SIZES[1:])]
)
def test_a_newcomer_gives_a_name_wins_loses_and_reads_a_report_of_both(
    open_board, firmware_address, size
):
    board = open_board(f"{firmware_address}?seed=5", size=size, bypass_csp=True)
    page = board.page
    page.evaluate(_WATCH)
    begin_by_keyboard(board)
    board.wait_for("document.querySelector('#below b')?.textContent === 'ANNA: you'")
    assert page.evaluate("seen") == {"names": ["Amber: you", "ANNA: you"], "wasDark": False}
    page.locator("#begin").click()
    expect(page.get_by_label("Your name")).to_have_value("ANNA")
    page.keyboard.press("Escape")

    page.evaluate(HEAR)
    play_to_the_end(board, WON, "ANNA")
    board.wait_for("/ wins/.test(heard.join())")
    heard = " ".join(page.evaluate("heard"))
    assert heard.count("ANNA wins") == 1, heard
    assert "ANNA" in _analyse(board)
    play_to_the_end(board, _LOST, "Blue")
    assert "Blue" in _analyse(board)
    assert board.errors() == []
