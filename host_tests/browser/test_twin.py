"""The page beside its twin: the same app on CPython, with the same dice, pressed the same way.

After every press, of a button, a place or a checker that is dragged, the page's OLED must show what
the twin's shows, dot for dot.
"""

import pytest
from playwright.sync_api import expect

from fakes.whole_app import WholeApp
from picogammon.app.modes import point_buttons
from picogammon.devices.entropy import Dice, source
from picogammon.ground import DICE
from tools.browser import VirtualBoard

_SEED = 20
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


class _Both:
    """A page, and its twin with the dice of its `?seed=`: both are pressed."""

    def __init__(self, board: VirtualBoard):
        self.board = board
        self.twin = self._beside()
        self.same()

    def _beside(self, log=None, store=None):
        return WholeApp(Dice(source(None, "", _Urandom(_SEED))), log, store)

    def same(self):
        """Lives on until the page shows what the twin shows."""
        same = "(wanted) => String(picogammon.oled()) === String(wanted)"
        self.board.wait_for(same, list(self.twin.oled()))

    def reload(self):
        self.board.reload()
        self.twin = self._beside(self.twin.log, self.twin.store)
        self.same()

    def place(self, place):
        element = self.board.page.locator("#dice" if place == DICE else f"#point-{place}")
        at = {"x": element.bounding_box()["width"] / 2, "y": 3}  # beside a control over it
        element.click(position=at)
        self._did(self.twin.press_places, place)

    def decide(self, name, button):
        """Clicks a control, which does what that button does."""
        _control(self.board, name).click()
        self.board.run(500)  # a second click would be none, sooner
        self._did(self.twin.press, button)

    def rolled(self):
        """The hand once the person has rolled."""
        while not self.twin.match.dice or not self.twin.session.players.person_decides():
            self.place(DICE)
        return self.twin.navigator.base.hand

    def _did(self, press, what):
        press(what)
        self.twin.settle()
        self.same()


# How many blue pixels a half has in its middle: of player 1's dice.
_BLUE = """(half) => {
    const width = board.width / 2;
    const { data } = board.getContext("2d").getImageData(half * width, board.height / 2, width, 8);
    return data.filter((value, i) => i % 4 === 2 && value > 60 + data[i - 2]).length;
}"""


def _control(board, name):
    return board.page.locator("#places ~ #controls").get_by_role("button", name=name, exact=True)


def test_a_turn_without_the_four_buttons_with_a_reload_in_the_middle(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed={_SEED}")
    both = _Both(board)
    expect(board.page.locator("#cube")).to_be_hidden()  # it is a match to 1

    def step():
        hand = both.twin.navigator.base.hand
        if not hand.complete:
            both.place(hand.legal()[0] >> 3)
        return not hand.complete

    def play():
        while step():
            pass

    both.decide("Roll", "OK")
    both.rolled()
    expect(board.page.locator(".control")).to_have_count(0)
    assert step()
    both.reload()
    play()
    both.decide("Undo", "BACK")
    play()
    expect(board.page.locator(".control")).to_have_text(["Done", "Undo"])
    before = len(both.twin.log.records)
    both.decide("Done", "OK")
    assert len(both.twin.log.records) > before
    board.run(5000)
    expect(_control(board, "Roll")).to_be_visible()
    left, right = [board.page.evaluate(_BLUE, half) for half in (0, 1)]
    assert left > 100 and not right, "the last dice lie beside what is offered, not below it"


@pytest.mark.parametrize("turn, name, way", [(("1", "00"), "Double", -1), (("-1", "D"), "Take", 1)])
def test_an_answer_about_the_cube_is_asked_for_again_and_it_goes_to_who_has_it(
    open_board, firmware_address, turn, name, way
):
    board = open_board(f"{firmware_address}?seed={_SEED}#{_CUBE % turn}")
    asked = _control(board, name).bounding_box()
    _control(board, name).click()
    board.run(500)
    again = _control(board, name).bounding_box()
    assert again["x"] > asked["x"] + asked["width"], "a double click decides nothing"
    _control(board, name).click()
    board.run(5000)
    (x, y), (middle_x, middle_y) = _middle(board, "cube"), _middle(board, "board")
    assert x < middle_x - 400 and way * (y - middle_y) > 200


def _middle(board, name):
    box = board.page.locator(f"#{name}").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class _Finger:
    """As Playwright's mouse."""

    def __init__(self, page):
        self._session = page.context.new_cdp_session(page)
        self._points = None  # while it touches the screen

    def move(self, x, y, steps=1):
        self._at = {"x": x, "y": y}
        if self._points:
            self._touch("touchMove", [self._at])

    def down(self):
        self._touch("touchStart", [self._at])

    def up(self):
        self._touch("touchEnd", [])

    def _touch(self, kind, points):
        self._points = points
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


_WHITE = """() => picogammon.spots().filter(({index}) => {
    const light = picogammon.lights()[index];
    return Math.max(...light) && 2 * Math.min(...light) > Math.max(...light);
}).map(({place}) => place)"""
_FOLLOWS = """([x, y]) => {
    const at = document.querySelector(".dragged").getBoundingClientRect();
    return Math.abs(at.x + at.width / 2 - x) < 3 && Math.abs(at.y + at.height / 2 - y) < 3;
}"""


@pytest.mark.parametrize("touches", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_checker_is_dragged_over_its_landings_and_lands_on_one_of_them_alone(
    open_board, firmware_address, touches
):
    board = open_board(f"{firmware_address}?seed={_SEED}", has_touch=touches)
    both = _Both(board)
    hand = both.rolled()
    mode, dice = both.twin.navigator.base, both.twin.match.dice
    step = hand.legal()[-1]  # by the smaller die
    source, target = step >> 3, (step >> 3) - (step & 7)
    landings = {f"point-{source - length}" for length in (*dice, sum(dice))}
    pointer = _Finger(board.page) if touches else board.page.mouse
    x, y = _middle(board, "dice")
    shown = board.page.evaluate(_WHITE)

    def drag(end):
        pointer.move(*_middle(board, f"point-{source}"))
        pointer.down()
        pointer.move(*end, steps=4)
        board.wait_for(_FOLLOWS, end)
        board.run(100)
        marked = set(board.page.evaluate(_WHITE))
        assert {f"point-{target}"} <= marked <= landings
        pointer.up()
        expect(board.page.locator(".dragged")).to_have_count(0)

    for end in ((x, y - 12), (1190, 790)):
        drag(end)
        both.same()
        assert board.page.evaluate(_WHITE) == shown
    drag(_middle(board, "point-19"))
    point_buttons.drag(mode, source, 19)
    both.same()
    drag(_middle(board, f"point-{target}"))
    both.twin.navigator.acted(0)
    mode.choose([step])
    both.same()


def test_a_name_is_typed_where_the_display_asks_for_one(open_board, firmware_address):
    board = open_board(firmware_address)
    said = board.page.locator("#said")
    board.hold("ok")
    for line in ("This match", "Amber's name"):
        while not said.text_content().startswith(line):
            board.press("next")
        board.press("ok")
    for key in (*("Backspace",) * len("Amber"), *"Anna", "Enter"):
        board.key(key)
    assert said.text_content().startswith("Anna's name: Anna.")
