"""The virtual board's page, over a small firmware that counts presses (standin/main.py)."""

import pytest

from tools.virtual_board.driver import BUTTONS, VirtualBoard, on_manual_time

# In the stand-in's frame: its counts are the green of lights 0 to 4.
_COUNTS = "picogammon.lights().slice(0, 5).map((light) => light[1])"
_LIT = "picogammon.oled()[0] === 255"  # the stand-in has sent its first frame


def counts(board):
    """The stand-in's counts of PREV, NEXT, OK, BACK and long OK: the green of lights 0 to 4."""
    return board.page.evaluate(_COUNTS)


class _Pressed:
    """A board that was pressed before, and how often: it counts on from there."""

    def __init__(self, board):
        self.board = board
        self.page = board.page
        self._before = counts(board)

    def more(self):
        """How much has been counted since."""
        return [now - was for now, was in zip(counts(self.board), self._before, strict=True)]


@pytest.fixture(scope="module")
def started(chromium, standin_address):
    """A board for the tests that leave nothing behind but counts."""
    context = chromium.new_context(service_workers="block", viewport={"width": 1200, "height": 800})
    board = VirtualBoard(context.new_page(), on_manual_time(standin_address))
    board.wait_for(_LIT)
    yield board
    context.close()


@pytest.fixture
def pressed(started):
    """It, as a _Pressed; nothing has the keyboard."""
    started.page.evaluate("document.activeElement.blur()")
    yield _Pressed(started)
    assert started.faults == []


@pytest.fixture
def board(open_board, standin_address):
    board = open_board(standin_address)
    board.wait_for(_LIT)
    yield board
    assert board.faults == []


def _ask_to_erase(board):
    board.page.get_by_role("button", name="Matches").click()
    board.page.get_by_role("button", name="Reset board").click()


def _lit(gddram, x, y):
    return gddram[(y >> 3) * 128 + x] >> (y & 7) & 1


