"""The page on screens of all sizes."""

import pytest

from tools.virtual_board.driver import BUTTONS

ALL_IN_SIGHT = """([width, height]) => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return innerWidth === width && scrollWidth <= width && scrollHeight <= height;
}"""
# In CSS pixels, by the screen pixels for each of them.
_SIZES = {
    1: [(320, 568), (740, 360), (1101, 720), (1280, 800), (1440, 900), (1501, 900), (2560, 1440)],
    2: [(320, 568), (360, 740), (740, 360), (820, 1180)],
    3: [(360, 640), (844, 390)],
}
# The board is fitted anew in the frame after the window.
_FITTED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame().then(frame);
}"""
_RING = 4  # CSS pixels around a button


@pytest.mark.parametrize("ratio", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_everything_is_on_the_screen_without_scrolling_sideways(open_board, standin_address, ratio):
    """The page is opened in the first size, and the window becomes the others."""
    (width, height), *others = _SIZES[ratio]
    screen = {"width": width, "height": height}
    page = open_board(standin_address, viewport=screen, device_scale_factor=ratio).page
    _check_all_is_there(page, width, height)
    for width, height in others:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ALL_IN_SIGHT, arg=[width, height])
        _check_all_is_there(page, width, height)


def _check_all_is_there(page, width, height):
    page.evaluate(_FITTED)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = {}
    for name in ("board", "oled", "which", "begin", "shelf", "sound", *BUTTONS):
        boxes[name] = page.locator(f"#{name}").bounding_box()
        box = boxes[name]
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, name
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, name
    for name in BUTTONS:
        assert boxes[name]["width"] >= 44 and boxes[name]["height"] >= 44, name
    caps = [page.locator(f"#{name} .cap").bounding_box() for name in BUTTONS]
    for left, right in zip(caps, caps[1:], strict=False):
        assert right["x"] - left["x"] - left["width"] >= 2 * _RING, "the buttons touch each other"
    for word in page.locator("kbd:visible").all():
        box = word.bounding_box()
        panel = page.locator("#panel").bounding_box()
        assert panel["x"] < box["x"] and box["x"] + box["width"] < panel["x"] + panel["width"]
    assert boxes["board"]["width"] >= 0.52 * width
    below = boxes["oled"]["y"] > boxes["board"]["y"] + boxes["board"]["height"]
    assert below == (height > width)


# With the moves beside the board, and where there is no room for them.
_WITH_MOVES = (
    *((390, 844), (820, 1180), (1366, 768), (1920, 1080)),
    *((844, 390), (667, 375), (1024, 500), (1280, 600)),
)
_WITHOUT = ((360, 740), (740, 360), (568, 320))
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
# Amber bears off the last checker.
_LAST = "#XGID=-A----------------------a-:0:0:1:21:0:0:0:1:10"


@pytest.mark.long
def test_who_plays_is_in_sight_and_covers_nothing_and_so_is_the_analysis_of_a_match_that_is_over(
    open_board, firmware_address
):
    board = open_board(f"{firmware_address}?seed=5{_LAST}")
    page = board.page

    def all_fit(*sizes):
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(ALL_IN_SIGHT, arg=[width, height])
            yield width, height

    for size in all_fit(*_WITH_MOVES, *_WITHOUT):
        page.wait_for_function(_APART, arg=size[1])
        assert page.locator("#moves").is_visible() == (size in _WITH_MOVES)
        for name in ("Menu", "Help"):
            assert page.get_by_text(name, exact=True).locator("visible=true").count() == 1
        box = page.locator("#dice").bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    while not page.evaluate("/ wins/.test(document.getElementById('said').textContent)"):
        board.press("ok")
    for _ in all_fit(*_WITH_MOVES, *_WITHOUT, (320, 568), (660, 360)):
        assert page.get_by_text("Analyse").locator("visible=true").count() == 1
    page.get_by_role("button", name="Matches").click()
    page.get_by_role("button", name="Play back").first.click()
    board.wait_for("document.querySelector('#moves [aria-current]')?.textContent === 'Game 1'")
    for _ in all_fit((820, 1180), (768, 1024), (1280, 720), (390, 844)):
        assert page.locator("#moves").is_visible()
    assert board.faults == []


@pytest.mark.long
def test_play_is_in_sight_however_low_the_window_is(open_board, firmware_address):
    board = open_board(firmware_address)
    board.page.locator("#begin").click()
    board.page.locator("#beginning fieldset").last.wait_for()
    for width, height in ((320, 568), (844, 390), (568, 320)):
        board.page.set_viewport_size({"width": width, "height": height})
        board.page.wait_for_function(f"innerWidth === {width} && innerHeight === {height}")
        play = board.page.get_by_role("button", name="Play", exact=True)
        box = play.bounding_box()
        assert 0 < box["y"] and box["y"] + box["height"] < height
        play.click(trial=True)
