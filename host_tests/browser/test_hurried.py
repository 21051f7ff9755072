"""Whoever clicks twice, or goes on before an answer is there, gets what was asked last, once."""

import pytest
from playwright.sync_api import expect

from browser.cable import CabledBoard, connect
from browser.conftest import Held
from fakes.disk import Disk
from match_files.people import played
from tools.matches import fetching, reading, writing
from tools.soak.match_files import some_match
from tools.virtual_board.driver import wait_until_ready

_TWICE = "(button) => { button.click(); button.click(); }"
# Counts the ports that are asked for.
_PORTS = """() => {
    const ask = navigator.serial.requestPort;
    window.ports = 0;
    navigator.serial.requestPort = () => ((window.ports += 1), ask());
}"""

_FETCH = "async (path) => { for (let i = 0; i < 3; i++) await (await fetch(path)).arrayBuffer(); }"


@pytest.fixture
def cable(page, firmware_address):
    """A CabledBoard, its board shown on the page."""
    cable = CabledBoard()
    connect(page, firmware_address, cable)
    yield cable


def _arrives(page, held, path):
    """Lets the held requests of a file go; returns when the page has done what that brings."""
    with page.expect_response(f"**/{path}") as response:
        held.let_go()
    response.value.finished()
    page.evaluate(_FETCH, path)


def test_what_people_did_is_read_twice_and_shown_once(page, cable):
    disk = Disk()
    for key in range(1, 3):
        played(disk, ("Ann", "Ben"), key)
    cable.board.put("people.bin", bytes(disk.files["people.bin"]))
    held = Held()
    page.route("**/chartist.js", held)
    for _ in range(2):
        page.get_by_role("button", name="Players…").click()
        page.locator("#records .close").click()
    page.get_by_role("button", name="Players…").click()
    _arrives(page, held, "report/chartist.js")
    page.locator("#records .table").nth(1).wait_for()
    expect(page.locator("#records section")).to_have_count(2)
    expect(page.locator("#records .table")).to_have_count(2)


def test_two_clicks_ask_for_one_port(page, cable):
    page.evaluate(_PORTS)
    page.get_by_role("button", name="Disconnect").click()
    page.locator("#connect").evaluate(_TWICE)
    page.get_by_text("pico, firmware").wait_for()
    assert page.evaluate("ports") == 1


def test_what_a_board_has_is_filled_in_once(page, cable):
    page.evaluate(
        """() => {
            const list = document.querySelector("#settings .fields");
            const fill = list.replaceChildren;
            window.fills = 0;
            list.replaceChildren = (...rows) => ((window.fills += 1), fill.apply(list, rows));
        }"""
    )
    page.locator("#set").evaluate(_TWICE)
    page.locator("#settings").wait_for()
    page.locator("#settings .close").click()
    page.locator("#set").click()
    page.locator("#settings").wait_for()
    assert page.evaluate("fills") == 2


def test_a_board_that_is_let_go_before_it_is_shown_leaves_the_pages_own(page, cable):
    page.get_by_role("button", name="Disconnect").click()
    wait_until_ready(page)
    held = Held()
    page.route("**/boards/pico.json", held)
    with page.expect_request("**/boards/pico.json"):
        page.get_by_role("button", name="Connect a board").click()
    page.get_by_role("button", name="Disconnect").click()
    wait_until_ready(page)
    own = page.evaluate("picogammon.lights().length")
    _arrives(page, held, "boards/pico.json")
    assert page.locator("#mirrored").is_hidden()
    assert page.evaluate("picogammon.lights().length") == own
    assert page.locator("#which").input_value() == "pico_five"


def test_of_two_boards_the_one_that_was_chosen_last_is_shown(open_board, firmware_address):
    page = open_board(f"{firmware_address}?board=pico").page
    held = Held()
    page.route("**/boards/pico_five.json", held)
    which = page.locator("#which")
    lights = page.evaluate("picogammon.lights().length")
    which.select_option("pico_five")
    which.select_option("pico")
    _arrives(page, held, "boards/pico_five.json")
    assert which.input_value() == "pico"
    assert page.evaluate("picogammon.lights().length") == lights


