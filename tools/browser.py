"""The virtual board's page as a person uses it, and a server of it: for scripts."""

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
    """The page's `address`, with MANUAL in it."""
    site, hashed, position = address.partition("#")
    return f"{site}{'&' if '?' in site else '?'}{MANUAL}{hashed}{position}"


@contextlib.contextmanager
def serving(site=None):
    """The address of a site's server, which runs meanwhile; of what `make play` serves without."""
    site = site or content.Site(FIRMWARE, board_folders())
    with running(site) as port:
        yield f"http://127.0.0.1:{port}/"


@contextlib.contextmanager
def running(site):
    """Serves a site at a free port until the block ends. Gives the port."""
    with server.open_server(site, 0) as web:
        thread = threading.Thread(target=web.serve_forever)
        thread.start()
        try:
            yield web.server_port
        finally:
            web.shutdown()
            thread.join()


def wait_until_ready(page):
    """Returns when main.py has run in a page of Playwright's; raises what it raised.

    Raises Playwright's TimeoutError for a page that is gone, which settles no promise.
    """
    ready = "() => window.picogammon && picogammon.ready.then(() => true)"
    page.wait_for_function(ready, timeout=_START_MS)


class VirtualBoard:
    """The page, opened and with its firmware running; `page` is Playwright's.

    With MANUAL in the address, a press lasts as long as it shall, however busy the machine is.
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
        """Returns when main.py has run; raises what it raised, or Playwright's TimeoutError."""
        wait_until_ready(self.page)
        self.run(0)  # draws

    def reload(self):
        self.page.reload()
        self.wait_until_ready()

    def run(self, milliseconds):
        """With manual time, the page and its firmware live through so many milliseconds."""
        if self._manual:
            self.page.evaluate("(ms) => picogammon.run(ms)", milliseconds)

    def lights(self):
        """The strip's lights as on the wire: a list of [red, green, blue], 0 to 255."""
        return self.page.evaluate("picogammon.lights()")

    def oled(self):
        """The 1024 bytes of the OLED's memory: eight pages of 128 columns, lowest bit on top."""
        return bytes(self.page.evaluate("picogammon.oled()"))

    def errors(self):
        """What the page has complained of, as texts."""
        return self.page.evaluate("[...picogammon.errors]")

    def press(self, name):
        """A short press of the button `name`, one of BUTTONS, as a screen reader makes it."""
        self.page.locator(f"#{name}").evaluate("(button) => button.click()")
        self.run(_PRESSED_MS)

    def click(self, name):
        """A click of the mouse on the page's element of that name."""
        self.page.locator(f"#{name}").click()
        self.run(_PRESSED_MS)

    def key(self, name):
        """A short press of a key, by Playwright's name, where the keyboard is."""
        self.page.keyboard.press(name)
        self.run(_PRESSED_MS)

    def hold(self, name, milliseconds=700):
        """A press as long as `milliseconds`."""
        self.page.locator(f"#{name}").hover()
        self.page.mouse.down()
        self.run(milliseconds)
        self.page.mouse.up()
        self.run(_PRESSED_MS)

    def wait_for(self, condition, argument=None):
        """Lives on until the JavaScript expression or function `condition` is true.

        What comes from beside the board may be late: it has PATIENCE_MS once manual time is over.
        """
        test = condition if _FUNCTION.match(condition) else f"() => {condition}"
        until = _RUN_UNTIL % test
        if not (self._manual and self.page.evaluate(until, [_MOST_MS, argument])):
            self.page.wait_for_function(condition, arg=argument)

    def _check(self, url, site):
        if not url.startswith((site, "data:", "blob:")):
            self.faults.append(f"asked for {url}")
