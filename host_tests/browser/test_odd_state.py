"""What the browser keeps may be another version's, or damaged: nothing of it raises."""

import json

import pytest

_LIST = "picogammon.matches"
_FLASH = "picogammon.flash"
_CHOICE = "picogammon.choice"
_VALUES = (None, True, 0, -1, 1e300, "", "x", [], [None], {}, {"a": {"b": 1}})
_FIELDS = (
    *("name", "names", "levels", "scores", "length", "won", "changed"),
    *("xgid", "settings", "event", "file"),
)
_ABOUT = [dict.fromkeys(_FIELDS, value) for value in _VALUES]
# Texts for each key.
_LISTS = [
    *("", "{", "null", "7", '"text"', "[]", '{"current": -5, "known": []}'),
    *(json.dumps({"current": value, "known": value}) for value in _VALUES),
    *(json.dumps({"current": 2, "known": {"1": value, "2": value}}) for value in _VALUES),
    *(json.dumps({"known": {"1": about, "2": about}}) for about in _ABOUT),
]
_FLASHES = [
    *("", "{", "null", "7", '"text"', "[]", "[1]"),
    *(json.dumps({"/flash/settings.bin": value}) for value in _VALUES),
    *(json.dumps({path: "AAAA"}) for path in ("", "x", "/flash", "/flash/", "/flash/a/", "//")),
    *(json.dumps({path: "AAAA"}) for path in ("/firmware/main.py", "/flash/../firmware/main.py")),
    json.dumps({"/flash/a": "AAAA", "/flash/a/b": "AAAA"}),
    json.dumps({"/flash/match.log": "AAAA", "/flash/settings.bin": "AAAA", "/flash/seen/log": ""}),
]
_KEYS = ("01", "1", "-2", "99999999999999999999999", "x", "")
_FILL = """(kept) => {
    localStorage.clear();
    for (const [key, text] of Object.entries(kept)) localStorage.setItem(key, text);
}"""


@pytest.fixture
def begin(open_board):
    """begin(address, kept) -> the page, which started with what is kept, and lists its matches."""

    def open_it(address, kept):
        fill = f"({_FILL})({json.dumps(kept)})"
        return open_board(address, lambda page: page.add_init_script(fill))

    return open_it


def _is_sound(board, kept):
    """It has matches, and nothing to complain of but what cannot be read."""
    page = board.page
    page.evaluate("document.getElementById('shelf').click()")
    page.locator("#matches li").first.wait_for()
    page.evaluate("document.querySelector('#matches .close').click()")
    assert board.faults == [], kept
    said = [text for text in board.errors() if "could not be read" not in text]
    assert said == [], kept
    assert page.locator("#sheet").is_hidden(), kept


_USE = """async ([kept, fill]) => {
    eval(fill)(kept);
    const { Kept } = await import("/kept.js");
    const { titleOf, standing } = await import("/elements.js");
    const matches = new Kept(() => {});
    const told = () => matches.list().map((match) => {
        const day = new Date(match.changed ?? 0).toLocaleString([], { dateStyle: "medium" });
        return [titleOf(match), standing(match), day].join();
    });
    const before = told();
    matches.note({ names: ["A", "B"], scores: [0, 0], length: 1, xgid: "", settings: "" });
    matches.begin();
    matches.save({ "/flash/match.log": new Uint8Array(3) });
    for (const { id } of matches.list()) matches.choose(id);
    return [...before, ...told()];
}"""


def test_a_list_of_matches_of_whatever_kind(bare, begin, standin_address):
    flashes = {_FLASH: "{}", f"{_FLASH}.2": "{}"} | {f"{_FLASH}.{key}": "{}" for key in _KEYS}
    for text in _LISTS:
        told = bare.evaluate(_USE, [flashes | {_LIST: text}, _FILL])
        assert not [words for words in told if "undefined" in words or "Invalid" in words], text
    kept = flashes | {_LIST: _LISTS[-1]}
    _is_sound(begin(standin_address, kept), kept)


