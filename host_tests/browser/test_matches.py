"""Matches on the page: begun, kept, renamed, copied to and from files and a board at the cable,
played from a position, verified, played back, and judged in reports."""

import re
import time

import pytest
from playwright.sync_api import expect

from browser.cable import Board, CabledBoard, connect
from browser.person import (
    KEPT,
    SAID,
    begin,
    go_to,
    keep,
    menu,
    saved,
    says,
    violations,
)
from dice.test_verify import begun, play_turn
from match_files.comparing import told
from match_files.kept import store
from match_files.people import played
from match_files.random_matches import some_match
from picogammon.devices.nor import SECTOR
from picogammon.devices.ring import HEADER
from picogammon.rules import actions, notation
from picogammon.rules.notation import from_xgid
from tools import ROOT
from tools.matches import fetching, log, reading, writing
from tools.matches.fetching import OnLink
from tools.report.__main__ import main as make_report

_SAMPLES = ROOT / "host_tests" / "match_files" / "samples"
_COUNTS = "picogammon.lights().slice(0, 5).map((light) => light[1])"
_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
_NAME = "with grandma.mat"
_BROKEN = b" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/4\n"


def _wait_for_counts(board, *counts):
    board.wait_for(f"(wanted) => String({_COUNTS}) === String(wanted)", list(counts))


def _rows(board):
    """Opens the list of matches, and returns each one's text."""
    if not board.page.locator("#matches").is_visible():
        board.page.locator("#shelf").click()
    return board.page.locator("#matches li").all_inner_texts()


def _link(board):
    """Copies a link to the position, and returns the link."""
    board.page.evaluate("navigator.clipboard.writeText('')")
    menu(board.page, "#link")
    board.page.wait_for_function("navigator.clipboard.readText()")
    return board.page.evaluate("navigator.clipboard.readText()")


def _open(page, content, name=_NAME, label="Open a file…"):
    file = {"name": name, "mimeType": "text/plain", "buffer": content}
    page.get_by_label(label).set_input_files(file)


def _saved(page, row):
    """Saves the match of a row, and returns its file's name and MatchFile."""
    found = saved(page, row.get_by_role("button", name="Save").click)
    return found.suggested_filename, reading.read(found.path().read_bytes())


def test_a_new_match_leaves_the_old_one_which_goes_on_and_is_renamed_and_deleted(
    open_board, standin_address
):
    standin = open_board(standin_address)
    page = standin.page
    standin.press("ok")
    _wait_for_counts(standin, 0, 0, 1, 0, 0)
    assert len(_rows(standin)) == 1
    begin(standin, opener="#matches .begin")
    _wait_for_counts(standin, 0, 0, 0, 0, 0)
    standin.press("back")
    _wait_for_counts(standin, 0, 0, 0, 1, 0)
    standin.reload()
    _wait_for_counts(standin, 0, 0, 0, 1, 0)
    newer, older = _rows(standin)
    assert "on the board" in newer and "on the board" not in older
    page.get_by_role("button", name="Play Match 1", exact=True).click()
    _wait_for_counts(standin, 0, 0, 1, 0, 0)
    standin.key("Enter")  # the keyboard is the board's again
    _wait_for_counts(standin, 0, 0, 2, 0, 0)
    _rows(standin)
    page.get_by_role("button", name="Play Match 2", exact=True).click()
    _wait_for_counts(standin, 0, 0, 0, 1, 0)
    _rows(standin)
    page.once("dialog", lambda dialog: dialog.accept(" With grandma "))
    page.get_by_role("button", name="Rename Match 1").click()
    page.get_by_role("button", name="Delete With grandma").click()
    page.locator("#asking").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Delete With grandma").click()
    page.get_by_role("button", name="Delete for good").click()
    expect(page.locator("#matches li")).to_have_count(1)
    standin.reload()
    assert len(_rows(standin)) == 1 and "grandma" not in _rows(standin)[0]


