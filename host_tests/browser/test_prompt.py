"""A board at its prompt, from the page: its wiring is tried and written, its image replaced."""

import json

import pytest
from playwright.sync_api import expect

from browser.cable import CabledBoard, connect, files_of
from browser.test_everybody import violations
from flash.pretended import PretendedPico
from tools import ROOT
from tools.boards import constants
from tools.boards.chips import RP2040, RP2350
from tools.image import uf2
from tools.virtual_board import content

_FILE = "board_config.py"
_OWN = (ROOT / "boards/pico/board_config.py").read_text()
_IMAGE = bytes(range(256)) * 300 + b"the end"
_TWICE = "(button) => { button.click(); button.click(); }"


class PromptedBoard(CabledBoard):
    """A board whose prompt says what it is; what needs its devices there is only noted."""

    about = "pico 0.1.0 1 Picogammon on Raspberry Pi Pico with RP2040\r\n"
    own = "(10, 11, 12, 13)"
    down = (0, 0, 0, 0)
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
        if "picogammon.VERSION" in code:
            return self.about
        if "own_pins" in code:
            return self.own
        if "exec(" in code:
            self.tried.append(constants.read(json.loads(code.split("exec(")[1].split(", told")[0])))
            return ""
        if "strip.show" in code:
            self.lit.append(json.loads(code.split("for light in ")[1].split(":")[0]))
            return ""
        if code.startswith("print([1 - switch"):
            return str(list(self.down))
        if "oled.show" in code:
            return "False\r\n"
        if "forget" in code:
            files = self.files()
            self.pico.exec(f"import os\nos.remove({_FILE!r})")
            return str(_FILE in files)
        return None

    def files(self):
        return files_of(self.pico)


def uf2_file(version="0.2.0", device="pico, layout 1", chip=RP2040, image=_IMAGE):
    return uf2.pack(image, chip, version, device)


@pytest.fixture
def board(page, firmware_address, tmp_path):
    """A PromptedBoard on a page that carries version 0.2.0 for it; `shown`: its VirtualBoard."""
    made = tmp_path / "picogammon-pico.uf2"
    made.write_bytes(uf2_file())
    told = content.Site(ROOT / "firmware", [ROOT / "boards/pico"], [made])
    for path in ("/images.json", "/images/picogammon-pico.uf2"):
        kind, body = told.get(path)
        page.route(f"**{path}", lambda route, k=kind, b=body: route.fulfill(content_type=k, body=b))
    with PretendedPico(blocks=256) as pico:
        board = PromptedBoard(pico)
        board.shown = connect(page, firmware_address, board)
        yield board


def _said(page, text, dialog="wiring"):
    page.locator(f"#{dialog} [role=status]", has_text=text).wait_for()


def _wire(page):
    page.get_by_role("button", name="Wiring").click()
    page.locator("#wiring .fields").first.wait_for()


def _write(page, said):
    page.get_by_role("button", name="Write").click()
    _said(page, said)


def test_data_are_checked_as_on_a_pc_and_written_whole(page, board):
    before = board.files()
    _wire(page)
    page.get_by_label("Data pin").fill("10")
    _write(page, "GP10 is used twice: STRIP_PIN and BUTTON_PINS; free are GP0")
    page.get_by_label("Data pin").fill("twelve")
    _write(page, "Data pin of the light strip: this cannot be read")
    page.get_by_label("Data pin").fill("22")
    page.get_by_label("What the strip passes").fill('(1, 12),\n("gap", 2),\n(24, 13)')
    page.get_by_label("Order of colours").fill('"RGB"')
    page.get_by_label("Piezo").fill("")
    assert board.files() == before and board.stops == 0
    _write(page, "The board plays with these values")
    wanted = constants.read(_OWN) | {
        "STRIP_PIN": 22,
        "STRIP_ORDER": "RGB",
        "WIRING": ((1, 12), ("gap", 2), (24, 13)),
        "PIEZO_PIN": None,
        "HOME_LEFT": False,
        "OLED_HEIGHT": 64,
    }
    assert constants.read(board.files()[_FILE].decode()) == wanted == board.tried[-1]
    assert board.plays and board.stops == 1


def test_they_are_tried_before_anything_is_written(page, board):
    before = board.files()
    _wire(page)
    page.get_by_label("What the strip passes").fill("(24, 1)")
    page.get_by_role("button", name="Try").click()
    page.get_by_role("button", name="Light point 24").click()
    page.wait_for_function("document.querySelectorAll('.pressed .seen').length === 0")
    board.down = (0, 0, 1, 0)
    page.locator(".pressed .down", has_text="OK").wait_for()
    board.down = (0, 0, 0, 0)
    page.locator(".pressed .seen:not(.down)", has_text="OK").wait_for()
    assert violations(board.shown) == []
    page.get_by_role("button", name="Light the whole display").click()
    page.get_by_text("No display answers there").wait_for()
    page.get_by_label("One light").fill("7")
    page.get_by_role("button", name="Stop trying").click()
    _said(page, "Nothing was written")
    assert board.lit[0] == [0], "the strip's first light is point 24's"
    assert board.lit[-1] == [] and board.plays
    assert board.files() == before


