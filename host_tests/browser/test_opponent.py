"""A PC's engine plays on the page that `make opponent PORT=virtual` serves."""

import contextlib
import json
import re
import shlex
import subprocess
import sys

from picogammon.app.session.players import FAR
from picogammon.rules.settings import Settings
from tools import ROOT
from tools.virtual_board.driver import end

_ENGINE = shlex.join([sys.executable, str(ROOT / "host_tests" / "players" / "engine.py")])
_ROLLED = "#XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
_SAID = "document.getElementById('said').textContent"
_POSITION = "decodeURIComponent(location.hash).split(':')[0]"
_PLAYED = f"(before) => location.hash && {_POSITION} !== before"


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
    with _opponent(0) as (address, port):
        board = open_board(address + _ROLLED, storage_state=_kept_by(address))
        board.wait_for(_PLAYED, _ROLLED.split(":")[0])
    board.wait_for(f"{_SAID}.startsWith('No PC engine')")
    stood = board.page.evaluate(_POSITION)
    with _opponent(port):
        board.wait_for(_PLAYED, stood)
        assert not board.page.evaluate(_SAID).startswith("No PC engine")
    assert board.errors() == []


def _kept_by(address):
    """What a browser keeps that has played a match there, of a PC's engine against itself."""
    settings = Settings(players=(FAR, FAR)).pack().hex()
    kept = {"current": 1, "known": {"1": {"settings": settings}}}
    stored = {"picogammon.flash": "{}", "picogammon.matches": json.dumps(kept)}
    items = [{"name": name, "value": value} for name, value in stored.items()]
    return {"origins": [{"origin": address.rstrip("/"), "localStorage": items}]}
