"""Places are pressed on the page: by mouse and by finger, where the board has buttons for them."""

import pytest
from playwright.sync_api import expect

from browser.test_whole_match import beside, same_oled
from picogammon.app.modes import by_place
from picogammon.app.session.prefs import SEAT
from picogammon.ground import tunes
from picogammon.ground.places import CUBE, DICE, opposite
from tools.virtual_board.driver import VirtualBoard

_SEED = 20
_NAMES = {DICE: "dice", CUBE: "cube"}


def _press_both(board, twin, place, act="click"):
    getattr(board.page.locator("#" + _NAMES.get(place, f"point-{place}")), act)()
    twin.press_places(place)
    twin.settle()
    same_oled(board, twin)


def _roll(board, twin, act="click"):
    """Presses the dice until the person has rolled."""
    same_oled(board, twin)
    while not twin.match.dice or not twin.session.players.person_decides():
        _press_both(board, twin, DICE, act)


@pytest.mark.parametrize("act", ["click", "tap"])
def test_a_turn_without_the_four_buttons(open_board, firmware_address, act):
    board = open_board(firmware_address + f"?seed={_SEED}", has_touch=act == "tap")
    twin = beside(_SEED)
    _roll(board, twin, act)
    hand = twin.navigator.base.hand
    while not hand.complete:
        _press_both(board, twin, hand.legal()[0] >> 3, act)
    before = len(twin.journal.records)
    _press_both(board, twin, CUBE, act)
    assert len(twin.journal.records) > before
    assert board.faults == [] and board.errors() == []


@pytest.mark.parametrize("by", ["mouse", "finger"])
def test_a_checker_is_dragged_and_follows_the_pointer(open_board, firmware_address, by):
    board = open_board(firmware_address + f"?seed={_SEED}", has_touch=by == "finger")
    twin = beside(_SEED)
    _roll(board, twin)
    mode = twin.navigator.base
    step = mode.hand.legal()[-1]  # by the smaller die
    source, target = step >> 3, (step >> 3) - (step & 7)
    drag = _by_mouse if by == "mouse" else _by_finger
    drag(board, source, 19)
    by_place.drag(mode, source, 19)
    same_oled(board, twin)
    drag(board, source, target)
    mode.choose([step])
    twin.navigator.remark("", tunes.CLICK)
    same_oled(board, twin)
    assert board.faults == [] and board.errors() == []


def _middle(board, point):
    box = board.page.locator(f"#point-{point}").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _by_mouse(board, source, target):
    mouse = board.page.mouse
    mouse.move(*_middle(board, source))
    mouse.down()
    mouse.move(*_middle(board, target), steps=4)
    _follows(board, target)
    mouse.up()


def _by_finger(board, source, target):
    session = board.page.context.new_cdp_session(board.page)

    def touch(kind, *points):
        where = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    touch("touchStart", _middle(board, source))
    touch("touchMove", _middle(board, target))
    _follows(board, target)
    touch("touchEnd")


def test_a_checker_dragged_to_where_none_can_lie_stays(open_board, firmware_address):
    board = open_board(firmware_address + f"?seed={_SEED}")
    twin = beside(_SEED)
    _roll(board, twin)
    source = twin.navigator.base.hand.legal()[0] >> 3
    dice = board.page.locator("#dice").bounding_box()
    on_the_dice = dice["x"] + 9, dice["y"] + 9
    mouse = board.page.mouse
    for end in (_middle(board, source), on_the_dice, (1199, 799)):
        mouse.move(*_middle(board, source))
        mouse.down()
        mouse.move(*on_the_dice, steps=4)
        board.page.locator(".dragged").wait_for()
        mouse.move(*end, steps=4)
        mouse.up()
        expect(board.page.locator(".dragged")).to_have_count(0)
        _press_keys(board, twin, "NEXT")
        assert not twin.navigator.base.hand.steps
    assert board.faults == [] and board.errors() == []


def _follows(board, target):
    board.wait_for(
        """([wantedX, wantedY]) => {
            const at = document.querySelector(".dragged")?.getBoundingClientRect();
            return at && Math.abs(at.x + at.width / 2 - wantedX) < 3
                && Math.abs(at.y + at.height / 2 - wantedY) < 3;
        }""",
        _middle(board, target),
    )


def _press_keys(board, twin, *names):
    for name in names:
        board.hold("ok") if name == "hold-OK" else board.press(name.lower())
        twin.press(name)
        twin.settle()
        same_oled(board, twin)


def _choose(board, twin, label):
    while twin.sees.page.items[twin.sees.page.selected][0] != label:
        _press_keys(board, twin, "NEXT")
    _press_keys(board, twin, "OK")


def test_seen_by_who_sits_opposite_labels_and_presses_mean_the_same_checkers(
    open_board, firmware_address
):
    board = open_board(firmware_address + f"?seed={_SEED}")
    twin = beside(_SEED)
    same_oled(board, twin)
    _press_keys(board, twin, "hold-OK")
    _choose(board, twin, "Settings")
    _choose(board, twin, "Board faces")
    assert twin.session.prefs[SEAT] == 1
    _press_keys(board, twin, "BACK", "BACK")
    _roll(board, twin)

    def label(spot):
        return board.page.locator(f"#point-{spot}").get_attribute("aria-label")

    step = twin.navigator.base.hand.legal()[0]
    source, target = opposite(step >> 3), opposite((step >> 3) - (step & 7))
    assert label(source).startswith(f"Point {source}, ") and "Amber" in label(source)
    _press_both(board, twin, source)
    board.wait_for(f"document.querySelector('#point-{target}').ariaLabel.includes('Amber')")
    assert len(twin.navigator.base.hand.steps) == 1
    assert board.faults == [] and board.errors() == []


def test_a_board_without_such_buttons_shows_none(open_board, firmware_address):
    board: VirtualBoard = open_board(firmware_address)
    assert board.page.locator("#point-24").is_visible() and board.page.locator("#dice").is_visible()
    board.page.locator("#which").select_option("pico")
    board.wait_for("picogammon.lights().length === 24")
    expect(board.page.locator(".place:visible")).to_have_count(0)


@pytest.mark.parametrize("home_left", [False, True])
def test_each_button_lies_over_the_lights_of_its_place(bare, home_left):
    found = bare.evaluate(
        """async (homeLeft) => {
            const { layOut, lightSpots, placeBoxes } = await import("./geometry.js");
            const data = await (await fetch("./boards/pico_five.json")).json();
            const layout = layOut(800, 600, homeLeft);
            const boxes = Object.entries(placeBoxes(layout));
            const names = data.points.flatMap((lights, i) =>
                lights.map((light) => [light, `point-${i + 1}`]));
            for (const side of [0, 1]) {
                for (const light of data.bars[side]) names.push([light, `bar-${side}`]);
                for (const light of data.offs[side]) names.push([light, `off-${side}`]);
            }
            const wanted = new Map(names);
            return lightSpots(layout, data).map(({ index, x, y }) => [
                wanted.get(index),
                boxes.filter(([, box]) => x > box.x && x < box.x + box.width &&
                    y > box.y && y < box.y + box.height).map(([name]) => name),
            ]);
        }""",
        home_left,
    )
    assert len(found) == 140
    assert [names for name, names in found if names != [name]] == []
