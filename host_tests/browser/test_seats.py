"""Who sits above and below the board, beside it."""

import re

import pytest

from browser.test_beginning import SAID, choose
from browser.test_everybody import violations
from browser.test_playback import ALL_IN_SIGHT
from picogammon.app.display.lights import COLOURS

_WITH_MOVES = (
    *((390, 844), (820, 1180), (1366, 768), (1920, 1080)),
    *((844, 390), (667, 375), (1024, 500), (1280, 600)),  # the last ones alone
)
_PATIENCE_MS = 300_000  # for a report, on a machine that is busy
_WITHOUT = ((360, 740), (740, 360), (568, 320))

# Amber bears off the last checker.
_LAST = "XGID=-A----------------------a-:0:0:1:21:0:0:0:1:10"

_APART = """(height) => {
    const boxes = ["above", "below", "board", "panel", "moves"].map((name) =>
        document.getElementById(name)).filter((part) => part.checkVisibility()).map((part) =>
        part.getBoundingClientRect());
    if (boxes.length < 4) return false;
    const apart = (a, b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const seen = (a) => a.height && a.top >= 0 && a.bottom <= height;
    return boxes.every((a, at) => seen(a) && boxes.slice(at + 1).every((b) => apart(a, b)));
}"""


@pytest.fixture
def board(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    yield board
    assert board.faults == [] and board.errors() == []


def _seats(board):
    """[(its words, whether it is marked, its colour)] of the one above and the one below."""
    return board.page.evaluate(
        """() => ["above", "below"].map((name) => {
            const part = document.getElementById(name);
            const words = [...part.children].slice(1).map((child) => child.textContent);
            return [words, part.classList.contains("acts"), part.firstChild.style.background];
        })"""
    )


def _wait_for_name(board, name):
    board.wait_for(
        "(name) => document.querySelector('#above b')?.textContent === name",
        name,
    )


def test_they_say_who_plays_what_and_how_it_stands(board):
    _wait_for_name(board, "Blue: novice")
    above, below = _seats(board)
    assert above[0] == ["Blue: novice", "0 of 1", "167 pips"]
    assert below[0] == ["Amber: you", "0 of 1", "167 pips"]
    for (_, _, colour), at in ((below, 0), (above, 3)):
        wire = COLOURS[0][at : at + 3]
        seen = [round(255 * (byte / 255) ** (1 / 2.2)) for byte in wire]
        assert [int(part) for part in re.findall(r"\d+", colour)] == seen
    choose(board, "expert", "7", "8 s, 1 min")
    _wait_for_name(board, "Blue: expert")
    assert _seats(board)[0][0] == ["Blue: expert", "0 of 7", "167 pips", "7:00"]


_FILLED = """async (seats) => {
    const { Seats } = await import("./seats.js");
    const parts = seats.map(() => document.createElement("p"));
    new Seats(parts, document.createElement("div")).show(seats);
    return parts.map((part) => part.querySelector("span:nth-of-type(2)").textContent);
}"""


def test_who_has_won_more_points_than_the_match_has_is_not_said_to_have_three_of_one(bare):
    seat = {"name": "Ann", "who": "", "colour": [9, 9, 9], "length": 1, "pips": 0, "clock": ""}
    seats = [{**seat, "score": score, "acts": False} for score in (3, 0, 1)]
    assert bare.evaluate(_FILLED, seats) == ["3 points, won", "0 of 1", "1 point, won"]


def test_two_people_have_their_names_alone(board):
    choose(board, "human", "Money")
    _wait_for_name(board, "Blue")
    assert [seat[0][:2] for seat in _seats(board)] == [["Blue", "0 points"], ["Amber", "0 points"]]


def test_they_are_in_sight_and_cover_nothing(board):
    page = board.page
    _wait_for_name(board, "Blue: novice")
    for width, height in _WITH_MOVES + _WITHOUT:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ALL_IN_SIGHT, arg=[width, height])
        page.wait_for_function(_APART, arg=height)
        assert page.locator("#moves").is_visible() == ((width, height) in _WITH_MOVES)
        for name in ("Menu", "Help"):
            assert page.get_by_text(name, exact=True).locator("visible=true").count() == 1
        for name in ("dice", "cube"):
            box = page.locator(f"#{name}").bounding_box()
            assert box["width"] >= 44 and box["height"] >= 44


def test_when_a_match_is_over_the_analysis_is_in_sight_as_well(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5#{_LAST}", accept_downloads=True)
    page = board.page
    while not page.evaluate(f"/ wins/.test({SAID})"):
        before = page.evaluate(SAID)
        board.press("ok")
        board.wait_for(f"(before) => {SAID} !== before", before)
    for width, height in _WITH_MOVES + _WITHOUT + ((320, 568), (660, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ALL_IN_SIGHT, arg=[width, height])
        assert page.get_by_text("Analyse").locator("visible=true").count() == 1
    page.get_by_text("Analyse").locator("visible=true").click()
    saved = page.locator("#reporting a[download]")
    saved.wait_for(timeout=_PATIENCE_MS)
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
