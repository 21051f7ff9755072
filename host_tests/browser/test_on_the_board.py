"""What is decided on the drawn board, beside its checkers, by clicks and keys."""

import pytest
from playwright.sync_api import expect

from browser.person import BOX, HEAR, SAID, SIZES, begin, menu, resize, violations

_ROLL = "#XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10"
_DOUBLED = "#XGID=-b----E-C---eE---c-e----B-:0:0:-1:D:0:0:0:5:10"
_BLOTS = "#XGID=-b----D-C---eE---c-e-A--B-:0:0:1:00:0:0:0:5:10"
_LAST = "#XGID=-A----------------------a-:0:0:1:00:0:0:0:1:10"
_SOON = 150  # ms, of an impatient second click


@pytest.fixture
def open_at(open_board, firmware_address):
    """open_at(position, size) -> a VirtualBoard whose match begins there."""

    def open_it(position=_ROLL, size=SIZES[2]):
        board = open_board(f"{firmware_address}?seed=5{position}", size=size)
        board.wait_for(f"!/^Roll to start/.test({SAID})")
        return board

    return open_it


def _control(board, name):
    return board.page.locator("#controls").get_by_role("button", name=name, exact=True)


def _decide(board, name):
    _control(board, name).click()
    board.run(500)


def _question(board):
    return board.page.locator("#question").inner_text().replace("\n", " / ")


def _open_menu(board):
    """Opens the board's menu by the page's, as on a phone."""
    menu(board.page, "#menu-too")
    board.run(500)


def _choose(board, line):
    """Walks to a line of the board's menu by keys, and chooses it."""
    while not board.page.evaluate(SAID).startswith(line):
        board.key("ArrowDown")
    board.key(" ")


def _roll(board):
    _decide(board, "Roll")
    board.wait_for(f"/OK (move|done)/.test({SAID})")


def _resign(board):
    board.page.locator("#resign").click()
    board.run(500)


def _hint(board):
    _roll(board)
    board.page.locator("#hint").click()
    board.wait_for(f"{SAID}.includes('OK play')")


def _why(board):
    _hint(board)
    _decide(board, "Why")


def _finish(board):
    _roll(board)
    _decide(board, "Done")
    board.wait_for(f"{SAID}.includes(' wins')")


# From where, what is done, what is asked then, and what can be decided.
_ASKED = (
    (_ROLL, lambda board: _decide(board, "Double"), "Amber: double to 2?", "Double Back"),
    (_DOUBLED, lambda board: None, "Blue doubles to 2: take?", "Take Drop"),
    (_ROLL, _resign, "Resign", "Single game Gammon Backgammon Back"),
    (_ROLL, _hint, "", "Why ▶ Play Back"),
    (_ROLL, _why, "Why ", "◀ ▶ Play Back"),
    (_LAST, _finish, "Amber wins the match / single game", "Review New"),
)


# The checkers, and the dice where there are any, that something of what is asked covers.
_COVERED = """() => {
    const board = document.getElementById("board").getBoundingClientRect();
    const lights = picogammon.lights();
    const lit = picogammon.spots().filter(({ index }) => lights[index].some(Boolean));
    const places = lit.map(({ place, x, y, radius }) =>
        [place, new DOMRect(board.x + x - radius, board.y + y - radius, 2 * radius, 2 * radius)]);
    const dice = document.getElementById("dice");
    if (dice.ariaLabel !== "Dice") places.push(["dice", dice.getBoundingClientRect()]);
    const isPaper = (one) => getComputedStyle(one).backgroundColor.startsWith("rgb(");
    const above = [...document.querySelectorAll("#controls, #question, .control, #ended, #line")]
        .filter((one) => one.id !== "controls" || isPaper(one))
        .map((one) => one.getBoundingClientRect()).filter(({ width }) => width);
    return places.filter(([, { left, top, right, bottom }]) => above.some((one) =>
        one.left < right && left < one.right && one.top < bottom && top < one.bottom))
        .map(([name]) => name);
}"""
# What lies around the checkers that the paper of a phone covers, whose moves make room.
_AROUND = """() => {
    const box = (name) => document.getElementById(name).getBoundingClientRect();
    const paper = box("controls");
    return ["board", "above", "below", "moves"].map((name) => [name, box(name)])
        .filter(([name, { top, bottom, height }]) =>
            top < paper.bottom && paper.top < bottom && (name !== "moves" || height > 40))
        .map(([name]) => name);
}"""
_PAPER = "getComputedStyle(document.getElementById('controls')).backgroundColor"


