"""The release made a second time, in another folder, from a copy of the source."""

import shutil
import sys
from pathlib import Path

from tools import ROOT, children
from tools.release import ReleaseError

# What is fetched and not made.
_FETCHED = ("build/image/debian", "tools/npm/node_modules")
_MADE = {".git", ".venv", "build", "dist", ".hypothesis", ".pytest_cache", ".ruff_cache"}
_ANYWHERE = {"node_modules", "__pycache__"}


def not_copied(folder, names):
    """Which names in a folder are not source, for shutil.copytree."""
    made = _ANYWHERE | _MADE if Path(folder) == ROOT else _ANYWHERE
    return made.intersection(names)


def copy(folder, fetched=_FETCHED):
    """Copies the source into a folder (path) that is not there yet, with what is fetched for it."""
    shutil.copytree(ROOT, folder, ignore=not_copied)
    for name in fetched:
        # A link would let paths of the first folder into the second's files.
        shutil.copytree(ROOT / name, folder / name, symlinks=True)


def make(folder):
    """The files that `make release` makes in such a copy, {name: bytes}. Raises ReleaseError."""
    command = [sys.executable, "-m", "tools.release"]
    done = children.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise ReleaseError(f"The second time failed:\n{done.stdout}{done.stderr}")
    return {path.name: path.read_bytes() for path in (Path(folder) / "dist").iterdir()}


def compare(first, second):
    """Raises ReleaseError, naming the files ({name: bytes} both) that are not the same."""
    differ = [
        f"  {name}: {_where(first.get(name), second.get(name))}"
        for name in sorted(first.keys() | second.keys())
        if first.get(name) != second.get(name)
    ]
    if differ:
        raise ReleaseError("\n".join(["Made twice, these differ:", *differ]))


def _where(one, other):
    if one is None or other is None:
        return "only made once"
    if len(one) != len(other):
        return f"{len(one)} and {len(other)} bytes"
    return f"from byte {next(i for i in range(len(one)) if one[i] != other[i])} on"
