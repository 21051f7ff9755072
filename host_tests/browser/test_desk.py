"""The page with a board at a cable: backups, records, reports and playback."""

import pytest
from playwright.sync_api import expect

from browser.cable import TWICE, Board, CabledBoard, connect
from browser.person import menu, saved, says
from fakes.disk import Disk
from match_files.kept import store
from match_files.people import played
from match_files.random_matches import some_match
from picogammon.hardware import FIRST, LAST
from tools.matches import fetching, listing
from tools.matches.fetching import OnLink

# Counts the ports that are asked for.
_PORTS = """() => {
    const ask = navigator.serial.requestPort;
    window.ports = 0;
    navigator.serial.requestPort = () => ((window.ports += 1), ask());
}"""
# Has another program hold the port.
_TAKEN = """() => {
    const refused = new DOMException("Failed to open serial port.", "NetworkError");
    navigator.serial.requestPort = async () => ({ open: () => Promise.reject(refused) });
}"""
_CURRENT = "document.querySelector('#moves [aria-current]')?.textContent"


@pytest.fixture
def cable(page, firmware_address):
    """A CabledBoard, its board shown on the page; `shown`: its VirtualBoard."""
    cable = CabledBoard()
    cable.shown = connect(page, firmware_address, cable)
    return cable


def test_two_clicks_ask_for_one_port_also_in_the_middle_of_another_programs_line(page, cable):
    page.evaluate(_PORTS)
    page.locator("#connect").evaluate("(button) => button.click()")
    cable.begun = "probe"
    page.locator("#connect").evaluate(TWICE)
    page.get_by_text("pico, firmware").wait_for()
    assert page.evaluate("ports") == 1
    assert cable.begun == "" and cable.stops == 0


def test_of_a_port_that_does_not_open_it_is_said_who_may_hold_it(page, cable):
    page.locator("#connect").evaluate("(button) => button.click()")
    page.evaluate(_TAKEN)
    page.locator("#connect").evaluate("(button) => button.click()")
    page.get_by_text("another program or tab may hold it").wait_for()
    assert page.locator("#mirrored").is_hidden()


@pytest.mark.long
def test_a_cable_that_comes_out_is_said_and_the_match_here_goes_on(page, cable):
    page.evaluate("pullOut()")
    page.get_by_text("The cable was unplugged.").wait_for()
    cable.shown.wait_until_ready()
    assert page.locator("#mirrored").is_hidden()


def test_backups_and_restores_of_the_page_and_of_the_pc_are_the_same(page, cable, tmp_path):
    records = some_match(5)[:15]
    cable.board = Board(
        records, (some_match(3),), {"settings.bin": store(b"\1"), "main.py": b"pass"}
    )
    made = saved(page, page.get_by_role("button", name="Back up").click)
    content, _, _ = fetching.backup(OnLink(cable.board, print))
    kept = fetching.unpack(content)
    assert fetching.unpack(made.path().read_bytes()) == kept
    assert sorted(kept) == ["match.log", "matches/00001-20261122.log", "settings.bin"]
    (tmp_path / "pc.zip").write_bytes(content)
    boards = [
        Board(some_match(8), (some_match(7),), {"seal.bin": store(b"A" * 32)}) for _ in range(2)
    ]
    cable.board = boards[0]
    page.locator("#mirrored input[type=file]").set_input_files(tmp_path / "pc.zip")
    page.get_by_role("button", name="Restore", exact=True).click()
    page.get_by_text("Added: 2 matches and 1 other file.").wait_for()
    place = OnLink(boards[1], print)
    fetching.restore(place, fetching.planned(place, content))
    assert boards[0].matches() == boards[1].matches()
    assert boards[0].disk.files == boards[1].disk.files
    assert [what for what, _, _ in boards[0].matches()] == ["sent", "sent", "running", "played"]
    assert cable.restarts == 1 and cable.stops == 0


@pytest.mark.long
def test_what_is_no_backup_changes_nothing(page, cable, tmp_path):
    cable.board = Board(some_match(5)[:15])
    content, _, _ = fetching.backup(OnLink(cable.board, print))
    before = cable.board.matches()
    path = tmp_path / "picogammon.zip"
    for broken in (b"", content[:60], content + bytes(1 << 20)):
        path.write_bytes(broken)
        page.locator("#mirrored input[type=file]").set_input_files(path)
        page.get_by_text("this is not a board's backup").wait_for()
        page.locator("#line-close").click()
    assert cable.board.matches() == before and cable.board.disk.files == {}


@pytest.mark.long
def test_the_moves_of_a_match_that_the_board_plays_back_stand_beside_it(page, cable):
    records = some_match(3)
    cable.board = Board(some_match(5)[:15], (records,))
    game = listing.games(records)[0]
    moves = page.locator("#moves button:not(.close)")
    expect(moves).to_have_count(0)
    cable.played = "1 1 0"
    page.wait_for_function(f"{_CURRENT} === 'Game 1'")
    assert page.get_by_role("complementary", name=" – ".join(game.names)).is_visible()
    assert page.get_by_text("pico, firmware").is_visible()
    cable.played = "1 1 2"
    page.wait_for_function(f"(text) => {_CURRENT} === text", arg=game.cells[1].text)
    page.locator("#moves td button").nth(2).click()
    page.wait_for_function(f"(text) => {_CURRENT} === text", arg=game.cells[2].text)
    assert cable.played == "1 1 3"
    cable.played = None
    expect(moves).to_have_count(0)


@pytest.mark.long
def test_the_report_is_shown_and_saved_or_why_there_is_none(page, cable):
    page.get_by_role("button", name="Hardware report").click()
    page.get_by_text("this board lacks the memory for that").wait_for()
    lines = [FIRST, "firmware: 0.1.0", LAST]
    cable.report = "".join(f"{line}\r\n" for line in lines)
    made = saved(page, page.get_by_role("button", name="Hardware report").click)
    assert made.path().read_text().split("\n") == lines
    page.get_by_text("Details").click()
    assert page.locator("#line-trace").inner_text().split("\n") == lines


@pytest.mark.long
def test_what_people_did_is_shown_with_curves(page, cable):
    menu(page, "#people")
    says(page, "The board has no records yet", "records")
    page.locator("#records .close").click()
    disk = Disk()
    for key in range(1, 4):
        played(disk, ("Ann", "B,b"), key)
    people = cable.board.disk.files["people.bin"] = disk.files["people.bin"]
    menu(page, "#people")
    page.locator("#records svg").nth(1).wait_for()
    expect(page.locator("#records section")).to_have_count(2)
    assert "3 of 3" in page.locator("#records section").nth(0).inner_text()
    page.locator("#records .close").click()
    people[30] ^= 1
    menu(page, "#people")
    says(page, "damaged", "records")
    assert cable.stops == 0
