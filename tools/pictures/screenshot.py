"""`python -m tools.pictures.screenshot`: the README's pictures of the virtual board, and its icon.

It plays a step in Debian's Chromium by the page's buttons, on both boards. The icon becomes PNGs,
for phones without SVG.
"""

from playwright.sync_api import sync_playwright

from tools import ROOT
from tools.browser import CHROMIUM, VirtualBoard, serving

_PICTURES = {"pico_five": "virtual-board.jpg", "pico": "virtual-board-pico.jpg"}
# Amber wins the opening roll and plays the larger die; the cursor is on the next step.
_PRESSES = (("ok", 6000), ("ok", 700))
_PAGE = ROOT / "tools" / "virtual_board" / "page"
_SIZES = (192, 512)  # of the icon


def main():
    """Writes docs/virtual-board*.jpg and the page's icon-*.png."""
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, picture in _PICTURES.items():
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            _play(VirtualBoard(page, f"{address}?board={name}&seed=7"))
            page.screenshot(path=ROOT / "docs" / picture, type="jpeg", quality=90)
            page.context.close()
        for size in _SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            _draw_icon(page, f"{address}icon.svg")
            page.screenshot(path=_PAGE / f"icon-{size}.png", omit_background=True)
        browser.close()


def _draw_icon(page, address):
    page.goto(address)
    page.evaluate("document.documentElement.style.background = 'transparent'")


def _play(board):
    for name, milliseconds in _PRESSES:
        board.press(name)
        board.page.mouse.move(0, 0)
        board.page.wait_for_timeout(milliseconds)


if __name__ == "__main__":
    main()
