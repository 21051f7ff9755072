"""Practice on the page: cards come back by the calendar, and lists of them come and go."""

import base64
from datetime import datetime

import pytest
from playwright.sync_api import expect

from browser.cable import CabledBoard, connect
from browser.test_everybody import violations
from deck.test_deck import board_with, card_of, deck_on
from picogammon.devices.files import CARDS
from picogammon.rules import actions

_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10"
_TAKE = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:3:0:10"
_SPLIT = actions.play(b"\xc3\xa9")  # 24/20
_DATES = "JSON.parse(localStorage['picogammon.practice']).cards"
# How many pixels of the dialog lie beside it.
_WIDER = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(practising)"
_PUT = """if (!sessionStorage.put) {
    sessionStorage.put = "once";
    localStorage["picogammon.flash"] = JSON.stringify({ "/flash/%s": "%s" });
}"""


def _day(page, day, hour=20):
    page.clock.set_fixed_time(datetime(2026, 12, day, hour))


def _said(page, text):
    page.locator("#practising [role=status]", has_text=text).wait_for()


def _open(page):
    page.locator("#more").click()
    page.locator("#practice").click()


def _asked(page):
    """Waits until a card is asked, which is said to be due before it is there."""
    page.locator("#practising .card").wait_for()


def _again(page):
    """The dialog, opened anew."""
    page.locator("#practising .close").click()
    _open(page)


def _answer(page, text, grade):
    page.get_by_label("Your play").fill(text)
    page.get_by_label("Your play").press("Enter")
    page.locator("#practising .grades button").nth(3).wait_for()
    back = page.locator("#practising .back").inner_text()
    page.get_by_role("button", name=grade).click()
    return back


@pytest.fixture
def practice(open_board, firmware_address):
    """practice(*cards) -> a VirtualBoard that has such cards, on the 1st of December."""
    opened = []

    def begin(*given, **options):
        code = base64.b64encode(board_with(*given).disk.files[CARDS]).decode()

        def prepare(page):
            page.add_init_script(_PUT % (CARDS, code))
            _day(page, 1)

        address = f"{firmware_address}?seed=5"
        opened.append(open_board(address, prepare, accept_downloads=True, **options))
        return opened[-1]

    yield begin
    assert all(board.faults == [] and board.errors() == [] for board in opened)


def test_a_card_comes_back_on_its_day_and_after_a_reload(practice):
    board = practice(card_of(_PLAY, _SPLIT))
    page = board.page
    _open(page)
    _said(page, "1 due today (1 new).")
    _asked(page)
    assert "You have 2 on 24" in page.locator("#practising .board").get_attribute("aria-label")
    back = _answer(page, "6/5 8/5", "Good, ")
    assert "Best: 8/5 6/5" in back and "right" in back and "24/20: -0." in back
    _said(page, "Done for today. Next: 1 card on December 4, 2026.")
    board.reload()
    _day(page, 3)
    _open(page)
    _said(page, "Done for today. Next: 1 card on December 4, 2026.")
    _day(page, 4, 1)
    _again(page)
    _said(page, "1 due today.")
    _answer(page, "", "Good, ")
    _said(page, "Done for today.")
    (card,) = page.evaluate(_DATES).values()
    assert card["reps"] == 2 and card["scheduled_days"] > 5 and card["lapses"] == 0


@pytest.mark.long
def test_two_answers_in_a_day_are_one_and_what_was_wrong_comes_once_more(practice):
    page = practice(card_of(_PLAY, _SPLIT)).page
    _open(page)
    back = _answer(page, "24/23 13/10", "Again, 1 day")
    assert "You: 24/23 13/10, loses 0." in back and "In the game you played 24/20: -0.076" in back
    _said(page, "1 due today.")
    page.get_by_label("Your play").fill("8/5")
    page.get_by_label("Your play").press("Enter")
    _said(page, "can still be played")
    _answer(page, "8/5 6/5", "Good")
    _said(page, "Done for today. Next: 1 card on December 2, 2026.")
    (card,) = page.evaluate(_DATES).values()
    assert card["reps"] == 1


def _place(page, name):
    return page.locator(f"#practising .place[data-button={name}]")


def _laid(page, text):
    """Waits until so much of the play is laid, and returns what the board shows then, in words."""
    page.wait_for_function(
        "(text) => document.querySelector('#practising form input').value === text", arg=text
    )
    return page.locator("#practising .board").get_attribute("aria-label")


