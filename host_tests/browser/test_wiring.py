"""A real board's data on the page: shown, checked, tried on the board, written, undone."""

import json
from types import SimpleNamespace

import pytest

from browser.cable import PORT, CabledBoard, files_of
from browser.test_everybody import violations
from tools import ROOT
from tools.boards import constants
from tools.virtual_board.driver import wait_until_ready

_FILE = "board_config.py"
_OWN = (ROOT / "boards/pico/board_config.py").read_text()


class TriedBoard(CabledBoard):
    """A board that plays: what is run at its prompt that needs its devices is only noted."""

    def __init__(self, pico):
        super().__init__(pico)
        self.own = "(10, 11, 12, 13)"
        self.down = [0, 0, 0, 0]
        self.tried = []
        self.lit = []

    def answer(self, text):
        code = text.removesuffix("\x04")
        if self.plays or not code or code[0] in "\r\x04":
            return super().answer(text)
        said = self._devices(code)
        return super().answer(text) if said is None else f"OK{said}\x04\x04>"

    def _devices(self, code):
        if "own_pins" in code:
            return self.own
        if "exec(" in code:
            self.tried.append(constants.read(json.loads(code.split("exec(")[1].split(", told")[0])))
            return ""
        if "strip.show" in code:
            self.lit.append(json.loads(code.split("for light in ")[1].split(":")[0]))
            return ""
        if code.startswith("print([1 - switch"):
            return str(self.down)
        if "oled.show" in code:
            return "False\r\n"
        if "forget" in code:
            files = self.files()
            self.pico.exec(f"import os\nos.remove({_FILE!r})")
            return str(_FILE in files)
        return None

    def files(self):
        return files_of(self.pico)


@pytest.fixture
def board(page, pico, firmware_address):
    board = TriedBoard(pico)
    page.expose_function("usb", board)
    page.add_init_script(PORT)
    page.goto(firmware_address)
    wait_until_ready(page)
    yield board


def _open(page):
    if page.locator("#mirrored").is_hidden():
        page.get_by_role("button", name="Connect a board").click()
    page.get_by_role("button", name="Wiring").click()
    page.locator("#wiring .fields").first.wait_for()


def _said(page, text):
    page.locator("#wiring [role=status]", has_text=text).wait_for()


def test_data_are_checked_as_on_a_pc_and_written_whole(page, pico, board):
    before = board.files()
    _open(page)
    page.get_by_label("Data pin").fill("10")
    page.get_by_role("button", name="Write").click()
    _said(page, "GP10 is used twice: STRIP_PIN and BUTTON_PINS; free are GP0")
    page.get_by_label("Data pin").fill("twelve")
    page.get_by_role("button", name="Write").click()
    _said(page, "Data pin: this cannot be read")
    page.get_by_label("Data pin").fill("22")
    page.get_by_label("What it passes").fill('(1, 12),\n("gap", 2),\n(24, 13)')
    page.get_by_label("Order of colours").select_option("RGB")
    page.get_by_label("Piezo").fill("")
    assert board.files() == before and board.stops == 0
    page.get_by_role("button", name="Write").click()
    _said(page, "The board plays with these data")
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


def test_what_the_board_has_is_what_stands_there_and_is_drawn(page, pico, board):
    data = constants.read(_OWN) | {"STRIP_PIN": 16, "WIRING": ((24, 1),), "NAME": "mine"}
    pico.put({_FILE: constants.write(data).encode()})
    _open(page)
    assert page.get_by_label("Data pin").input_value() == "16"
    assert page.get_by_label("What it passes").input_value() == "(24, 1)"
    page.get_by_role("button", name="Undo").click()
    _said(page, "The board plays with its image's own data")
    assert _FILE not in board.files()


def test_they_are_tried_before_anything_is_written(page, pico, board):
    before = board.files()
    _open(page)
    page.get_by_label("What it passes").fill("(24, 1)")
    page.get_by_role("button", name="Try").click()
    page.get_by_role("button", name="Light point 24").click()
    page.wait_for_function("document.querySelectorAll('.pressed .seen').length === 0")
    board.down = [0, 0, 1, 0]
    page.locator(".pressed .down", has_text="OK").wait_for()
    board.down = [0, 0, 0, 0]
    page.locator(".pressed .seen:not(.down)", has_text="OK").wait_for()
    assert violations(SimpleNamespace(page=page)) == []
    page.get_by_role("button", name="Light the whole display").click()
    page.get_by_text("No display answers there").wait_for()
    page.get_by_label("One light").fill("7")
    page.get_by_role("button", name="Stop trying").click()
    _said(page, "Nothing was written")
    assert board.lit[0] == [0], "the strip's first light is point 24's"
    assert board.lit[-1] == [] and board.plays
    assert board.files() == before


def test_closing_the_dialog_ends_the_trial(page, board):
    _open(page)
    page.get_by_role("button", name="Try").click()
    page.get_by_role("button", name="Light point 1", exact=True).click()
    page.keyboard.press("Escape")
    page.wait_for_function("document.querySelector('.trial').hidden")
    page.get_by_role("button", name="Wiring").click()
    page.get_by_label("Data pin").wait_for()
    assert board.plays


# Holds what is asked about a board's data until `letGo()`.
_HOLDS = """() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (asked) {
        if (asked.what === "board") window.letGo = () => post.call(this, asked);
        else post.call(this, asked);
    };
}"""


def test_nobody_types_into_fields_of_another_time(page, board):
    _open(page)
    page.get_by_role("button", name="Close").click()
    page.evaluate(_HOLDS)
    page.get_by_role("button", name="Wiring").click()
    page.wait_for_function("Boolean(window.letGo)")
    assert page.locator("#wiring .fields").count() == 0
    page.evaluate("letGo()")
    page.get_by_label("Data pin").wait_for()


def test_a_double_click_does_a_thing_once_and_a_write_ends_a_trial(page, pico, board):
    pico.put({_FILE: constants.write(constants.read(_OWN) | {"STRIP_PIN": 16}).encode()})
    _open(page)
    page.locator("#wiring .try").evaluate("(button) => { button.click(); button.click(); }")
    page.get_by_role("button", name="Light point 1", exact=True).click()
    page.get_by_role("button", name="Write").click()
    _said(page, "The board plays with these data")
    page.locator("#wiring .undo").evaluate("(button) => { button.click(); button.click(); }")
    _said(page, "The board plays with its image's own data")
    assert _FILE not in board.files() and board.plays and board.stops == 3


def test_no_trial_begins_once_the_dialog_is_closed(page, board):
    _open(page)
    page.locator("#wiring .try").evaluate(
        "(button) => { button.click(); button.closest('dialog').close(); }"
    )
    page.get_by_role("button", name="Wiring").click()
    page.wait_for_function("document.querySelector('#wiring [role=status]').textContent === ''")
    assert board.plays and board.stops == 0 and board.tried == []


def test_data_that_only_a_person_wrote_and_stock_micropython_are_refused(page, pico, board):
    board.own = "()"
    _open(page)
    page.get_by_role("button", name="Write").click()
    _said(page, "its firmware lies in files")
    assert _FILE not in board.files() and board.plays
    page.get_by_role("button", name="Close").click()
    pico.put({_FILE: b"import nothing\n"})
    page.get_by_role("button", name="Wiring").click()
    _said(page, "line 1: only comments and constants may stand here, as NAME = value")
