"""Two pages far apart: one invites by a link, the other answers, and both play through a line."""

import base64
import io
import json
import re

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from browser.conftest import Held
from tools.virtual_board.driver import (
    CHROMIUM_ARGUMENTS,
    HEADLESS,
    PATIENCE_MS,
    VirtualBoard,
)

# Where nobody hears what mDNS asks, pages of one computer find each other by its addresses.
_PLAIN = "--disable-features=WebRtcHideLocalIpsWithMdns"
DIALOG = "#befriending"
SAID = "document.getElementById('said').textContent"
_TEXT = f"document.querySelector('{DIALOG} .text')"
HANDED = f"{_TEXT}.checkVisibility() && {_TEXT}.value.length > 20 && {_TEXT}.value"
STATUS = f"document.querySelector('{DIALOG} [role=status]').textContent"
_CHANGES = f"(was) => {SAID} !== was"
_REFUSES = "turn:anna:secret@127.0.0.1:9?transport=tcp"  # nobody is there, and says so at once
_SOON_MS = 10_000  # a browser would notice by itself only later
_DESK = {"width": 1280, "height": 800}
_PHONE = {"width": 390, "height": 664}


@pytest.fixture(scope="module")
def browser(chromium):
    arguments = [*CHROMIUM_ARGUMENTS, _PLAIN]
    browser = chromium.browser_type.launch(executable_path=HEADLESS, args=arguments)
    yield browser
    browser.close()


