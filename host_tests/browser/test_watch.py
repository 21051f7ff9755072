"""Others watch a board: a line of its own, over which nothing comes back; and a club's evening."""

import json

import pytest

from browser.cable import PORT, CabledBoard
from browser.test_everybody import violations
from browser.test_friend import SAID, Side, browser, meet, play
from tools.boards import loading
from tools.virtual_board.driver import PATIENCE_MS

__all__ = ["browser"]  # a fixture

_SHARING = "#showing"
_ADDING = "#adding"
_TOGETHER = """() => {
    const tiles = [...document.querySelectorAll(".tile")];
    const boxes = tiles.map((tile) => tile.querySelector(".board").getBoundingClientRect());
    const inside = boxes.every((box) => box.width > 100 && box.left >= 0
        && box.right <= innerWidth && box.bottom <= document.documentElement.scrollHeight);
    const apart = boxes.every((one, at) => boxes.slice(at + 1).every((other) =>
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top
        || other.bottom <= one.top));
    return inside && apart && document.documentElement.scrollWidth <= innerWidth;
}"""
_ROOMY = """() => [...document.querySelectorAll(".tile .room")].every((room) => {
    const { width, height, right, bottom } = room.getBoundingClientRect();
    return width > 200 && height > 200 && right <= innerWidth && bottom <= innerHeight;
})"""
# What the first tile's board has painted, in few numbers.
_PAINTED = """(() => {
    const canvas = document.querySelector(".tile .board");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum = (sum * 31 + data[at] + data[at + 1]) % 1e9;
    return sum;
})()"""


class Watching:
    """A page that watches."""

    def __init__(self, browser, address, script="", **options):
        self.context = browser.new_context(service_workers="block", **options)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        self.page.goto(address)

    def evaluate(self, expression, *argument):
        return self.page.evaluate(expression, *argument)

    def answer(self):
        text = f"document.querySelector('{_ADDING} .text')"
        self.page.wait_for_function(f"{text}.checkVisibility() && {text}.value.length > 20")
        return self.page.input_value(f"{_ADDING} .text")

    def add(self, link):
        self.page.click("#add")
        self.page.fill(f"{_ADDING} .came", link)
        self.page.click(f"{_ADDING} .take")
        return self.answer()

    def seats(self):
        return self.page.locator(".tile .seat").all_text_contents()


def _link(side):
    """A link to watch that Side."""
    if not side.page.is_visible(_SHARING):
        side.page.click("#shelf")
        side.page.click("#show")
    side.page.click(f"{_SHARING} .make")
    text = f"document.querySelector('{_SHARING} .text')"
    side.page.wait_for_function(f"{text}.checkVisibility() && {text}.value.includes('#watch=')")
    return side.page.input_value(f"{_SHARING} .text")


def _joined(side, answer, count=1):
    side.page.fill(f"{_SHARING} .came", answer)
    side.page.click(f"{_SHARING} .take")
    words = f"{count} page"
    side.page.get_by_text(words).wait_for()
    side.page.click(f"{_SHARING} .close")


@pytest.fixture
def anna(browser, firmware_address):
    side = Side(browser, f"{firmware_address}?seed=5")
    yield side
    assert side.board.faults == []
    side.context.close()


def test_who_opens_the_link_sees_the_match_of_two_friends(browser, anna, firmware_address):
    bert = Side(browser, firmware_address)
    for side in (anna, bert):
        side.open()
    meet(anna, bert)
    watching = Watching(browser, _link(anna), viewport={"width": 390, "height": 664})
    assert watching.evaluate("location.hash") == ""
    _joined(anna, watching.answer())
    watching.page.wait_for_selector(".tile.seated")
    before = watching.evaluate(_PAINTED)
    play([anna, bert], 6)
    watching.page.wait_for_function(f"(was) => {_PAINTED} !== was", arg=before)
    names = "".join(watching.seats())
    assert "Anna" in names and "Bert" in names and "0 of 3" in names and "pips" in names
    said = watching.page.locator(".tile .board").get_attribute("aria-label")
    assert said, "who listens is told what the display says"
    watching.page.wait_for_function(_TOGETHER)
    # The line ends with either page, and the watching one says so.
    anna.page.click("#shelf")
    anna.page.click("#show")
    anna.page.click(f"{_SHARING} .stop")
    watching.page.get_by_text("was cut. A new link brings it back").wait_for()
    assert watching.faults == []
    watching.context.close()
    bert.context.close()


# Whoever made this page keeps its line, and says over it what a friend's board could.
_TALKS = """
    const open = RTCPeerConnection.prototype.createDataChannel;
    RTCPeerConnection.prototype.createDataChannel = function (...options) {
        return (window.line = open.apply(this, options));
    };
"""


