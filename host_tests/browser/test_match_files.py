"""Match files on the page: opened, saved, verified, played back, and judged in reports."""

import re
from types import SimpleNamespace

import pytest

from browser.test_everybody import violations
from fakes.sitting import LoadedDice, Sitting, two_people
from picogammon.app.session import seal
from picogammon.rules import actions
from tools import ROOT
from tools.matches import reading, writing
from tools.report.__main__ import main as make_report
from tools.soak.match_files import some_match, told
from tools.virtual_board.driver import VirtualBoard, on_manual_time

_SAMPLES = ROOT / "host_tests" / "match_files" / "samples"
_SAID = "document.getElementById('said').textContent"
_SECRET = "000102030405060708090A0B0C0D0E0F"
_NAME = "with grandma.mat"


@pytest.fixture(scope="module")
def sealed():
    """The text of a .mat file of a match to 1 with sealed dice."""
    number = "271828"
    digest = seal.seal_of(_SECRET)
    dice = [seal.roll(_SECRET, number, 1, count) for count in range(1, 9)]
    sitting = Sitting(LoadedDice(dice), two_people(1))
    while sitting.match.rolls_made() < 6:
        sitting.press("OK")
    records = list(sitting.log.records)
    records.append(actions.note(actions.SECRET, _SECRET.encode()))
    records.insert(2, seal.note(digest, number))
    return writing.write(records).text


@pytest.fixture(scope="module")
def opened(chromium, firmware_address):
    """The page, with its matches open, for the tests that leave nothing behind but matches: its
    clerk has begun."""
    context = chromium.new_context(service_workers="block")
    board = VirtualBoard(context.new_page(), on_manual_time(f"{firmware_address}?seed=5"))
    board.page.get_by_role("button", name="Matches").click()
    yield board.page
    assert board.faults == [] and board.errors() == []
    context.close()


def _file(content, name=_NAME):
    return {"name": name, "mimeType": "text/plain", "buffer": content}


def _choose(page, what, content, name=_NAME):
    label = {"open": "Open a file…", "report": "Report on a file…"}[what]
    page.get_by_label(label).set_input_files(_file(content, name))


def _row(page, name=_NAME):
    """The match of the file, among those that are kept."""
    return page.locator("#matches li", has_text=name)


def _said(page, text):
    page.locator("#matches [role=status]", has_text=text).wait_for()


def test_a_file_is_opened_and_saved_again_as_the_same_match(shelf):
    records = some_match(3)
    written = writing.write(records, {"EventDate": "2026.01.01"}).text
    expected = reading.read(written.encode())
    _choose(shelf, "open", b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode())
    _said(shelf, "with grandma.mat is among the matches")
    with shelf.expect_download() as download:
        _row(shelf).get_by_role("button", name="Save").click()
    names = "-".join(expected.names)
    assert download.value.suggested_filename == re.sub(r"\W+", "-", names).strip("-") + ".mat"
    assert _row(shelf).locator("b").inner_text() == " – ".join(expected.names)
    again = reading.read(download.value.path().read_bytes())
    assert again.records == expected.records
    _choose(shelf, "open", b" 5 point match\n\n Game 1\n A : 0   B : 0\n  1) 31: 8/5 6/4\n")
    _said(shelf, "line 5: 31: not legal")
    assert shelf.locator("#matches li").count() == 2


_FAULTY = """ 5 point match

 Game 1
 Ann : 0                        Zoë : 0
  1) 31: 8/5 6/5                 42: 8/4 6/4
  2) 55: Illegal play            61: 13/7 8/7
      Wins 1 point
"""


def _sgf():
    """What gnubg writes of a match, with a game more that breaks off."""
    sound = (_SAMPLES / "gnubg.sgf").read_bytes()
    return sound.rstrip() + b"(;FF[4]GM[6]MI[length:5][game:9][ws:1][bs:4];W[42hdfd];B[3"