class Side:
    """A person at a page of his own browser."""

    def __init__(self, browser, address, script="", **options):
        """`script`: JavaScript that runs before any of the page's own."""
        self.context = browser.new_context(service_workers="block", **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(script)
        self.board = VirtualBoard(self.context.new_page(), address)

    @property
    def page(self):
        return self.board.page

    def said(self):
        return self.page.evaluate(SAID)

    def handed(self):
        """The text that the page wants to be sent."""
        return self.page.wait_for_function(HANDED).json_value()

    def paste(self, text):
        self.page.fill(f"{DIALOG} .came", text)
        self.page.click(f"{DIALOG} .take")

    def open(self):
        self.page.click("#begin")
        self.page.click("#friend-too")

    def in_sight(self):
        """Whether the dialog needs no scrolling sideways."""
        return self.page.evaluate(
            f"(() => {{ const it = document.querySelector('{DIALOG}');"
            " return it.scrollWidth <= it.clientWidth; })()"
        )

    def fits(self):
        """Whether all of the dialog is in sight."""
        return self.in_sight() and self.page.evaluate(
            f"(() => {{ const it = document.querySelector('{DIALOG}');"
            " return it.scrollHeight <= it.clientHeight; })()"
        )

    def press_ok(self):
        self.board.press("ok")

    def changes(self, was):
        """Waits until the board says something else."""
        self.page.wait_for_function(_CHANGES, arg=was)

    def pause(self):
        self.page.wait_for_timeout(30)

    def click(self, selector):
        self.page.click(selector)

    def shows(self, selector):
        self.page.wait_for_selector(selector)

    def plays(self):
        """Waits until the match has begun."""
        self.page.wait_for_function(f"{SAID}.includes('You play with')")
        self.press_ok()

    def closed(self):
        self.page.wait_for_selector(DIALOG, state="hidden")


# `falls("disconnected")` makes the page's line so, as a browser says it some seconds after the
# other page has crashed; "connected" brings it back.
_FALLS = """
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(...options) {
            super(...options);
            window.falls = (state) => {
                window.fallen = state;
                this.dispatchEvent(new Event("connectionstatechange"));
            };
        }
        get connectionState() { return window.fallen ?? super.connectionState; }
    };
"""


@pytest.fixture
def anna(browser, firmware_address):
    side = Side(browser, firmware_address, _FALLS)
    yield side
    side.context.close()


def test_a_choice_stays_when_the_board_says_by_which_clocks_it_plays(browser, firmware_address):
    context = browser.new_context(service_workers="block")
    weights = Held()
    context.route("**/firmware/**", weights)
    board = VirtualBoard(context.new_page(), firmware_address)
    board.page.click("#begin")
    board.page.click("#friend-too")
    board.page.check(f"{DIALOG} [name='points'][value='7']", force=True)
    weights.let_go()
    board.page.check(f"{DIALOG} [name='clock'][value='2']", force=True)
    assert board.page.is_checked(f"{DIALOG} [name='points'][value='7']")
    context.close()


def test_who_is_invited_reads_the_clock_once_the_page_knows_it(browser, anna, firmware_address):
    bert = Side(browser, firmware_address)
    weights = Held()
    bert.context.route("**/weights.bin", weights)
    bert.board.reload()
    for side in (anna, bert):
        side.open()
    anna.page.check(f"{DIALOG} [name='clock'][value='3']", force=True)
    anna.click(f"{DIALOG} .invite")
    bert.paste(anna.handed())
    anna.paste(bert.handed())
    bert.shows(f"{DIALOG} .play")
    weights.let_go()
    expect(bert.page.locator(f"{DIALOG} .asked")).to_contain_text("15 s a turn, 3 min a point")
    bert.context.close()


def _met(browser, anna):
    """The other person, on a phone, once both play."""
    anna.open()
    anna.page.fill(f"{DIALOG} .name", "Anna")
    anna.page.check(f"{DIALOG} [name='points'][value='3']", force=True)
    anna.page.check(f"{DIALOG} [name='clock'][value='3']", force=True)
    assert anna.fits()
    anna.page.click(f"{DIALOG} .invite")
    bert = Side(browser, anna.handed(), viewport=_PHONE)
    assert "#friend" not in bert.page.evaluate("location.hash")
    assert bert.in_sight()
    anna.paste(bert.handed())
    bert.page.wait_for_selector(f"{DIALOG} .play")
    # More than a slow machine can use up: who has no time left resigns.
    clock = "to 3 points by the clock: 15 s a turn, 3 min a point."
    expect(bert.page.locator(f"{DIALOG} .asked")).to_have_text(re.compile(re.escape(clock) + "$"))
    assert bert.fits()
    bert.page.fill(f"{DIALOG} .name", "Bert")
    bert.page.click(f"{DIALOG} .play")
    for side in (anna, bert):
        side.closed()
        side.plays()
    return bert


def meet(host, guest):
    """Two Sides, of any browsers and with their dialogs open, begin a match."""
    host.click(f"{DIALOG} .invite")
    guest.paste(host.handed())
    host.paste(guest.handed())
    guest.shows(f"{DIALOG} .play")
    guest.click(f"{DIALOG} .play")
    for side in (host, guest):
        side.plays()


def _to_act(sides):
    """Whoever is to roll, to play, or to see that no play is legal.

    A play of the other side's that a board still shows is skipped meanwhile.
    """
    for _ in range(2000):
        for side in sides:
            said = side.said().replace(":", "").lower()  # a board at a cable says "OK: ROLL"
            if any(f"ok {what}" in said for what in ("roll", "move", "done", "go on")):
                return side
            if "ok skip" in said:
                was = side.said()
                side.press_ok()
                side.changes(was)
        sides[0].pause()
    raise AssertionError([side.said() for side in sides])


def play(sides, presses):
    """Both roll and play, by so many presses of OK, or more until each has acted.

    A turn takes up to six of them: a roll, four checkers of a double, and to end it.
    """
    acted = set()
    for count in range(4 * presses):
        if count >= presses and len(acted) == len(sides):
            break
        side = _to_act(sides)
        was = side.said()
        side.press_ok()
        side.changes(was)
        acted.add(sides.index(side))
    return acted


def test_a_match_is_played_to_its_end_and_a_closed_tab_comes_back(browser, anna, firmware_address):
    bert = _met(browser, anna)
    play([anna, bert], 8)
    anna.open()
    again = anna.page.locator(f"{DIALOG} .again")
    for state, offered in (("disconnected", True), ("connected", False)):
        anna.page.evaluate("(state) => falls(state)", state)
        # Who is silent may be met anew.
        expect(again).to_be_visible(visible=offered)
    anna.page.evaluate("fallen = null")
    anna.page.click(f"{DIALOG} .close")
    bert.page.close()
    anna.page.locator("#line-text", has_text="was cut").wait_for(timeout=_SOON_MS)
    bert.board = VirtualBoard(bert.context.new_page(), firmware_address)
    bert.open()
    bert.page.click(f"{DIALOG} .again")
    anna.open()
    anna.paste(bert.handed())
    bert.paste(anna.handed())
    for side in (anna, bert):
        side.closed()
    assert play([anna, bert], 12) == {0, 1}
    for side in (anna, bert):
        seats = side.page.locator(".seat").all_text_contents()
        assert all(re.search(r"\d:\d\d$", seat) for seat in seats), seats
    resigning = _to_act([anna, bert])
    other = anna if resigning is bert else bert
    _choose(resigning, "Resign", "Backgammon", "Resign")
    other.page.wait_for_function(f"{SAID}.includes('accept')")
    other.board.press("prev")
    other.board.press("ok")
    for side in (anna, bert):
        side.page.wait_for_function(f"{SAID}.includes('wins the match')")
        assert side.board.faults == []
    bert.context.close()


def _choose(side, *labels):
    """Opens the menu, walks to these lines, one behind another, and presses OK."""
    side.page.click("#menu")
    side.page.wait_for_function(f"{SAID}.startsWith('Pips and score')")
    was = ""
    for label in labels:
        side.page.wait_for_function(_CHANGES, arg=was)
        while not side.said().startswith(label + "."):
            was = side.said()
            side.board.press("next")
            side.page.wait_for_function(_CHANGES, arg=was)
        was = side.said()
        side.board.press("ok")


def _text(*parts):
    return base64.b64encode(json.dumps(parts).encode()).decode()


_GOOD = ["abcd", "p" * 24, ":".join(["AB"] * 32), ["1 1 udp 1 192.0.2.1 9 typ host"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste your friend's link"),
        ("hello", "no link or answer"),
        ("#friend=" + "A" * 5000, "no link or answer"),
        (_text("invites", 2, *_GOOD), "another version"),
        (_text("answers", 1, *_GOOD), "Make a link first"),
        (_text("invites", 1, "a b\r\na=evil", *_GOOD[1:]), "changed on its way"),
        (
            _text("invites", 1, *_GOOD[:3], ["1 1 udp 1 x 9 typ host\r\na=evil"]),
            "changed on its way",
        ),
        (_text("invites", 1, *_GOOD[:3], "x"), "changed on its way"),
        (_text({"a": 1}), "no link or answer"),
    ],
)
def test_a_text_that_is_no_friends_is_refused_in_a_sentence(shared, text, words):
    before = shared.said()
    shared.paste(text)
    shared.page.wait_for_function(f"(words) => {STATUS}.includes(words)", arg=words)
    assert shared.said() == before
    assert not shared.page.is_visible(f"{DIALOG} .text")
    assert shared.board.faults == []


@pytest.fixture(scope="module")
def shared(browser, firmware_address):
    """A page whose dialog is open, for texts that change nothing."""
    side = Side(browser, firmware_address)
    side.open()
    yield side
    side.context.close()


def test_a_server_that_is_none_is_refused(shared):
    shared.page.click(f"{DIALOG} summary")
    shared.page.fill(f"{DIALOG} .servers", "http://example.org")
    shared.paste(_text("invites", 1, *_GOOD))
    shared.page.wait_for_function(f"{STATUS}.includes('is no server')")
    shared.page.fill(f"{DIALOG} .servers", "")


def test_servers_named_late_make_another_text_and_what_was_chosen_is_chosen_again(
    browser, firmware_address
):
    anna, bert = Side(browser, firmware_address), Side(browser, firmware_address)
    for side in (anna, bert):
        side.open()
    seven = f"{DIALOG} [name='points'][value='7']"
    anna.page.check(seven, force=True)
    anna.page.click(f"{DIALOG} .invite")
    bert.paste(_named_late(anna))
    anna.paste(_named_late(bert))
    bert.shows(f"{DIALOG} .play")
    anna.board.reload()
    assert anna.page.is_checked(seven)
    for side in (anna, bert):
        assert side.board.faults == []
        side.context.close()


def _named_late(side):
    """The text that is to be sent once a server is named, which the one before did not know of."""
    was = side.handed()
    side.page.click(f"{DIALOG} summary")
    side.page.fill(f"{DIALOG} .servers", _REFUSES)
    side.page.press(f"{DIALOG} .servers", "Enter")
    side.page.wait_for_function(f"{STATUS}.includes('another text')")
    assert side.handed() != was
    return side.handed()


# A code is square, an empty canvas is not.
_DRAWN = f"""() => {{
    const code = document.querySelector("{DIALOG} canvas");
    return code.checkVisibility() && code.width === code.height;
}}"""


def _codes(page):
    """What a camera reads on the page, with a little of what a lens does to it."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("L")
    picture = picture.resize([side * 5 // 4 for side in picture.size], Image.Resampling.BILINEAR)
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize(
    "screen", [{"viewport": _DESK}, {"viewport": _PHONE, "device_scale_factor": 3}]
)
def test_the_link_is_a_code_too_for_another_screens_camera(browser, firmware_address, screen):
    side = Side(browser, firmware_address, **screen)
    side.open()
    side.page.click(f"{DIALOG} .invite")
    link = side.handed()
    if screen["viewport"] is _PHONE:
        assert side.fits(), "with the text"
        side.page.click(f"{DIALOG} .code")
    side.page.wait_for_function(_DRAWN)
    assert _codes(side.page) == [link]
    assert side.fits()
    side.page.click(f"{DIALOG} .cancel")
    assert side.board.faults == []
    side.context.close()


_LONG = """async ([letters, width]) => {
    const canvas = document.createElement("canvas");
    const drawn = await (await import("./codes.js")).drawCode(canvas, "x".repeat(letters), width);
    return [drawn, canvas.width, drawn && canvas.toDataURL().split(",")[1]];
}"""


@pytest.mark.parametrize("letters", [1, 700, 1900, 2953])
def test_a_long_text_has_a_code_that_can_be_read(shared, letters):
    drawn, width, picture = shared.page.evaluate(_LONG, [letters, 340])
    assert drawn and width <= 362
    picture = Image.open(io.BytesIO(base64.b64decode(picture)))
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == ["x" * letters]


def test_a_text_that_no_code_holds_has_none(shared):
    assert not shared.page.evaluate(_LONG, [2954, 340])[0]