def test_who_watches_can_send_nothing(browser, anna):
    watching = Watching(browser, _link(anna), _TALKS)
    _joined(anna, watching.answer())
    watching.page.wait_for_selector(".tile.seated")
    before = anna.said()
    for message in ("at 1 00", "friend invite 3 Eve", "hello 1 00 00", json.dumps({"said": "x"})):
        watching.evaluate("(message) => line.send(message)", message)
    anna.press_ok()
    anna.changes(before)
    assert anna.page.evaluate("document.querySelectorAll('dialog[open]').length") == 0
    assert "friend" not in anna.page.evaluate(SAID).lower()
    watching.context.close()


def test_a_board_that_floods_the_page_is_let_go(browser, firmware_address):
    floods = Side(browser, f"{firmware_address}?seed=5", _TALKS)
    watching = Watching(browser, _link(floods))
    _joined(floods, watching.answer())
    watching.page.wait_for_selector(".tile.seated")
    floods.page.evaluate('() => { for (let i = 0; i < 200; i++) line.send(\'{"said": "x"}\'); }')
    watching.page.get_by_text("more than a board has to say").wait_for()
    floods.page.wait_for_function("line.readyState === 'closed'")
    watching.page.click("#add")
    watching.page.click(f"{_ADDING} .close")  # the page is as quick as before
    assert watching.faults == floods.board.faults == []
    floods.context.close()
    watching.context.close()


_MEASURE = """async (steps) => {
    const { Measure } = await import("./watch.js");
    const measure = new Measure();
    let now = 0;
    return steps.map(([count, every]) => {
        let fits = 0;
        for (let i = 0; i < count; i++) fits += measure.fits((now += every));
        return fits;
    });
}"""


def test_a_board_may_tell_what_it_has_held_back(bare):
    """[messages, milliseconds between them]: as many as are taken."""
    assert bare.evaluate(_MEASURE, [[3000, 200], [75, 0], [500, 200]]) == [3000, 75, 500]
    assert bare.evaluate(_MEASURE, [[300, 0], [1, 100], [2, 50]]) == [100, 0, 0]


_DRAWN = {"points": [[0]] * 24, "bars": [[], []], "offs": [[], []], "homeLeft": False}
_SPOILT = (
    "{",
    "[]",
    "null",
    '{"seats": [1, 2], "table": 7, "lights": "???", "glass": 5, "rows": 1e9, "board": "../x"}',
    '{"seats": [{"name": "<img src=x onerror=alert(1)>"}, {}]}',
    '{"table": {"dice": [[9, 0, false]], "colours": [], "counts": null, "cube": [1]}}',
    '{"__proto__": {"lights": "AAAA"}, "constructor": 1}',
    *(
        json.dumps({"table": {"dice": [], "colours": [[0, 0, 0]] * 2, "counts": counts}})
        for counts in ({"bar-0": "9" * 9000}, {"bar-0": 1e300}, {"bar-0": [7]}, {"bar-0": -1}, [])
    ),
    *(
        json.dumps({"board": {**_DRAWN, **spoilt}})
        for spoilt in (
            {"points": _DRAWN["points"][1:]},
            {"points": [[0]] * 23 + [[400]]},
            {"points": [[0]] * 23 + [[-1]]},
            {"points": [[0]] * 23 + [list(range(17))]},
            {"points": [[0]] * 23 + ["0"]},
            {"points": {"length": 24}},
            {"bars": [[], [], []]},
            {"offs": None},
            {"homeLeft": "yes"},
        )
    ),
)


def test_what_is_no_board_is_not_shown(browser, firmware_address):
    watching = Watching(browser, f"{firmware_address}watch.html")
    heard = watching.evaluate(
        "async (texts) => { const { heardOf } = await import('./watch.js');"
        " return texts.map((text) => Object.keys(heardOf(text)).length); }",
        list(_SPOILT),
    )
    assert heard == [0] * len(_SPOILT)
    sound = {"board": {**_DRAWN, "title": "x", "piezo": 3}}
    told = "async (text) => (await import('./watch.js')).heardOf(text)"
    assert watching.evaluate(told, json.dumps(sound)) == {"board": _DRAWN}
    watching.page.click("#add")
    watching.page.fill(f"{_ADDING} .came", "hello")
    watching.page.click(f"{_ADDING} .take")
    watching.page.get_by_text("no link or answer").wait_for()
    assert watching.faults == []
    watching.context.close()


def test_a_board_at_a_cable_is_watched_as_well(browser, firmware_address):
    side = Side(browser, firmware_address, PORT)
    side.page.expose_function("usb", CabledBoard())
    side.page.get_by_role("button", name="Connect a board").click()
    side.page.click("#show-mirrored")
    side.page.wait_for_selector(_SHARING)
    watching = Watching(browser, _link(side))
    _joined(side, watching.answer())
    watching.page.wait_for_function(
        "document.querySelector('.tile .board')?.ariaLabel === 'Roll to start.'"
    )
    assert watching.page.is_visible(".tile .oled") and not watching.page.is_visible(".tile .seat")
    watching.page.click(".tile .drop")
    watching.page.wait_for_selector("#nobody")
    side.page.wait_for_function("document.querySelector('#showing .stands').hidden")
    for one in (side, watching):
        one.context.close()
    assert watching.faults == []


