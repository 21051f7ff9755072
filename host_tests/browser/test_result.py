"""What follows a match on the page: its result, what is due, and what the players have done."""

import re

import pytest
from playwright.sync_api import expect

from browser.person import SAID, keep, lose, menu, violations
from fakes.disk import Disk
from match_files.people import played
from tools import ROOT

_SHEET = "#reporting"
_MATCH = ROOT / "host_tests" / "match_files" / "samples" / "galaxy.mat"
# The clerk gets no more messages, until `released()`.
_HOLD = """() => {
    const { postMessage } = Worker.prototype;
    const held = [];
    Worker.prototype.postMessage = function (...given) {
        if (given[0].what === "read") held.push(() => postMessage.apply(this, given));
        else postMessage.apply(this, given);
    };
    window.released = () => {
        Worker.prototype.postMessage = postMessage;
        held.forEach((post) => post());
    };
}"""
_READY = "/ready/.test(document.querySelector('#reporting [role=status]')?.textContent)"


def test_a_match_that_ends_shows_its_result_once_and_then_who_played_how(board):
    page = board.page
    lose(board)
    sheet = page.locator(_SHEET)
    expect(sheet.get_by_role("heading")).to_have_text("Blue wins 3–0")
    assert page.evaluate("document.activeElement.id") == "reporting-title", "no press chooses"
    board.wait_for(_READY)
    assert violations(page) == []
    expect(sheet.locator("th")).to_have_text(["Anna", re.compile(r"Blue \(\w+\)")])
    expect(sheet.locator("td").first).to_have_text(re.compile(r"^PR: \d+\.\d$"))
    expect(sheet.locator(".worst .board svg")).to_have_count(1)
    expect(sheet.locator(".worst li")).to_have_text(  # none of the computer's
        [re.compile("Blunder −.*: Drop; best: take.*Anna", re.DOTALL)]
    )
    with sheet.page.expect_popup() as opened:
        sheet.get_by_role("link", name="Report").click()
    assert "Anna against Blue" in opened.value.title()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    for button in ("back", "back"):  # the board, and its result again
        board.press(button)
        expect(sheet).to_be_hidden()
    board.reload()
    expect(page.locator("#analyse")).to_be_visible()
    expect(sheet).to_be_hidden()
    page.locator("#analyse").click()
    expect(sheet.get_by_role("heading")).to_have_text("Blue wins 3–0")


def test_a_match_that_has_ended_stays_in_the_list_when_the_board_begins_another(board):
    page = board.page
    lose(board)
    page.keyboard.press("Escape")
    page.evaluate(_HOLD)
    board.press("ok")
    board.hold("ok")  # the board's own New match begins
    board.wait_for(f"{SAID}.startsWith('Roll to start')")
    page.locator("#shelf").click()
    rows = page.locator("#matches li")
    expect(rows).to_have_count(1)
    page.evaluate("released()")
    for _ in range(2):
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="Blue won")).to_have_count(1)
        expect(rows.filter(has_text="on the board")).to_contain_text("0–0")
        board.reload()
        page.locator("#shelf").click()
    page.get_by_role("button", name=re.compile("^Report on Anna – Blue")).last.click()
    board.wait_for(_READY)
    with page.expect_popup() as opened:
        page.locator(_SHEET).get_by_role("link", name="Open").click()
    assert "Anna against Blue, match to 3" in opened.value.title()


def test_a_result_waits_until_another_dialog_is_closed(board):
    page = board.page
    opens = "document.getElementById('shelf').click()"
    lose(board, before_end=lambda: page.evaluate(opens))
    board.wait_for(f"{SAID}.startsWith('Blue wins')")
    expect(page.locator(_SHEET)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(_SHEET)).to_be_visible()


def test_a_rematch_is_agreed_as_the_match_before(board):
    page = board.page
    lose(board)
    page.locator(_SHEET).get_by_role("button", name="Rematch").click()
    board.wait_until_ready()
    expect(page.locator(_SHEET)).to_be_hidden()
    expect(page.locator("#below b")).to_have_text("Anna: you")
    expect(page.locator("#below")).to_contain_text("0 of 3")
    page.locator("#shelf").click()
    expect(page.locator("#matches li")).to_have_count(2)


@pytest.mark.parametrize("served", [False, True])
def test_a_report_is_called_deeper_where_it_is(board, engine, served):
    page = board.page
    page.context.route(
        "**/engine.wasm",
        lambda route: route.fulfill(body=engine.read_bytes() if served else b""),
    )
    disk = Disk()
    played(disk, ("Ann Lee", "Bob"), 1)
    keep(board, {"/flash/people.bin": bytes(disk.files["people.bin"])})
    menu(page, "#people")
    judged = page.locator("#records p").first
    expect(judged).to_contain_text("as you played")
    assert ("looks deeper" in judged.inner_text()) == served
    page.locator("#records .close").click()
    lose(board, "Ann Lee")
    board.wait_for(_READY)
    expect(page.locator(_SHEET)).to_contain_text("last games: ")
    assert ("looks deeper" in page.locator(_SHEET).inner_text()) == served


def test_players_have_curves_to_which_a_match_from_a_file_adds_nothing(board):
    page = board.page
    menu(page, "#people")
    expect(page.locator("#records [role=status]")).to_contain_text("no records yet")
    disk = Disk()
    for key in (1, 2, 3):
        played(disk, ("Ann Lee", "Bob"), key)
    keep(board, {"/flash/people.bin": bytes(disk.files["people.bin"])})
    page.locator("#shelf").click()
    page.get_by_label("Open a file…").set_input_files(_MATCH)
    page.get_by_role("button", name="Play Ann Lee – Bob", exact=True).click()
    board.wait_until_ready()
    expect(page.locator(_SHEET)).to_be_hidden()
    board.run(120_000)  # a game that was played here would be graded
    expect(page.locator("#due")).to_be_hidden()
    menu(page, "#people")
    expect(page.locator("#records svg")).to_have_count(2)
    caption = page.locator("#records figcaption").first
    expect(caption).to_contain_text("PR of the last 3 games, lower is better")
    axis = page.locator("#records svg").first.locator("text").all_text_contents()
    assert len(axis) == 2 and float(axis[0]) < float(axis[1])
    page.locator("#records .close").click()
    page.locator("#analyse").click()
    expect(page.locator(_SHEET).locator("td:nth-child(3)").first).to_have_text(
        re.compile(r"^last games: (\d+\.\d, ){2}\d+\.\d$")
    )