def test_a_match_has_the_date_of_its_last_move(open_board, firmware_address):
    def day(number):
        board.page.clock.set_fixed_time(f"2026-03-0{number}T12:00")

    board = open_board(f"{firmware_address}?seed=5#{_ROLL}")
    day(1)
    for _ in range(3):  # two steps, and done
        board.press("ok")
    board.run(9000)
    day(5)
    begin(board)
    board.run(3000)
    day(7)
    _rows(board)
    board.page.get_by_role("button", name=re.compile(r"^Play (?!back)")).click()
    board.wait_until_ready()
    board.run(3000)
    day(9)
    assert [re.findall("Mar ., 2026", row) for row in _rows(board)] == [["Mar 1, 2026"]]


def test_an_address_begins_a_match_at_its_position_and_follows_it(open_board, firmware_address):
    board = open_board(
        f"{firmware_address}?seed=5", permissions=["clipboard-read", "clipboard-write"]
    )
    board.press("ok")
    board.wait_for(f"/^Amber to roll/.test({SAID})")  # Blue has played
    # The address lags behind by a moment; a link does not.
    own = "#" + _link(board).partition("#")[2]
    go_to(board, _ROLL)
    board.wait_for(f"/Dice: 3, 1/.test({SAID})")
    assert "score 2" in board.page.locator("#side-0").text_content()
    board.wait_for("history.state")
    board.page.evaluate("history.replaceState(history.state, '', '#XGID=lagging')")
    board.reload()
    board.wait_for(f"/Dice: 3, 1/.test({SAID})")
    assert _link(board).endswith(_ROLL)
    rows = _rows(board)
    assert len(rows) == 2 and "2–1, match to 5" in rows[0]
    # The other match is the one that stands where its address says.
    board.page.keyboard.press("Escape")
    go_to(board, own)
    board.wait_for("document.getElementById('side-0').textContent.includes('score 0')")
    assert len(_rows(board)) == 2
    assert board.errors() == []


