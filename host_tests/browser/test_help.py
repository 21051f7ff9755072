"""The page's help: linked from below the display, readable on a phone, and true to the page."""

import re

from tools import ROOT

_AXE = ROOT / "tools" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
_PHONE = {"width": 390, "height": 844}


def test_help_is_a_click_away_and_fits_a_phone(open_board, firmware_address):
    board = open_board(firmware_address)
    board.page.set_viewport_size(_PHONE)
    with board.page.expect_popup() as opened:
        board.page.get_by_role("link", name="Help").click()
    page = opened.value
    page.wait_for_load_state()
    page.set_viewport_size(_PHONE)
    page.wait_for_function(
        "(width) => document.documentElement.scrollWidth === width", arg=_PHONE["width"]
    )
    page.evaluate(_AXE.read_text())
    assert page.evaluate("axe.run().then(({ violations }) => violations)") == []
    page.get_by_role("link", name="Back to the board").click()
    page.wait_for_url(re.compile(r"/(\?.*)?$"))
    assert board.errors() == []


def test_the_keys_that_help_names_are_the_pages(open_board, firmware_address):
    board = open_board(firmware_address)
    help_page = (ROOT / "tools/virtual_board/page/help.html").read_text()
    named = re.findall(r"<kbd>(.*?)</kbd>", help_page)[:4]
    shown = board.page.locator("#keys kbd").all_text_contents()
    assert named == shown
