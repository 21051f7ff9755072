"""The page beside its twin: the same app on CPython, with the same dice, pressed the same way.

After every press, of a button, a place or a checker that is dragged, the page's OLED must show what
the twin's shows, dot for dot, and the lights what the twin's match holds.
"""

import random

import pytest
from playwright.sync_api import expect

from fakes.whole_app import WholeApp
from picogammon.app.modes import by_place
from picogammon.app.modes.answer import AnswerDouble
from picogammon.app.modes.turn import HandMode, Turn
from picogammon.devices.entropy import Dice, source
from picogammon.ground import tunes
from picogammon.ground.places import DICE
from picogammon.rules import match
from tools.virtual_board.driver import VirtualBoard

_MATCH_SEED = 172  # of the first 200 it takes the fewest presses, 71
_MOST_PRESSES = 1500
_SEED = 20
_NAMES = {DICE: "dice"}
_CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:%s:%s:0:0:0:3:10"  # whose turn it is, and the dice


class _Urandom:
    """The page's `?seed=`: what its os.urandom gives for tests."""

    def __init__(self, seed):
        self.state = seed

    def __call__(self, count):
        made = bytearray()
        for _ in range(count):
            self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
            made.append(self.state >> 24)
        return bytes(made)


def _beside(seed, log=None, store=None):
    """The page's twin, with the dice of its `?seed=`."""
    return WholeApp(Dice(source(None, "", _Urandom(seed))), log, store)


def _same_oled(board: VirtualBoard, twin: WholeApp):
    """Lives on until the page shows what the twin shows."""
    board.wait_for("(wanted) => String(picogammon.oled()) === String(wanted)", list(twin.oled()))


def _check_lights(board: VirtualBoard, twin: WholeApp):
    """Each light without a mark shines for its owner, brighter for a point than for a blot."""
    view = twin.sees
    lights = board.lights()
    blots, made = [0], [255 * 3]
    for point in range(1, 25):
        red, _, blue = lights[point - 1]
        if view.marks[point]:
            continue
        checkers = view.checkers[point]
        owner = (red > blue) - (blue > red)
        assert owner == (checkers > 0) - (checkers < 0), f"point {point} at: {view.headline}"
        if checkers == 0:
            assert lights[point - 1] == [0, 0, 0]
        (blots if abs(checkers) == 1 else made).append(sum(lights[point - 1]))
    assert max(blots) < min(light for light in made if light)


def _press(board, twin, name):
    board.press(name.lower())
    twin.press(name)
    twin.settle()
    _same_oled(board, twin)


def _choice(chance, twin):
    """The next press of somebody who plays without much thought."""
    top = twin.navigator.top
    if isinstance(top, AnswerDouble):
        return chance.choice(("PREV", "NEXT"))
    if isinstance(top, HandMode) and not top.hand.complete and chance.random() < 0.4:
        return chance.choice(("PREV", "NEXT"))
    return "OK"


@pytest.mark.long
def test_a_whole_match_by_pressing_buttons_with_a_reload_in_the_middle(
    open_board, firmware_address
):
    board = open_board(firmware_address + f"?board=pico&seed={_MATCH_SEED}")
    chance = random.Random(_MATCH_SEED)
    twin = _beside(_MATCH_SEED)
    _same_oled(board, twin)
    _check_lights(board, twin)
    reloaded = False
    for _ in range(_MOST_PRESSES):
        if twin.match.phase == match.MATCH_OVER:
            break
        half_built = isinstance(twin.navigator.top, HandMode) and twin.navigator.top.hand.steps
        if not reloaded and half_built and len(twin.log.records) > 25:
            reloaded = True
            board.reload()
            twin = _beside(_MATCH_SEED, twin.log, twin.store)
            _same_oled(board, twin)
        _press(board, twin, _choice(chance, twin))
        if isinstance(twin.navigator.top, (Turn, HandMode)):
            _check_lights(board, twin)
    assert reloaded and twin.match.phase == match.MATCH_OVER
    assert max(twin.match.scores) >= 1 and twin.sees.page.winner == twin.match.result.winner
    assert board.faults == [] and board.errors() == []


