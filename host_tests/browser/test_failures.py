"""What the virtual board does when its firmware fails, and when two pages want one board."""

import pytest
from playwright.sync_api import Error, TimeoutError

from browser.test_everybody import violations
from tools.virtual_board.driver import wait_until_ready

_OK_COUNT = "picogammon.lights()[2][1]"


@pytest.fixture
def board(open_board, standin_address):
    board = open_board(standin_address)
    board.press("ok")
    board.wait_for(f"{_OK_COUNT} === 1")
    yield board
    assert board.faults == []


def _fail_twice(board):
    board.hold("prev")
    board.page.locator("#line").wait_for()
    board.wait_for(f"{_OK_COUNT} === 1")
    board.hold("prev")
    board.page.locator("#sheet").wait_for()


def test_an_exception_restarts_the_board_once_and_its_files_are_there_again(board):
    board.hold("prev")
    board.page.locator("#line").wait_for()
    assert "restarted" in board.page.locator("#line-text").inner_text()
    assert "ValueError: asked to fail" in board.page.locator("#line-trace").text_content()
    board.wait_for(f"{_OK_COUNT} === 1")
    assert board.errors() == [board.page.locator("#line-trace").text_content()]
    # Its details open, and leave the keyboard to the board.
    board.page.locator("#line").get_by_text("Details").click()
    board.key("Enter")
    board.wait_for(f"{_OK_COUNT} === 2")
    assert board.page.locator("#line-trace").is_visible()
    assert violations(board) == []
    board.page.locator("#line-trace").evaluate("(trace) => trace.append('a long line '.repeat(40))")
    line, trace = (board.page.locator(part).bounding_box() for part in ("#line", "#line-trace"))
    assert line["x"] < trace["x"] and trace["x"] + trace["width"] < line["x"] + line["width"]


def test_a_second_exception_stops_it_says_why_and_it_can_be_restarted(board):
    _fail_twice(board)
    sheet = board.page.get_by_role("alertdialog")
    assert "ValueError: asked to fail" in sheet.inner_text()
    assert 'File "main.py"' in board.page.locator("#sheet-trace").text_content()
    assert len(board.errors()) == 2
    # A stopped board is dark.
    assert board.lights() == [[0, 0, 0]] * 24
    assert board.oled() == bytes(1024)
    sheet.get_by_text("Details").click()
    assert violations(board) == []
    board.page.get_by_role("button", name="Restart the board").click()
    board.wait_for(f"{_OK_COUNT} === 1")
    assert not sheet.is_visible()


# A board that takes 40 s to start each time runs for a while, fails, and so on: what the page does.
_STARTS_SLOWLY = """async (seconds) => {
    let now = 0;
    let worker = null;
    Date.now = () => now;
    window.Worker = class extends EventTarget {
        constructor() {
            super();
            worker = this;
        }
        postMessage() {}
        terminate() {}
    };
    const { Power } = await import("./power.js");
    const done = [];
    const events = { restarted: () => done.push("restarted"), stopped: () => done.push("stopped") };
    const says = (what) =>
        worker.dispatchEvent(new MessageEvent("message", { data: { what, value: "why" } }));
    new Power(() => ({}), events).on();
    for (const runs of seconds) {
        now += 40_000;
        says("started");
        now += 1000 * runs;
        says("failed");
    }
    return done;
}"""


def test_a_board_that_fails_soon_after_a_slow_start_is_not_restarted_for_ever(bare):
    done = bare.evaluate(_STARTS_SLOWLY, [1, 31, 1])
    assert done == ["restarted", "restarted", "stopped"]


def test_a_stopped_board_can_be_erased_so_that_bad_files_cannot_lock_it(board):
    _fail_twice(board)
    board.page.get_by_role("button", name="Erase and start anew").click()
    board.page.keyboard.press("Enter")  # which erases nothing
    assert board.page.locator("#sheet").is_visible()
    board.page.get_by_role("button", name="Erase and start anew").click()
    board.page.get_by_role("button", name="Erase and restart").click()
    board.wait_for(f"picogammon.oled()[0] === 255 && {_OK_COUNT} === 0")


