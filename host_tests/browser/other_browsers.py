"""Firefox and WebKitGTK by WebDriver's two protocols: as much of Playwright's page as a
VirtualBoard needs that plays by keys."""

import itertools
import json
import os
import re
import shutil
import socket
import threading
import urllib.error
import urllib.request
from subprocess import DEVNULL, PIPE

from websockets.sync.client import connect

from tools import children

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT = shutil.which("Xvfb") and shutil.which("WebKitWebDriver")  # which finds its browser
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_PATIENCE_S = 300
_KEYS = {"Tab": "\ue004", "Enter": "\ue006", "Escape": "\ue00c", "ArrowUp": "\ue013"}
# Both protocols bring JSON's values in a shape of their own, but texts as they are.
_AS_TEXT = """(async () => {
    const it = (0, eval)(%s);
    return JSON.stringify(await (typeof it === "function" ? it(%s) : it)) ?? "null";
})()"""
_AS_ASYNC = "const done = arguments[0]; (%s).then(done, (error) => done([String(error)]))"
_UNTIL = """(argument) => new Promise((resolve) => {
    const look = async () => {
        const it = (%s);
        const is = await (typeof it === "function" ? it(argument) : it);
        if (is) resolve(true);
        else setTimeout(look, 50);
    };
    look();
})"""


class _Page:
    """A page as Playwright has it. Subclasses have `goto`, `reload`, `close`, and

    _text(script): the text that the script's promise brings
    _act(actions): does what WebDriver calls actions
    """

    @property
    def keyboard(self):
        return self

    def set_default_timeout(self, timeout):
        """Does nothing: the protocol's own timeouts hold."""

    def on(self, event, act):
        """Nothing is heard: what a page complains of is in `picogammon.errors`."""

    def evaluate(self, expression, argument=None):
        return json.loads(self._text(_AS_TEXT % (json.dumps(expression), json.dumps(argument))))

    def wait_for_function(self, expression, arg=None, timeout=0):
        self.evaluate(_UNTIL % expression, arg)

    def press(self, key):
        self.type([_KEYS.get(key, key)])

    def type(self, keys):
        steps = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self._act([{"type": "key", "id": "keys", "actions": steps}])


class Firefox(_Page):
    """Drives Firefox by WebDriver BiDi.

    `profile`: an empty folder; `preferences`: of about:config.
    """

    def __init__(self, profile, preferences=()):
        lines = [
            f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in preferences
        ]
        (profile / "user.js").write_text("\n".join(lines))
        self._process = children.start(
            [FIREFOX, "--headless", "--remote-debugging-port=0", "--profile", profile],
            stdout=DEVNULL,
            stderr=PIPE,
            text=True,
        )
        said = (re.search(r"BiDi listening on (ws:\S+)", line) for line in self._process.stderr)
        address = next(filter(None, said))[1]
        threading.Thread(target=self._process.stderr.read, daemon=True).start()
        self._numbers = itertools.count()
        self._line = connect(f"{address}/session", proxy=None, max_size=None)
        self._ask("session.new", capabilities={})
        self._page = self._ask("browsingContext.create", type="tab")["context"]

    def _ask(self, method, **params):
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(_PATIENCE_S))).get("id") != number:
            pass  # an event
        assert answer["type"] == "success", answer
        return answer["result"]

    def goto(self, url):
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def reload(self):
        self._ask("browsingContext.reload", context=self._page, wait="complete")

    def _text(self, script):
        where = {"context": self._page}
        answer = self._ask("script.evaluate", expression=script, target=where, awaitPromise=True)
        assert answer["type"] == "success", answer
        return answer["result"]["value"]

    def _act(self, actions):
        self._ask("input.performActions", context=self._page, actions=actions)

    def close(self):
        self._line.close()
        children.end(self._process)


class WebKit(_Page):
    """WebKitGTK's own small browser by WebDriver, on its own screen. `home`: an empty folder."""

    def __init__(self, home):
        self._screen = children.start(["Xvfb", "-displayfd", "1"], stdout=PIPE, stderr=DEVNULL)
        display = f":{self._screen.stdout.readline().decode().strip()}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self._process = children.start(
            [WEBKIT, f"--port={port}"],
            env={**os.environ, "DISPLAY": display, "HOME": str(home)},
        )
        self._session = f"http://127.0.0.1:{port}/session"
        patience = {"timeouts": {"script": 1000 * _PATIENCE_S}}
        answer = self._ask("", capabilities={"alwaysMatch": patience})
        self._session += "/" + answer["sessionId"]

    def _ask(self, path, **body):
        request = urllib.request.Request(self._session + path, json.dumps(body).encode())
        while True:
            try:
                with _OPENER.open(request, timeout=_PATIENCE_S) as answer:
                    return json.load(answer)["value"]
            except urllib.error.HTTPError as error:
                raise AssertionError(error.read().decode()) from None
            except urllib.error.URLError:
                assert self._process.poll() is None  # it starts

    def goto(self, url):
        self._ask("/url", url=url)

    def reload(self):
        self._ask("/refresh")

    def _text(self, script):
        told = self._ask("/execute/async", script=_AS_ASYNC % script, args=[])
        assert isinstance(told, str), told
        return told

    def _act(self, actions):
        self._ask("/actions", actions=actions)

    def close(self):
        children.end(self._process)
        children.end(self._screen)
