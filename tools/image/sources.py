"""MicroPython's source tree for the RP2040."""

import re
import sys

from tools import ROOT, children
from tools.image import ELSEWHERE, ImageError

_FETCH = ROOT / "tools" / "setup" / "micropython_source.sh"
_OLDEST = (1, 25)


def version(tree):
    """Returns MicroPython's version in a tree, (major, minor, micro). Raises ImageError."""
    header = tree / "py" / "mpconfig.h"
    try:
        text = header.read_text()
        parts = [
            re.search(rf"#define MICROPY_VERSION_{part} \(?(\d+)", text)[1]
            for part in ("MAJOR", "MINOR", "MICRO")
        ]
    except (OSError, TypeError):
        raise ImageError(f"{tree} is not a MicroPython source tree.") from None
    return tuple(int(part) for part in parts)


def check(tree):
    """Returns the tree. Raises ImageError if no image can be made from it."""
    found = version(tree)
    if found[:2] < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise ImageError(f"{tree} is MicroPython {'.'.join(map(str, found))}; {oldest} is needed.")
    if not (tree / "lib" / "pico-sdk" / "pico_sdk_init.cmake").exists():
        raise ImageError(
            f"{tree} lacks its submodules. In it: make -C ports/rp2 BOARD=RPI_PICO submodules"
        )
    return tree


def fetch(folder):
    """Returns the tree in a folder, made from Debian's packages. Raises ImageError."""
    tree = folder / "micropython"
    if not tree.exists():
        print("Fetching MicroPython's sources from Debian's packages", file=sys.stderr)
        done = children.run([str(_FETCH), str(folder)], capture_output=True, text=True)
        if done.returncode:
            raise ImageError(f"{done.stderr.strip()}\n{ELSEWHERE}")
    return check(tree)
