"""Makes a wheel for pip of the tools that need no repository: the verbs that tools/verbs.py marks,
as `picogammon VERB`, with all that they import.
"""

import ast
import base64
import hashlib
import re

from picogammon import VERSION
from tools import HOST_PATH, ROOT, verbs

NAME = f"picogammon_matches-{VERSION}-py3-none-any.whl"
_PACKAGE = "picogammon_matches"
_INFO = f"{_PACKAGE}-{VERSION}.dist-info"
_FOLDERS = (*HOST_PATH, ROOT)
# The requirements of these tools, of tools/setup's.
_FOREIGN = ("littlefs-python", "mpremote", "pyserial", "rich")
# Files that they read.
_DATA = (
    "boards/*/board_config.py",
    "firmware/picogammon/engine/weights.bin",
    "tools/*.json",
)
# Our folders are in a folder of its own, which only this command looks into.
_START = '''\
"""Picogammon's tools: picogammon --help"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def main():
    """Runs a verb; returns its exit status."""
    from tools.verbs import main as run

    return run(program="picogammon")


if __name__ == "__main__":
    sys.exit(main())
'''
_METADATA = """\
Metadata-Version: 2.1
Name: picogammon-matches
Version: {version}
Summary: Picogammon's match files, boards over USB, reports, positions and engine
License: MIT
Requires-Python: >=3.11
{needs}
"""
_WHEEL = """\
Wheel-Version: 1.0
Generator: picogammon
Root-Is-Purelib: true
Tag: py3-none-any
"""
_COMMANDS = f"""\
[console_scripts]
picogammon = {_PACKAGE}.__main__:main
"""


def files():
    """Returns the wheel's files, {name: bytes}; the same source gives the same."""
    found = {f"{_PACKAGE}/__init__.py": b"", f"{_PACKAGE}/__main__.py": _START.encode()}
    data = [path for pattern in _DATA for path in sorted(ROOT.glob(pattern))]
    for path in [*sources(), *data]:
        found[f"{_PACKAGE}/{path.relative_to(ROOT).as_posix()}"] = path.read_bytes()
    metadata = _METADATA.format(version=VERSION, needs="\n".join(_needs()))
    found[f"{_INFO}/METADATA"] = metadata.encode()
    found[f"{_INFO}/WHEEL"] = _WHEEL.encode()
    found[f"{_INFO}/entry_points.txt"] = _COMMANDS.encode()
    found[f"{_INFO}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    found[f"{_INFO}/RECORD"] = _record(found).encode()
    return found


def sources():
    """Returns our files (paths, sorted) that the wheel's tools import."""
    firsts = {verb.where.partition(":")[0] for verb in verbs.VERBS.values() if verb.alone}
    seen, todo = set(), [path for name in ("tools.verbs", *firsts) for path in _paths(name)]
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            for name in _imported(path):
                todo += _paths(name)
    return sorted(seen)


def _imported(path):
    """Yields the names in a file's imports; for `from a import b` a.b as well, perhaps a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _paths(name):
    """Returns the files that an import of one of our modules runs; [] for others."""
    *packages, last = name.split(".")
    for folder in _FOLDERS:
        inits = [folder.joinpath(*packages[: i + 1]) / "__init__.py" for i in range(len(packages))]
        here = folder.joinpath(*packages)
        for path in (here / last / "__init__.py", here / f"{last}.py"):
            if path.exists():
                return [*filter(lambda init: init.exists(), inits), path]
    return []


def _needs():
    pinned = "".join(path.read_text() for path in (ROOT / "tools/setup").glob("requirements*.txt"))
    for name in _FOREIGN:
        version = re.search(rf"^{name}==(\S+)", pinned, re.MULTILINE)[1]
        yield f"Requires-Dist: {name}>={version}"


def _record(found):
    """Returns the checksums of all files, in the format of wheels."""
    lines = []
    for name in sorted(found):
        digest = base64.urlsafe_b64encode(hashlib.sha256(found[name]).digest())
        lines.append(f"{name},sha256={digest.decode().rstrip('=')},{len(found[name])}\n")
    return "".join(lines) + f"{_INFO}/RECORD,,\n"
