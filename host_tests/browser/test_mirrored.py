"""Boards beyond the page: at a cable joined to the emulated chip's USB, and behind its server."""

import base64
import re

import pytest
from playwright.sync_api import expect

from browser.cable import connect
from browser.person import saved
from picogammon.rules.settings import unpack_settings
from raspberry_pi.stood_in import PIS, Pi, compiled
from tools.browser import serving
from tools.emulator import Emulator
from tools.emulator.files import files
from tools.emulator.reference import BOARD, IMAGE
from tools.matches import fetching, log
from tools.virtual_board.__main__ import FIRMWARE, board_folders
from tools.virtual_board.plug import PluggedSite

_XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:42:2:3:0:7:10"
_SLICE_MS = 20
_MOST_SLICES = 200
# The ends of the answers to a line, and of the prompt's.
_TOLD = re.compile(
    rb"( end| none| on|match(es)? end [^\r]*|get end [^\r]*|set none [^\r]*|^error [^\r]*)\r\n$"
)
_PROMPTED = re.compile(rb"(>>> |to exit\r\n>|\x04>|plays on pico\r\n|resumes the match\.\r\n)$")


class _Cable:
    """Sends to an emulated board, and runs it until the answer is whole."""

    def __init__(self, chip):
        self.chip = chip

    def __call__(self, coded):
        sent = base64.b64decode(coded)
        whole = _TOLD if sent.endswith(b"\r\n") and sent != b"restart\r\n" else _PROMPTED
        self.chip.send(sent)
        answer = b""
        for _ in range(_MOST_SLICES):
            self.chip.run(_SLICE_MS)
            answer += self.chip.received()
            if whole.search(answer):
                break
        return base64.b64encode(answer).decode()


@pytest.fixture(scope="module")
def emulator():
    assert IMAGE.exists(), "there is no image to test: make uf2"
    with Emulator(BOARD) as chip:
        yield chip


@pytest.fixture
def chip(emulator):
    emulator.boot(uf2=IMAGE)
    emulator.start_up()
    return emulator


def _press(page, *names):
    for name in names:
        page.get_by_role("button", name=name).first.click()


def test_a_board_is_mirrored(page, chip, firmware_address):
    connect(page, firmware_address, _Cable(chip))
    same = "(wanted) => String([...picogammon.oled()]) === String(wanted)"
    page.wait_for_function(same, arg=list(chip.oled()))
    lights = [list(light) for light in chip.lights()]
    page.wait_for_function("(wanted) => String(picogammon.lights()) === String(wanted)", arg=lights)
    chip.press(2, 700)  # OK, held: the menu
    chip.run(500, still=100)
    page.wait_for_function(same, arg=list(chip.oled()))
    assert "Pips and score" in page.evaluate("document.getElementById('said').textContent")
    assert page.evaluate("[...picogammon.errors]") == []


@pytest.mark.long
def test_names_settings_and_a_position_go_to_the_board(page, chip, firmware_address):
    board = connect(page, firmware_address, _Cable(chip))
    _press(page, "Names, preferences")
    said = page.locator("#settings [role=status]")
    name = page.get_by_label("2nd player", exact=True)
    name.fill("Αννα")  # the display has no such letters
    name.press("Tab")
    expect(page.locator("#settings input:invalid")).to_have_count(1)
    expect(said).to_be_empty()
    name.fill("Anna B.")
    page.get_by_label("Brightness").select_option("lowest")
    expect(said).to_have_text("Saved on the board.")
    _press(page, "Close", "Matches", "From a position")
    page.get_by_label("The position").fill(_XGID)
    _press(page, re.compile("^Play$"))
    page.locator("#enter").wait_for(state="hidden")
    found = fetching.unpack(saved(page, lambda: _press(page, "Back up")).path().read_bytes())
    settings = unpack_settings(next(log.match_log(found["match.log"]).open())[1:])
    assert settings.names[1] == "Anna B." and settings.length == 7
    assert "settings.bin" in found
    page.locator("#connect").evaluate("(button) => button.click()")
    board.wait_until_ready()
    assert board.errors() == [] and board.faults == []


@pytest.mark.long
def test_its_wiring_is_tried_on_the_board_and_written(page, chip, firmware_address):
    connect(page, firmware_address, _Cable(chip))
    _press(page, "Wiring")
    page.get_by_label("WIRING", exact=True).fill("((24, 1),)")
    page.get_by_role("button", name="Try", exact=True).click()
    page.expose_function("lit", lambda: [at for at, rgb in enumerate(chip.lights()) if any(rgb)])
    _press(page, "Light point 24")
    page.wait_for_function("async () => String(await window.lit()) === '0'")
    _press(page, "Light the whole display")
    page.get_by_text("Display found").wait_for()
    _press(page, "Stop trying")
    page.get_by_text("Nothing was written").wait_for()
    page.get_by_label("BUTTON_PINS").fill("(16, 17, 18, 19)")
    _press(page, "Write")
    page.get_by_text("The board plays with these values").wait_for()
    assert b"BUTTON_PINS = (16, 17, 18, 19)" in files(chip.flash())["board_config.py"]


@pytest.mark.long
def test_a_raspberry_pi_is_shown_without_what_only_a_pico_has(open_board, tmp_path):
    pi = Pi(compiled(tmp_path), tmp_path, *PIS["4 B"])
    with pi.playing() as port, serving(PluggedSite(FIRMWARE, board_folders(), (), port)) as address:
        board = open_board(address)
        board.page.locator("#connect").evaluate("(button) => button.click()")
        name = board.page.locator("#mirrored-name")
        expect(name).to_contain_text("raspberry_pi, firmware")
        expect(name).to_contain_text("through this page's server")
        assert not any(board.page.is_visible(f"#{what}") for what in ("wire", "update"))
        assert [light != [0, 0, 0] for light in board.lights()].count(True) >= 8
        board.page.locator("#connect").evaluate("(button) => button.click()")  # lets it go
        expect(name).to_be_hidden()
        board.page.wait_for_function("() => picogammon.ready.then(() => true)")  # its own board
