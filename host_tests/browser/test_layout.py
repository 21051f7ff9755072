"""The page on screens of all sizes: nothing moves or is covered, everything can be reached."""

import pytest

from tools.virtual_board.driver import BUTTONS

_SIZES = ((390, 844), (820, 1180), (1366, 768), (1920, 1080))
_SMALL = ((320, 568), (360, 740), (740, 360), (568, 320), (667, 375))
_SCALED = {2: ((320, 568), (820, 1180)), 3: ((360, 640), (844, 390))}
# The board is fitted anew in the frame after the window.
_FITTED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame().then(frame);
}"""
_RING = 4  # CSS pixels around a button
_BOX = """(element) => {
    const { x, y, right, bottom } = element.getBoundingClientRect();
    return [x, y, right, bottom];
}"""
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


def _resize(page, size):
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.wait_for_function(
        "([width, height]) => innerWidth === width && innerHeight === height", arg=size
    )
    page.evaluate(_FITTED)


def _box(page, name):
    return page.locator(f"#{name}").evaluate(_BOX)


def _meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _check_all_fits(page, width, height):
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.body.scrollHeight") <= height
    boxes = {
        name: _box(page, name) for name in ("board", "oled", "begin", "shelf", "more", *BUTTONS)
    }
    for name, (left, top, right, bottom) in boxes.items():
        assert left >= 0 and right <= width and top >= 0 and bottom <= height, name
        assert name not in BUTTONS or min(right - left, bottom - top) >= 44, name
    caps = [page.locator(f"#{name} .cap").evaluate(_BOX) for name in BUTTONS]
    for one, other in zip(caps, caps[1:], strict=False):
        assert other[0] - one[2] >= 2 * _RING, "the buttons touch each other"
    left, _, right, bottom = boxes["board"]
    assert right - left >= 0.44 * width
    assert (boxes["oled"][1] > bottom) == (height > width)


@pytest.mark.parametrize("ratio", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_everything_fits_the_window(open_board, standin_address, ratio):
    page = open_board(standin_address, device_scale_factor=ratio).page
    for size in _SCALED.get(ratio, _SIZES + _SMALL):
        _resize(page, size)
        _check_all_fits(page, *size)


@pytest.mark.parametrize(
    "size", [_SIZES[0], *(pytest.param(s, marks=pytest.mark.long) for s in _SIZES[1:])]
)
def test_nothing_moves_while_it_loads_and_when_a_match_begins(open_board, firmware_address, size):
    screen = dict(zip(("width", "height"), size, strict=True))
    board = open_board(
        f"{firmware_address}?seed=5", lambda page: page.add_init_script(_SHIFTS), viewport=screen
    )
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
    board = open_board(f"{firmware_address}?seed=5{_LAST}")
    page = board.page
    while " wins" not in page.evaluate(_SAID):
        board.press("ok")
    board.wait_for("document.querySelector('#moves [aria-current]')")
    for size in _SIZES + _SMALL:
        _resize(page, size)
        shown = [_box(page, name) for name in _AREAS if page.locator(f"#{name}").is_visible()]
        assert len(shown) >= 4
        assert not any(_meet(one, other) for at, one in enumerate(shown) for other in shown[:at]), (
            size
        )
        page.get_by_role("button", name="Analyse").click(trial=True)
        page.locator("#more").click()
        for item in page.locator("#actions :is(button, a, select)").all():
            if item.is_visible():
                item.click(trial=True)
        page.get_by_role("button", name="Copy a link").click()  # which a test's browser may not
        page.locator("#line").wait_for()
        assert not _meet(_box(page, "line"), _box(page, "oled")), size
        page.locator("#line-close").click()
        if not page.locator("#moves").is_visible():
            page.locator("#more").click()
            page.locator("#show-moves").click()
            page.locator("#moves [aria-current]").click(trial=True)
            page.locator("#moves").evaluate("(moves) => moves.classList.remove('over')")
    assert board.faults == []


@pytest.mark.long
def test_play_is_in_sight_however_low_the_window_is(open_board, firmware_address):
    page = open_board(firmware_address).page
    page.locator("#begin").click()
    page.locator("#beginning fieldset").last.wait_for()
    for size in ((320, 568), (844, 390), (568, 320)):
        _resize(page, size)
        page.get_by_role("button", name="Play", exact=True).click(trial=True)