def test_the_watchdog_bites_a_firmware_that_hangs(open_board, standin_address):
    board = open_board(standin_address, real_time=True)  # manual time would wait for the firmware
    board.press("ok")
    board.wait_for(f"{_OK_COUNT} === 1")
    board.hold("next")
    board.page.locator("#line").wait_for()
    assert "watchdog" in board.page.locator("#line-trace").text_content()
    board.wait_for(f"{_OK_COUNT} === 1")


def test_a_reset_by_the_firmware_restarts_it(board):
    board.hold("back")
    board.page.locator("#line").wait_for()
    board.wait_for(f"{_OK_COUNT} === 1")


def test_a_firmware_that_cannot_start_is_said(page, standin_address):
    page.route("**/firmware.json", lambda route: route.fulfill(status=503, body="No main.py."))
    page.goto(standin_address)
    page.locator("#sheet").wait_for()
    assert "No main.py." in page.locator("#sheet").inner_text()
    page.unroute("**/firmware.json")
    page.get_by_role("button", name="Restart the board").click()
    wait_until_ready(page)
    assert page.evaluate("picogammon.oled()[0]") == 255


@pytest.mark.parametrize(
    "asked, told",
    [("seed=six", "?seed="), ("board=nosuch", "one of pico, pico2, pico_five, pico_w, not nosuch")],
)
def test_a_wrong_address_is_said(page, standin_address, asked, told):
    page.goto(f"{standin_address}?{asked}")
    page.locator("#sheet").wait_for()
    assert told in page.locator("#sheet-text").inner_text()


def test_a_second_tab_leaves_the_board_to_the_first_until_it_is_asked_to_take_it(
    board, standin_address
):
    first = board.page
    second = first.context.new_page()
    second.goto(standin_address)
    second.locator("#sheet").wait_for()
    assert "another tab" in second.locator("#sheet-title").inner_text()
    second.get_by_role("button", name="Use it here").click()
    second.wait_for_function(f"{_OK_COUNT} === 1")
    first.locator("#sheet").wait_for()
    assert "another tab" in first.locator("#sheet-title").inner_text()
    first.get_by_role("button", name="Use it here").click()
    second.locator("#sheet").wait_for()
    first.wait_for_function(f"window.picogammon && {_OK_COUNT} === 1")
    first.reload()
    first.locator("#sheet").wait_for(state="hidden")
    first.wait_for_function(f"window.picogammon && {_OK_COUNT} === 1")
    second.close()


def test_a_page_that_is_alone_asks_nobody_however_long_its_lock_takes(open_board, standin_address):
    """On a computer that is busy while the page begins."""
    slow = "AbortSignal.timeout = () => AbortSignal.abort(); // the patience is over"
    first = open_board(
        standin_address, lambda page: page.add_init_script(slow), real_time=True
    ).page
    assert first.locator("#sheet").is_hidden()
    second = first.context.new_page()
    second.add_init_script(slow)
    second.goto(standin_address)
    second.locator("#sheet").wait_for()
    second.close()


@pytest.mark.parametrize(
    "ready, trouble, said",
    [
        ("new Promise(() => {})", TimeoutError, "200ms"),
        ("Promise.reject(new Error('main.py: no such thing'))", Error, "no such thing"),
    ],
    ids=["never", "failed"],
)
def test_whoever_waits_for_a_page_is_told_that_it_does_not_start(page, ready, trouble, said):
    page.evaluate(
        f"() => {{ window.picogammon = {{ ready: {ready} }}; picogammon.ready.catch(() => {{}}) }}"
    )
    with pytest.raises(trouble, match=said):
        wait_until_ready(page, patience_ms=200 if trouble is TimeoutError else 60_000)
