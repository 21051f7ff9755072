"""The page's scripts and style sheets, each bundled by esbuild with all that it imports."""

import os
import tempfile
import threading
from pathlib import Path

from tools import children

_HERE = Path(__file__).resolve().parent
_PAGE = _HERE / "page"
NPM = _HERE.parent / "npm" / "node_modules"
_ENTRIES = ("main.js", "worker.js", "clerk-worker.js", "page.css")
_OPTIONS = (
    "--bundle",
    "--format=esm",
    "--log-level=error",
    "--external:./report/*",  # what makes a page of a report, fetched when one is wanted
)
_SMALL = ("--minify-whitespace", "--minify-syntax")  # names stay, for traces
# What MicroPython asks for where node runs it.
_NODES = tuple(f"--external:{name}" for name in ("node:*", "crypto", "fs", "module", "path", "url"))
_lock = threading.Lock()
_kept = None, None  # the sources' stamps, and what was made of them


class NotReady(Exception):
    """Something that belongs here is missing or wrong; the text says what, and what to do."""


def made():
    """{name: bytes} of the scripts and style sheets, made again when a source has changed.

    Raises NotReady with what esbuild says.
    """
    global _kept
    stamps = {entry.path: entry.stat().st_mtime_ns for entry in os.scandir(_PAGE)}
    with _lock:
        if _kept[0] != stamps:
            with tempfile.TemporaryDirectory() as folder:
                esbuild([_PAGE / name for name in _ENTRIES], folder, *_SMALL, *_NODES)
                files = {name: Path(folder, name).read_bytes() for name in _ENTRIES}
            _kept = stamps, files
        return _kept[1]


def esbuild(entries, folder, *options):
    """Bundles scripts into a folder, where bare imports are npm's packages. Raises NotReady."""
    # npm installs the one for this machine; it is a program, so no node is needed.
    programs = [*NPM.glob("@esbuild/*/bin/esbuild"), *NPM.glob("@esbuild/*/esbuild.exe")]
    if not programs:
        raise NotReady("esbuild is not installed: `make play` fetches it first.")
    done = children.run(
        [programs[0], *entries, *_OPTIONS, *options, f"--outdir={folder}"],
        env={**os.environ, "NODE_PATH": str(NPM)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise NotReady(done.stderr.strip())