def test_a_boards_code_is_pasted_and_corrected(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    page = board.page
    page.locator("#shelf").click()
    page.get_by_role("button", name="From a position").click()
    field = page.get_by_role("textbox", name="The position")
    code = notation.to_code(from_xgid(_ROLL))
    for wrong, said in (("nonsense", "no position found"), (code[:-3], "this has 9")):
        field.fill(wrong)
        page.get_by_role("button", name="Play", exact=True).click()
        says(page, said, "enter")
        expect(field).to_be_focused()
    field.fill(f"  {code.lower()} ")
    page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for(f"decodeURIComponent(location.hash) === '#{_ROLL}'")
    assert "score 2" in page.locator("#side-0").text_content()


_FAULTY = """ 5 point match

 Game 1
 Ann : 0                        Zoë : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 55: Illegal play            61: 13/7 8/7
      Wins 1 point
"""
_WINDOWS = writing.write(some_match(3), {"EventDate": "2026.01.01"}).text.replace("\n", "\r\n")


@pytest.mark.parametrize("text, encoding", [(_WINDOWS, "utf-8-sig"), (_FAULTY, "utf-16")])
def test_a_file_is_opened_as_far_as_it_is_sound_and_saved_again(shelf, text, encoding):
    expected = reading.read(text.encode(encoding))
    _open(shelf, text.encode(encoding))
    for said in ("with grandma.mat is among the matches", *expected.notes):
        says(shelf, said)
    row = shelf.locator("#matches li", has_text=_NAME)
    name, again = _saved(shelf, row)
    assert name == re.sub(r"\W+", "-", "-".join(expected.names)).strip("-") + ".mat"
    assert row.locator("b").inner_text() == " – ".join(expected.names)
    assert told(again.records) == told(expected.records)
    _open(shelf, _BROKEN)
    says(shelf, "line 5: 31: not legal")
    assert shelf.locator("#matches li").count() == 2


@pytest.fixture
def cable(page, firmware_address):
    """A CabledBoard with a running match and two earlier ones, in the page's open list."""
    cable = CabledBoard()
    cable.board = Board(some_match(5)[:15], (some_match(11), some_match(4)))
    cable.shown = connect(page, firmware_address, cable)
    page.locator("#shelf").click()
    yield cable
    assert cable.stops == 0


def test_the_boards_matches_are_kept_here_and_saved(page, cable):
    damaged = cable.board.ring.runs()[1]
    sector = cable.board.ring.sectors(damaged)[0].number
    cable.board.ring.flash.program(sector, HEADER, bytes(60))
    page.locator("#matches .close").click()
    page.locator("#shelf").click()
    rows = page.locator("#matches ul").first.locator("li")
    rows.nth(2).get_by_text("match to").wait_for()
    running, unread, earlier = (rows.nth(at) for at in range(3))
    assert "on the board" in running.inner_text() and "damaged" in unread.inner_text()
    _, saved = _saved(page, earlier)
    written = reading.read(writing.write(some_match(11)).text.encode()).records
    assert saved.records == written and saved.about["EventDate"] == "2026.11.22"
    earlier.get_by_role("button", name="Keep").click()
    says(page, "is among the matches of this browser")
    kept = page.locator("#matches ul").last.locator("li", has_text="of pico")
    assert _saved(page, kept)[1].records == written


def test_a_match_is_sent_to_the_board_from_here_and_from_a_file(page, cable):
    for name, content, said in (
        ("none.log", b"no log", "this is not a board's match"),
        ("broken.mat", _BROKEN, "line 5: 31: not legal"),
    ):
        _open(page, content, name, "Send a file…")
        says(page, said)
    whole = writing.write(some_match(5), {"EventDate": "2025.03.04"}).text.encode()
    _open(page, whole, "evening.mat", "Send a file…")
    says(page, "evening.mat is among the matches of the board, which plays on")
    sent = [*reading.read(whole).records, actions.score((6, 0))]
    assert cable.board.matches()[0] == ("sent", "2025-03-04", sent)
    mine = page.locator("#matches ul").first.locator("li", has_text="on the board")
    mine.get_by_role("button", name="Keep").click()
    says(page, "is among the matches of this browser")
    page.locator("#matches ul").last.get_by_role("button", name="Send").first.click()
    says(page, "is among the matches of the board")
    assert cable.board.matches()[0] == ("sent", time.strftime("%Y-%m-%d"), some_match(5)[:15])


def _flash_of(board):
    """The files of a Board as the page keeps them: path -> bytes."""
    flash = board.ring.flash
    files = {f"matches/{at:02}": flash.read(at, 0, SECTOR) for at in range(board.ring.used)}
    files |= board.disk.files
    return {f"/flash/{name}": bytes(content) for name, content in files.items()}


def test_a_backup_of_the_pages_own_board_is_one_of_a_board_at_the_cable(
    open_board, firmware_address
):
    board = Board(some_match(5)[:15], (some_match(3), some_match(11)))
    played(board.disk, ("Ann", "Bob"), 3)
    board.disk.files["seal.bin"] = store(b"A" * 32)
    content, count, _ = fetching.backup(OnLink(board, print))
    virtual = open_board(firmware_address)
    keep(virtual, _flash_of(board))
    page = virtual.page
    for opened, said in (("#back-up", page.locator("#line")), ("#erase", page.locator("#confirm"))):
        if opened == "#erase":
            menu(page, opened)
            found = saved(page, page.get_by_role("button", name="Back up first").click)
        else:
            found = saved(page, lambda: menu(page, "#back-up"))
        assert found.suggested_filename == "picogammon.zip"
        assert fetching.unpack(found.path().read_bytes()) == fetching.unpack(content)
        expect(said).to_contain_text(f"The backup has {count} files, but not the secret")


def test_a_backup_is_restored_to_the_pages_own_board_and_adds_nothing_twice(
    open_board, firmware_address, tmp_path
):
    ours = Board(some_match(5)[:15], (some_match(3),))
    theirs = Board(some_match(8)[:30], (some_match(3), some_match(11)))
    played(theirs.disk, ("Ann", "Bob"), 3)
    path = tmp_path / "theirs.zip"
    path.write_bytes(fetching.backup(OnLink(theirs, print))[0])
    opened = open_board(firmware_address)
    keep(opened, _flash_of(ours))
    page = opened.page
    for added in ("2 matches and 1 other file", "nothing new"):
        page.locator("#more").click()
        page.locator("#restore input").set_input_files(path)
        dialog = page.locator("#asking")
        expect(dialog).to_contain_text(f"This adds {added}. The running match stays as it is.")
        dialog.get_by_role("button", name="Restore").click()
        page.get_by_text(f"Added: {added}.").wait_for()
        page.locator("#line-close").click()
    found = fetching.unpack(saved(page, lambda: menu(page, "#back-up")).path().read_bytes())
    assert list(log.match_log(found["match.log"]).open()) == some_match(5)[:15]
    assert len([name for name in found if name.startswith("matches/")]) == 3
    assert "people.bin" in found


_SECRET = "000102030405060708090A0B0C0D0E0F"


def test_sealed_dice_are_verified(shelf):
    sitting = begun()
    play_turn(sitting)
    without_secret = writing.write(sitting.log.records).text.encode()
    shelf.get_by_role("button", name="Verify sealed dice").click()
    for label, text, said in (
        ("Number", "", "the secret is not in the file"),
        ("Secret, if the file lacks it", _SECRET, "YES: all"),
        ("Number", "1", "NO: the number in the file is 111111, not 1"),
        ("Seal, at least 16 digits", "F" * 16, "this is another match"),
    ):
        shelf.get_by_label(label).fill(text)
        _open(shelf, without_secret, label="Choose the file…")
        says(shelf, said, "verifying")
    _open(shelf, _BROKEN, label="Choose the file…")
    says(shelf, "line 5: 31: not legal", "verifying")


_CURRENT = "document.querySelector('#moves [aria-current]')?.textContent"
_SEEN = """() => {
    const list = document.querySelector("#moves .scrolls").getBoundingClientRect();
    const move = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    return list.top <= move.top && move.bottom <= list.bottom && list.bottom <= innerHeight;
}"""


def _wait_for_move(board, text):
    board.wait_for(f"(text) => {_CURRENT} === text", text)


def test_a_move_is_gone_to_by_mouse_and_by_keys_and_kept_in_sight(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    page = board.page
    board.press("ok")
    board.wait_for(f"{SAID}.startsWith('Blue goes first')")
    before = page.evaluate(KEPT)
    page.locator("#shelf").click()
    page.get_by_label("Open a file…").set_input_files(_SAMPLES / "gnubg.mat")
    page.get_by_role("button", name="Play back Ann Lee – Bob").click()
    _wait_for_move(board, "Game 1")
    assert page.get_by_role("complementary", name="Ann Lee – Bob").is_visible()
    page.get_by_role("button", name="63: 24/21* 8/2").click()
    _wait_for_move(board, "63: 24/21* 8/2")
    board.wait_for(f"{SAID}.includes('24/21* 8/2')")
    board.key("ArrowLeft")  # the keyboard is the board's again
    _wait_for_move(board, "54: 13/4")
    board.wait_for(_SEEN)
    assert violations(page) == []
    page.locator("#moves [aria-current]").focus()
    for key in ("End", "ArrowUp", "ArrowDown", "Home", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    _wait_for_move(board, "21: 13/10")
    board.wait_for(f"{SAID}.includes('Ann Lee: 13/10')")
    assert page.evaluate(f"document.activeElement.textContent === {_CURRENT}")
    assert page.evaluate(KEPT) == before != {}
    board.press("back")
    board.wait_for(f"{SAID}.startsWith('Blue')")
    board.wait_for("document.getElementById('moves-title').textContent === 'Amber – Blue'")
    assert board.errors() == []


@pytest.mark.long
def test_the_moves_stand_beside_the_board_while_one_plays_and_a_click_shows_one(
    open_board, firmware_address
):
    board = open_board(f"{firmware_address}?seed=5&board=pico")
    board.press("ok")
    board.wait_for(f"{SAID}.startsWith('Amber to roll')")  # Blue has played
    board.wait_for(f"/^\\d\\d: /.test({_CURRENT})")
    first = board.page.evaluate(_CURRENT)
    board.press("ok")
    board.wait_for(f"/^\\d\\d:$/.test({_CURRENT})")  # rolled, and not yet played
    board.page.get_by_role("button", name=first).click()
    _wait_for_move(board, first)
    board.wait_for(f"{SAID}.startsWith('Blue: {first[4:]}')")
    board.press("back")
    board.wait_for(f"/^\\d\\d:$/.test({_CURRENT})")
    assert board.errors() == []


_NARROW = {"width": 360, "height": 740}
_MAT = b"""; [Player 1 "A<b>nn"]
; [Player 2 "O'$x$"]
; [Event "Club & <i>night"]

 0 point match

 Game 1
 A<b>nn : 0                     O'$x$ : 0
  1) 31: 8/5 6/5                 65: 24/13
  2)  Doubles => 2               Drops
      Wins 1 point

 Game 2
 A<b>nn : 1                     O'$x$ : 0
  1)                             21: 13/11 6/5
  2) 55: 13/3(2)                 Doubles => 2
  3)  Drops                     Wins 1 point
"""


def _reports(shelf, tmp_path, content, *options):
    """Returns the report by the page, and by make report."""
    _open(shelf, content, "club.mat", "Report on a file…")
    shelf.get_by_role("link", name="Open").wait_for(timeout=0)
    made = saved(shelf, shelf.get_by_role("link", name="Save").click)
    assert made.suggested_filename == "club.html"
    (tmp_path / "club.mat").write_bytes(content)
    assert make_report([str(tmp_path / "club.mat"), *options]) == 0
    expected = (tmp_path / "club.html").read_text("utf-8")
    return made.path().read_text("utf-8"), expected


def test_without_the_compiled_engine_a_report_is_experts(shelf, tmp_path):
    shelf.route("**/engine.wasm", lambda route: route.fulfill(body=b""))
    made, expected = _reports(shelf, tmp_path, _MAT.partition(b"\n Game 2")[0], "--level", "expert")
    assert made == expected


@pytest.mark.long
def test_a_report_of_a_file_is_the_one_that_make_report_makes(shelf, tmp_path, engine):
    made, expected = _reports(shelf, tmp_path, _MAT)
    assert made == expected
    assert "two rolls ahead with the cube" in made and "Club &amp; &lt;i&gt;night" in made
    with shelf.expect_popup() as opened:
        shelf.get_by_role("link", name="Open").click()
    page = opened.value
    page.wait_for_load_state()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text))
    page.set_viewport_size(_NARROW)
    page.reload()
    assert page.title() == "A<b>nn against O'$x$, for money"
    assert page.evaluate("document.documentElement.scrollWidth") == _NARROW["width"]
    page.locator("summary").first.click()
    assert page.locator(".lines .board").first.bounding_box()["width"] > 300
    course = page.locator(".chances svg").first.bounding_box()
    assert course["width"] > 300 and course["height"] > 100
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
    assert wrong == []


@pytest.mark.long
def test_the_first_game_is_read_while_others_are_judged_and_what_cannot_be_read_is_said(
    shelf, engine
):
    """The match is so long that its report is still made when it is stopped."""
    _open(shelf, writing.write(some_match(64)).text.encode(), "long.mat", "Report on a file…")
    expect(shelf.locator("#reporting")).to_contain_text(re.compile(r"game 1 of \d+, 0 %"))
    with shelf.expect_popup(timeout=0) as opened:
        shelf.get_by_role("link", name="Game 1").click(timeout=0)
    early = opened.value
    expect(early.locator("main")).to_contain_text("the others are being judged")
    expect(early.locator("h2")).to_contain_text(["Game 1"])
    early.close()
    assert shelf.locator("#reporting progress").evaluate("bar => bar.value > 0 && bar.value < 1000")
    shelf.keyboard.press("Escape")
    assert shelf.locator("#matches").is_visible() and not shelf.locator("#reporting").is_visible()
    _open(shelf, _BROKEN, "bad.mat", "Report on a file…")
    says(shelf, "bad: line 5: 31: not legal", "reporting")
    assert not shelf.locator("#reporting progress").is_visible()