@pytest.mark.parametrize("size", SIZES[:3])
@pytest.mark.parametrize("position, act, asked, controls", _ASKED)
def test_what_is_asked_stands_above_its_answers_and_hides_no_checker(
    open_at, size, position, act, asked, controls
):
    board = open_at(position, size)
    act(board)
    board.run(500)
    page = board.page
    assert asked in _question(board) != ""
    answers = page.locator(".control")
    assert " ".join(answers.all_inner_texts()) == controls
    left, top, right, _ = page.locator("#board").evaluate(BOX)
    boxes = [answer.evaluate(BOX) for answer in answers.all()]
    question = page.locator("#question").evaluate(BOX)
    assert left < question[0] and question[2] < right and top < question[1]
    assert question[3] < min(box[1] for box in boxes)
    for at, (from_left, _, to_right, _) in enumerate(boxes):
        assert from_left >= left + 6 and to_right <= right - 6
        assert answers.nth(at).evaluate("(one) => one.scrollWidth <= one.clientWidth")
        assert all(to_right + 3 < x for x, *_ in boxes if x > from_left)
    assert violations(page) == []
    if size == SIZES[0]:  # nor the players or moves
        for phone in (size, (360, 740)):
            resize(page, *phone)
            assert page.evaluate(_COVERED) == page.evaluate(_AROUND) == []
    else:
        assert page.evaluate(_PAPER) == "rgba(0, 0, 0, 0)", "the board is seen"
        assert set(page.evaluate(_COVERED)) <= {"dice"}  # their button is wide


def test_a_single_checker_is_as_bright_as_those_of_a_stack(open_at):
    board = open_at(_BLOTS)
    found = board.page.evaluate("""() => {
        const pen = document.getElementById("board").getContext("2d");
        const lights = picogammon.lights();
        return picogammon.spots().filter(({ index }) => lights[index].some(Boolean))
            .map(({ index, x, y }) => [lights[index], ...pen.getImageData(x, y, 1, 1).data]);
    }""")
    looks = {}
    for light, *seen in found:
        looks.setdefault(tuple(light), set()).add(tuple(seen))
    assert len(found) == 30 and len(looks) == 2
    for seen in looks.values():
        assert all(max(parts) - min(parts) <= 3 for parts in zip(*seen, strict=True)), seen


def test_a_game_is_resigned_beside_the_board(open_at):
    board = open_at()
    _resign(board)
    _decide(board, "Single game")
    assert _question(board) == "Resign a single game?"
    _decide(board, "No")
    _decide(board, "Back")
    expect(board.page.locator("#resign")).to_be_enabled()
    _resign(board)
    expect(board.page.locator("#hint")).to_be_disabled()
    _decide(board, "Gammon")
    _decide(board, "Resign")
    board.wait_for(f"{SAID}.includes('Gammon resigned')")
    board.wait_for("document.getElementById('controls').textContent.includes('Next')")


def test_after_a_match_another_one_is_begun_from_the_board(open_at):
    board = open_at(_LAST)
    _finish(board)
    board.run(500)
    board.page.keyboard.press("Escape")  # the result
    _decide(board, "New")
    expect(board.page.get_by_label("Your name")).to_be_visible()


def test_a_hint_is_played_and_each_refusal_of_one_is_shown_and_heard(open_at):
    board = open_at(_LAST)
    board.page.evaluate(HEAR)
    for _ in range(3):
        board.page.locator("#hint").click()
        board.run(500)
        assert _question(board) == "No hint now"
    heard = board.page.evaluate("heard")
    assert " ".join(heard).count("No hint now.") == 3, heard
    board = open_at()
    _hint(board)
    board.page.get_by_label("Next one").click()
    board.run(500)
    _decide(board, "Play")
    assert _control(board, "Done").is_visible()


