"""`python -m tools.pictures.screenshot`: the README's pictures of the virtual board.

It starts the server, plays a few moves in Debian's Chromium by pressing the page's buttons, and
photographs what is there: the board that the page opens with, and the same moment on the other.
"""

from playwright.sync_api import sync_playwright

from tools import ROOT
from tools.virtual_board.driver import CHROMIUM, CHROMIUM_ARGUMENTS, VirtualBoard, serving

_PICTURES = {None: "virtual-board.jpg", "pico": "virtual-board-pico.jpg"}  # by what is chosen
# The computer begins; then a roll, a walk to a checker, and it is picked up.
_PRESSES = (("ok", 6000), ("ok", 500), ("next", 200), ("ok", 700))


def main():
    """Writes docs/virtual-board*.jpg."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS)
        )
        for chosen, name in _PICTURES.items():
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            board = VirtualBoard(page, address + "?seed=7")
            if chosen:
                page.locator("#which").select_option(chosen)
            _play(board)
            page.screenshot(path=ROOT / "docs" / name, type="jpeg", quality=90)
            page.context.close()
        browser.close()


def _play(board):
    for name, milliseconds in _PRESSES:
        board.press(name)
        board.page.mouse.move(0, 0)
        board.page.wait_for_timeout(milliseconds)


if __name__ == "__main__":
    main()