def test_a_play_is_laid_by_clicks_by_the_keyboard_and_by_dragging_and_taken_back(practice):
    board = practice(card_of(_PLAY, _SPLIT), viewport={"width": 1000, "height": 640})
    page = board.page
    _open(page)
    _said(page, "1 due today (1 new).")
    _asked(page)
    first = _place(page, "point-24")
    assert first.get_attribute("aria-label") == "Point 24: 2 of yours, can move"
    first.click()
    assert "1 on 24, 1 on 21" in _laid(page, "24/21")
    _place(page, "point-12").click()
    _said(page, "The 12 point is blocked")
    page.get_by_role("button", name="Undo").click()
    assert "You have 2 on 24" in _laid(page, "")
    _said(page, "1 due today (1 new).")
    first.focus()
    page.keyboard.press("Enter")
    _laid(page, "24/21")
    assert first.get_attribute("aria-label") == "Point 24: 1 of yours, can move"
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.button") == "point-21"
    page.keyboard.press("Backspace")
    _laid(page, "")
    _place(page, "point-13").drag_to(_place(page, "point-9"))
    assert "1 on 9" in _laid(page, "13/9")
    expect(page.locator("#practising .dragged")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 740})  # a phone's
    page.wait_for_function(f"innerWidth === 360 && {_WIDER} === 0")
    _place(page, "point-9").drag_to(_place(page, "point-13"))
    _said(page, "All dice are used")
    page.get_by_label("Your play").fill("8/5")
    assert "You have 2 on 24" in page.locator("#practising .board").get_attribute("aria-label")
    page.get_by_label("Your play").fill("")
    _place(page, "point-21").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.button") == "point-4"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    assert "2 on 5" in _laid(page, "8/5 6/5")
    show = page.get_by_role("button", name="Show")
    assert show.evaluate("(button) => button === document.activeElement")
    assert violations(board) == []
    show.press("Enter")
    good = page.get_by_role("button", name="Good, ")
    good.wait_for()
    assert "You: 8/5 6/5, right" in page.locator("#practising .back").inner_text()
    assert not _place(page, "point-5").is_visible()
    assert violations(board) == []
    assert page.evaluate(_WIDER) == 0 and good.bounding_box()["y"] < 740
    assert "2 on 5" in page.locator("#practising .board").get_attribute("aria-label")
    good.click()
    _said(page, "Done for today.")


@pytest.mark.long
def test_a_cube_is_answered_and_graded_by_keys(practice):
    page = practice(card_of(_TAKE), card_of(_PLAY, name="Ben")).page
    _open(page)
    page.get_by_role("button", name="Beaver").press("Enter")
    good = page.get_by_role("button", name="Good, ")
    good.wait_for()
    assert good.evaluate("(button) => button === document.activeElement")
    assert "You: Beaver, right" in page.locator("#practising .back").inner_text()
    page.keyboard.press("4")
    _said(page, "Done for today.")
    page.get_by_label("Whose cards").select_option("Ben")
    _said(page, "1 due today (1 new).")


@pytest.mark.long
def test_lists_of_xgids_come_and_go(practice, tmp_path):
    board = practice(card_of(_PLAY, _SPLIT))
    page = board.page
    listed = tmp_path / "list.txt"
    _open(page)
    _said(page, "1 due today")
    for text, said in (
        (f"# from a book\n{_PLAY}\n{_TAKE}\nnonsense\n", "line 4: a position is an XGID"),
        (f"{_PLAY}\n{_TAKE}\n", "1 card for Anna added; 1 there already"),
    ):
        listed.write_text(text)
        page.locator("#practising [type=file]").set_input_files(listed)
        _said(page, said)
    _said(page, "2 due today")
    board.wait_until_ready()
    board.reload()
    _open(page)
    _said(page, "2 due today")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save positions").click()
    assert download.value.path().read_text().split() == [_PLAY, _TAKE]


@pytest.mark.long
def test_a_boards_own_deck_is_read_and_written_over_its_cable(page, firmware_address, tmp_path):
    cable = CabledBoard()
    connect(page, firmware_address, cable)
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Players…").click()
    page.get_by_role("button", name="Practice…").click()
    _said(page, "There are no cards yet")
    page.once("dialog", lambda dialog: dialog.accept("Änne"))
    listed = tmp_path / "list.txt"
    listed.write_text(_TAKE)
    page.locator("#practising [type=file]").set_input_files(listed)
    _said(page, "a name is 1 to 12 plain letters")
    assert CARDS not in cable.board.disk.files
    page.once("dialog", lambda dialog: dialog.accept("Anne"))
    page.locator("#practising [type=file]").set_input_files(listed)
    _said(page, "1 card for Anne added")
    disk = cable.board.disk
    assert [card.name for card in deck_on(disk)] == ["Anne"]
    disk.files[CARDS] = b"torn" + disk.files[CARDS]
    page.locator("#practising .close").click()
    page.get_by_role("button", name="Practice…").click()
    _said(page, "1 damaged card left out")
    assert cable.stops == 0
