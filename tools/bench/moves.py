"""How fast all legal plays of a roll are found, on CPython and on MicroPython's unix port."""

import os
import subprocess
import sys
from pathlib import Path

from tools import HOST_PATH, children, runtimes

_SCRIPT = Path(__file__).with_name("_count_moves.py")


def rows():
    """The measurements as rows of the table: dicts of name, value, unit, budget and ok."""
    on_unix = runtimes.run_unix(_SCRIPT)
    return _rows("CPython", _on_cpython()) + _rows("unix MicroPython", on_unix)


def _on_cpython():
    return children.run(
        [sys.executable, str(_SCRIPT)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=dict(os.environ, PYTHONPATH=os.pathsep.join(map(str, HOST_PATH))),
        check=False,
    )


def _rows(runtime, done):
    if done.returncode:
        raise RuntimeError(f"{_SCRIPT.name} failed on {runtime}:\n{done.stdout}")
    plays, rolls = map(int, done.stdout.split())
    return [
        _row(f"legal plays, {runtime}", plays, "plays/s"),
        _row(f"rolls, all their plays, {runtime}", rolls, "rolls/s"),
    ]


def _row(name, value, unit):
    return {"name": name, "value": value, "unit": unit, "budget": None, "ok": True}
