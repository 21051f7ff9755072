"""A board at its prompt, from the page: its wiring is tried and written, its image replaced."""

import json

import pytest
from playwright.sync_api import expect

from browser.cable import TWICE, CabledBoard, connect, files_of
from browser.person import saved, says, violations
from flash.pretended import PretendedPico
from tools import ROOT
from tools.boards import constants
from tools.boards.chips import RP2040
from tools.image import uf2

_FILE = "board_config.py"
_OWN = constants.read((ROOT / "boards/pico/board_config.py").read_text())
_IMAGE = uf2.pack(bytes(range(256)) * 300 + b"the end", RP2040, "0.2.0", "pico, layout 1")


class PromptedBoard(CabledBoard):
    """A board whose prompt says what it is; what needs its devices there is only noted."""

    own = "(10, 11, 12, 13)"
    down = [0, 0, 0, 0]
    gone = False  # into its boot ROM

    def __init__(self, pico):
        super().__init__(pico)
        self.tried = []
        self.lit = []

    def answer(self, text):
        assert not self.gone, f"nobody is there any more: {text!r}"
        code = text.removesuffix("\x04")
        if self.plays or not code or code[0] in "\r\x04":
            return super().answer(text)
        if "machine.bootloader()" in code:
            self.gone = True
            return ""
        said = self._devices(code)
        return super().answer(text) if said is None else f"OK{said}\x04\x04>"

    def _devices(self, code):
        if "exec(" in code:
            self.tried.append(constants.read(json.loads(code.split("exec(")[1].split(", told")[0])))
            return ""
        if "strip.show" in code:
            self.lit.append(json.loads(code.split("for light in ")[1].split(":")[0]))
        if "forget" in code:
            self.pico.exec(f"import os\nos.remove({_FILE!r})")
        answers = {
            "picogammon.VERSION": "pico 0.1.0 1 Picogammon on Raspberry Pi Pico with RP2040\r\n",
            "own_pins": self.own,
            "forget": "True\r\n",
            "oled.show": f"False\r\n{self.down}\r\n",
            "switch.value": f"{self.down}\r\n",
            "strip.show": "",
        }
        return next((said for mark, said in answers.items() if mark in code), None)

    def files(self):
        return files_of(self.pico)


@pytest.fixture
def board(page, firmware_address):
    """A PromptedBoard on a page that carries version 0.2.0 for it; `shown`: its VirtualBoard."""
    image = {"file": "a.uf2", "board": "pico", "version": "0.2.0"}
    page.route("**/images.json", lambda route: route.fulfill(json={"images": [image]}))
    page.route("**/images/a.uf2", lambda route: route.fulfill(body=_IMAGE))
    with PretendedPico(blocks=256) as pico:
        board = PromptedBoard(pico)
        board.shown = connect(page, firmware_address, board)
        yield board


def _wire(page):
    page.get_by_role("button", name="Wiring").click()
    page.locator("#wiring .fields").wait_for()


def _fill(page, **values):
    for name, value in values.items():
        page.get_by_label(name, exact=True).fill(value)


def _write(page, said):
    page.get_by_role("button", name="Write").click()
    says(page, said, "wiring")


def test_data_are_checked_as_on_a_pc_and_written_whole(page, board):
    before = board.files()
    _wire(page)
    for pin, said in (
        ("10", "GP10 is used twice: STRIP_PIN and BUTTON_PINS; free are GP0"),
        ("twelve", "STRIP_PIN must be a whole number"),
    ):
        _fill(page, STRIP_PIN=pin)
        _write(page, said)
    assert board.files() == before and board.stops == 0
    runs = '((1, 12),\n("gap", 2),\n(24, 13))'
    _fill(page, STRIP_PIN="22", WIRING=runs, PIEZO_PIN="None")
    _write(page, "The board plays with these values")
    wanted = {"STRIP_PIN": 22, "WIRING": ((1, 12), ("gap", 2), (24, 13)), "PIEZO_PIN": None}
    found = constants.read(board.files()[_FILE].decode())
    assert found == _OWN | wanted == board.tried[-1]
    assert board.plays and board.stops == 1


def test_they_are_tried_before_anything_is_written(page, board):
    before = board.files()
    _wire(page)
    _fill(page, WIRING="((24, 1),)")
    page.get_by_role("button", name="Try").click()
    page.get_by_role("button", name="Light point 24").click()
    assert page.locator("#wiring .undo").is_disabled()
    board.down = [0, 0, 1, 0]
    page.locator(".pressed .down", has_text="OK").wait_for()
    expect(page.locator(".pressed .down")).to_have_count(1)
    assert violations(page) == []
    page.get_by_role("button", name="Light the whole display").click()
    page.get_by_text("No display answers there").wait_for()
    page.get_by_role("button", name="Stop trying").click()
    says(page, "Nothing was written", "wiring")
    assert board.lit[0] == [0], "the strip's first light is point 24's"
    assert board.lit[-1] == [] and board.plays
    assert board.files() == before


@pytest.mark.long
def test_no_trial_outlives_or_begins_after_the_dialog(page, board):
    _wire(page)
    page.locator("#wiring .try").evaluate(
        "(button) => { button.click(); button.closest('dialog').close(); }"
    )
    _wire(page)
    assert board.plays and board.stops == 0
    page.locator("#wiring .try").evaluate("(button) => button.click()")
    page.get_by_role("button", name="Light point 1", exact=True).click()
    page.keyboard.press("Escape")
    _wire(page)
    assert board.plays and board.stops == 1


@pytest.mark.long
def test_what_the_board_has_stands_there_until_it_is_undone_and_no_foreign_file_is_replaced(
    page, board
):
    data = _OWN | {"STRIP_PIN": 16, "WIRING": ((24, 1),), "NAME": "mine"}
    board.pico.put({_FILE: constants.write(data).encode()})
    _wire(page)
    assert page.get_by_label("STRIP_PIN", exact=True).input_value() == "16"
    assert page.get_by_label("WIRING", exact=True).input_value() == "((24, 1),)"
    board.own = "()"
    _write(page, "its firmware is stored as files")
    page.locator("#wiring .undo").evaluate(TWICE)
    says(page, "The board plays with its image's own data", "wiring")
    assert _FILE not in board.files() and board.plays and board.stops == 2
    page.get_by_role("button", name="Close").click()
    board.pico.put({_FILE: b"import nothing\n"})
    page.get_by_role("button", name="Wiring").click()
    says(page, "line 1: only comments and constants may stand here, as NAME = value", "wiring")


def test_what_is_not_for_the_board_is_refused_and_its_newer_version_is_saved(page, board):
    page.get_by_role("button", name="Update to 0.2.0…").click()
    says(page, "There is a newer one: 0.2.0.", "updating")
    assert violations(page) == []
    part = {"name": "a.uf2", "mimeType": "application/octet-stream", "buffer": _IMAGE[:-512]}
    page.locator("#updating input").set_input_files(part)
    says(page, "This image does not fit this board: only a part of a UF2 file", "updating")
    assert board.plays
    page.get_by_role("button", name="Update to version 0.2.0").evaluate(TWICE)
    page.get_by_text("The board is a drive now: RPI-RP2.").wait_for()
    assert violations(page) == []
    assert board.gone
    image = saved(page, page.get_by_role("button", name="Save the file").click)
    assert image.suggested_filename == "a.uf2"
    assert image.path().read_bytes() == _IMAGE
    page.locator("#updating .close").click()
    board.shown.wait_until_ready()  # the page's own board plays again
