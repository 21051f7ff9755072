"""What the virtual board does when its firmware fails, when two pages want one board, and when the
browser keeps nothing or is too old."""

import json
import os

import pytest
from playwright.sync_api import expect

from browser.conftest import ELSEWHERE, STANDIN
from browser.person import begin, violations
from tools.browser import (
    WHOLE_CHROMIUM,
    VirtualBoard,
    on_manual_time,
    wait_until_ready,
)
from tools.virtual_board.__main__ import board_folders
from tools.virtual_board.content import Site
from websites import on_any_host

_OK_COUNT = "picogammon.lights()[2][1]"


@pytest.fixture
def board(open_board, standin_address):
    """The stand-in: long PREV raises, long NEXT starves its watchdog, long BACK resets."""
    board = open_board(standin_address)
    board.press("ok")
    board.wait_for(f"{_OK_COUNT} === 1")
    return board


def test_an_exception_restarts_the_board_once_and_its_files_are_there_again(board):
    line, trace = board.page.locator("#line"), board.page.locator("#line-trace")
    board.hold("prev")
    line.wait_for()
    assert "restarted" in board.page.locator("#line-text").inner_text()
    assert "ValueError: asked to fail" in trace.text_content()
    board.wait_for(f"{_OK_COUNT} === 1")
    assert board.errors() == [trace.text_content()]
    # Its details open, and leave the keyboard to the board.
    line.get_by_text("Details").click()
    board.key("Enter")
    board.wait_for(f"{_OK_COUNT} === 2")
    assert trace.is_visible() and violations(board.page) == []


def test_a_second_exception_stops_it_says_why_and_it_can_be_restarted_or_erased(board):
    board.hold("prev")
    board.wait_for(f"picogammon.errors.length && {_OK_COUNT} === 1")
    board.hold("prev")
    sheet = board.page.get_by_role("alertdialog")
    sheet.wait_for()
    assert "ValueError: asked to fail" in sheet.inner_text()
    assert 'File "main.py"' in board.page.locator("#sheet-trace").text_content()
    assert board.lights() == [[0, 0, 0]] * 24 and board.oled() == bytes(1024), "it is dark"
    sheet.get_by_text("Details").click()
    assert violations(board.page) == []
    sheet.get_by_role("button", name="Restart the board").click()
    board.wait_for(f"{_OK_COUNT} === 1")
    assert not sheet.is_visible()
    board.hold("prev")
    erase = sheet.get_by_role("button", name="Erase and start again")
    erase.click()
    board.page.keyboard.press("Escape")  # which erases nothing
    erase.click()
    board.page.get_by_role("button", name="Erase and restart").click()
    board.wait_for(f"picogammon.oled()[0] === 255 && {_OK_COUNT} === 0")


@pytest.mark.parametrize("button, why", [("back", "reset the board"), ("next", "watchdog")])
def test_a_reset_by_the_firmware_or_its_watchdog_restarts_it(board, button, why):
    board.hold(button)
    board.wait_for("document.querySelector('#line').checkVisibility()")
    assert why in board.page.locator("#line-trace").text_content()
    board.wait_for(f"{_OK_COUNT} === 1")


def test_a_firmware_that_cannot_start_is_said(page, standin_address):
    page.route("**/firmware.json", lambda route: route.fulfill(status=503, body="No main.py."))
    page.goto(on_manual_time(standin_address))
    expect(page.locator("#sheet")).to_contain_text("No main.py.")
    page.unroute("**/firmware.json")
    page.get_by_role("button", name="Restart the board").click()
    wait_until_ready(page)
    assert page.evaluate("picogammon.oled()[0]") == 255


def test_a_wrong_address_is_said(page, standin_address):
    boards = "one of pico, pico2, pico_five, pico_w, not nosuch"
    for asked, told in (("seed=six", "?seed="), ("board=nosuch", boards)):
        page.goto(on_manual_time(f"{standin_address}?{asked}"))
        expect(page.locator("#sheet-text")).to_contain_text(told)


