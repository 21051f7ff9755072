"""The page on screens of all sizes."""

import pytest

from browser.test_playback import ALL_IN_SIGHT
from tools.virtual_board.driver import BUTTONS

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


@pytest.mark.parametrize("ratio", _SIZES)
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


def test_a_window_of_any_shape_shows_all_without_scrolling(open_board, standin_address):
    page = open_board(standin_address).page
    for width, height in ((360, 640), (480, 640), (600, 600), (700, 600), (768, 640), (900, 700)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(ALL_IN_SIGHT, arg=[width, height])
        last, board = (page.locator(part).bounding_box() for part in ("#sound", "#board"))
        assert last["x"] + last["width"] <= width
        assert board["height"] > 0.3 * height


def test_five_lights_a_point_and_lights_for_bar_and_off_are_shown(open_board, standin_address):
    board = open_board(standin_address + "?board=pico_five")
    assert len(board.lights()) == 140
    spots = board.page.evaluate(
        """async () => {
            const { layOut, lightSpots } = await import("./geometry.js");
            const data = await (await fetch("./boards/pico_five.json")).json();
            return lightSpots(layOut(800, 600), data);
        }"""
    )
    where = {spot["index"]: spot for spot in spots}
    assert sorted(where) == list(range(140))
    # Player 0's off comes first, out to the rim, which is below; point 1 runs in, point 2 back out.
    assert where[0]["y"] < where[4]["y"]
    assert where[5]["y"] > where[9]["y"] and where[10]["y"] < where[14]["y"]
    assert where[0]["x"] > where[5]["x"] == where[9]["x"] > where[10]["x"]
    radius = spots[0]["radius"]
    for one in spots:
        for other in spots:
            if one is not other:
                apart = (one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2
                assert apart > (1.9 * radius) ** 2
