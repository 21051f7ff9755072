"""A match is begun from the page; who plays it; and its display and its menu go by a click."""

import functools
import re

import pytest

from browser.person import SAID, begin, go_to
from picogammon.app.display.lights import COLOURS

_WORDS = "[...document.querySelectorAll('#above > :not(.swatch)')].map((one) => one.textContent)"


def _seats(board, above):
    """[(its words, its colour)] of the seat above, once it begins with such words, and below."""
    board.wait_for(f"(above) => {_WORDS}.join(', ').startsWith(above)", above)
    return board.page.evaluate(
        """() => ["above", "below"].map((name) => {
            const [swatch, ...words] = document.getElementById(name).children;
            return [words.map((word) => word.textContent), swatch.style.background];
        })"""
    )


def test_a_match_is_begun_by_clicks_is_said_beside_the_board_and_chosen_again(board):
    above, below = _seats(board, "Blue: novice, 0 of 1, 167 pips")
    assert below[0] == ["Amber: you", "0 of 1", "167 pips"]
    for (_, colour), at in ((below, 0), (above, 3)):
        seen = [round(255 * (byte / 255) ** (1 / 2.2)) for byte in COLOURS[0][at : at + 3]]
        assert [int(part) for part in re.findall(r"\d+", colour)] == seen
    begin(board, "expert", "7", name="Anna")
    _seats(board, "Blue: expert, 0 of 7")
    board.press("ok")
    board.wait_for(f"!{SAID}.startsWith('Roll to start')")
    board.reload()
    begin(board, "8 s, 1 min")
    assert _seats(board, "Blue: expert, 0 of 7, 167 pips, 7:00")[1][0][0] == "Anna: you"
    begin(board, "human", "Money", second="Ben")  # which has no clock
    assert _seats(board, "Ben, 0 points")[1][0][:2] == ["Anna", "0 points"]
    board.page.locator("#shelf").click()
    rows = board.page.locator("#matches li").all_inner_texts()
    assert [row.partition("\n")[0] for row in rows] == ["Anna – Ben", "Anna – Blue (expert)"]
    assert board.page.evaluate("document.activeElement.id") == "matches-title"
    board.page.keyboard.press("Escape")
    begin(board, "3", "sealed")
    board.wait_for(f"/seal/i.test({SAID})")


def test_names_lose_their_accents_and_what_comes_and_goes_moves_nothing(board):
    page = board.page
    page.locator("#begin").click()
    boxes = {}
    for player in ("novice", "human", "expert", "human"):
        page.locator("#beginning").get_by_text(player, exact=True).click()
        at = page.locator("#beginning fieldset").evaluate_all(
            "(all) => all.map((one) => one.offsetTop)"
        )
        assert at == boxes.setdefault("tops", at)
        assert page.get_by_label("Second player").is_enabled() == (player == "human")
    page.keyboard.press("Escape")
    begin(board, "human", name="Zoë Ångström", second="Łæß’ñ")
    board.wait_for("document.getElementById('above').textContent.includes('Laess')")
    assert page.locator(".seat b").all_text_contents() == ["Laess'n", "Zoe Angstrom"]
    page.locator("#begin").click()
    page.get_by_label("Your name").fill("Αθηνά")
    page.get_by_role("button", name="Play", exact=True).click()
    assert page.evaluate("document.querySelector('#beginning input:invalid').name") == "name"


def test_more_rules_are_those_of_the_match_and_money_has_jacoby(board):
    page = board.page
    rules = page.locator("#beginning details fieldset")
    for length, legends, chosen, xgid in (
        ("Money", ["Jacoby", "Beavers", "Variant"], ("Beavers", "on"), ":0:3:0:10"),
        ("3", ["Crawford", "Variant"], ("Variant", "nackgammon"), ":0:0:3:10"),
    ):
        page.locator("#begin").click()
        page.locator("#beginning").get_by_text(length, exact=True).click()
        if not rules.first.is_visible():
            page.locator("#beginning summary").click()
        assert rules.locator("legend").all_text_contents() == legends
        group, word = chosen
        page.get_by_role("group", name=group).get_by_text(word, exact=True).click()
        page.get_by_role("button", name="Play", exact=True).click()
        board.wait_until_ready()
        link = page.locator("#link")
        assert link.is_hidden() and link.evaluate("(link) => link.hidden")
        board.press("ok")
        board.wait_for("!document.getElementById('link').hidden")
        board.wait_for("(end) => decodeURIComponent(location.hash).endsWith(end)", xgid)
    assert "on point 23" in page.locator("#side-0").inner_text()


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


_MENU = None  # in place of a dot: the button for the menu, which closes it as well
_TOUCHES = (  # what is clicked, and how the display begins then
    (_MENU, "Pips and score"),
    ((20, 50), "Start"),  # its fourth line, where there are four
    ((20, 27), "Length: < 5 pt >"),
    ((40, 60), "Length: < 6 pt >"),  # +
    ((80, 60), "Length"),  # OK
    (_MENU, "Roll to start"),
    ((5, 60), "Roll to start"),  # no label is there
    ((5, 20), "Roll to start"),  # nor any line
    ((80, 60), "Amber to roll"),
)


def test_the_menu_and_its_lines_and_the_labels_go_by_a_click(board):
    oled = board.page.locator("#oled")
    dot = oled.evaluate("(oled) => oled.clientWidth") / 128
    for touched, said in _TOUCHES:
        if touched is _MENU:
            board.page.locator("#menu").click()
        else:
            oled.click(position={"x": (touched[0] + 0.5) * dot, "y": (touched[1] + 0.5) * dot})
        board.run(500)
        board.wait_for(f"(said) => {SAID}.startsWith(said)", said)


# Blue has rolled 3-1.
_ROLLED = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:3:10"
_PLAYED = "document.querySelector('#moves td button')?.textContent"


@pytest.mark.long
def test_levels_play_by_the_compiled_engine_and_the_same_without_it(
    open_board, firmware_address, engine
):
    played, logged = [], []

    def prepare(compiled, page):
        page.on("console", lambda message: logged.append(message.text))
        page.route("**/engine.wasm", lambda route: route.fulfill(body=compiled))

    for compiled in (engine.read_bytes(), b""):
        assert not any("WebAssembly" in line for line in logged)
        board = open_board(f"{firmware_address}?seed=5", functools.partial(prepare, compiled))
        begin(board, "master", "3")
        _seats(board, "Blue: master, 0 of 3")
        go_to(board, _ROLLED)
        board.wait_for(f"/^31: \\d/.test({_PLAYED})")
        assert board.errors() == []
        played.append(board.page.evaluate(_PLAYED))
    assert any("WebAssembly" in line for line in logged)
    assert played[0] == played[1]
