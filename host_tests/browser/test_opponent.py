"""Who plays on the page: a PC's engine, where `make opponent PORT=virtual` serves it, and levels by
the compiled engine."""

import contextlib
import json
import re
import shlex
import subprocess
import sys

from picogammon.app.session.players import FAR
from picogammon.engine.levels import levels
from picogammon.rules.settings import Settings
from tools import ROOT
from tools.virtual_board.driver import end

_ENGINE = shlex.join([sys.executable, str(ROOT / "host_tests" / "players" / "engine.py")])
_ROLLED = "#XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
_SAID = "document.getElementById('said').textContent"
# Positions as the page is told them, each once: its address lags behind, and may leave one out.
_NOTED = """
const positions = (window.positions = []);
const keep = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  keep.call(this, key, text);
  if (key !== "picogammon.matches") return;
  const { known, current } = JSON.parse(text);
  const [, now] = (known[current].xgid ?? "").split(/[=:]/);
  if (now && now !== positions.at(-1)) positions.push(now);
};
"""
_COUNTING = """
export function engineOf(code) {
  const engine = made(code);
  return { ...engine, look: (pos) => (console.log("looked"), engine.look(pos)) };
}
"""


def _counting(route):
    """Serves engine.js with a look that says so."""
    text = route.fetch().text()
    assert text.count("export function engineOf") == 1
    text = text.replace("export function engineOf", "function made") + _COUNTING
    route.fulfill(body=text, content_type="text/javascript")


def _nothing(route):
    route.fulfill(body=b"")


@contextlib.contextmanager
def _opponent(page):
    """Runs `make opponent` with the tests' engine: the address of its page, and its port."""
    command = [sys.executable, "-m", "tools.opponent", _ENGINE, "--port", "virtual"]
    process = subprocess.Popen(
        [*command, "--page", str(page), "--no-open"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        yield found[0], found[1]
    finally:
        out, err = end(process)
    assert process.returncode == 130 and err == "", err
    assert "plays: choose 'PC engine'" in out


def test_it_plays_until_it_is_closed_and_goes_on_when_it_is_back(open_board):
    def prepare(page):
        page.add_init_script(_NOTED)

    with _opponent(0) as (address, port):
        board = open_board(address + _ROLLED, prepare, storage_state=_kept_by(address, FAR))
        board.wait_for("positions.length > 1")
    board.wait_for(f"{_SAID}.startsWith('No PC engine')")
    stood = board.page.evaluate("positions.length")
    with _opponent(port):
        board.wait_for("(stood) => positions.length > stood", stood)
        assert not board.page.evaluate(_SAID).startswith("No PC engine")
    assert board.errors() == []


def test_levels_play_by_the_compiled_engine_and_the_same_without_it(
    open_board, firmware_address, engine
):
    level = 1 + levels().index("master")
    compiled, looked = _played(open_board, firmware_address, level, "**/engine.js", _counting)
    assert "looked" in looked
    plain, complained = _played(open_board, firmware_address, level, "**/engine.wasm", _nothing)
    assert any("WebAssembly" in line for line in complained)
    assert compiled == plain


def _played(open_board, address, level, path, serve):
    """The first positions of a match of the level against itself, and what the page logged;
    `serve(route)` is asked for a path."""
    logged = []

    def prepare(page):
        page.on("console", lambda message: logged.append(message.text))
        page.add_init_script(_NOTED)
        page.route(path, serve)

    kept = _kept_by(address, level)
    board = open_board(f"{address}?seed=5{_ROLLED}", prepare, storage_state=kept)
    board.wait_for("positions.length > 3")
    assert board.faults == [] and board.errors() == []
    return board.page.evaluate("positions.slice(0, 4)"), logged


def _kept_by(address, player):
    """What a browser keeps that has played a match there, of that player against itself."""
    settings = Settings(players=(player, player)).pack().hex()
    kept = {"current": 1, "known": {"1": {"settings": settings}}}
    stored = {"picogammon.flash": "{}", "picogammon.matches": json.dumps(kept)}
    items = [{"name": name, "value": value} for name, value in stored.items()]
    return {"origins": [{"origin": address.rstrip("/"), "localStorage": items}]}
