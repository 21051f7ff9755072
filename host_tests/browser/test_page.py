"""The virtual board's page, over a small firmware that counts presses (standin/main.py)."""

import pytest

from browser.conftest import STANDIN
from browser.person import KEPT, keep, menu
from tools.browser import BUTTONS, serving
from tools.virtual_board.__main__ import board_folders
from tools.virtual_board.content import Site


def _counts(board):
    """Of PREV, NEXT, OK, BACK and long OK: the green of the stand-in's lights 0 to 4."""
    return [green for _, green, _ in board.lights()[:5]]


@pytest.fixture
def board(open_board, standin_address):
    return open_board(standin_address)


_SHOWN = """() => {
    const { data } = document.getElementById("oled").getContext("2d").getImageData(0, 0, 128, 64);
    return Array.from({ length: 8192 }, (_, i) => (data[4 * i] > 100 ? 1 : 0));
}"""


def test_the_oled_shows_what_the_firmware_sent_dot_for_dot_on_whole_screen_pixels(
    open_board, standin_address
):
    board = open_board(standin_address, device_scale_factor=2.625)
    gddram = board.oled()
    lit = [gddram[(y >> 3) * 128 + x] >> (y & 7) & 1 for y in range(64) for x in range(128)]
    assert lit[:128] == [1] * 128 and lit[128:132] == [1, 0, 0, 0], "a frame"
    assert board.page.evaluate(_SHOWN) == lit
    oled = board.page.locator("#oled")
    dot = oled.evaluate("(oled) => parseFloat(getComputedStyle(oled).width)") * 2.625 / 128
    assert dot >= 1 and abs(dot - round(dot)) < 1e-3


_PIXELS = """() => {
    const canvas = document.getElementById("board");
    const scale = canvas.width / canvas.getBoundingClientRect().width;
    const pen = canvas.getContext("2d");
    return picogammon.spots().map(({ index, x, y }) => [
        picogammon.lights()[index], [...pen.getImageData(x * scale, y * scale, 1, 1).data],
    ]).slice(6);
}"""


def test_each_lights_pixels_have_its_hue(open_board, standin_address):
    # Among its colours are strong ones.
    pixels = open_board(f"{standin_address}?board=pico&seed=1014").page.evaluate(_PIXELS)
    strong = [(light, seen) for light, seen in pixels if max(light) > 2 * sorted(light)[1]]
    assert len(strong) > 9
    for light, seen in strong:
        assert seen[light.index(max(light))] == max(seen[:3])  # all may be 255


def test_a_click_or_a_key_is_one_press(board):
    for button in BUTTONS:
        board.click(button)
    assert _counts(board) == [1, 1, 1, 1, 0]
    for key in ("ArrowLeft", "ArrowRight", "Enter", "Backspace", "Enter"):
        board.key(key)  # Enter is OK also where another button was clicked
    assert _counts(board) == [2, 2, 3, 2, 0]
    board.page.locator("#back").focus()
    board.key(" ")
    for key in ("Control+ArrowLeft", "a"):  # the browser's own
        board.key(key)
    assert _counts(board) == [2, 2, 3, 3, 0]


def test_a_press_is_held_as_long_as_the_mouse_button_or_the_key_which_repeats(board):
    board.hold("ok")
    assert _counts(board) == [0, 0, 0, 0, 1]
    for _ in range(8):
        board.page.keyboard.down("Enter")
        board.run(90)
    board.page.keyboard.up("Enter")
    board.run(200)
    assert _counts(board) == [0, 0, 0, 0, 2]


# Presses OK; whether that is not stored once a light shows it.
_UNSTORED = """async () => {
    document.getElementById("ok").click();
    while (picogammon.lights()[2][1] !== 1) await picogammon.run(5);
    return (await (%s)())["/flash/counts.bin"]?.[2] !== 1;
}"""


def test_a_file_is_kept_before_the_lights_show_it_and_after_a_reload(board):
    assert not board.page.evaluate(_UNSTORED % KEPT)
    board.press("back")
    board.reload()
    assert _counts(board) == [0, 0, 1, 1, 0]


class _Beyond(Site):
    alone = False


def test_a_board_whose_flash_is_not_in_the_page_is_neither_backed_up_nor_reset_there(open_board):
    for kind, is_there in ((Site, True), (_Beyond, False)):
        with serving(kind(STANDIN, board_folders("pico"))) as address:
            page = open_board(address).page
            page.locator("#more").click()
            for item in ("#back-up", "#restore", "#erase"):
                assert page.locator(item).is_visible() == is_there


# A board that counted presses, and what its players have done.
_PLAYED = {
    "/flash/counts.bin": bytes(range(1, 6)),
    "/flash/people.bin": b"\1",
    "/flash/cards.bin": b"\1",
}