def _press_both(board, twin, place, act="click"):
    element = board.page.locator("#" + _NAMES.get(place, f"point-{place}"))
    at = {"x": element.bounding_box()["width"] / 2, "y": 3}  # beside a control that lies over it
    getattr(element, act)(position=at)
    twin.press_places(place)
    twin.settle()
    _same_oled(board, twin)


def _control(board, name):
    return board.page.locator("#controls").get_by_role("button", name=name, exact=True)


def _decide(board, twin, name, button):
    """Clicks a control, which does what that button does."""
    _control(board, name).click()
    twin.press(button)
    twin.settle()
    _same_oled(board, twin)


def _roll(board, twin, act="click"):
    """Presses the dice until the person has rolled."""
    _same_oled(board, twin)
    while not twin.match.dice or not twin.session.players.person_decides():
        _press_both(board, twin, DICE, act)


@pytest.mark.long
@pytest.mark.parametrize("act", ["click", "tap"])
def test_a_turn_without_the_four_buttons(open_board, firmware_address, act):
    board = open_board(firmware_address + f"?seed={_SEED}", has_touch=act == "tap")
    twin = _beside(_SEED)
    _roll(board, twin, act)
    hand = twin.navigator.base.hand
    while not hand.complete:
        _press_both(board, twin, hand.legal()[0] >> 3, act)
    before = len(twin.log.records)
    _press_both(board, twin, DICE, act)
    assert len(twin.log.records) > before
    assert board.faults == [] and board.errors() == []


def test_a_turn_by_what_is_written_on_the_board(open_board, firmware_address):
    board = open_board(firmware_address + f"?seed={_SEED}")
    twin = _beside(_SEED)
    _same_oled(board, twin)
    while not twin.match.dice or not twin.session.players.person_decides():
        _decide(board, twin, "Roll", "OK")
    expect(board.page.locator(".control")).to_have_count(0)
    hand = twin.navigator.base.hand
    while not hand.complete:
        _press_both(board, twin, hand.legal()[0] >> 3)
    _decide(board, twin, "Undo", "BACK")
    while not hand.complete:
        _press_both(board, twin, hand.legal()[0] >> 3)
    expect(board.page.locator("#places ~ #controls .control")).to_have_text(["Done", "Undo"])
    before = len(twin.log.records)
    _decide(board, twin, "Done", "OK")
    assert len(twin.log.records) > before
    assert board.faults == [] and board.errors() == []


def _cube(board):
    """Where the cube is, from the middle of the board: (to the right, downwards)."""
    cube, whole = [board.page.locator(name).bounding_box() for name in ("#cube", "#board")]
    return tuple(
        cube[at] + cube[size] / 2 - whole[at] - whole[size] / 2
        for at, size in (("x", "width"), ("y", "height"))
    )


