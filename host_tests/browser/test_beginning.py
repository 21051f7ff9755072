"""A match is begun from the page; who plays it; and its display and its menu go by a click."""

import contextlib
import json
import re

import pytest
import serial

from browser.test_everybody import violations
from picogammon.app.display.lights import COLOURS
from picogammon.engine.levels import levels
from picogammon.rules.settings import Settings
from tools.opponent.page import LinkedSite
from tools.virtual_board import __main__ as virtual_board
from websites import running

SAID = "document.getElementById('said').textContent"
_KEPT = "JSON.parse(localStorage['picogammon.matches'])"


@pytest.fixture
def board(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    yield board
    assert board.faults == [] and board.errors() == []


def choose(board, *words):
    board.page.locator("#begin").click()
    for word in words:
        board.page.locator("#beginning").get_by_text(word, exact=True).click()
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_until_ready()


def _wait_for_settings(board, *settings):
    """Waits until the match on the board has these (length, player 1, clock, sealed), as its record
    has them."""
    board.wait_for(
        """(settings) => {
            const { known, current } = JSON.parse(localStorage["picogammon.matches"]);
            const codes = known[current].settings?.match(/../g) ?? [];
            const body = codes.map((code) => parseInt(code, 16));
            return String([body[0], body[7], (body[1] >> 3) & 3, body[1] >> 7]) === settings;
        }""",
        ",".join(map(str, settings)),
    )


def _wait_for_length(board, length):
    board.wait_for(f"(({{known, current}}) => known[current].length === {length})({_KEPT})")


def test_by_keyboard_alone_a_match_is_begun_and_its_first_dice_are_rolled(board):
    keys = board.page.keyboard
    while not board.page.evaluate("document.activeElement.id === 'begin'"):
        keys.press("Tab")
    keys.press("Enter")
    board.wait_for("document.activeElement.name === 'name'")
    assert violations(board) == []
    keys.type("Anna")
    keys.press("Tab")
    keys.press("Tab")
    while not board.page.evaluate("document.activeElement.value === '1'"):
        keys.press("ArrowUp")
    keys.press("Enter")
    _wait_for_length(board, 1)
    board.wait_until_ready()  # it begins another match first, and this one with it
    board.wait_for(f"{SAID}.startsWith('Roll to start')")
    board.key("Enter")
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")
    assert board.page.locator("#beginning").is_hidden()


def _seats(board, name):
    """[(its words, its colour)] of the one above, once he is called so, and of the one below."""
    board.wait_for("(name) => document.querySelector('#above b')?.textContent === name", name)
    return board.page.evaluate(
        """() => ["above", "below"].map((name) => {
            const [swatch, ...words] = document.getElementById(name).children;
            return [words.map((word) => word.textContent), swatch.style.background];
        })"""
    )


def test_a_match_is_begun_by_clicks_is_said_beside_the_board_and_chosen_again(board):
    above, below = _seats(board, "Blue: novice")
    assert above[0] == ["Blue: novice", "0 of 1", "167 pips"]
    assert below[0] == ["Amber: you", "0 of 1", "167 pips"]
    for (_, colour), at in ((below, 0), (above, 3)):
        seen = [round(255 * (byte / 255) ** (1 / 2.2)) for byte in COLOURS[0][at : at + 3]]
        assert [int(part) for part in re.findall(r"\d+", colour)] == seen
    choose(board, "expert", "7")
    _wait_for_settings(board, 7, 4, 0, 0)
    board.press("ok")
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")
    board.reload()
    choose(board, "8 s, 1 min")
    _wait_for_settings(board, 7, 4, 2, 0)
    assert _seats(board, "Blue: expert")[0][0] == ["Blue: expert", "0 of 7", "167 pips", "7:00"]
    kept = board.page.evaluate(f"Object.values({_KEPT}.known).map(({{ length }}) => length)")
    assert kept == [7, 7], "a match that nobody has moved in is not kept"


def test_a_name_is_asked_once_is_on_the_board_and_unplayed_matches_are_not_kept(board):
    page = board.page
    for points in ("3", "5", "7"):
        page.locator("#begin").click()
        field = page.get_by_role("textbox", name="Your name")
        if points == "3":
            field.fill("Anna")
        assert field.input_value() == "Anna"
        page.locator("#beginning").get_by_text(points, exact=True).click()
        page.get_by_role("button", name="Play", exact=True).click()
        _wait_for_length(board, int(points))
        _seats(board, "Blue: novice")
    assert page.locator("#below b").inner_text() == "Anna: you"
    page.locator("#shelf").click()
    (row,) = page.locator("#matches li").all_inner_texts()
    assert row.startswith("Anna – Blue (novice)")
    assert page.evaluate("document.activeElement.id") == "matches-title"
    page.keyboard.press("Escape")
    board.reload()
    page.locator("#begin").click()
    assert page.get_by_role("textbox", name="Your name").input_value() == "Anna"
    page.locator("#beginning").get_by_text("human", exact=True).click()
    page.get_by_role("textbox", name="Second player’s name").fill("Ben")
    page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for("document.querySelector('#above b').textContent === 'Ben'")


def test_a_set_is_practised_on_the_board(board):
    page = board.page
    page.locator("#more").click()
    page.locator("#practice").click()
    page.get_by_text("Enter your name in New match").wait_for()
    page.get_by_role("button", name="Openings", exact=True).click()
    page.locator("#practising").wait_for(state="hidden")
    board.wait_for(f"{SAID}.startsWith('1/')")


@pytest.mark.long
def test_a_money_session_has_no_clock_and_sealed_dice_are_begun_as_on_the_board(board):
    choose(board, "human", "Money", "12 s, 2 min")
    _wait_for_settings(board, 0, 0, 0, 0)
    named = [words[:2] for words, _ in _seats(board, "Blue")]
    assert named == [["Blue", "0 points"], ["Amber", "0 points"]]
    choose(board, "3", "sealed")
    board.wait_for(f"/seal/i.test({SAID})")


_CHOSEN = """() => {
    const form = document.querySelector("#beginning form");
    const { player, clock } = Object.fromEntries(new FormData(form));
    return [document.activeElement.name, player, clock];
}"""


@pytest.mark.long
def test_choice_and_keyboard_stay_when_the_board_says_again_who_can_play(board):
    page = board.page
    dialog = page.locator("#beginning")

    def begin_anew(dice):
        """The board begins at another position, and says who can play: what is chosen then."""
        page.evaluate("(hash) => (location.hash = hash)", _ROLLED.replace("31", dice))
        board.wait_for(f"{SAID}.includes('Dice: {dice[0]}, {dice[1]}')")
        return page.evaluate(_CHOSEN)

    page.locator("#begin").click()
    dialog.get_by_text("expert", exact=True).click()
    dialog.get_by_text("8 s, 1 min", exact=True).click()
    chosen = page.evaluate(_CHOSEN)
    assert chosen[0] == "clock" and chosen[2] != "0"
    assert begin_anew("42") == chosen
    page.route("**/weights.bin", lambda route: route.fulfill(status=404))
    assert begin_anew("53") == ["clock", "1", chosen[2]], "expert cannot play any more"
    page.keyboard.press("Escape")
    begin_anew("61")
    page.locator("#begin").click()
    assert page.evaluate(_CHOSEN)[1:] == ["1", "0"], "the dialog was closed: nothing is chosen"


@pytest.mark.long
def test_escape_closes_one_dialog_and_the_keyboard_is_where_it_was(board):
    page = board.page
    openers = (("#shelf", "matches"), ("#matches .begin", "beginning"))
    for opener, dialog in openers:
        page.locator(opener).focus()
        page.keyboard.press("Enter")
        page.locator(f"#{dialog}").wait_for()
    for opener, dialog in reversed(openers):
        page.keyboard.press("Escape")
        page.locator(f"#{dialog}").wait_for(state="hidden")
        board.wait_for(f"document.activeElement.matches('{opener}')")
    page.locator("#shelf").click()
    page.keyboard.press("Escape")
    board.wait_for("document.activeElement === document.body")
    board.key("Enter")  # by mouse the keyboard stays the board's
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")


def _touch(board, x, y):
    """Clicks on a dot of the display."""
    box = board.page.locator("#oled").bounding_box()
    dot = box["width"] / 128
    board.page.locator("#oled").click(position={"x": (x + 0.5) * dot, "y": (y + 0.5) * dot})


def test_the_menu_and_its_lines_and_the_labels_go_by_a_click(board):
    board.page.locator("#menu").click()
    board.wait_for(f"{SAID}.startsWith('Pips and score')")
    _touch(board, 20, 50)  # its fourth line, where there are four
    board.wait_for(f"{SAID}.startsWith('Start')")
    _touch(board, 20, 27)
    board.wait_for(f"{SAID}.startsWith('Length: < 1 pt >')")
    _touch(board, 40, 60)  # +
    board.wait_for(f"{SAID}.startsWith('Length: < 2 pt >')")
    _touch(board, 20, 16)  # the line above: it starts, with that length
    _wait_for_length(board, 2)
    board.page.locator("#menu").click()
    board.wait_for(f"{SAID}.startsWith('Pips and score')")
    _touch(board, 20, 50)
    board.wait_for(f"{SAID}.startsWith('Start')")
    _touch(board, 120, 60)  # BACK
    board.wait_for(f"{SAID}.startsWith('New match')")
    board.page.locator("#menu").click()
    board.wait_for(f"{SAID}.startsWith('Roll to start')")
    _touch(board, 5, 60)  # no label is there
    _touch(board, 5, 20)  # nor any line
    _touch(board, 80, 60)  # ROLL
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")


_ROLLED = "#XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
# Positions as the page is told them, each once: its address lags behind, and may leave one out.
_NOTED = """
const positions = (window.positions = []);
const keep = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  keep.call(this, key, text);
  if (key !== "picogammon.matches") return;
  const { known, current } = JSON.parse(text);
  const [, now] = (known[current].xgid ?? "").split(/[=:]/);
  if (now && now !== positions.at(-1)) positions.push(now);
};
"""


@pytest.mark.long
def test_a_page_of_make_opponent_carries_its_boards_cable_to_the_server(open_board):
    """Also where the server is not there at first."""
    site = LinkedSite(virtual_board.FIRMWARE, virtual_board.board_folders())
    carry = site.lines["/cable"]
    site.lines["/cable"] = lambda line: site.lines.update({"/cable": carry})  # the line ends
    with contextlib.closing(site), running(site) as port:
        board = open_board(f"http://127.0.0.1:{port}/")
        with serial.serial_for_url(site.url, timeout=0) as plugged:
            plugged.write(b"ubgi\r\n")
            said = b""
            while b"ubgiok" not in said:
                board.run(50)
                said += plugged.read(100)
        assert board.faults == [] and board.errors() == []


@pytest.mark.long
def test_levels_play_by_the_compiled_engine_and_the_same_without_it(
    open_board, firmware_address, engine
):
    compiled, complained = _played(open_board, firmware_address, engine.read_bytes())
    assert not any("WebAssembly" in line for line in complained)
    plain, complained = _played(open_board, firmware_address, b"")
    assert any("WebAssembly" in line for line in complained)
    assert compiled == plain


def _played(open_board, address, engine):
    """The first positions of a match of master against itself, with that file for a compiled
    engine, and what the page logged."""
    logged = []

    def prepare(page):
        page.on("console", lambda message: logged.append(message.text))
        page.add_init_script(_NOTED)
        page.route("**/engine.wasm", lambda route: route.fulfill(body=engine))

    kept = _kept_by(address, 1 + levels().index("master"))
    board = open_board(f"{address}?seed=5{_ROLLED}", prepare, storage_state=kept)
    board.wait_for("positions.length > 3")
    assert board.faults == [] and board.errors() == []
    return board.page.evaluate("positions.slice(0, 4)"), logged


def _kept_by(address, player):
    """What a browser keeps that has played a match there, of that player against itself."""
    settings = Settings(players=(player, player)).pack().hex()
    kept = {"current": 1, "known": {"1": {"settings": settings}}}
    stored = {"picogammon.flash": "{}", "picogammon.matches": json.dumps(kept)}
    items = [{"name": name, "value": value} for name, value in stored.items()]
    return {"origins": [{"origin": address.rstrip("/"), "localStorage": items}]}
