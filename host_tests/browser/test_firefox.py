"""The page in Firefox: it plays by mouse and keys, and keeps the match.

Firefox is driven by WebDriver BiDi: as little of it as this wants.
"""

import contextlib
import json
import os
import re
import subprocess
import tempfile
import time

from websockets.sync.client import connect

from browser.conftest import installed
from tools.virtual_board.driver import AT_REST, FIREFOX, PATIENCE_MS

_PATIENCE_S = PATIENCE_MS / 1000
# Firefox still starts, and answers no ping while it works.
_PATIENT = {"open_timeout": _PATIENCE_S, "ping_interval": None}
_PREFERENCES = """\
user_pref("app.normandy.enabled", false);
user_pref("app.update.auto", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("toolkit.telemetry.enabled", false);
"""


class Failed(Exception):
    """Firefox refused a command, or a script in the page raised; the text says what."""


@contextlib.contextmanager
def opened(address):
    """A page of Firefox's at that address: a Page. Firefox ends with it."""
    program = installed(FIREFOX, "Firefox")
    with tempfile.TemporaryDirectory() as profile:
        with open(os.path.join(profile, "user.js"), "w") as file:
            file.write(_PREFERENCES)
        command = [program, "--headless", "--no-remote", "--profile", profile]
        process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            env={**os.environ, "HOME": profile},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            address_of_session = _socket(process.stderr) + "/session"
            with connect(address_of_session, max_size=None, **_PATIENT) as socket:
                yield Page(socket, address)
        finally:
            process.terminate()
            process.communicate(timeout=_PATIENCE_S)


def _socket(lines):
    for line in lines:
        found = re.search(r"BiDi listening on (ws://\S+)", line)
        if found:
            return found.group(1)
    raise Failed("Firefox ended before it listened.")


class Page:
    """A page: scripts, keys and clicks."""

    def __init__(self, socket, address):
        self._socket = socket
        self._last = 0
        self._ask("session.new", capabilities={})
        tree = self._ask("browsingContext.getTree")
        self._context = tree["contexts"][0]["context"]
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression):
        """What the JavaScript expression, or the promise that it is, comes to: text or a number."""
        answer = self._ask(
            "script.evaluate",
            expression=expression,
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise Failed(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def wait_for(self, condition):
        """Waits until the JavaScript expression is true."""
        self.evaluate(
            f"""new Promise((resolve, reject) => {{
                const end = Date.now() + {PATIENCE_MS};
                const never = new Error("never: " + {json.dumps(condition)});
                const look = () => {{
                    if ({condition}) resolve(true);
                    else if (Date.now() > end) reject(never);
                    else requestAnimationFrame(look);
                }};
                look();
            }})"""
        )

    def reload(self):
        """The page anew; returns when it is there, which Firefox does not wait for."""
        self.evaluate("window.leaves = true")
        self._ask("browsingContext.reload", context=self._context)
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            with contextlib.suppress(Failed):  # the page goes meanwhile
                if self.evaluate("!window.leaves && document.readyState === 'complete'"):
                    return
        raise Failed("never reloaded")

    def press(self, key):
        """A key, as WebDriver names them."""
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._act({"type": "key", "id": "keyboard", "actions": keys})

    def click(self, x, y):
        """A click of the mouse there, in CSS pixels."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": moves})

    def _act(self, source):
        self.evaluate(AT_REST)
        self._ask("input.performActions", context=self._context, actions=[source])

    def _ask(self, method, **parameters):
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": parameters}))
        while True:  # events come in between
            answer = json.loads(self._socket.recv(timeout=2 * _PATIENCE_S))
            if answer.get("id") == self._last:
                break
        if answer["type"] != "success":
            raise Failed(f"{method}: {answer['message']}")
        return answer["result"]


_ENTER = "\ue007"
_SAID = "document.getElementById('said').textContent"
_READY = "new Promise((resolve) => { const look = () => window.picogammon ? "
_READY += "resolve(picogammon.ready) : setTimeout(look, 10); look(); })"


def _middle(page, name):
    """Where the middle of the page's element of that name is."""
    box = f"document.getElementById('{name}').getBoundingClientRect()"
    return [page.evaluate(f"{box}.{start} + {box}.{size} / 2") for start, size in _SIDES]


_SIDES = (("x", "width"), ("y", "height"))


def test_a_turn_in_firefox(firmware_address):
    with opened(f"{firmware_address}?seed=20") as page:
        page.evaluate(_READY)
        assert "Firefox" in page.evaluate("navigator.userAgent")
        assert page.evaluate(_SAID).startswith("Roll to start")
        assert page.evaluate("picogammon.lights().length") == 140
        page.click(*_middle(page, "ok"))
        page.wait_for(f"{_SAID}.startsWith('Amber to roll')")
        page.press(_ENTER)
        page.wait_for(f"/cursor/.test({_SAID})")
        assert page.evaluate("navigator.serviceWorker.ready.then((at) => at.scope)")
        page.reload()
        page.evaluate(_READY)
        page.wait_for(f"/cursor/.test({_SAID})")
        assert page.evaluate("String(picogammon.errors)") == ""
