"""The virtual board's page, over a small firmware that counts presses (standin/main.py)."""

import pytest

from tools.virtual_board.driver import BUTTONS, VirtualBoard, on_manual_time

# In the stand-in's frame: its counts are the green of lights 0 to 4.
_COUNTS = "picogammon.lights().slice(0, 5).map((light) => light[1])"
_PREV, _NEXT, _OK, _BACK, _LONG_OK = range(5)


def _wait_for_counts(board, *counts):
    board.wait_for(f"(wanted) => String({_COUNTS}) === String(wanted)", list(counts))


class _Pressed:
    """A board that was pressed before, and how often: it counts on from there."""

    def __init__(self, board):
        self.board = board
        self.page = board.page
        self._before = self.counts()

    def counts(self):
        return self.page.evaluate(_COUNTS)

    def wait_for_counts(self, *more):
        """Waits until each count is so much `more` than at the beginning."""
        counts = [was + new for was, new in zip(self._before, more, strict=True)]
        _wait_for_counts(self.board, *counts)


def _wait_until_lit(board):
    """Until the stand-in has sent its first frame."""
    board.wait_for("picogammon.oled()[0] === 255")


@pytest.fixture(scope="module")
def started(chromium, standin_address):
    """A board for the tests that leave nothing behind but counts."""
    context = chromium.new_context(service_workers="block", viewport={"width": 1200, "height": 800})
    board = VirtualBoard(context.new_page(), on_manual_time(standin_address))
    _wait_until_lit(board)
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
    _wait_until_lit(board)
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
        """async () => {
            const frame = () => new Promise(requestAnimationFrame);
            await frame().then(frame); // what the display has is painted then
            const { data } = document.getElementById("oled").getContext("2d")
                .getImageData(0, 0, 128, 64);
            return Array.from({ length: 8192 }, (_, i) => (data[4 * i] > 100 ? 1 : 0));
        }"""
    )
    assert shown == [_lit(gddram, i % 128, i // 128) for i in range(8192)]


def test_the_oleds_dots_are_whole_screen_pixels(open_board, standin_address):
    for ratio in (1, 2, 2.625):
        board = open_board(standin_address, device_scale_factor=ratio)
        width = board.page.locator("#oled").evaluate("(oled) => oled.getBoundingClientRect().width")
        dot = width * ratio / 128
        assert dot >= 1 and abs(dot - round(dot)) < 1e-3
        assert board.page.locator("#oled").evaluate(
            "(oled) => getComputedStyle(oled).imageRendering === 'pixelated'"
        )


def test_the_lights_shine_where_their_points_are(open_board, standin_address):
    """Light 6 is point 7, at the bottom of the left half; its pixels have its hue."""
    board = open_board(
        f"{standin_address}?board=pico&seed=1014"
    )  # among its colours are strong ones
    _wait_until_lit(board)
    point = board.page.evaluate(
        """async () => {
            const { layOut, lightSpots } = await import("./geometry.js");
            const data = await (await fetch("./boards/pico.json")).json();
            const frame = () => new Promise(requestAnimationFrame);
            await frame().then(frame); // what the strip has is painted then
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


def test_a_click_is_one_press(pressed):
    counts = [0] * 5
    for button in range(4):
        pressed.board.click(BUTTONS[button])
        counts[button] = 1
        pressed.wait_for_counts(*counts)


def test_a_key_is_one_press(pressed):
    for key in ("ArrowLeft", "ArrowRight", "Enter", "Backspace", "Enter"):
        pressed.board.key(key)
    pressed.wait_for_counts(1, 1, 2, 1, 0)


def test_enter_is_ok_also_when_another_button_was_clicked(pressed):
    pressed.board.click("prev")
    pressed.board.key("Enter")
    pressed.wait_for_counts(1, 0, 1, 0, 0)


def test_space_presses_the_focused_button(pressed):
    pressed.page.locator("#back").focus()
    pressed.board.key(" ")
    pressed.wait_for_counts(0, 0, 0, 1, 0)


def test_keys_of_the_browser_stay_the_browsers(pressed):
    pressed.page.evaluate(
        """window.kept = []; addEventListener("keydown", (event) =>
            setTimeout(() => kept.push([event.key, event.defaultPrevented])))"""
    )
    pressed.page.keyboard.press("Control+ArrowLeft")
    pressed.page.keyboard.press("a")
    pressed.board.wait_for("kept.length === 3")
    assert pressed.page.evaluate("kept.every(([, prevented]) => !prevented)")
    pressed.wait_for_counts(0, 0, 0, 0, 0)


def test_a_finger_is_one_press(open_board, standin_address):
    board = open_board(standin_address, has_touch=True, viewport={"width": 360, "height": 740})
    board.page.locator("#next").tap()
    board.page.locator("#ok").tap()
    _wait_for_counts(board, 0, 1, 1, 0, 0)


def test_a_long_press_is_held_as_long_as_the_mouse_button(pressed):
    pressed.board.hold("ok")
    pressed.wait_for_counts(0, 0, 0, 0, 1)


def test_a_long_press_by_key_ignores_the_keyboards_repeat(pressed):
    for _ in range(8):
        pressed.page.keyboard.down("Enter")
        pressed.board.run(90)
    pressed.page.keyboard.up("Enter")
    pressed.wait_for_counts(0, 0, 0, 0, 1)


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
    pressed.wait_for_counts(0, 12, 0, 0, 0)


def test_a_reload_keeps_what_the_firmware_wrote(board):
    board.press("ok")
    board.press("back")
    _wait_for_counts(board, 0, 0, 1, 1, 0)
    board.reload()
    _wait_for_counts(board, 0, 0, 1, 1, 0)


def test_a_file_is_kept_before_the_lights_show_it(board):
    """The page has stored it by the time the frame that follows has come."""
    board.page.evaluate(
        """() => {
            const test = () => picogammon.lights()[2][1] === 1;
            const look = () => (test() ? (window.stored = localStorage["picogammon.flash"])
                                       : requestAnimationFrame(look));
            look();
        }"""
    )
    board.press("ok")
    board.wait_for("window.stored")
    assert "AAABAAA=" in board.page.evaluate("stored")  # bytes 0, 0, 1, 0, 0


def test_damaged_storage_is_put_aside_and_said(board):
    board.press("ok")
    _wait_for_counts(board, 0, 0, 1, 0, 0)
    board.page.evaluate("localStorage['picogammon.flash'] += '!'")
    board.reload()
    _wait_until_lit(board)
    _wait_for_counts(board, 0, 0, 0, 0, 0)
    assert "could not be read" in board.page.locator("#line").inner_text()
    assert board.page.evaluate("localStorage['picogammon.flash.damaged']").endswith("!")


def test_reset_board_erases_the_flash_after_asking(board):
    board.press("ok")
    _wait_for_counts(board, 0, 0, 1, 0, 0)
    _ask_to_erase(board)
    board.page.get_by_role("button", name="Keep the match").click()
    board.press("ok")
    _wait_for_counts(board, 0, 0, 2, 0, 0)
    _ask_to_erase(board)
    board.page.get_by_role("button", name="Erase and restart").click()
    _wait_for_counts(board, 0, 0, 0, 0, 0)
    board.reload()
    _wait_until_lit(board)
    _wait_for_counts(board, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("way_out", ["Enter", "Escape", "click"])
def test_enter_after_keep_the_match_is_ok_and_erases_nothing(pressed, way_out):
    pressed.board.press("ok")
    pressed.wait_for_counts(0, 0, 1, 0, 0)
    _ask_to_erase(pressed)
    if way_out == "click":
        pressed.page.get_by_role("button", name="Keep the match").click()
    for key in {"Enter": ["Enter"], "Escape": ["Escape", "Escape"]}.get(way_out, []):
        pressed.page.keyboard.press(key)  # Escape closes one dialog
    pressed.board.wait_for("!document.querySelector('dialog[open]')")
    pressed.board.wait_for("document.activeElement === document.body")
    pressed.board.key("Enter")
    pressed.board.key("Enter")
    pressed.wait_for_counts(0, 0, 3, 0, 0)
    assert not pressed.page.locator("#confirm").is_visible()


def test_no_number_of_enters_erases_the_match(pressed):
    pressed.board.press("ok")
    pressed.wait_for_counts(0, 0, 1, 0, 0)
    for way in (0, 1, 2, 3):
        pressed.page.get_by_role("button", name="Matches").click()
        pressed.page.locator("#erase").focus()
        for enter in range(way):
            # The third one is the board's.
            pressed.page.keyboard.press("Enter") if enter < 2 else pressed.board.key("Enter")
        for _ in ("the question", "the matches"):
            pressed.page.keyboard.press("Escape")
        pressed.board.wait_for("!document.querySelector('dialog[open]')")
    pressed.board.press("prev")
    pressed.wait_for_counts(1, 0, 2, 0, 0)  # the third Enter was OK


def test_a_control_gives_the_keyboard_back_to_the_board(pressed):
    sound = pressed.page.locator("#sound")
    sound.click()
    pressed.board.key("Enter")
    pressed.wait_for_counts(0, 0, 1, 0, 0)
    assert sound.get_attribute("aria-pressed") == "false"
    sound.focus()
    pressed.page.keyboard.press("Enter")
    pressed.board.key("Enter")
    pressed.wait_for_counts(0, 0, 2, 0, 0)
    assert sound.get_attribute("aria-pressed") == "true"


def test_chance_is_real_unless_a_test_gives_a_seed(open_board, standin_address):
    def colours(address):
        board = open_board(address)
        _wait_until_lit(board)
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
    _wait_until_lit(board)
    board.click("ok")
    board.wait_for("audio.frequency === 880 && audio.gain > 0")
    sound = board.page.get_by_role("button", name="Sound", exact=True)
    sound.click()  # its name stays: who listens hears one thing of it
    assert board.page.evaluate("audio.gain") == 0
    board.reload()
    assert sound.get_attribute("aria-pressed") == "false"
    board.click("ok")
    board.wait_for("audio.gain === 0")
    assert board.page.evaluate("audio.frequency") is None
    assert board.faults == []


def test_another_board_is_shown_in_place_and_the_match_goes_on(board):
    board.press("ok")
    board.press("ok")
    _wait_for_counts(board, 0, 0, 2, 0, 0)
    assert len(board.lights()) == 24
    board.page.locator("#which").select_option("pico_five")
    board.wait_for("picogammon.lights().length === 140")
    board.wait_until_ready()
    _wait_for_counts(board, 0, 0, 2, 0, 0)
    board.key("Enter")  # the keyboard is the board's again
    _wait_for_counts(board, 0, 0, 3, 0, 0)
    board.reload()
    assert len(board.lights()) == 140
    _wait_for_counts(board, 0, 0, 3, 0, 0)
