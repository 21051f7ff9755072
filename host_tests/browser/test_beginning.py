"""A match is begun from the page, and its display and its menu go by a click."""

import pytest
from playwright.sync_api import expect

from browser.test_everybody import violations

SAID = "document.getElementById('said').textContent"
_LENGTH = "JSON.parse(localStorage['picogammon.matches'])"


@pytest.fixture
def board(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    yield board
    assert board.faults == [] and board.errors() == []


def _kept(board):
    """[(names, length)] of the matches that the page keeps, the newest first."""
    known = board.page.evaluate(f"Object.values({_LENGTH}.known)")
    return [(match.get("names"), match.get("length")) for match in reversed(known)]


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


def choose(board, *words):
    board.page.locator("#begin").click()
    for word in words:
        board.page.locator("#beginning").get_by_text(word, exact=True).click()
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_until_ready()


def test_the_keyboard_begins_at_what_is_chosen(board):
    board.page.locator("#begin").click()
    board.wait_for("document.activeElement.matches('[name=player]:checked')")


def test_by_keyboard_alone_a_match_is_begun_and_its_first_dice_are_rolled(board):
    keys = board.page.keyboard
    while not board.page.evaluate("document.activeElement.id === 'begin'"):
        keys.press("Tab")
    keys.press("Enter")
    board.wait_for("document.activeElement.name === 'player'")
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


def test_the_clocks_go_from_short_to_long(board):
    board.page.locator("#begin").click()
    clocks = board.page.locator("#beginning fieldset", has_text="Clock").locator("label")
    expect(clocks).to_have_text(["off", "8 s, 1 min", "12 s, 2 min", "15 s, 3 min"])


def _wait_for_length(board, length):
    board.wait_for(f"(({{known, current}}) => known[current].length === {length})({_LENGTH})")


def test_a_match_is_begun_by_four_clicks_and_what_was_chosen_is_chosen_again(board):
    choose(board, "expert", "7")
    _wait_for_settings(board, 7, 4, 0, 0)
    board.press("ok")
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")
    board.reload()
    choose(board, "8 s, 1 min")
    _wait_for_settings(board, 7, 4, 2, 0)
    assert [length for _, length in _kept(board)] == [7, 7, 1]


_OFFERED = """async () => {
    const { Beginning } = await import("./beginning.js");
    const dialog = document.createElement("dialog");
    dialog.innerHTML = "<form><p class=groups></p><b class=close></b></form>";
    document.body.append(dialog);
    const beginning = new Beginning([], dialog, () => {});
    const clocks = [[0, "off"], [2, "short"]];
    const offer = (...players) => beginning.offer({ clocks, players });
    const chosen = () => Object.fromEntries(new FormData(dialog.querySelector("form")));
    offer([0, "human"], [1, "novice"], [4, "expert"]);
    dialog.show();
    dialog.querySelector("[name=player][value='4']").click();
    dialog.querySelector("[name=clock][value='2']").click();
    offer([0, "human"], [1, "novice"], [4, "expert"]);
    const first = chosen();
    offer([0, "human"], [1, "novice"]); // it cannot play any more
    dialog.close();
    const then = chosen();
    offer([0, "human"], [1, "novice"], [4, "expert"]);
    return [first, then, chosen()].map(({ player, clock }) => [player, clock]);
}"""


def test_a_choice_stays_when_the_board_says_meanwhile_who_can_play(bare):
    """A board that starts anew says so late, when its weights are there."""
    assert bare.evaluate(_OFFERED) == [["4", "2"], ["1", "2"], ["1", "0"]]


_LATE = """async (told) => {
    const { Beginning } = await import("./beginning.js");
    const html = await (await fetch("./index.html")).text();
    const page = new DOMParser().parseFromString(html, "text/html");
    const dialog = page.getElementById("beginning");
    document.body.append(dialog);
    const beginning = new Beginning([], dialog, () => {});
    dialog.showModal();
    return told.map((players) => {
        beginning.offer({ clocks: [[0, "off"], [2, "short"]], players });
        const { name, value } = document.activeElement;
        dialog.querySelector("[name=clock][value='2']").click();
        dialog.querySelector("[name=clock][value='2']").focus();
        return [name, value];
    });
}"""


def test_the_keyboard_stays_when_the_board_says_late_or_again_who_can_play(bare):
    players = [[0, "human"], [1, "novice"], [4, "expert"]]
    focused = bare.evaluate(_LATE, [players, players, players[:2]])
    assert focused == [["player", "1"], ["clock", "2"], ["clock", "2"]]


def test_play_is_in_sight_however_low_the_window_is(board):
    board.page.locator("#begin").click()
    board.page.locator("#beginning fieldset").last.wait_for()
    for width, height in ((320, 568), (844, 390), (568, 320)):
        board.page.set_viewport_size({"width": width, "height": height})
        board.wait_for("(size) => String([innerWidth, innerHeight]) === size", f"{width},{height}")
        play = board.page.get_by_role("button", name="Play", exact=True)
        box = play.bounding_box()
        assert 0 < box["y"] and box["y"] + box["height"] < height
        play.click(trial=True)


def test_a_money_session_has_no_clock(board):
    choose(board, "human", "Money", "12 s, 2 min")
    _wait_for_settings(board, 0, 0, 0, 0)


def test_sealed_dice_are_begun_as_on_the_board(board):
    choose(board, "3", "sealed")
    board.wait_for(f"/seal/i.test({SAID})")


def test_the_dialog_can_be_read_and_used_by_keyboard(board):
    board.page.locator("#begin").click()
    board.page.locator("#beginning fieldset").last.wait_for()
    assert violations(board) == []
    board.page.get_by_role("radio", name="novice").focus()
    board.page.keyboard.press("ArrowRight")
    expect(board.page.get_by_role("radio", name="casual")).to_be_checked()
    board.page.keyboard.press("Enter")
    _wait_for_settings(board, 5, 2, 0, 0)


def test_escape_closes_one_dialog_and_the_keyboard_is_where_it_was(board):
    page = board.page
    for opener, dialog in (("shelf", "matches"), ("begin-too", "beginning")):
        page.locator(f"#{opener}").focus()
        page.keyboard.press("Enter")
        page.locator(f"#{dialog}").wait_for()
    for opener, dialog in (("begin-too", "beginning"), ("shelf", "matches")):
        page.keyboard.press("Escape")
        page.locator(f"#{dialog}").wait_for(state="hidden")
        board.wait_for(f"document.activeElement.id === '{opener}'")
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


def test_three_clicks_on_one_spot_of_the_display_resign_nothing(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=1")
    board.page.locator("#dice").click()
    board.wait_for(f"{SAID}.startsWith('Amber goes first')")
    board.page.locator("#menu").click()
    board.wait_for(f"{SAID}.startsWith('Pips and score')")
    for value in ("blunders", "all", "off"):
        _touch(board, 20, 38)
        board.wait_for(f"{SAID}.startsWith('Tutor: {value}.')")
    _touch(board, 20, 49)
    board.wait_for(f"{SAID}.startsWith('Single game')")
    _touch(board, 20, 27)  # a gammon
    board.wait_for(f"{SAID}.startsWith('No. 1 of 2. Resign a gammon?')")
    for _ in range(3):
        _touch(board, 20, 27)
        board.wait_for(f"{SAID}.startsWith('Resign. 2 of 2.')")
    _touch(board, 80, 60)  # OK
    board.wait_for(f"{SAID}.startsWith('Blue wins') || {SAID}.includes('refuses')")
    assert board.faults == [] and board.errors() == []