@pytest.mark.parametrize("keeps", [True, False])
def test_reset_board_says_what_goes_and_keeps_what_players_did_if_that_is_ticked(board, keeps):
    keep(board, _PLAYED)
    assert _counts(board) == [1, 2, 3, 4, 5]
    menu(board.page, "#erase")
    dialog = board.page.get_by_role("dialog", name="Reset the board?")
    for named in ("earlier matches", "preferences", "players’ records and practice cards"):
        assert named in dialog.locator("p").first.inner_text()
    tick = dialog.get_by_role("checkbox", name="Keep the players’ records and practice cards")
    assert tick.is_checked()
    tick.set_checked(keeps)
    dialog.get_by_role("button", name="Erase and restart").click()
    board.wait_until_ready()
    assert _counts(board) == [0] * 5
    left = ["/flash/cards.bin", "/flash/people.bin"] if keeps else []
    assert sorted(board.page.evaluate(KEPT)) == left


def test_reset_board_erases_the_flash_after_asking_and_no_number_of_enters_does(board):
    """Enter does nothing in the dialog, and Escape closes it; then Enter is OK."""
    page = board.page
    menu(board.page, "#erase")
    for key in ("Enter", "Escape"):
        page.keyboard.press(key)
    page.wait_for_function("!document.querySelector('dialog[open]')")
    page.wait_for_function("document.activeElement === document.body")
    for _ in range(3):
        board.key("Enter")
    assert _counts(board) == [0, 0, 3, 0, 0]
    menu(board.page, "#erase")
    page.get_by_role("button", name="Erase and restart").click()
    board.wait_until_ready()
    assert _counts(board) == [0] * 5
    board.reload()
    assert _counts(board) == [0] * 5


_RECORDING_AUDIO = """
window.audio = { frequency: null, gain: null };
const parameter = (name) => ({
    setValueAtTime: (value) => (audio[name] = value),
    setTargetAtTime: (value) => (audio[name] = value),
});
const node = (parts) => ({ ...parts, connect: (next) => next, start() {} });
window.AudioContext = class {
    currentTime = 0;
    state = "running";
    createOscillator() { return node({ frequency: parameter("frequency") }); }
    createGain() { return node({ gain: parameter("gain") }); }
};
"""


def test_the_piezo_sounds_and_can_be_switched_off_and_stays_off(open_board, standin_address):
    board = open_board(standin_address, lambda page: page.add_init_script(_RECORDING_AUDIO))
    board.click("ok")
    assert board.page.evaluate("audio.frequency === 880 && audio.gain > 0")
    sound = board.page.get_by_role("button", name="Sound", exact=True)
    menu(board.page, "#sound")  # its name stays: who listens hears one thing of it
    assert board.page.evaluate("audio.gain") == 0
    board.key("Enter")  # the keyboard is the board's again
    assert _counts(board) == [0, 0, 2, 0, 0]
    board.reload()
    board.click("ok")
    assert board.page.evaluate("audio.frequency") is None
    board.page.locator("#more").click()
    assert sound.get_attribute("aria-pressed") == "false"
    sound.press("Enter")  # of the button that has the keyboard, not of OK
    board.run(500)
    assert _counts(board) == [0, 0, 3, 0, 0]
    assert board.page.locator("#sound").get_attribute("aria-pressed") == "true"


_SEEN_AUDIO = """
window.AudioContext = class extends AudioContext {
    constructor() {
        super();
        window.audio = this;
    }
};
"""


def test_a_finger_wakes_the_piezo_and_does_so_again(open_board, standin_address):
    board = open_board(
        standin_address, lambda page: page.add_init_script(_SEEN_AUDIO), has_touch=True
    )
    for _ in range(2):
        board.page.locator("#ok").tap()
        board.page.wait_for_function("window.audio?.state === 'running'")
        board.page.evaluate("audio.suspend()")  # as iOS does for a call


@pytest.mark.long
def test_chance_is_real_unless_a_test_gives_a_seed(open_board, standin_address):
    asked = ("", "", "?seed=7", "?seed=7")
    drawn = [open_board(standin_address + seed).lights()[6:] for seed in asked]
    assert drawn[0] != drawn[1] and drawn[2] == drawn[3]


def test_another_board_is_shown_in_place_and_the_match_goes_on(board):
    board.press("ok")
    board.press("ok")
    assert len(board.lights()) == 24
    board.page.locator("#more").click()
    board.page.locator("#which").select_option("pico_five")
    board.page.wait_for_function("picogammon.lights().length === 140")
    board.wait_until_ready()
    board.key("Enter")  # the keyboard is the board's again
    assert _counts(board) == [0, 0, 3, 0, 0]
    board.reload()
    assert len(board.lights()) == 140 and _counts(board) == [0, 0, 3, 0, 0]
