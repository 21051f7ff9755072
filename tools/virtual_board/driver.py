"""A virtual board's server as a process, and its page as a person uses it: for scripts."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys

from tools import ROOT, children


def _program(*names):
    """The path of the first of the programs `names` that this machine has, or None."""
    return next(filter(None, map(shutil.which, names)), None)


_MAC = "/Applications/{0}.app/Contents/MacOS/{0}"
# Any browser that is made of Chromium, and any Firefox; None where there is none.
CHROMIUM = _program(
    "chromium",
    *("google-chrome", "google-chrome-stable", "microsoft-edge", "microsoft-edge-stable"),
    *(_MAC.format(name) for name in ("Google Chrome", "Chromium", "Microsoft Edge")),
    "chromium-browser",  # on Ubuntu it may do nothing but ask for a snap
)
FIREFOX = _program("firefox-esr", "firefox", "/Applications/Firefox.app/Contents/MacOS/firefox")
# Chromium without windows, where Debian has it: a page is there in half the time.
HEADLESS = _program("chromium-headless-shell") or CHROMIUM
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
BUTTONS = ("prev", "next", "ok", "back")
_TAP = """(key) => {
    for (const type of ["keydown", "keyup"]) {
        const event = new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
    }
}"""
# A promise: the page has painted three frames in time, or ten seconds have passed. If it stands
# still between the two halves of a click or of a key, these are a long press.
AT_REST = """new Promise((resolve) => {
    const end = performance.now() + 10_000;
    let quick = 0;
    let last = performance.now();
    const look = () => {
        const now = performance.now();
        quick = now - last < 150 ? quick + 1 : 0;
        last = now;
        if (quick >= 3 || now > end) resolve(true);
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""
PATIENCE_MS = 60_000  # for what takes a moment, on a machine that has much else to do
_START_MS = 180_000  # likewise, for the firmware to start


@contextlib.contextmanager
def serving(*arguments):
    """The address of a virtual board's server that runs with `arguments`; stopped at the end."""
    server = start_server("--port", "0", *arguments)
    try:
        line = server.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:\d+/", line)
        if not address:
            raise AssertionError(f"the server said {line!r} {server.stderr.read()!r}")
        yield address.group()
    finally:
        end(server)


def start_server(*arguments, **environment):
    """`python -m tools.virtual_board` as a process, its output as text; never opens a browser."""
    return children.start(
        [sys.executable, "-m", "tools.virtual_board", *arguments],
        cwd=ROOT,
        env={**os.environ, "OPEN": "0", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(server, number=signal.SIGINT):
    """Ends a server's process by that signal: all that it still had to say (stdout, stderr)."""
    server.send_signal(number)
    try:
        return server.communicate(timeout=PATIENCE_MS / 1000)
    finally:
        children.end(server)


def wait_until_ready(page, patience_ms=_START_MS):
    """Returns when main.py has run in a page of Playwright's; raises what it raised.

    Raises Playwright's TimeoutError after `patience_ms`: a page that is gone settles no promise.
    """
    ready = "() => window.picogammon && picogammon.ready.then(() => true)"
    page.wait_for_function(ready, timeout=patience_ms)


class VirtualBoard:
    """The page, opened and with its firmware running; `page` is Playwright's."""

    def __init__(self, page, address):
        self.page = page
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

    def reload(self):
        self.page.reload()
        self.wait_until_ready()

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
        """A short press of the button `name`, one of BUTTONS, as a screen reader makes it.

        The two halves of a mouse's click can be far apart on a busy machine: a long press.
        """
        self.page.locator(f"#{name}").evaluate("(button) => button.click()")

    def click(self, name):
        """The same by mouse, once the page is at rest."""
        self.page.evaluate(AT_REST)
        self.page.locator(f"#{name}").click()

    def key(self, name):
        """A short press of a key of that name, where the keyboard is: it does nothing but press.

        Like a mouse's click, a real one can become a long press on a busy machine.
        """
        self.page.evaluate(_TAP, name)

    def hold(self, name, milliseconds=700):
        """A press as long as `milliseconds`."""
        self.page.locator(f"#{name}").click(delay=milliseconds)

    def wait_for(self, condition, argument=None):
        """Waits until the JavaScript expression or function `condition` is true."""
        self.page.wait_for_function(condition, arg=argument)

    def _check(self, url, site):
        if not url.startswith((site, "data:", "blob:")):
            self.faults.append(f"asked for {url}")