def test_keys_walk_menus_leave_them_and_are_ok(open_at):
    board = open_at()
    for key in (" ", " "):
        board.key(key)  # rolls, and makes a step
    board.wait_for(f"{SAID}.includes('BACK undo')")
    built = board.page.evaluate(SAID)
    for key in ("Escape", "a"):
        board.key(key)  # which undo nothing
    assert board.page.evaluate(SAID) == built
    board.page.locator("#menu").click()
    board.run(500)
    lines = [board.page.evaluate(SAID)]
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
        board.key(key)
        lines.append(board.page.evaluate(SAID))
    assert lines[1] == lines[3] == lines[5] != lines[2] == lines[4] != lines[0]
    board.key(" ")
    for _ in range(2):
        board.key("Escape")
    assert board.page.evaluate(SAID) == built
    board.page.locator("#begin").click()
    board.key("Escape")  # the dialog's
    assert board.page.evaluate(SAID) == built


def test_dice_are_typed_where_the_board_asks_for_them(open_at):
    board = open_at()
    board.page.evaluate(HEAR)
    _open_menu(board)
    _choose(board, "Enter real dice")
    assert _question(board) == "Amber's first die"
    for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
        board.key(key)
    assert "Dice, 2" in board.page.locator("#dice").get_attribute("aria-label")
    for key in ("6", "x", "5", "Enter"):
        board.key(key)
    board.wait_for("heard.join(' ').includes('You rolled 6-5.')")
    heard = board.page.evaluate("heard.join(' ')")
    assert "Amber's second die" in heard and heard.count("You rolled") == 1


def test_dice_and_pips_have_keys_where_there_may_be_no_keyboard(open_at):
    board = open_at(_ROLL, SIZES[0])
    board.page.evaluate(HEAR)
    _open_menu(board)
    _choose(board, "Enter real dice")
    assert board.page.locator(".control").all_inner_texts() == [*"123456", "OK", "Back"]
    assert violations(board.page) == []
    for name in ("6", "5", "OK"):
        _decide(board, name)
    board.wait_for("heard.join(' ').includes('You rolled 6-5.')")
    menu(board.page, "#practice")
    board.page.get_by_role("button", name="Counting pips", exact=True).click()
    board.wait_for(f"{SAID}.includes('Pips?')")
    assert board.page.locator(".control").all_inner_texts() == [*"1234567890", "OK", "Back"]
    for name in "120":
        _decide(board, name)
    assert "Amber: < 120 >" in board.page.evaluate(SAID)
    for box in (key.bounding_box() for key in board.page.locator(".control").all()):
        assert min(box["width"], box["height"]) >= 44


def _begin_sealed(board, name=""):
    begin(board, "sealed", name=name)
    board.wait_for(f"{SAID}.includes('Write this down')")


def test_at_the_seal_the_headers_are_the_new_matchs_and_its_pages_are_turned_by_pointer(open_at):
    board = open_at(_ROLL)
    seats = board.page.locator(".seat")
    _begin_sealed(board, "Zoe")
    assert seats.locator("b").all_inner_texts() == ["Blue: novice", "Zoe: you"]
    assert board.page.locator(".control").all_inner_texts() == ["◀", "▶", "OK", "Back"]
    assert violations(board.page) == []
    for name in ("Next one", "Previous one"):
        _decide(board, name)
        assert ("SHA-256 of the secret" in _question(board)) == (name == "Next one")
    _decide(board, "OK")
    board.wait_for(f"{SAID}.includes('Your number')")
    assert seats.locator("b").all_inner_texts() == ["Blue: novice", "Zoe: you"]


def test_on_a_phone_the_keys_stay_when_a_panel_comes(open_at):
    board = open_at(_ROLL, SIZES[0])
    keys = [board.page.locator(f"#{name}") for name in ("oled", "prev", "ok", "back")]
    before = [key.evaluate(BOX) for key in keys]
    _resign(board)
    assert _question(board)
    assert [key.evaluate(BOX) for key in keys] == before
    _decide(board, "Back")
    _open_menu(board)
    assert [key.evaluate(BOX) for key in keys] == before