def test_a_flash_of_whatever_kind(bare, begin, standin_address):
    for text in _FLASHES:
        told = bare.evaluate(_USE, [{_FLASH: text, f"{_FLASH}.2": text}, _FILL])
        assert len(told) == 5, text
    for text in _FLASHES[-7:]:
        kept = {_FLASH: text, f"{_FLASH}.2": text}
        board = begin(standin_address, kept)
        _is_sound(board, kept)
        board.page.close()


def test_files_that_no_board_has_are_put_aside_and_said(begin, standin_address):
    text = json.dumps({"/firmware/main.py": "AAAA"})
    board = begin(standin_address, {_FLASH: text})
    board.page.get_by_text("The saved match could not be read").wait_for()
    assert board.page.evaluate(f"localStorage['{_FLASH}.damaged']") == text


def test_the_firmware_plays_whatever_was_chosen_last_and_is_told_of_the_match(
    begin, firmware_address
):
    for value in ("x", -1):
        choice = json.dumps(dict.fromkeys(("player", "length", "clock", "sealed"), value))
        about = dict.fromkeys(_FIELDS, value)
        kept = {_CHOICE: choice, _FLASH: "{}", _LIST: json.dumps({"known": {"1": about}})}
        kept["picogammon.sound"] = json.dumps(value)
        board = begin(f"{firmware_address}?seed=5", kept)
        _is_sound(board, kept)
        board.page.get_by_role("button", name="New match").click()
        board.page.get_by_role("button", name="Play", exact=True).click()
        board.wait_until_ready()
        board.wait_for("JSON.parse(localStorage['picogammon.matches']).known[2]?.length === 5")
        assert board.faults == []
        board.page.close()


_BEGUN_EARLY = """async (choice) => {
    localStorage.setItem("picogammon.choice", choice);
    const { Beginning } = await import("./beginning.js");
    const dialog = document.createElement("dialog");
    dialog.innerHTML = "<form><p class=groups></p><b class=close></b></form>";
    document.body.append(dialog);
    let begun = null;
    new Beginning([], dialog, (settings) => (begun = settings));
    dialog.querySelector("form").requestSubmit();
    return begun;
}"""


def test_a_match_that_is_begun_before_it_is_known_who_can_play_has_numbers(bare):
    for value in (*_VALUES, 3):
        choice = dict.fromkeys(("player", "length", "clock", "sealed"), value)
        for kept in (json.dumps(choice), json.dumps(value)):
            begun = bare.evaluate(_BEGUN_EARLY, kept)
            numbers = [*begun.pop("players"), *begun.values()]
            assert len(numbers) == 5, kept
            assert all(type(one) is int and 0 <= one < 10 for one in numbers), kept


_FILL_UP = """() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
        for (let at = 0; ; at++) {
            try { localStorage.setItem(`x${size}.${at}`, "x".repeat(size)); }
            catch { break; }
        }
    }
}"""


def test_where_there_is_no_more_room_nothing_is_said_to_be_kept(bare):
    """A match that is opened is refused, and what is lost otherwise is said."""
    bare.evaluate(_FILL_UP)
    said = bare.evaluate(
        """async () => {
            const { Kept } = await import("/kept.js");
            const said = [];
            const matches = new Kept((text) => said.push(text));
            const before = matches.list().length;
            try { matches.add({ "/flash/match.log": new Uint8Array(99) }, "one"); }
            catch (error) { said.push(error.message); }
            matches.save({ "/flash/match.log": new Uint8Array(99) });
            return [matches.list().length - before, ...said];
        }"""
    )
    assert said[0] == 0 and "delete some of them" in said[1] and "no more room" in said[2]


@pytest.mark.parametrize("games", (None, 7, [], [None, 1], [{}, {"news": [None]}]))
def test_findings_of_a_report_that_are_none_are_found_anew(bare, games):
    kept = bare.evaluate(
        """async (games) => {
            localStorage.setItem("picogammon.report", JSON.stringify({ key: "it", games }));
            const { keptOf } = await import("/reporter.js");
            return keptOf("it", 2);
        }""",
        games,
    )
    assert kept is None