@pytest.mark.long
def test_a_file_with_faults_is_opened_as_far_as_it_is_sound_and_says_so(opened):
    for name, content in (
        ("utf-16-le.mat", _FAULTY.encode("utf-16")),
        ("utf-16-be.mat", b"\xfe\xff" + _FAULTY.encode("utf-16-be")),
        ("sgf.mat", _sgf()),
    ):
        expected = reading.read(content)
        _choose(opened, "open", content, name)
        _said(opened, f"{name} is among the matches")
        assert len(expected.faults) == 1
        for note in expected.notes:
            _said(opened, note)
        with opened.expect_download() as download:
            _row(opened, name).get_by_role("button", name="Save").click()
        again = reading.read(download.value.path().read_bytes())
        assert told(again.records) == told(expected.records)


def _verified(page, text):
    page.locator("#verifying [role=status]", has_text=text).wait_for()


def _verify(page, content):
    page.locator("#verifying input[type=file]").set_input_files(_file(content))


def test_sealed_dice_are_verified(opened, sealed):
    opened.get_by_role("button", name="Verify sealed dice").click()
    _verify(opened, sealed.encode())
    _verified(opened, "YES: all")
    _verified(opened, "Compare the seal")
    _verify(opened, sealed.replace("number 271828", "number 271829").encode())
    _verified(opened, "in the file")
    _verified(opened, "rolls are not as they were sealed")
    opened.get_by_label("Seal, at least 16 digits").fill(
        seal.hex_text(seal.seal_of(_SECRET))[:16].lower()
    )
    _verify(opened, sealed.replace(f" secret {_SECRET}", "").encode())
    _verified(opened, "the secret is not in the file")
    opened.get_by_label("Secret, if the file lacks it").fill(_SECRET)
    opened.keyboard.press("Enter")
    _verified(opened, "It has the seal that you gave")
    _verify(opened, "".join(sealed.partition("secret ")[0]).encode() + b"\xe4")
    _verified(opened, "this is no match file")
    opened.locator("#verifying .close").click()


_CURRENT = "document.querySelector('#moves [aria-current]')?.textContent"
_SEEN = """() => {
    const list = document.querySelector("#moves .scrolls").getBoundingClientRect();
    const move = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    return list.top <= move.top && move.bottom <= list.bottom && list.bottom <= innerHeight;
}"""


def _wait_for_move(board, text):
    board.wait_for(f"(text) => {_CURRENT} === text", text)


def _press(board, button):
    """Presses it; returns what the display says then, which is something else than before."""
    before = board.page.evaluate(_SAID)
    board.press(button)
    board.wait_for(f"(before) => {_SAID} !== before", before)
    return board.page.evaluate(_SAID)


def _go_to(board, item):
    """Opens the menu of a playback, walks to the item and presses OK."""
    _walk_to(board, item, _press(board, "ok"))


def _choose_in_menu(board, item):
    """Opens the board's menu, walks to the item and presses OK."""
    board.page.locator("#menu").click()
    board.wait_for(f"{_SAID}.startsWith('Pips and score')")
    _walk_to(board, item, "")


def _walk_to(board, item, said):
    while item not in said:
        said = _press(board, "next")
    board.press("ok")


@pytest.fixture
def played(open_board, firmware_address):
    """The page on a phone, a match played back from its beginning."""
    board = open_board(firmware_address, viewport={"width": 360, "height": 740})
    board.page.get_by_role("button", name="Matches").click()
    board.page.get_by_label("Open a file…").set_input_files(_SAMPLES / "gnubg.mat")
    board.page.get_by_role("button", name="Play back Ann Lee – Bob").click()
    _wait_for_move(board, "Game 1")
    _show_moves(board)
    yield board
    assert board.faults == [] and board.errors() == []


def _show_moves(board):
    board.page.get_by_role("button", name="Menu", exact=True).click()
    board.page.get_by_role("button", name="Moves of this match").click()