def test_the_number_of_sealed_dice_has_keys_and_hints_say_why_there_are_none(open_at):
    board = open_at(_ROLL, SIZES[0])
    hint = board.page.locator("#hint")
    expect(hint).to_be_enabled()
    _begin_sealed(board)
    assert "Write this down" in _question(board)
    _decide(board, "OK")
    board.wait_for(f"{SAID}.includes('Your number')")
    assert board.page.locator(".control").all_inner_texts() == [*"1234567890", "Done", "Back"]
    assert violations(board.page) == []
    for name in "9120456":
        _decide(board, name)
    _decide(board, "Delete")
    board.wait_for("document.getElementById('question').innerText.endsWith('912045')")
    board.key("7")
    _decide(board, "Done")
    _decide(board, "Roll")
    board.wait_for(f"{SAID}.includes('Amber to roll')")
    expect(hint).to_be_disabled()
    assert hint.get_attribute("title") == "No hints with sealed dice"
    assert violations(board.page) == []
    hint.click(force=True)
    board.run(500)
    assert _question(board) == "No hints with sealed dice"


def test_back_at_the_seal_of_a_new_match_returns_to_the_match_before(open_at):
    board = open_at(_DOUBLED)
    before = board.page.evaluate(SAID)
    _begin_sealed(board)
    _decide(board, "OK")
    board.wait_for(f"{SAID}.includes('Your number')")
    _decide(board, "Back")
    board.wait_for(f"{SAID}.includes('Write this down')")
    _decide(board, "Back")
    board.wait_for(f"{SAID} === {before!r}")


@pytest.mark.parametrize("dice", ["00", "33"])
@pytest.mark.parametrize("size", SIZES[:3])
def test_a_menu_of_up_to_six_lines_has_buttons_that_hide_nothing(open_at, size, dice):
    board = open_at(_ROLL.replace(":00:", f":{dice}:"), size)
    _open_menu(board)
    _choose(board, "This match")
    board.run(500)
    answers = board.page.locator(".control")
    *lines, back = answers.all_inner_texts()
    assert lines[:2] == ["Amber: human", "Blue: novice"] and 4 <= len(lines) <= 6
    assert back == "Back"
    for answer in answers.all():
        assert answer.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        assert answer.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    assert board.page.evaluate(_COVERED) in ([], ["dice"])  # which are not drawn under such a menu
    _decide(board, "Blue: novice")
    board.wait_for(f"{SAID}.includes('2 of 7')")


def test_until_a_checker_is_clicked_the_page_says_what_a_click_does(open_at):
    board = open_at(_ROLL, SIZES[0])
    advice = board.page.locator("#advice")
    before = board.page.locator("#legend").evaluate(BOX)
    expect(advice).to_contain_text("The display")
    _roll(board)
    expect(advice).to_contain_text("by the larger die")
    assert board.page.locator("#legend").evaluate(BOX) == before
    board.page.locator("#point-13").click()
    board.run(500)
    expect(advice).to_contain_text("The display")


def test_an_impatient_second_click_never_acts_on_what_comes_next(open_at):
    board = open_at()
    roll = _control(board, "Roll").bounding_box()
    middle = roll["x"] + roll["width"] / 2, roll["y"] + roll["height"] / 2

    def twice(act):
        for _ in range(2):
            act()
            board.run(_SOON)
        board.run(500)
        return board.page.evaluate(SAID)

    page = board.page
    assert "BACK undo" not in twice(lambda: page.mouse.click(*middle))
    assert "OK move" in page.evaluate(SAID)
    board.press("ok")
    if "OK move" in page.evaluate(SAID):
        board.press("ok")
    for act in (lambda: page.keyboard.press("Enter"), lambda: page.locator("#ok").click()):
        # Done, and then what the other side's play is shown for is not skipped.
        said = twice(act)
        assert "to roll" not in said, said
        board.wait_for(f"/OK roll/.test({SAID})")
        said = twice(act)
        assert "OK move" in said or "OK done" in said
        while "OK done" not in page.evaluate(SAID):
            board.press("ok")
    board.press("ok")
    board.wait_for(f"/NEXT double/.test({SAID})")
    for name in ("Double", "Back"):
        box = _control(board, name).bounding_box()
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        said = twice(lambda at=at: page.mouse.click(*at))
        assert ("double to 2?" in said) == (name == "Double"), said
    # A second touch of the display chooses no line of the menu that the first has opened.
    page.locator("#resign").click()
    board.run(500)
    oled = page.locator("#oled").bounding_box()
    line = oled["x"] + oled["width"] / 3, oled["y"] + oled["height"] * 0.42
    assert "No. 1 of 2" in twice(lambda: page.mouse.click(*line))
