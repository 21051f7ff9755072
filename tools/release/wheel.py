"""The match tools as a wheel: what `python -m tools.matches` is made of, for pip."""

import ast
import base64
import hashlib
import re

from picogammon import VERSION
from tools import HOST_PATH, ROOT

NAME = f"picogammon_matches-{VERSION}-py3-none-any.whl"
_PACKAGE = "picogammon_matches"
_FIRST = "tools.matches.__main__"
_INFO = f"{_PACKAGE}-{VERSION}.dist-info"
_FOLDERS = (*HOST_PATH, ROOT)
_FOREIGN = ("littlefs-python", "mpremote", "pyserial")  # of tools/setup/requirements.txt
# Our folders are in a folder of its own, which only this command looks into.
_START = f'''\
"""Picogammon's match files: picogammon-matches --help"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def main():
    """The command; returns its exit status."""
    from {_FIRST} import main as run

    return run(command="picogammon-matches")


if __name__ == "__main__":
    sys.exit(main())
'''
_METADATA = """\
Metadata-Version: 2.1
Name: picogammon-matches
Version: {version}
Summary: Saves the matches of a Picogammon board as .mat files, sends them, backs a board up
License: MIT
Requires-Python: >=3.10
{needs}
"""
_WHEEL = """\
Wheel-Version: 1.0
Generator: picogammon
Root-Is-Purelib: true
Tag: py3-none-any
"""
_COMMAND = f"[console_scripts]\npicogammon-matches = {_PACKAGE}.__main__:main\n"


def files():
    """What is in the wheel, {name: bytes}; the same source gives the same."""
    found = {f"{_PACKAGE}/__init__.py": b"", f"{_PACKAGE}/__main__.py": _START.encode()}
    for path in sources():
        found[f"{_PACKAGE}/{path.relative_to(ROOT).as_posix()}"] = path.read_bytes()
    metadata = _METADATA.format(version=VERSION, needs="\n".join(_needs()))
    found[f"{_INFO}/METADATA"] = metadata.encode()
    found[f"{_INFO}/WHEEL"] = _WHEEL.encode()
    found[f"{_INFO}/entry_points.txt"] = _COMMAND.encode()
    found[f"{_INFO}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    found[f"{_INFO}/RECORD"] = _record(found).encode()
    return found


def sources():
    """Every file of ours (paths, sorted) that the match tools import, wherever they do."""
    seen, todo = set(), _paths(_FIRST)
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            for name in _imported(path):
                todo += _paths(name)
    return sorted(seen)


def _imported(path):
    """The names in a file's imports; of `from a import b` a.b as well, which may be a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _paths(name):
    """The files that an import of a module of ours runs; [] for others."""
    *packages, last = name.split(".")
    for folder in _FOLDERS:
        inits = [folder.joinpath(*packages[: i + 1]) / "__init__.py" for i in range(len(packages))]
        here = folder.joinpath(*packages)
        for path in (here / last / "__init__.py", here / f"{last}.py"):
            if path.exists():
                return [*filter(lambda init: init.exists(), inits), path]
    return []


def _needs():
    pinned = (ROOT / "tools/setup/requirements.txt").read_text()
    for name in _FOREIGN:
        version = re.search(rf"^{name}==(\S+)", pinned, re.MULTILINE)[1]
        yield f"Requires-Dist: {name}>={version}"


def _record(found):
    """The checksums of all files, as the format of wheels has them."""
    lines = []
    for name in sorted(found):
        digest = base64.urlsafe_b64encode(hashlib.sha256(found[name]).digest())
        lines.append(f"{name},sha256={digest.decode().rstrip('=')},{len(found[name])}\n")
    return "".join(lines) + f"{_INFO}/RECORD,,\n"
