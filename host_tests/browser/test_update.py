"""Another image for a real board: offered, refused, and copied onto a modelled drive."""

import base64
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from browser.cable import CabledBoard, connect
from browser.conftest import Held
from browser.test_everybody import violations
from tools import ROOT
from tools.boards.chips import RP2040, RP2350
from tools.image import uf2
from tools.virtual_board import content
from tools.virtual_board.driver import wait_until_ready

_DRIVE = Path(__file__).with_name("drive.js").read_text()
_IMAGE = bytes(range(256)) * 300 + b"the end"
_ABOUT = "pico 0.1.0 1 Picogammon on Raspberry Pi Pico with RP2040\r\n"


def uf2_file(version="0.2.0", device="pico, layout 1", chip=RP2040, image=_IMAGE):
    return uf2.pack(image, chip, version, device)


class UpdatedBoard(CabledBoard):
    """A board that plays, and says at its prompt what it is."""

    about = _ABOUT
    gone = False

    def answer(self, text):
        if not self.plays and "picogammon.VERSION" in text:
            return f"OK{self.about}\x04\x04>"
        if not self.plays and "machine.bootloader()" in text:
            self.gone = True
            return ""
        assert not self.gone, f"nobody is there any more: {text!r}"
        return super().answer(text)


@pytest.fixture
def board(page, pico, standin_address, tmp_path):
    """A UpdatedBoard on the page, which carries version 0.2.0 for it."""
    made = tmp_path / "picogammon-pico.uf2"
    made.write_bytes(uf2_file())
    told = content.Site(ROOT / "firmware", [ROOT / "boards/pico"], [made])
    for path in ("/images.json", "/images/picogammon-pico.uf2"):
        kind, body = told.get(path)
        page.route(f"**{path}", lambda route, k=kind, b=body: route.fulfill(content_type=k, body=b))
    board = UpdatedBoard(pico)
    page.add_init_script(_DRIVE)
    connect(page, standin_address, board)
    page.get_by_role("button", name="Update", exact=False).click()
    return board


def _said(page, text):
    page.locator("#updating [role=status]", has_text=text).wait_for()


def _copy(page, mode=""):
    page.evaluate("(mode) => { window.drive.mode = mode; }", mode)
    page.get_by_role("button", name="Choose the drive").click()


def _flash(page):
    """What lies in the flash behind the modelled drive: [(address, bytes)], in order."""
    found = json.loads(page.evaluate("JSON.stringify(window.drive.flash)"))
    return sorted((int(address), base64.b64decode(page)) for address, page in found.items())


@pytest.mark.parametrize("mode", ("", "late"))
def test_the_newer_version_of_the_page_is_put_onto_the_board(page, board, mode):
    expect(page.locator("#update")).to_have_text("Update to 0.2.0…")
    _said(page, "The board pico has version 0.1.0. There is a newer one: 0.2.0.")
    assert violations(SimpleNamespace(page=page)) == []
    update = page.get_by_role("button", name="Update to version 0.2.0")
    update.evaluate("(button) => { button.click(); button.click(); }")
    page.get_by_text("The board is a drive now: RPI-RP2.").wait_for()
    assert violations(SimpleNamespace(page=page)) == []
    assert board.gone
    _copy(page, mode)
    _said(page, "The board restarts with version 0.2.0")
    assert _flash(page) == uf2.unpack(uf2_file())[1]
    page.locator("#updating .close:visible").click()
    wait_until_ready(page)  # the page's own board plays again


def test_a_copy_that_broke_off_is_done_again(page, board):
    page.get_by_role("button", name="Update to version").click()
    _copy(page, "half")
    _said(page, "the drive went away before all of it was written")
    assert 0 < len(_flash(page)) < len(uf2.unpack(uf2_file())[1])
    _copy(page)
    _said(page, "The board restarts with version 0.2.0")
    assert _flash(page) == uf2.unpack(uf2_file())[1]


@pytest.mark.parametrize(
    ("mode", "words"),
    (
        ("read-only", "this browser cannot write there (Failed to create swap file)"),
        ("deaf", "the drive has the file, and the board does not start"),
    ),
)
def test_what_no_browser_can_write_is_saved_to_be_copied_by_hand(
    page, board, mode, words, tmp_path
):
    page.get_by_role("button", name="Update to version").click()
    _copy(page, mode)
    _said(page, words)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    assert download.value.suggested_filename == "picogammon-pico.uf2"
    assert download.value.path().read_bytes() == uf2_file()