@pytest.mark.long
def test_the_move_that_is_shown_is_marked_and_kept_in_sight(played):
    page = played.page
    assert page.get_by_role("complementary", name="Ann Lee – Bob").is_visible()
    rows = page.locator("#moves table").first.locator("tr").all_inner_texts()
    assert [row.split("\t") for row in rows] == [
        ["", "Ann Lee : 0", "Bob : 0"],
        ["1", "", "64: 8/2 6/2"],
        ["2", "21: 13/10", "42: 13/7"],
        ["3", "Doubles to 2", "Drops"],
        ["Ann Lee wins 1 point, a double dropped. 1–0"],
    ]
    played.press("next")
    _wait_for_move(played, "64: 8/2 6/2")
    played.press("next")
    _wait_for_move(played, "21: 13/10")
    played.press("prev")
    _wait_for_move(played, "64: 8/2 6/2")
    played.wait_for(_SEEN)
    _press(played, "ok")
    assert page.locator("#moves").is_visible()  # beside the menu, too
    _press(played, "back")
    _go_to(played, "Next game")
    _wait_for_move(played, "Game 2")
    played.wait_for(_SEEN)
    page.set_viewport_size({"width": 740, "height": 360})  # a phone is turned
    played.wait_for(_SEEN)
    page.set_viewport_size({"width": 360, "height": 740})
    played.wait_for(_SEEN)
    assert violations(played) == []
    played.press("back")
    page.locator("#moves").wait_for(state="hidden")


