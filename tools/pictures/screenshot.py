"""`python -m tools.pictures.screenshot`: the README's picture of the virtual board.

It starts the server, plays a few moves in Debian's Chromium by pressing the page's buttons, and
photographs what is there.
"""

from playwright.sync_api import sync_playwright

from tools import ROOT
from tools.virtual_board.driver import CHROMIUM, CHROMIUM_ARGUMENTS, VirtualBoard, serving

_PICTURE = ROOT / "docs" / "virtual-board.jpg"
# The computer begins; then a roll, a walk to a checker, and it is picked up.
_PRESSES = (("ok", 6000), ("ok", 500), ("next", 200), ("ok", 700))


def main():
    """Writes docs/virtual-board.jpg."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS)
        )
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        board = VirtualBoard(page, address + "?seed=7")
        for name, milliseconds in _PRESSES:
            board.press(name)
            page.mouse.move(0, 0)
            page.wait_for_timeout(milliseconds)
        _PICTURE.parent.mkdir(exist_ok=True)
        page.screenshot(path=_PICTURE, type="jpeg", quality=90)
        browser.close()


if __name__ == "__main__":
    main()
