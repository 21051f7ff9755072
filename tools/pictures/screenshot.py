"""`python -m tools.pictures.screenshot`: the README's pictures of the virtual board.

It starts the server, plays a step in Debian's Chromium by pressing the page's buttons, and
photographs what is there, the same moment on both boards.
"""

from playwright.sync_api import sync_playwright

from tools import ROOT
from tools.virtual_board.driver import CHROMIUM, CHROMIUM_ARGUMENTS, VirtualBoard, serving

_PICTURES = {"pico_five": "virtual-board.jpg", "pico": "virtual-board-pico.jpg"}
# Amber wins the opening roll and plays the larger die; the cursor is on the next step.
_PRESSES = (("ok", 6000), ("ok", 700))


def main():
    """Writes docs/virtual-board*.jpg."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS)
        )
        for name, picture in _PICTURES.items():
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            _play(VirtualBoard(page, f"{address}?board={name}&seed=7"))
            page.screenshot(path=ROOT / "docs" / picture, type="jpeg", quality=90)
            page.context.close()
        browser.close()


def _play(board):
    for name, milliseconds in _PRESSES:
        board.press(name)
        board.page.mouse.move(0, 0)
        board.page.wait_for_timeout(milliseconds)


if __name__ == "__main__":
    main()