def test_of_a_board_that_does_not_come_the_one_before_stays_chosen(open_board, firmware_address):
    board = open_board(f"{firmware_address}?board=pico")
    board.page.route("**/boards/pico_five.json", lambda route: route.abort())
    board.page.locator("#which").select_option("pico_five")
    board.page.locator("#line").wait_for()
    assert board.page.locator("#which").input_value() == "pico"
    assert "pico_five" not in board.page.url and board.faults == []


_SHORT = b""" 0 point match

 Game 1
 Ann : 0                        Ben : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Drops                     Wins 1 point
"""


def test_two_matches_are_sent_one_after_the_other(page, cable, tmp_path):
    page.get_by_role("button", name="Send a match").click()
    files = {"long.mat": writing.write(some_match(3)).text.encode(), "short.mat": _SHORT}
    for name, content in files.items():
        file = {"name": name, "mimeType": "text/plain", "buffer": content}
        page.locator("#sending input").set_input_files(file)
    page.get_by_text("It is match 2 on the board").wait_for()
    for number, content in enumerate(files.values(), 1):
        sent = writing.write(fetching.archived(cable.board, number)[0])
        assert sent.text == writing.write(reading.read(content).records).text


def test_earlier_matches_that_are_asked_for_twice_are_listed_once(page, cable):
    cable.board.put("matches/00007.log", b"damaged")
    page.get_by_role("button", name="Fetch a match").click()
    page.locator("#fetching .earlier").evaluate(_TWICE)
    page.get_by_text("These are the board's earlier matches").wait_for()
    expect(page.locator("#fetching li")).to_have_count(2)  # with that which is played


# Chooses a file, closes the dialog and opens it anew, before anything is answered.
_VERIFIES = """(text) => {
    const dialog = document.getElementById("verifying");
    const input = dialog.querySelector("input[type=file]");
    const files = new DataTransfer();
    files.items.add(new File([text], "one.mat"));
    input.files = files.files;
    input.dispatchEvent(new Event("change"));
    dialog.close();
    document.getElementById("verify").click();
}"""


def test_what_is_found_of_one_file_is_not_said_of_another(shelf):
    shelf.evaluate(_VERIFIES, "none")
    file = {"name": "a.mat", "mimeType": "text/plain"}
    file["buffer"] = writing.write(some_match(3)).text.encode()
    shelf.locator("#matches .open input").set_input_files(file)
    # The clerk answers one after the other.
    expect(shelf.locator("#matches [role=status]")).to_contain_text("a.mat is among the matches")
    assert shelf.locator("#verifying [role=status]").inner_text() == ""


def test_a_name_that_is_typed_stays_when_a_file_is_there(shelf):
    shelf.get_by_role("button", name="Rename").click()
    name = shelf.get_by_role("textbox", name="Name of the match")
    name.fill("With grandma")
    file = {"name": "a.mat", "mimeType": "text/plain", "buffer": _SHORT}
    shelf.locator("#matches .open input").set_input_files(file)
    expect(shelf.locator("#matches [role=status]")).to_contain_text("a.mat is among the matches")
    expect(name).to_be_focused()
    shelf.keyboard.press("Enter")
    expect(shelf.get_by_role("button", name="Rename With grandma")).to_be_focused()
    expect(shelf.locator("#matches li")).to_have_count(2)


def test_a_report_that_was_stopped_is_not_shown_as_the_next_one(shelf):
    held = Held()
    shelf.route("**/report/page.html", held)
    choose = shelf.locator("#matches .report input").set_input_files
    with shelf.expect_request("**/report/page.html", timeout=300_000):
        choose({"name": "first.mat", "mimeType": "text/plain", "buffer": _SHORT})
    shelf.get_by_role("button", name="Stop").click()
    bad = _SHORT.replace(b"8/5 6/5", b"8/5 6/4")
    choose({"name": "next.mat", "mimeType": "text/plain", "buffer": bad})
    said = shelf.locator("#reporting [role=status]")
    expect(said).to_contain_text("next: line 5: 31: not legal")
    _arrives(shelf, held, "report/page.html")
    expect(said).to_contain_text("next: line 5: 31: not legal")
    assert shelf.get_by_role("link", name="Open").is_hidden()
