"""The page on screens of all sizes: nothing moves or is covered, everything can be reached."""

import pytest
from playwright.sync_api import expect

from browser.test_practice_page import lose
from tools.browser import BUTTONS

_SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
_SMALL = ((320, 568), (360, 740), (740, 360), (568, 320), (667, 375))
# The board is fitted anew in the frame after the window.
_FITTED = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    await frame().then(frame);
}"""
BOX = """(element) => {
    const { x, y, right, bottom } = element.getBoundingClientRect();
    return [x, y, right, bottom];
}"""
_SCROLLS = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
# What moves without a press, added up.
_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
"""
_SAID = "document.getElementById('said').textContent"
_AREAS = ("above", "below", "board", "panel", "moves")
# Amber bears off the last checker.
_LAST = "#XGID=-A----------------------a-:0:0:1:21:0:0:0:1:10"


def _resize(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_FITTED, [width, height])


def _box(page, name):
    return page.locator(f"#{name}").evaluate(BOX)


def _meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("ratio", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_everything_fits_the_window(open_board, standin_address, ratio):
    page = open_board(standin_address, device_scale_factor=ratio).page
    for width, height in _SIZES + _SMALL:
        _resize(page, width, height)
        assert page.evaluate(_SCROLLS) == [width, height]
        boxes = {at: _box(page, at) for at in ("board", "oled", "begin", "shelf", "more", *BUTTONS)}
        for name, (left, top, right, bottom) in boxes.items():
            assert left >= 0 and right <= width and top >= 0 and bottom <= height, name
            assert name not in BUTTONS or min(right - left, bottom - top) >= 44, name
        left, _, right, bottom = boxes["board"]
        assert right - left >= 0.44 * width and (boxes["oled"][1] > bottom) == (height > width)


@pytest.mark.parametrize(
    "size", [_SIZES[0], *(pytest.param(s, marks=pytest.mark.long) for s in _SIZES[1:])]
)
def test_nothing_moves_while_it_loads_and_when_a_match_begins(open_board, firmware_address, size):
    def prepare(page):
        page.add_init_script(_SHIFTS)
        _resize(page, *size)

    board = open_board(f"{firmware_address}?seed=5", prepare)
    board.run(1000)
    assert board.page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.05
    areas = {name: _box(board.page, name) for name in _AREAS}
    board.page.locator("#begin").click()
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for(
        f"/ of 5/.test(document.getElementById('above').textContent) && /Buttons/.test({_SAID})"
    )
    board.press("ok")
    board.run(1000)
    assert {name: _box(board.page, name) for name in _AREAS} == areas
    assert board.errors() == []


@pytest.mark.long
def test_nothing_is_covered_and_all_of_the_menu_can_be_reached(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5{_LAST}", lambda page: _resize(page, *_SIZES[0]))
    page = board.page
    while " wins" not in page.evaluate(_SAID):
        board.press("ok")
    board.wait_for("/ wins /.test(document.querySelector('.scrolls').textContent)")
    boxes = [page.locator(at).last.bounding_box() for at in (".scrolls", "#moves tbody tr")]
    outer, inner = [box["y"] + box["height"] for box in boxes]
    assert inner <= outer + 1, "how it ended is in sight"
    page.keyboard.press("Escape")  # the result
    for size in _SIZES + _SMALL:
        _resize(page, *size)
        shown = [_box(page, name) for name in _AREAS if page.locator(f"#{name}").is_visible()]
        meet = [_meet(one, other) for at, one in enumerate(shown) for other in shown[:at]]
        assert len(shown) >= 4 and not any(meet), size
        page.get_by_role("button", name="Analyse").click(trial=True)
        page.locator("#more").click()
        for item in page.locator("#actions :is(button, a, select):visible").all():
            item.click(trial=True)
        expect(page.get_by_role("button", name="Copy a link")).to_be_hidden()  # there is none
        page.get_by_role("button", name="Back up the board").click()
        expect(page.locator("#line")).to_be_visible()
        assert not _meet(_box(page, "line"), _box(page, "oled")), size
        page.locator("#line-close").click()
        page.locator("#more").click()
        page.locator("#show-moves").click()
        page.locator("#moves [aria-current]").click(trial=True)
        page.locator("#moves .close").click()
        page.locator("#begin").click()
        page.get_by_role("button", name="Play", exact=True).click(trial=True)
        page.locator("#beginning .close").click()


# The rows of moves that are seen in part.
_CUT = """() => {
    const { top, bottom } = document.querySelector("#moves .scrolls").getBoundingClientRect();
    return [...document.querySelectorAll("#moves tr")].filter((row) => {
        const { top: from, bottom: to } = row.getBoundingClientRect();
        return (from < top - 1 && to > top + 1) || (from < bottom - 1 && to > bottom + 1);
    }).map((row) => row.textContent);
}"""


def test_on_a_phone_a_point_is_24_pixels_wide_and_no_move_is_cut(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5", lambda page: _resize(page, *_SIZES[0]))
    page = board.page
    left, _, right, _ = _box(page, "point-6")
    assert right - left >= 24
    for _ in range(40):
        board.press("ok")
        board.run(1000)
        assert page.evaluate(_CUT) == []
    assert page.locator("#moves tr").count() > 6
    for move in (7, 4, 2, 1):
        page.locator("#moves tbody button").nth(move).evaluate("(button) => button.click()")
        board.run(1000)
        expect(page.locator("#moves [aria-current]")).to_have_count(1)
        assert page.evaluate(_CUT) == []


def test_on_a_phone_the_row_that_says_how_a_match_ended_cuts_no_other(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5", lambda page: _resize(page, *_SIZES[0]))
    lose(board, "Anna")
    board.wait_for("/ wins /.test(document.querySelector('.scrolls').textContent)")
    assert board.page.evaluate(_CUT) == []


@pytest.mark.parametrize("touch", [True, False])
def test_what_is_touched_is_44_pixels_large_and_8_apart(open_board, standin_address, touch):
    page = open_board(standin_address, has_touch=touch).page
    page.evaluate("Object.assign(due, { hidden: false, textContent: 'Practice (100 due)' })")
    for width, height in (_SIZES + _SMALL) if touch else [_SIZES[0]]:
        _resize(page, width, height)
        boxes = [one.evaluate(BOX) for one in page.locator(":is(nav, #mine) button:visible").all()]
        assert len(boxes) == 6
        for at, (left, top, right, bottom) in enumerate(boxes):
            assert min(right - left, bottom - top) >= 44 and right <= width, (width, at)
            wide = left - 8, top - 8, right + 8, bottom + 8
            assert not any(_meet(wide, one) for one in boxes[:at]), (width, at)


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (683, 384)])
def test_no_name_is_cut(open_board, firmware_address, size):
    page = open_board(f"{firmware_address}?seed=5", lambda page: _resize(page, *size)).page
    for name in page.locator(".seat b").all():
        assert name.evaluate("(b) => b.scrollWidth <= b.clientWidth"), name.inner_text()