@pytest.mark.long
def test_no_trial_outlives_or_begins_after_the_dialog(page, board):
    _wire(page)
    page.locator("#wiring .try").evaluate(
        "(button) => { button.click(); button.closest('dialog').close(); }"
    )
    page.get_by_role("button", name="Wiring").click()
    page.locator("#wiring .fields").wait_for()
    assert board.plays and board.stops == 0 and board.tried == []
    page.get_by_role("button", name="Try").click()
    page.get_by_role("button", name="Light point 1", exact=True).click()
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelector('.trial').hidden")
    page.get_by_role("button", name="Wiring").click()
    page.get_by_label("Data pin").wait_for()
    assert board.plays


@pytest.mark.long
def test_what_the_board_has_stands_there_a_write_ends_a_trial_and_two_clicks_do_a_thing_once(
    page, board
):
    data = constants.read(_OWN) | {"STRIP_PIN": 16, "WIRING": ((24, 1),), "NAME": "mine"}
    board.pico.put({_FILE: constants.write(data).encode()})
    _wire(page)
    assert page.get_by_label("Data pin").input_value() == "16"
    assert page.get_by_label("What the strip passes").input_value() == "(24, 1)"
    page.locator("#wiring .try").evaluate(_TWICE)
    page.get_by_role("button", name="Light point 1", exact=True).click()
    _write(page, "The board plays with these values")
    page.locator("#wiring .undo").evaluate(_TWICE)
    _said(page, "The board plays with its image's own data")
    assert _FILE not in board.files() and board.plays and board.stops == 3


@pytest.mark.long
def test_data_that_only_a_person_wrote_and_stock_micropython_are_refused(page, board):
    board.own = "()"
    _wire(page)
    _write(page, "its firmware is stored as files")
    assert _FILE not in board.files() and board.plays
    page.get_by_role("button", name="Close").click()
    board.pico.put({_FILE: b"import nothing\n"})
    page.get_by_role("button", name="Wiring").click()
    _said(page, "line 1: only comments and constants may stand here, as NAME = value")


def _update(page):
    page.get_by_role("button", name="Update", exact=False).click()
    _said(page, "There is a newer one: 0.2.0.", "updating")


def test_the_newer_version_of_the_page_is_saved_for_the_board_that_is_a_drive_now(page, board):
    expect(page.locator("#update")).to_have_text("Update to 0.2.0…")
    _update(page)
    _said(page, "The board pico has version 0.1.0.", "updating")
    assert violations(board.shown) == []
    page.get_by_role("button", name="Update to version 0.2.0").evaluate(_TWICE)
    page.get_by_text("The board is a drive now: RPI-RP2.").wait_for()
    assert violations(board.shown) == []
    assert board.gone
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    assert download.value.suggested_filename == "picogammon-pico.uf2"
    assert download.value.path().read_bytes() == uf2_file()
    page.locator("#updating .close").click()
    board.shown.wait_until_ready()  # the page's own board plays again


_REFUSED = (
    (uf2_file(chip=RP2350), "it is for another chip than this board's RP2040"),
    (uf2_file(device="pico_five, layout 1"), "it is for the board pico_five, and this one is pico"),
    (uf2_file(version="0.0.9", device="pico, layout 0"), "its version 0.0.9 is older"),
    (uf2_file(image=bytes(RP2040.start + 1)), "it would write over the board's matches"),
    (uf2_file(device=""), "it does not say for which board it is"),
    (uf2_file()[:-512], "this is only a part of a UF2 file"),
    (uf2_file()[:-1], "this is no UF2 file, or a part of one"),
)


def _choose(page, content):
    file = {"name": "chosen.uf2", "mimeType": "application/octet-stream", "buffer": content}
    page.locator("#updating input").set_input_files(file)


def test_what_is_not_for_this_board_is_refused_and_the_board_plays_on(page, board):
    _update(page)
    for file, words in _REFUSED:
        _choose(page, file)
        _said(page, words, "updating")
        assert not board.gone and board.plays, words
    board.about = " 0.1.0 1 Raspberry Pi Pico with RP2040\r\n"
    _choose(page, uf2_file())
    _said(page, "it runs stock MicroPython with the firmware in files", "updating")
    assert board.plays