# The data by which a page that watches draws.
_DRAWS = """async () => {
    const { Board } = await import("./board.js");
    const use = Board.prototype.use;
    Board.prototype.use = function (board) {
        window.drawn = board;
        return use.call(this, board);
    };
}"""


def test_a_board_with_wiring_of_its_own_is_drawn_by_it(browser, firmware_address):
    board = CabledBoard()
    text = (loading.FOLDER / "pico" / "board_config.py").read_text()
    own = text.replace("WIRING = ((1, 24),)", "WIRING = ((24, 1),)") + "HOME_LEFT = True\n"
    board.board.put("board_config.py", own.encode())
    side = Side(browser, firmware_address, PORT)
    side.page.expose_function("usb", board)
    side.page.click("#connect")
    side.page.click("#show-mirrored")
    watching = Watching(browser, f"{firmware_address}watch.html")
    watching.evaluate(_DRAWS)
    _joined(side, watching.add(_link(side)))
    watching.page.wait_for_function("window.drawn")
    drawn = watching.evaluate("drawn")
    assert drawn["points"] == [[23 - at] for at in range(24)] and drawn["homeLeft"] is True
    watching.page.wait_for_function(_ROOMY)  # without names and score, too
    assert watching.faults == []
    for one in (side, watching):
        one.context.close()


def test_a_page_that_watches_has_the_field_for_servers(browser, firmware_address):
    watching = Watching(browser, f"{firmware_address}watch.html")
    watching.page.click("#add")
    watching.page.click(f"{_ADDING} summary")
    watching.page.fill(f"{_ADDING} .servers", "nonsense")
    watching.page.fill(f"{_ADDING} .came", "hello")
    watching.page.click(f"{_ADDING} .take")
    watching.page.get_by_text("'nonsense' is no server").wait_for()
    watching.page.fill(f"{_ADDING} .servers", "stun:192.0.2.1:3478")
    watching.page.click(f"{_ADDING} .take")
    watching.page.get_by_text("no link or answer").wait_for()
    watching.page.goto(firmware_address)
    assert watching.evaluate("localStorage.getItem('picogammon.servers')") == "stun:192.0.2.1:3478"
    watching.context.close()


def test_servers_that_are_named_after_the_answer_have_one_of_their_own(browser, anna):
    watching = Watching(browser, _link(anna))
    watching.evaluate("addEventListener('submit', (e) => (window.goes = !e.defaultPrevented))")
    answer = watching.answer()
    watching.page.click(f"{_ADDING} summary")
    for servers, said in (("nonsense", "is no server"), ("", "another answer")):
        watching.page.fill(f"{_ADDING} .servers", servers)
        watching.page.press(f"{_ADDING} .servers", "Enter")
        watching.page.get_by_text(said).wait_for()
        same = watching.answer() == answer
        assert same is bool(servers), "the old one holds until the new one is there"
    assert not watching.evaluate("window.goes"), "Enter loads no page anew"
    _joined(anna, watching.answer())
    watching.page.wait_for_selector(".tile.seated")
    assert watching.faults == []
    watching.context.close()


def test_texts_of_the_other_kind_say_where_they_belong(browser, anna):
    link = _link(anna)
    assert violations(anna) == []
    anna.page.click(f"{_SHARING} .close")
    anna.open()
    anna.paste(link)
    anna.page.get_by_text("it belongs to 'Let somebody watch'").wait_for()
    anna.page.click("#befriending .close")


def test_a_club_evening_shows_boards_beside_each_other(browser, anna, firmware_address):
    room = Watching(
        browser, f"{firmware_address}watch.html", viewport={"width": 1280, "height": 800}
    )
    sides = [anna, Side(browser, f"{firmware_address}?seed=6&board=pico")]
    for side in sides:
        _joined(side, room.add(_link(side)))
    room.page.wait_for_function("document.querySelectorAll('.tile.seated').length === 2")
    room.page.wait_for_function(_TOGETHER)
    assert violations(room) == []
    room.page.locator(".tile input").first.fill("Table 1")
    room.page.click("#pair")
    room.page.fill("#pairings textarea", "Table 1: Anna - Bert")
    room.page.wait_for_function(_TOGETHER)
    # Room for eight, six of them empty here.
    room.evaluate(
        """() => { const boards = document.getElementById("boards");
            for (let at = 0; at < 6; at++) {
                const tile = boards.firstElementChild.cloneNode(true);
                tile.querySelector(".board").remove();
                boards.append(tile);
            }
            boards.dataset.count = 8; }"""
    )
    room.page.wait_for_function(_ROOMY)
    room.page.reload()
    assert room.page.input_value("#pairings textarea") == "Table 1: Anna - Bert"
    anna.page.wait_for_function("document.querySelector('#showing .stands').hidden")
    assert room.faults == []
    room.context.close()
    sides[1].context.close()
