"""A short match, its report and a reload in Firefox and in WebKitGTK."""

import os

import pytest

from browser.other_browsers import FIREFOX, WEBKIT, Firefox, WebKit
from browser.person import SAID
from browser.test_newcomer import WON, begin_by_keyboard, play_to_the_end
from tools.browser import VirtualBoard, on_manual_time

_NO_COOKIES = (("network.cookie.cookieBehavior", 2),)
_NAMELESS = """() => {
    const { activeElement: at } = document;
    return !at.matches("body, a, button, input, select, textarea, [aria-label]") && at.outerHTML;
}"""
_WIDTHS = "['panel', 'moves'].map((id) => document.getElementById(id).offsetWidth)"
_FETCHED = """performance.getEntriesByType("resource").map(({ name }) => name)
    .filter((name) => name.endsWith(".json"))"""


@pytest.fixture(params=["firefox", "firefox without cookies", "webkit"])
def way(request, tmp_path):
    """(a page of another browser, whether it keeps anything)."""
    name, _, blocked = request.param.partition(" without ")
    if not {"firefox": FIREFOX, "webkit": WEBKIT}[name] and os.environ.get("CI") != "true":
        pytest.skip(f"there is no {name}")
    opened = WebKit(tmp_path) if name == "webkit" else Firefox(tmp_path, blocked and _NO_COOKIES)
    yield opened, not blocked
    opened.close()


@pytest.mark.long
def test_a_match_is_played_and_judged_and_there_after_a_reload(way, firmware_address):
    page, keeps = way
    board = VirtualBoard(page, on_manual_time(f"{firmware_address}?seed=5"))
    begin_by_keyboard(board)
    board.wait_for("document.querySelector('#below b')?.textContent === 'ANNA: you'")
    play_to_the_end(board, WON, "ANNA")
    board.wait_for("/ wins /.test(document.querySelector('.scrolls').textContent)")
    board.wait_for("/ready/.test(document.querySelector('#reporting [role=status]')?.textContent)")
    board.key("Escape")
    page.evaluate("void (document.querySelector('.scrolls').style.maxHeight = '1em')")  # it scrolls
    for _ in range(20):
        board.key("Tab")
        assert not page.evaluate(_NAMELESS)
    assert len(set(page.evaluate(_WIDTHS))) == 1, "the display and the moves are a column"
    fetched = page.evaluate(_FETCHED)
    assert sorted(set(fetched)) == sorted(fetched)
    errors = board.errors()
    assert len(errors) == (not keeps) and all("keeps nothing" in error for error in errors)
    board.reload()
    board.wait_for(f"{SAID}.startsWith('{'ANNA wins' if keeps else 'Roll to start'}')")
