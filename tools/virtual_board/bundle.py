"""The page's scripts and style sheets, each bundled by esbuild with all that it imports."""

import contextlib
import os
import tempfile
import threading
from pathlib import Path

from tools import children

_HERE = Path(__file__).resolve().parent
_PAGE = _HERE / "page"
NPM = _HERE.parent / "npm" / "node_modules"
SOURCES = (".js", ".css", ".json")  # suffixes of what is bundled
ENTRIES = ("main.js", "worker.js", "clerk-worker.js", "page.css")
_OPTIONS = ("--bundle", "--format=esm", "--log-level=error")
_SMALL = ("--minify-whitespace", "--minify-syntax")  # names stay, for traces
# What MicroPython asks for where node runs it.
_NODES = tuple(f"--external:{name}" for name in ("node:*", "crypto", "fs", "module", "path", "url"))


class NotReady(Exception):
    """Something that belongs here is missing or wrong; the text says what, and what to do."""


class Made:
    """What `make()` makes of the files in some folders: again whenever one of them has changed."""

    def __init__(self, make, *folders):
        self._make = make
        self._folders = folders
        self._lock = threading.Lock()
        self._stamps = None
        self._made = None

    def __call__(self):
        with self._lock:
            stamps = [below(folder) for folder in self._folders]
            if self._stamps != stamps:
                self._made = self._make()
                self._stamps = stamps
            return self._made


def below(top):
    """{path: what is another when it was written} of each file below a folder, at any depth."""
    stamps = {}
    for folder, inside, names in os.walk(top):
        inside[:] = [name for name in inside if name != "__pycache__"]
        for name in names:
            path = Path(folder, name)
            with contextlib.suppress(FileNotFoundError):  # an editor's, which is gone by now
                now = path.stat()
                if not name.startswith("."):
                    stamps[path] = now.st_mtime_ns, now.st_ctime_ns, now.st_size, now.st_ino
    return stamps


def _bundled():
    with tempfile.TemporaryDirectory() as folder:
        esbuild([_PAGE / name for name in ENTRIES], folder, *_SMALL, *_NODES)
        return {name: Path(folder, name).read_bytes() for name in ENTRIES}


# {name: bytes} of the scripts and style sheets. Raises NotReady with what esbuild says.
made = Made(_bundled, _PAGE)


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