def test_the_oled_shows_what_the_firmware_sent_dot_for_dot(pressed):
    gddram = pressed.board.oled()
    assert len(gddram) == 1024
    assert all(_lit(gddram, x, 0) and _lit(gddram, x, 63) for x in range(128))
    assert all(_lit(gddram, 0, y) and _lit(gddram, 127, y) for y in range(64))
    assert not _lit(gddram, 1, 1)
    shown = pressed.page.evaluate(
        """() => {
            const { data } = document.getElementById("oled").getContext("2d")
                .getImageData(0, 0, 128, 64);
            return Array.from({ length: 8192 }, (_, i) => (data[4 * i] > 100 ? 1 : 0));
        }"""
    )
    assert shown == [_lit(gddram, i % 128, i // 128) for i in range(8192)]


def test_the_oleds_dots_are_whole_screen_pixels(open_board, standin_address):
    board = open_board(standin_address, device_scale_factor=2.625)
    oled = board.page.locator("#oled")
    dot = oled.evaluate("(oled) => oled.getBoundingClientRect().width") * 2.625 / 128
    assert dot >= 1 and abs(dot - round(dot)) < 1e-3
    assert oled.evaluate("(oled) => getComputedStyle(oled).imageRendering") == "pixelated"


def test_the_lights_shine_where_their_points_are(open_board, standin_address):
    """Light 6 is point 7, at the bottom of the left half; its pixels have its hue."""
    # Among its colours are strong ones.
    board = open_board(f"{standin_address}?board=pico&seed=1014")
    board.wait_for(_LIT)
    board.run(0)
    point = board.page.evaluate(
        """async () => {
            const { layOut, lightSpots } = await import("./geometry.js");
            const data = await (await fetch("./boards/pico.json")).json();
            const canvas = document.getElementById("board");
            const room = canvas.getBoundingClientRect();
            const layout = layOut(room.width, room.height);
            return lightSpots(layout, data).map(({ index, x, y }) => {
                const scale = canvas.width / room.width;
                const pixel = canvas.getContext("2d").getImageData(x * scale, y * scale, 1, 1);
                return { index, x: x / room.width, y: y / room.height, seen: [...pixel.data] };
            });
        }"""
    )
    assert [spot["index"] for spot in point] == list(range(24))
    for spot in point:
        assert (spot["y"] > 0.5) == (spot["index"] < 12)
    assert point[0]["x"] > point[5]["x"] > point[6]["x"] > point[11]["x"]
    assert point[12]["x"] < point[17]["x"] < point[18]["x"] < point[23]["x"]
    wire = board.lights()
    told = [
        spot for spot in point[6:] if max(wire[spot["index"]]) > 2 * sorted(wire[spot["index"]])[1]
    ]
    assert len(told) > 9
    for spot in told:
        light = wire[spot["index"]]
        assert spot["seen"][light.index(max(light))] == max(spot["seen"][:3])  # all may be 255


def test_a_click_or_a_key_is_one_press(pressed):
    for button in BUTTONS:
        pressed.board.click(button)
    assert pressed.more() == [1, 1, 1, 1, 0]
    for key in ("ArrowLeft", "ArrowRight", "Enter", "Backspace", "Enter"):
        pressed.board.key(key)  # Enter is OK also where another button was clicked
    assert pressed.more() == [2, 2, 3, 2, 0]
    pressed.page.locator("#back").focus()
    pressed.board.key(" ")
    assert pressed.more() == [2, 2, 3, 3, 0]


def test_keys_of_the_browser_stay_the_browsers(pressed):
    pressed.page.evaluate(
        """window.kept = []; addEventListener("keydown", (event) =>
            setTimeout(() => kept.push([event.key, event.defaultPrevented])))"""
    )
    pressed.page.keyboard.press("Control+ArrowLeft")
    pressed.page.keyboard.press("a")
    pressed.page.wait_for_function("kept.length === 3")
    assert pressed.page.evaluate("kept.every(([, prevented]) => !prevented)")
    pressed.board.run(500)
    assert pressed.more() == [0] * 5


def test_a_finger_is_one_press(open_board, standin_address):
    board = open_board(standin_address, has_touch=True, viewport={"width": 360, "height": 740})
    for button in ("next", "ok"):
        board.page.locator(f"#{button}").tap()
        board.run(500)
    assert counts(board) == [0, 1, 1, 0, 0]


def test_a_press_is_held_as_long_as_the_mouse_button_or_the_key_which_repeats(pressed):
    pressed.board.hold("ok")
    assert pressed.more() == [0, 0, 0, 0, 1]
    for _ in range(8):
        pressed.page.keyboard.down("Enter")
        pressed.board.run(90)
    pressed.page.keyboard.up("Enter")
    pressed.board.run(200)
    assert pressed.more() == [0, 0, 0, 0, 2]


def test_no_press_is_lost_however_fast_they_come(pressed):
    pressed.page.evaluate(
        """() => {
            for (let i = 0; i < 12; i++) {
                for (const type of ["keydown", "keyup"]) {
                    dispatchEvent(new KeyboardEvent(type, { key: "ArrowRight", code: "x" }));
                }
            }
        }"""
    )
    pressed.board.run(3000)
    assert pressed.more() == [0, 12, 0, 0, 0]


def test_a_file_is_kept_before_the_lights_show_it_and_after_a_reload(board):
    board.page.locator("#ok").evaluate("(button) => button.click()")
    board.wait_for("picogammon.lights()[2][1] === 1")
    stored = board.page.evaluate("localStorage['picogammon.flash']")
    assert "AAABAAA=" in stored  # bytes 0, 0, 1, 0, 0
    board.press("back")
    board.reload()
    assert counts(board) == [0, 0, 1, 1, 0]


def test_damaged_storage_is_put_aside_and_said(board):
    board.press("ok")
    board.page.evaluate("localStorage['picogammon.flash'] += '!'")
    board.reload()
    board.wait_for(_LIT)
    assert counts(board) == [0] * 5
    assert "could not be read" in board.page.locator("#line").inner_text()
    assert board.page.evaluate("localStorage['picogammon.flash.damaged']").endswith("!")


def test_reset_board_erases_the_flash_after_asking(board):
    board.press("ok")
    _ask_to_erase(board)
    board.page.get_by_role("button", name="Keep the match").click()
    board.press("ok")
    assert counts(board) == [0, 0, 2, 0, 0]
    _ask_to_erase(board)
    board.page.get_by_role("button", name="Erase and restart").click()
    board.wait_until_ready()
    assert counts(board) == [0] * 5
    board.reload()
    assert counts(board) == [0] * 5


@pytest.mark.parametrize("keys", [["Enter"], ["Escape", "Escape"]])
def test_no_number_of_enters_erases_the_match(pressed, keys):
    """Each key closes a dialog; then Enter is OK."""
    pressed.board.press("ok")
    _ask_to_erase(pressed)
    for key in keys:
        pressed.page.keyboard.press(key)
    pressed.page.wait_for_function("!document.querySelector('dialog[open]')")
    pressed.page.wait_for_function("document.activeElement === document.body")
    for _ in range(3):
        pressed.board.key("Enter")
    assert pressed.more() == [0, 0, 4, 0, 0]
    assert not pressed.page.locator("#confirm").is_visible()


def test_a_control_gives_the_keyboard_back_to_the_board(pressed):
    sound = pressed.page.locator("#sound")
    sound.click()
    pressed.board.key("Enter")
    assert pressed.more() == [0, 0, 1, 0, 0]
    assert sound.get_attribute("aria-pressed") == "false"
    sound.focus()
    pressed.page.keyboard.press("Enter")
    pressed.board.key("Enter")
    assert pressed.more() == [0, 0, 2, 0, 0]
    assert sound.get_attribute("aria-pressed") == "true"


def test_chance_is_real_unless_a_test_gives_a_seed(open_board, standin_address):
    def colours(address):
        board = open_board(address)
        board.wait_for(_LIT)
        return [part for light in board.lights()[6:] for part in light]

    assert colours(standin_address) != colours(standin_address)
    state, wanted = 7, []
    for _ in range(54):
        state = (state * 1664525 + 1013904223) % 2**32
        wanted.append(state >> 24)
    seeded = colours(standin_address + "?seed=7")
    # The stand-in puts them on the wire in the strip's order, green first.
    assert [seeded[3 * i + at] for i in range(18) for at in (1, 0, 2)] == wanted


_RECORDING_AUDIO = """
window.audio = { frequency: null, gain: null };
const parameter = (name) => ({
    setValueAtTime: (value) => (audio[name] = value),
    setTargetAtTime: (value) => (audio[name] = value),
});
const node = (parts) => ({ ...parts, connect: (next) => next, start() {} });
window.AudioContext = class {
    currentTime = 0;
    createOscillator() { return node({ frequency: parameter("frequency") }); }
    createGain() { return node({ gain: parameter("gain") }); }
};
"""


def test_the_piezo_sounds_and_can_be_switched_off_and_stays_off(open_board, standin_address):
    board = open_board(standin_address, lambda page: page.add_init_script(_RECORDING_AUDIO))
    board.wait_for(_LIT)
    board.click("ok")
    assert board.page.evaluate("audio.frequency === 880 && audio.gain > 0")
    sound = board.page.get_by_role("button", name="Sound", exact=True)
    sound.click()  # its name stays: who listens hears one thing of it
    assert board.page.evaluate("audio.gain") == 0
    board.reload()
    assert sound.get_attribute("aria-pressed") == "false"
    board.click("ok")
    assert board.page.evaluate("audio.frequency") is None
    assert board.faults == []


def test_another_board_is_shown_in_place_and_the_match_goes_on(board):
    board.press("ok")
    board.press("ok")
    assert len(board.lights()) == 24
    board.page.locator("#which").select_option("pico_five")
    board.page.wait_for_function("picogammon.lights().length === 140")
    board.wait_until_ready()
    assert counts(board) == [0, 0, 2, 0, 0]
    board.key("Enter")  # the keyboard is the board's again
    assert counts(board) == [0, 0, 3, 0, 0]
    board.reload()
    assert len(board.lights()) == 140 and counts(board) == [0, 0, 3, 0, 0]