def test_a_move_is_gone_to_by_mouse_and_by_keys(played):
    page = played.page
    page.get_by_role("button", name="63: 24/21* 8/2").click()
    _wait_for_move(played, "63: 24/21* 8/2")
    played.wait_for(f"{_SAID}.includes('24/21* 8/2')")
    played.key("ArrowLeft")  # the keyboard is the board's again
    _wait_for_move(played, "54: 13/4")
    _show_moves(played)
    page.locator("#moves [aria-current]").focus()
    for key in ("End", "ArrowUp", "ArrowDown", "Home", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    _wait_for_move(played, "21: 13/10")
    played.wait_for(f"{_SAID}.includes('Ann Lee: 13/10')")
    assert page.evaluate(f"document.activeElement.textContent === {_CURRENT}")
    page.keyboard.press("Escape")
    page.locator("#moves").wait_for(state="hidden")


@pytest.mark.long
def test_the_moves_stand_beside_the_board_while_one_plays_and_a_click_shows_one(
    open_board, firmware_address
):
    board = open_board(f"{firmware_address}?seed=5&board=pico")
    page = board.page
    assert page.locator("#moves h2").inner_text() == "No moves yet"
    board.press("ok")
    board.wait_for(f"{_SAID}.startsWith('Amber to roll')")  # Blue has played
    board.wait_for(f"/^\\d\\d: /.test({_CURRENT})")
    first = page.evaluate(_CURRENT)
    board.press("ok")
    board.wait_for(f"/^\\d\\d:$/.test({_CURRENT})")  # rolled, and not yet played
    page.get_by_role("button", name=first).click()
    _wait_for_move(board, first)
    board.wait_for(f"{_SAID}.startsWith('Blue: {first[4:]}')")
    page.get_by_role("button", name="Game 1").click()
    _wait_for_move(board, "Game 1")
    board.press("back")
    board.wait_for(f"/cursor/.test({_SAID})")  # the turn goes on
    board.wait_for(f"/^\\d\\d:$/.test({_CURRENT})")
    # It becomes an earlier match, and is listed again where it is played back.
    _choose_in_menu(board, "New match")
    for button in ("ok", "next", "ok"):  # Start; yes, end this match
        _press(board, button)
    _choose_in_menu(board, "Earlier matches")
    board.wait_for(f"{_SAID}.startsWith('Amber - Blue')")
    board.press("ok")
    _wait_for_move(board, "Game 1")
    assert page.get_by_role("button", name=first).is_visible()
    assert board.faults == [] and board.errors() == []


_NARROW = {"width": 360, "height": 740}
_WIDEST = "document.documentElement.scrollWidth"
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


_FIRST_GAME = _MAT.partition(b"\n Game 2")[0]


def test_without_the_compiled_engine_a_report_is_experts(shelf, tmp_path):
    shelf.route("**/engine.wasm", lambda route: route.fulfill(body=b""))
    made, expected = _reports(shelf, tmp_path, _FIRST_GAME, "--level", "expert")
    assert made == expected


def _reports(shelf, tmp_path, content, *options):
    """The report that the page makes, and that which make report makes."""
    _choose(shelf, "report", content, "club.mat")
    shelf.get_by_role("link", name="Open").wait_for(timeout=0)
    with shelf.expect_download() as download:
        shelf.get_by_role("link", name="Save").click()
    assert download.value.suggested_filename == "club.html"
    made = download.value.path().read_text("utf-8")
    (tmp_path / "club.mat").write_bytes(content)
    assert make_report([str(tmp_path / "club.mat"), *options]) == 0
    expected = (tmp_path / "club.html").read_text("utf-8")
    return made, expected


@pytest.mark.long
def test_a_report_of_a_file_is_the_one_that_make_report_makes(shelf, tmp_path, engine):
    made, expected = _reports(shelf, tmp_path, _MAT)
    assert made == expected
    assert "level grandmaster; the luck by" in made and "Club &amp; &lt;i&gt;night" in made

    with shelf.expect_popup() as opened:
        shelf.get_by_role("link", name="Open").click()
    page = opened.value
    page.wait_for_load_state()
    wrong = []
    page.on("console", lambda message: wrong.append(message.text))
    page.set_viewport_size(_NARROW)
    page.reload()
    assert page.title() == "A<b>nn against O'$x$, for money"
    assert page.evaluate(_WIDEST) == _NARROW["width"]
    page.locator("summary").first.click()
    assert page.locator(".lines .board").first.bounding_box()["width"] > 300
    course = page.locator(".chances svg").first.bounding_box()
    assert course["width"] > 300 and course["height"] > 100
    assert violations(SimpleNamespace(page=page)) == []
    assert wrong == []


@pytest.mark.long
def test_a_report_is_stopped_and_what_cannot_be_read_is_said(shelf):
    """The match is so long that its report is still made when it is stopped."""
    _choose(shelf, "open", writing.write(some_match(64)).text.encode(), "long.mat")
    report = shelf.locator("#matches li", has_text="long.mat").get_by_role("button", name="Report")
    report.click()
    shelf.wait_for_function("document.querySelector('#reporting progress').value > 0", timeout=0)
    shelf.keyboard.press("Escape")
    assert shelf.locator("#matches").is_visible() and not shelf.locator("#reporting").is_visible()
    bad = _MAT.partition(b"  2)")[0].replace(b"8/5 6/5", b"8/5 6/4")
    _choose(shelf, "report", bad, "bad.mat")
    said = shelf.locator("#reporting [role=status]", has_text="bad: line 9: 31: not legal")
    said.wait_for(timeout=0)
    assert not shelf.locator("#reporting progress").is_visible()
    shelf.locator("#reporting").get_by_role("button", name="Close").click()
    assert shelf.locator("#matches").is_visible()


# Amber bears off the last checker.
_LAST = "#XGID=-A----------------------a-:0:0:1:21:0:0:0:1:10"


@pytest.mark.long
def test_a_match_that_is_over_is_analysed(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5{_LAST}", accept_downloads=True)
    page = board.page
    while not page.evaluate(f"/ wins/.test({_SAID})"):
        _press(board, "ok")
    page.get_by_text("Analyse").locator("visible=true").click()
    saved = page.locator("#reporting a[download]")
    saved.wait_for(timeout=0)
    assert violations(board) == []
    with page.expect_download() as download:
        saved.click()
    assert download.value.suggested_filename == "Amber-Blue-novice.html"
    assert "level " in download.value.path().read_text("utf-8")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Matches").click()
    listed = page.locator("#matches li").first.inner_text()
    assert "Amber – Blue (novice)" in listed and "has won" in listed
    assert board.faults == [] and board.errors() == []
