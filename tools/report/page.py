"""The page: one file, no scripts, readable on a phone and without a network."""

import json
import subprocess
from pathlib import Path

from tools import children, runtimes
from tools.runtimes import Missing
from tools.typed import setup_or

_NODE = Path(__file__).with_name("node.mjs")
_LIBRARY = runtimes.ROOT / "tools" / "npm" / "node_modules" / "chartist"
_LONGEST_S = 120


def check():
    """Raises Missing where what draws the page is not here."""
    runtimes.node()
    if not _LIBRARY.exists():
        raise Missing(f"What draws the page is not here: {setup_or('install the wheel again')}")


def render(told):
    """The page's text of what telling.Report tells. Raises Missing."""
    check()
    done = children.run(
        [runtimes.node(), str(_NODE)],
        input=json.dumps(told).encode(),
        stdout=subprocess.PIPE,
        timeout=_LONGEST_S,
        check=True,
    )
    return done.stdout.decode()
