"""The virtual board's page as a person uses it, and its server, for scripts."""

import contextlib
import re
import shutil
import threading

from tools.virtual_board import content, server
from tools.virtual_board.__main__ import FIRMWARE, board_folders

_MAC = "/Applications/{0}.app/Contents/MacOS/{0}"
_CHROMIUMS = (
    "chromium",
    "google-chrome",
    "microsoft-edge",
    *(_MAC.format(name) for name in ("Google Chrome", "Chromium", "Microsoft Edge")),
    "chromium-browser",  # on Ubuntu it may do nothing but ask for a snap
)
WHOLE_CHROMIUM = next(filter(None, map(shutil.which, _CHROMIUMS)), None)  # a program, or None
# Has no windows and no settings, and opens a page in half the time.
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE_CHROMIUM
BUTTONS = ("prev", "next", "ok", "back")
_FUNCTION = re.compile(r"(\([^()]*\)|\w+) =>")
MANUAL = "time=manual"  # in the page's address: time goes by only while VirtualBoard.run() lasts
_PRESSED_MS = 450  # a contact closes and opens again, and the next press is no impatient one
_MOST_MS = 300_000  # of manual time, until what a test waits for is there
_RUN_UNTIL = "([most, argument]) => picogammon.run(most, () => (%s)(argument))"
PATIENCE_MS = 60_000  # for what takes a moment, on a machine that has much else to do
_START_MS = 180_000  # for the firmware to start


def on_manual_time(address):
    """Returns the page's `address` with MANUAL."""
    site, hashed, position = address.partition("#")
    return f"{site}{'&' if '?' in site else '?'}{MANUAL}{hashed}{position}"


@contextlib.contextmanager
def serving(site=None):
    """Serves a site, by default the one of `make play`, until the block ends; gives the address."""
    site = site or content.Site(FIRMWARE, board_folders())
    with running(site) as port:
        yield f"http://127.0.0.1:{port}/"


@contextlib.contextmanager
def running(site):
    """Serves a site at a free port until the block ends; gives the port."""
    with server.open_server(site, 0) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        try:
            yield web.server_port
        finally:
            web.shutdown()
            thread.join()


def wait_until_ready(page):
    """Waits until main.py runs in a page of Playwright's; raises its exception.

    Raises Playwright's TimeoutError for a page that is gone.
    """
    ready = "() => window.picogammon && picogammon.ready.then(() => true)"
    page.wait_for_function(ready, timeout=_START_MS)


class VirtualBoard:
    """The page with its firmware running; `page` is Playwright's.

    With MANUAL in the address, presses are exact on a busy machine too.
    """

    def __init__(self, page, address):
        self.page = page
        self._manual = MANUAL in address
        self.faults = []  # what must not happen: exceptions in the page, requests to elsewhere
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        site = address.partition("?")[0]
        page.on("request", lambda request: self._check(request.url, site))
        page.goto(address)
        self.wait_until_ready()

    def wait_until_ready(self):
        """Waits until main.py runs; raises its exception, or Playwright's TimeoutError."""
        wait_until_ready(self.page)
        self.run(0)  # draws

    def reload(self):
        self.page.reload()
        self.wait_until_ready()

    def run(self, milliseconds):
        """Lets manual time pass for the page and its firmware."""
        if self._manual:
            self.page.evaluate("(ms) => picogammon.run(ms)", milliseconds)

    def lights(self):
        """Returns the strip's lights as on the wire: a list of [red, green, blue], 0 to 255."""
        return self.page.evaluate("picogammon.lights()")

    def oled(self):
        """Returns the OLED's memory: eight pages of 128 columns (bytes), lowest bit on top."""
        return bytes(self.page.evaluate("picogammon.oled()"))

    def errors(self):
        """Returns the page's complaints, as texts."""
        return self.page.evaluate("[...picogammon.errors]")

    def press(self, name):
        """Presses the button `name`, one of BUTTONS, as a screen reader does."""
        self.page.locator(f"#{name}").evaluate("(button) => button.click()")
        self.run(_PRESSED_MS)

    def click(self, name):
        """Clicks the page's element of that name."""
        self.page.locator(f"#{name}").click()
        self.run(_PRESSED_MS)

    def key(self, name):
        """Presses a key, by Playwright's name."""
        self.page.keyboard.press(name)
        self.run(_PRESSED_MS)

    def hold(self, name, milliseconds=700):
        """Presses a button for that long."""
        self.page.locator(f"#{name}").hover()
        self.page.mouse.down()
        self.run(milliseconds)
        self.page.mouse.up()
        self.run(_PRESSED_MS)

    def wait_for(self, condition, argument=None):
        """Lets time pass until the JavaScript expression or function `condition` is true.

        Once manual time is over, it waits for PATIENCE_MS: not all depends on the board.
        """
        test = condition if _FUNCTION.match(condition) else f"() => {condition}"
        until = _RUN_UNTIL % test
        if not (self._manual and self.page.evaluate(until, [_MOST_MS, argument])):
            self.page.wait_for_function(condition, arg=argument)

    def _check(self, url, site):
        if not url.startswith((site, "data:", "blob:")):
            self.faults.append(f"asked for {url}")
