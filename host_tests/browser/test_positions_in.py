"""What a board's QR code says begins a match on the page: pasted, or read from a photo."""

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from picogammon.rules import gnu_id, position_code
from picogammon.rules.xgid import from_xgid
from tools.virtual_board.driver import wait_until_ready

_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
_CODE = position_code.to_code(from_xgid(_XGID))
_HERE = f"decodeURIComponent(location.hash) === '#{_XGID}'"
_DETECTOR = """window.BarcodeDetector = class {
    static async getSupportedFormats() { return ["qr_code"]; }
    async detect(picture) { return picture.width > 9 ? [{ rawValue: "%s" }] : []; }
};"""


def _open(board):
    board.page.get_by_role("button", name="Matches").click()
    board.page.get_by_role("button", name="From a position").click()
    return board.page.get_by_role("textbox", name="The position")


def test_a_code_is_pasted(open_board, firmware_address):
    board = open_board(f"{firmware_address}?seed=5")
    field = _open(board)
    field.fill("nonsense")
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.page.get_by_text("a position is an XGID, an OGID,").wait_for()
    expect(field).to_be_focused()
    field.fill(f"  {_CODE.lower()} ")
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for(_HERE)
    assert "score 2" in board.page.locator("#side-0").text_content()
    _open(board).fill(_CODE[:-3])
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.page.locator("#enter").get_by_text("an XGID has 10 fields, this has 9").wait_for()
    board.wait_for(_HERE)
    assert field.input_value() == _CODE[:-3], "it is there to be corrected"
    field.fill(_CODE)
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.page.locator("#enter").wait_for(state="hidden")
    board.wait_for(_HERE)
    assert board.faults == []


@pytest.mark.parametrize(
    "text",
    [
        f"{_XGID}\n\nX: Mia   O: Tom\nX am Zug 31\n    1. 2-ply  8/5 6/5   Eq:+0,151\n",
        " GNU Backgammon  Position ID: %s\n                 Match ID   : %s\n"
        % tuple(gnu_id.gnubg_id(from_xgid(_XGID)).split(":")),
    ],
    ids=("XG", "GNU Backgammon"),
)
def test_an_id_is_found_in_what_a_program_copies(open_board, firmware_address, text):
    board = open_board(f"{firmware_address}?seed=5")
    _open(board).fill(text)
    board.page.get_by_role("button", name="Play", exact=True).click()
    board.wait_for(_HERE)
    assert board.faults == []


def test_a_code_is_read_from_a_photo(firmware_address, page):
    page.add_init_script(_DETECTOR % _CODE)
    page.goto(firmware_address)
    wait_until_ready(page)
    page.get_by_role("button", name="Matches").click()
    page.get_by_role("button", name="From a position").click()
    for side, then in ((8, page.get_by_text("there is no code in it").wait_for), (40, None)):
        page.locator("#enter input").set_input_files(
            {"name": "photo.png", "mimeType": "image/png", "buffer": _png(side)}
        )
        if then:
            then()
    page.wait_for_function(_HERE)


def _png(side):
    picture = io.BytesIO()
    Image.new("L", (side, side)).save(picture, "PNG")
    return picture.getvalue()
