"""A board at Firefox's Web Serial: its wiring is tried and written, a new version put onto it."""

import base64
import json
import time

from browser.cable import PORT
from browser.test_firefox import READY, opened
from browser.test_update import UpdatedBoard, uf2_file
from browser.test_wiring import TriedBoard
from tools.boards import constants
from tools.virtual_board.driver import PATIENCE_MS

# `usb` of cable.py, answered by who asks the page what was asked.
_USB = """
window.asked = [];
window.usb = (text) => new Promise((resolve) => {
    window.asked.push(text);
    window.answer = resolve;
});
"""
_CHOOSE = """(() => {
    const bytes = Uint8Array.from(atob("%s"), (letter) => letter.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], "picogammon-pico.uf2"));
    const input = document.querySelector("#updating input");
    input.files = chosen.files;
    input.dispatchEvent(new Event("change"));
})()"""
_PATIENCE_S = 2 * PATIENCE_MS / 1000  # the page asks again and again meanwhile


class _Board(TriedBoard, UpdatedBoard):
    """A board whose wiring is tried and that gets a new version."""


class _Cabled:
    """The page, and the board at its cable."""

    def __init__(self, page, board):
        self.page = page
        self._board = board

    def wait_for(self, condition):
        """Answers what the page asks of the board until the JavaScript expression is true."""
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            self.page.wait_for(f"window.asked.length || {condition}")
            asked = self.page.evaluate("window.asked.shift() ?? ''")
            if asked:
                self.page.evaluate(f"window.answer({json.dumps(self._board(asked))})")
            elif self.page.evaluate(f"Boolean({condition})"):
                return
        raise AssertionError(f"never: {condition}")

    def leave_unanswered(self, wanted):
        """Answers until the page asks that of the board, which says nothing from then on."""
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            self.page.wait_for("window.asked.length")
            asked = self.page.evaluate("window.asked.shift() ?? ''")
            if wanted in base64.b64decode(asked).decode():
                return asked
            if asked:
                self.page.evaluate(f"window.answer({json.dumps(self._board(asked))})")
        raise AssertionError(f"never asked: {wanted}")

    def press(self, selector):
        self.page.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def fill(self, label, text):
        self.page.evaluate(f"document.querySelector('[data-label=\"{label}\"]').value = '{text}'")

    def said(self, dialog, text):
        self.wait_for(
            f"document.querySelector('#{dialog} [role=status]').textContent.includes('{text}')"
        )


def test_wiring_and_update_in_firefox(firmware_address, pico):
    board = _Board(pico)
    with opened(firmware_address, _USB, PORT) as page:
        page.evaluate(READY)
        cabled = _Cabled(page, board)
        cabled.press("#connect")
        cabled.wait_for("document.getElementById('mirrored').checkVisibility()")
        _update(cabled, board, _wire(cabled, board))
        assert page.evaluate("String(picogammon.errors)") == ""


def _wire(cabled, board):
    """Returns what the page asks last, as the board has other data, and nobody has answered."""
    cabled.press("#wire")
    cabled.wait_for("document.querySelector('#wiring [data-label=\"Data pin\"]')")
    cabled.fill("Data pin", "10")
    cabled.press("#wiring .choice")
    cabled.said("wiring", "GP10 is used twice")
    cabled.fill("Data pin", "22")
    cabled.press("#wiring .try")
    cabled.wait_for("document.querySelector('#wiring .trial').checkVisibility()")
    cabled.press("[aria-label='Light point 24']")
    board.down = [0, 0, 1, 0]
    cabled.wait_for("document.querySelector('.pressed .down')?.textContent === 'OK'")
    cabled.press("#wiring .try")
    cabled.said("wiring", "Nothing was written")
    assert board.lit[0] == [23] and board.plays
    cabled.press("#wiring .choice")
    asked = cabled.leave_unanswered("mirror all")
    cabled.said("wiring", "The board plays with these data")
    assert constants.read(board.files()["board_config.py"].decode())["STRIP_PIN"] == 22
    cabled.press("#wiring .close")
    return asked


def _update(cabled, board, asked):
    """Firefox writes to no drive: the file is saved, to be copied by hand."""
    cabled.press("#update")
    cabled.said("updating", "The board pico has version 0.1.0.")
    cabled.page.evaluate(f"window.answer({json.dumps(board(asked))})")
    cabled.page.evaluate(_CHOOSE % base64.b64encode(uf2_file(version="0.0.9")).decode())
    cabled.wait_for("document.querySelector('#updating .save').checkVisibility()")
    assert board.gone
    hand = cabled.page.evaluate("document.querySelector('#updating .hand').textContent")
    assert "RPI-RP2" in hand
    shown = "document.querySelector('#updating .drive').checkVisibility()"
    assert cabled.page.evaluate(shown) == cabled.page.evaluate("'showDirectoryPicker' in window")