@pytest.fixture(params=["network", pytest.param("localhost", marks=pytest.mark.long)])
def address(request, tmp_path, standin_address):
    """The stand-in's page over plain http from another machine, as far as the browser knows, where
    it has no Web Locks; and from this one."""
    if request.param == "localhost":
        yield standin_address
        return
    with on_any_host(tmp_path, Site(STANDIN, board_folders("pico")).files()) as here:
        yield here.replace("127.0.0.1", ELSEWHERE)


def _open(context, address):
    page = context.new_page()
    page.goto(on_manual_time(address), wait_until="commit")
    page.wait_for_function("window.picogammon")
    page.evaluate("picogammon.run(2000)")  # a page that is loaded anew has the board by then
    return page


def _expect_elsewhere(page):
    expect(page.locator("#sheet-title")).to_contain_text("another tab")


def _expect_board(page, count):
    page.wait_for_function(f"window.picogammon && {_OK_COUNT} === {count}")
    assert page.locator("#sheet").is_hidden()


def _take(page):
    page.get_by_role("button", name="Use it here").click()


def test_one_tab_has_the_board_until_another_is_asked_to_take_it_or_it_is_closed(
    open_board, address
):
    board = open_board(address)
    first = board.page
    assert first.evaluate("isSecureContext") is ("127.0.0.1" in address)
    board.press("ok")
    board.wait_for(f"{_OK_COUNT} === 1")
    second, third = (_open(first.context, address) for _ in range(2))
    _expect_elsewhere(second)
    _expect_elsewhere(third)
    _take(third)
    _expect_board(third, 1)
    _expect_elsewhere(first)
    _expect_elsewhere(second)
    third.close()
    _expect_board(second, 1)
    _take(first)
    _expect_board(first, 1)
    _expect_elsewhere(second)
    first.reload()
    _expect_board(first, 1)


def test_of_tabs_that_are_opened_at_once_one_has_the_board(open_context, address):
    context = open_context()
    pages = [context.new_page() for _ in range(3)]
    for page in pages:
        page.goto(on_manual_time(address), wait_until="commit")
    while pages:
        for page in pages:
            page.wait_for_function("window.picogammon")
            page.evaluate("picogammon.run(2000)")
        having = [page for page in pages if page.evaluate("picogammon.oled()[0] === 255")]
        assert len(having) <= 1
        for page in having:
            page.close()
            pages.remove(page)


_NO_COOKIES = {"profile": {"default_content_setting_values": {"cookies": 2}}}


@pytest.fixture
def blocked(chromium, standin_address, tmp_path):
    """The board in a Chromium whose person blocks cookies, which a headless shell cannot."""
    if WHOLE_CHROMIUM is None and os.environ.get("CI") != "true":
        pytest.skip("there is no Chromium with settings")
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(_NO_COOKIES))
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=WHOLE_CHROMIUM
    )
    yield VirtualBoard(context.pages[0], on_manual_time(standin_address))
    context.close()


def test_where_the_browser_keeps_nothing_that_is_said_once_and_matches_last_as_long_as_the_page(
    blocked,
):
    board, page = blocked, blocked.page
    expect(page.locator("#line-text")).to_contain_text("keeps nothing for this page")
    page.locator("#line-close").click()
    board.press("ok")
    board.wait_for(f"{_OK_COUNT} === 1")
    begin(board)
    board.wait_for(f"{_OK_COUNT} === 0")
    board.press("back")
    page.locator("#shelf").click()
    page.get_by_role("button", name="Play Match 1", exact=True).click()
    board.wait_for(f"{_OK_COUNT} === 1")
    assert len(board.errors()) == 1 and page.locator("#line").is_hidden()
    board.reload()
    board.wait_for(f"{_OK_COUNT} === 0")


def test_a_browser_that_is_too_old_is_told_which_are_not(page, standin_address):
    page.add_init_script("delete IDBFactory.prototype.databases")  # as Firefox before 126
    page.goto(on_manual_time(standin_address))
    expect(page.locator("#loading")).to_contain_text("The board needs Chrome or Edge ")
