"""The page on screens of all sizes: nothing moves or is covered, everything can be reached."""

import pytest
from playwright.sync_api import expect

from browser.person import BOX, SAID, SIZES, begin, lose, resize
from tools.browser import BUTTONS

_SMALL = ((320, 568), (360, 740), (740, 360), (568, 320), (667, 375))
_SCROLLS = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
# What moves without a press, added up.
_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
"""
_AREAS = ("above", "below", "board", "panel", "moves")
# Amber bears off the last checker.
_LAST = "#XGID=-A----------------------a-:0:0:1:21:0:0:0:1:10"


def _box(page, name):
    return page.locator(f"#{name}").evaluate(BOX)


def _meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("ratio", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_everything_fits_the_window(open_board, standin_address, ratio):
    page = open_board(standin_address, device_scale_factor=ratio).page
    for width, height in SIZES + _SMALL:
        resize(page, width, height)
        assert page.evaluate(_SCROLLS) == [width, height]
        boxes = {at: _box(page, at) for at in ("board", "oled", "begin", "shelf", "more", *BUTTONS)}
        for name, (left, top, right, bottom) in boxes.items():
            assert left >= 0 and right <= width and top >= 0 and bottom <= height, name
            assert name not in BUTTONS or min(right - left, bottom - top) >= 44, name
        left, _, right, bottom = boxes["board"]
        assert right - left >= 0.44 * width and (boxes["oled"][1] > bottom) == (height > width)


@pytest.mark.parametrize(
    "size", [SIZES[0], *(pytest.param(s, marks=pytest.mark.long) for s in SIZES[1:])]
)
def test_nothing_moves_while_it_loads_and_when_a_match_begins(open_board, firmware_address, size):
    board = open_board(
        f"{firmware_address}?seed=5", lambda page: page.add_init_script(_SHIFTS), size=size
    )
    board.run(1000)
    assert board.page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.05
    areas = {name: _box(board.page, name) for name in _AREAS}
    begin(board)
    board.wait_for(
        f"/ of 5/.test(document.getElementById('above').textContent) && /Buttons/.test({SAID})"
    )
    board.press("ok")
    board.run(1000)
    assert {name: _box(board.page, name) for name in _AREAS} == areas
    assert board.errors() == []


@pytest.mark.long
def test_nothing_is_covered_and_all_of_the_menu_can_be_reached(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5{_LAST}", size=SIZES[0])
    page = board.page
    while " wins" not in page.evaluate(SAID):
        board.press("ok")
    board.wait_for("/ wins /.test(document.querySelector('.scrolls').textContent)")
    boxes = [page.locator(at).last.bounding_box() for at in (".scrolls", "#moves tbody tr")]
    outer, inner = [box["y"] + box["height"] for box in boxes]
    assert inner <= outer + 1, "how it ended is in sight"
    page.keyboard.press("Escape")  # the result
    for size in SIZES + _SMALL:
        resize(page, *size)
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
    board = open_board(f"{firmware_address}?seed=5", size=SIZES[0])
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
    lose(board)
    board.wait_for("/ wins /.test(document.querySelector('.scrolls').textContent)")
    assert page.evaluate(_CUT) == []


@pytest.mark.parametrize("touch", [True, False])
def test_what_is_touched_is_44_pixels_large_and_8_apart(open_board, standin_address, touch):
    page = open_board(standin_address, has_touch=touch).page
    page.evaluate("Object.assign(due, { hidden: false, textContent: 'Practice (100 due)' })")
    for width, height in (SIZES + _SMALL) if touch else [SIZES[0]]:
        resize(page, width, height)
        boxes = [one.evaluate(BOX) for one in page.locator(":is(nav, #mine) button:visible").all()]
        assert len(boxes) == 6
        for at, (left, top, right, bottom) in enumerate(boxes):
            assert min(right - left, bottom - top) >= 44 and 0 <= left and right <= width, (
                width,
                at,
            )
            wide = left - 8, top - 8, right + 8, bottom + 8
            assert not any(_meet(wide, one) for one in boxes[:at]), (width, at)


def test_no_name_is_cut(board):
    for size in ((390, 844), (320, 568), (844, 390), (683, 384)):
        resize(board.page, *size)
        for name in board.page.locator(".seat b").all():
            assert name.evaluate("(b) => b.scrollWidth <= b.clientWidth"), (size, name)
