"""The page for who listens to it, has only keys, is disturbed by lights, or wants help."""

import re

import pytest
from playwright.sync_api import expect

from browser.person import HEAR, SAID, violations

# Both bear off.
_RACE = "XGID=-----AB------------ba-----:0:0:1:00:0:0:0:1:10"
_MOST_TURNS = 40
# The button of the checker under the cursor.
_MOVABLE = "[...document.querySelectorAll('.place')].find((at) => /cursor/.test(at.ariaLabel)).id"
# How the menu and each dialog are opened.
_WAYS = (
    ("#begin",),
    ("#shelf",),
    ("#shelf", "text=Rename"),
    ("#shelf", "text=From a position"),
    ("#shelf", "text=Verify sealed dice"),
    ("#more",),
    ("#more", "#practice"),
    ("#more", "#people"),
    ("#more", "#erase"),
)


@pytest.mark.parametrize(
    "size, touch", [((1280, 800), False), pytest.param((360, 740), True, marks=pytest.mark.long)]
)
def test_axe_finds_no_fault(open_board, firmware_address, size, touch):
    page = open_board(firmware_address, size=size, has_touch=touch, is_mobile=touch).page
    assert violations(page) == []
    for way in _WAYS:
        for opener in way:
            page.locator(opener).click()
        assert violations(page) == [], way
        for _ in way:
            page.keyboard.press("Escape")
    page.emulate_media(color_scheme="light")
    for opener in ("#begin", "#more"):
        assert violations(page) == []
        page.locator(opener).click()
        assert violations(page) == [], opener
        page.keyboard.press("Escape")
    page.emulate_media(forced_colors="active")
    border = "(key) => parseFloat(getComputedStyle(key).borderTopWidth)"
    assert page.locator("#keys .cap").first.evaluate(border) >= 2
    page.evaluate("document.querySelector('#shelf').textContent = ''")
    assert any(found.startswith("button-name") for found in violations(page))


def _press_what_is_next(board, said):
    """Presses the dice, or a checker that can move, where the keyboard leads."""
    name = board.page.evaluate(_MOVABLE) if "OK move" in said else "dice"
    board.page.locator(f"#{name}").focus()
    board.key(" ")


def test_a_game_is_played_on_the_boards_own_points_by_keys_and_by_what_is_said(
    open_board, firmware_address
):
    """The tabulator leads to one of them, arrows to the next; each roll and move is heard once."""
    board = open_board(f"{firmware_address}?seed=3#{_RACE}")
    page = board.page
    page.evaluate(HEAR)
    while not page.evaluate("Boolean(document.activeElement.closest('#places'))"):
        page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.id") == "point-23"
    seen = []
    for _ in range(_MOST_TURNS):
        seen.append(page.evaluate(SAID))
        if " wins" in seen[-1]:
            break
        if re.search(r"Buttons:.*\bOK\b", seen[-1]):
            _press_what_is_next(board, seen[-1])
        board.wait_for(f"(before) => {SAID} !== before", seen[-1])
    assert " wins" in seen[-1], seen
    assert any(re.search(r"Dice: .*Point \d: \d Amber, cursor", said) for said in seen)
    board.wait_for("heard.at(-1).includes(' wins')")
    heard = page.evaluate("heard")
    turns = sum("Amber to roll" in text for text in heard)
    assert turns >= 2 and not any("Buttons:" in text for text in heard), heard
    text = " ".join(heard)
    assert re.search(
        r"Blue rolled \d-\d: [^:]*\. Amber to roll\..* You rolled \d-\d\. Move ", text
    ), text
    done = re.findall(r"You rolled \d-\d\.|You played |Blue rolled \d-\d: ", text)
    assert [one[4] for one in done] == (["r", "p", " "] * turns)[: len(done)], text
    assert len(heard) <= 4 * turns + 2 and len(text.split()) <= 25 * turns + 15, heard
    page.keyboard.press("Escape")  # the result
    page.keyboard.press("Escape")  # arrows are PREV and NEXT again
    assert page.evaluate("document.activeElement === document.body")
    assert board.errors() == []


@pytest.mark.long
def test_no_light_pulses_where_motion_is_not_wanted_and_checkers_are_read_from_a_list(
    open_board, firmware_address
):
    roll = _RACE.replace(":1:00:", ":1:21:")
    board = open_board(f"{firmware_address}?board=pico&seed=3#{roll}", reduced_motion="reduce")
    board.wait_for(f"/cursor/.test({SAID})")
    sides = board.page.get_by_role("list", name="What each side has").get_by_role("listitem")
    expect(sides.first).to_have_text("Amber: score 0, 17 pips, 2 on point 6, 1 on point 5, 12 off.")
    still = board.lights()
    for _ in range(20):
        board.run(50)
        assert board.lights() == still
    board.page.emulate_media(reduced_motion="no-preference")
    board.wait_for("(still) => String(picogammon.lights()) !== String(still)", still)


@pytest.mark.long
def test_help_is_a_click_away_fits_a_phone_and_names_the_pages_keys(open_board, firmware_address):
    board = open_board(firmware_address, size=(390, 844))
    board.page.locator("#more").click()
    with board.page.expect_popup() as opened:
        board.page.get_by_role("link", name="Help").click()
    page = opened.value
    page.wait_for_load_state()
    assert page.locator("kbd").all_text_contents()[:4] == ["←", "→", "Enter", "Backspace"]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert violations(page) == []
    page.get_by_role("link", name="Back to the board").click()
    page.wait_for_url(re.compile(r"/(\?.*)?$"))
    assert board.errors() == []