def test_a_double_is_asked_for_and_the_cube_goes_to_who_takes_it(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed={_SEED}#{_CUBE % ('1', '00')}")
    edge, middle = _cube(board)
    assert edge < -400 and abs(middle) < 3
    asked = _control(board, "Double").bounding_box()
    _control(board, "Double").click()
    board.run(100)
    answer = _control(board, "Double").bounding_box()
    assert answer["x"] > asked["x"] + asked["width"]  # a double click does not double
    _control(board, "Double").click()
    board.run(5000)
    assert _cube(board)[0] == edge and _cube(board)[1] < -200
    assert board.faults == [] and board.errors() == []


def test_an_offered_cube_lies_between_take_and_drop(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed={_SEED}#{_CUBE % ('-1', 'D')}")
    take, drop = [_control(board, name).bounding_box()["x"] for name in ("Take", "Drop")]
    cube = board.page.locator("#cube").bounding_box()["x"]
    assert take < cube < drop and _cube(board)[1] > 5
    _control(board, "Take").click()
    board.run(100)
    _control(board, "Take").click()
    board.run(100)
    across, along = _cube(board)
    assert across < -400 and along > 200
    assert board.faults == [] and board.errors() == []


def test_a_match_to_one_has_no_cube(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed={_SEED}")
    expect(board.page.locator("#dice")).to_be_visible()
    expect(board.page.locator("#cube")).to_be_hidden()


@pytest.mark.parametrize("by", ["mouse", pytest.param("finger", marks=pytest.mark.long)])
def test_a_checker_is_dragged_and_follows_the_pointer(open_board, firmware_address, by):
    board = open_board(firmware_address + f"?seed={_SEED}", has_touch=by == "finger")
    twin = _beside(_SEED)
    _roll(board, twin)
    mode = twin.navigator.base
    step = mode.hand.legal()[-1]  # by the smaller die
    source, target = step >> 3, (step >> 3) - (step & 7)
    drag = _by_mouse if by == "mouse" else _by_finger
    drag(board, source, 19)
    by_place.drag(mode, source, 19)
    _same_oled(board, twin)
    drag(board, source, target)
    mode.choose([step])
    twin.navigator.remark("", tunes.CLICK)
    _same_oled(board, twin)
    assert board.faults == [] and board.errors() == []


def _white(board):
    """The lights that are white, by their places."""
    spots = board.page.evaluate("picogammon.spots()")
    lights = board.lights()
    return sorted(
        one["place"]
        for one in spots
        if max(lights[one["index"]]) and 2 * min(lights[one["index"]]) > max(lights[one["index"]])
    )


def _lit(board, place):
    """How many lights of a place shine."""
    spots = board.page.evaluate("picogammon.spots()")
    return sum(any(board.lights()[one["index"]]) for one in spots if one["place"] == place)


def test_a_dragged_checker_is_lifted_and_its_landings_alone_are_marked(
    open_board, firmware_address
):
    board = open_board(f"{firmware_address}?seed={_SEED}#{_CUBE % ('1', '31')}")
    mouse = board.page.mouse
    before = _white(board)
    mouse.move(*_middle(board, 8))
    mouse.down()
    mouse.move(*_middle(board, 3), steps=4)
    board.run(100)
    assert _white(board) == ["point-4", "point-5", "point-7"] and _lit(board, "point-8") == 2
    mouse.move(1199, 799, steps=4)
    mouse.up()
    board.run(100)
    assert _white(board) == before != [] and _lit(board, "point-8") == 3
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


@pytest.mark.long
def test_a_checker_dragged_to_where_none_can_lie_stays(open_board, firmware_address):
    board = open_board(firmware_address + f"?seed={_SEED}")
    twin = _beside(_SEED)
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
        _press(board, twin, "NEXT")
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


def test_a_name_is_typed_where_the_display_asks_for_one(open_board, firmware_address):
    board = open_board(firmware_address)
    said = board.page.locator("#said")
    board.hold("ok")
    for line in ("This match", "1st player"):
        while not said.text_content().startswith(line):
            board.press("next")
        board.press("ok")
    for key in (*("Backspace",) * len("Amber"), *"Anna", "Enter"):
        board.key(key)
    assert said.text_content().startswith("1st player: Anna.")
    assert board.faults == [] and board.errors() == []


@pytest.mark.long
def test_a_board_without_such_buttons_shows_none(open_board, firmware_address):
    board: VirtualBoard = open_board(firmware_address)
    assert board.page.locator("#point-24").is_visible() and board.page.locator("#dice").is_visible()
    board.page.locator("#more").click()
    board.page.locator("#which").select_option("pico")
    board.wait_for("picogammon.lights().length === 24")
    expect(board.page.locator(".place:visible")).to_have_count(0)