def test_where_no_browser_can_write_it_says_how_to_copy_by_hand(page, board):
    page.evaluate("window.showDirectoryPicker = undefined")
    page.get_by_role("button", name="Update to version").click()
    page.get_by_text("This browser cannot write to a drive. Save the file").wait_for()
    assert page.get_by_role("button", name="Choose the drive").is_hidden()
    assert page.get_by_role("button", name="Save the file").is_visible()


def test_another_drive_is_left_alone(page, board):
    page.get_by_role("button", name="Update to version").click()
    page.get_by_role("button", name="Choose the drive").wait_for()
    page.evaluate("window.drive.name = 'RP2350'")
    _copy(page)
    _said(page, "that is not the drive RPI-RP2")
    assert _flash(page) == []


_REFUSED = (
    (uf2_file(chip=RP2350), "it is for another chip than this board's RP2040"),
    (uf2_file(device="pico_five, layout 1"), "it is for the board pico_five, and this one is pico"),
    (uf2_file(version="0.0.9", device="pico, layout 0"), "its version 0.0.9 is older"),
    (uf2_file(image=bytes(RP2040.start + 1)), "it would write over the board's matches"),
    (uf2_file(device=""), "it does not say for which board it is"),
    (uf2_file()[:-512], "this is only a part of a UF2 file"),
    (uf2_file()[:-1], "this is no UF2 file, or a part of one"),
    (b"", "this is no UF2 file, or a part of one"),
    (bytes(1024), "this is no UF2 file"),
    (uf2_file() + uf2_file(), "this is only a part of a UF2 file"),
)


def test_what_is_not_for_this_board_is_refused_and_the_board_plays_on(page, board, tmp_path):
    path = tmp_path / "chosen.uf2"
    said = page.locator("#updating [role=status]")
    for file, words in _REFUSED:
        said.evaluate("(said) => { said.textContent = ''; }")  # of one before that ends alike
        path.write_bytes(file)
        page.locator("#updating input").set_input_files(path)
        _said(page, words)
        assert not board.gone and board.plays, words
    board.about = " 0.1.0 1 Raspberry Pi Pico with RP2040\r\n"
    path.write_bytes(uf2_file())
    page.locator("#updating input").set_input_files(path)
    _said(page, "it runs stock MicroPython with the firmware in files")
    assert board.plays


def _open_again(page, answer):
    """Opens the dialog anew; from then on `answer(route)` answers for the page's list."""
    _said(page, "There is a newer one")
    page.locator("#updating .close:visible").click()
    page.route("**/images.json", answer)
    page.get_by_role("button", name="Update to 0.2.0").click()


def _choose_older(page, tmp_path, version="0.0.9", layout=1):
    path = tmp_path / f"{version}.uf2"
    path.write_bytes(uf2_file(version, f"pico, layout {layout}"))
    page.locator("#updating input").set_input_files(path)


def test_an_older_version_of_the_same_layout_may_go_on(page, board, tmp_path):
    _choose_older(page, tmp_path)
    page.get_by_text("The board is a drive now").wait_for()
    _copy(page)
    _said(page, "The board restarts with version 0.0.9")


def test_a_file_chosen_before_the_page_knows_its_own_is_not_lost(page, board, tmp_path):
    held = Held()
    _open_again(page, held)
    _choose_older(page, tmp_path)
    held.let_go()
    page.get_by_text("The board is a drive now").wait_for()


def test_a_file_chosen_while_another_one_is_looked_at_has_its_turn(page, board, tmp_path):
    _said(page, "There is a newer one")
    held = Held()
    page.route("**/images.json", held)
    _choose_older(page, tmp_path, "0.0.8", layout=0)  # too old
    _choose_older(page, tmp_path)
    held.let_go()
    page.get_by_text("The board is a drive now").wait_for()
    _copy(page)
    _said(page, "The board restarts with version 0.0.9")


def test_without_the_pages_list_a_board_plays_on(page, board, tmp_path):
    _open_again(page, lambda route: route.abort())
    _choose_older(page, tmp_path)
    _said(page, "Failed to fetch")
    assert board.plays
