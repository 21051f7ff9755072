"""Checks that MicroPython's compiler for the Pico takes every file of firmware/ and boards/."""

import sys

from tools import ROOT
from tools.compiler import CompileError, compiled


def complaints(folder):
    """Returns mpy-cross's complaints about the .py files under a folder."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        try:
            compiled(path)
        except CompileError as refused:
            found.append(str(refused))
    return found


def main():
    """Prints the complaints. Returns the exit status."""
    found = complaints(ROOT / "firmware") + complaints(ROOT / "boards")
    print("\n".join(found) or "MicroPython's compiler takes all of firmware/ and boards/.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
