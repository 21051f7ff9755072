"""The page's scripts and style sheets, each bundled by esbuild with all that it imports."""

import os
from pathlib import Path

from tools import children

_HERE = Path(__file__).resolve().parent
_PAGE = _HERE / "page"
NPM = _HERE.parent / "npm" / "node_modules"
SOURCES = (".js", ".css")  # suffixes of what is bundled
ENTRIES = ("main.js", "worker.js", "clerk-worker.js", "page.css")
_OPTIONS = ("--bundle", "--format=esm", "--log-level=error")
_SMALL = ("--minify-whitespace", "--minify-syntax")  # names stay, for traces
# The oldest browsers that play: esbuild writes what is newer as they take it.
OLDEST = {"chrome": "109", "firefox": "126", "safari": "16.4"}
_TARGET = "--target=" + ",".join(name + version for name, version in OLDEST.items())
# What MicroPython asks for where node runs it.
_NODES = tuple(f"--external:{name}" for name in ("node:*", "crypto", "fs", "module", "path", "url"))

_NO_ESBUILD = "npm has no esbuild for this machine here. Delete build/setup/npm, then: make play"


class NotReady(Exception):
    """Something is missing or wrong; the text says what to do."""


def bundled(name):
    """Returns the bytes of one of ENTRIES, in some 20 ms. Raises NotReady with esbuild's error."""
    return esbuild(_PAGE / name, *_SMALL, _TARGET, *_NODES)


def esbuild(*arguments):
    """Returns esbuild's output; bare imports are npm's packages. Raises NotReady."""
    # npm installs the one for this machine; it is a program, so no node is needed.
    programs = [*NPM.glob("@esbuild/*/bin/esbuild"), *NPM.glob("@esbuild/*/esbuild.exe")]
    if not programs:
        raise NotReady(_NO_ESBUILD)
    done = children.run(
        [programs[0], *arguments, *_OPTIONS],
        env={**os.environ, "NODE_PATH": str(NPM)},
        capture_output=True,
    )
    if done.returncode:
        raise NotReady(done.stderr.decode().strip())
    return done.stdout
