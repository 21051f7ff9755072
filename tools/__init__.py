"""Programs for a PC. Importing any of them puts the firmware and the simulator on the path.

This is the one place that adds to the path, chooses numba's cache, and lets Ctrl-C end a tool
without a traceback. `python -m tools.…`, tests and worker processes all come by here.
"""

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IN_REPOSITORY = (ROOT / "Makefile").exists()  # or in a wheel, with a part of it
# MicroPython finds these as well. CPython also needs a stand-in for `micropython`, which comes
# first: Adafruit's Blinka brings another.
GUEST_PATH = (ROOT / "firmware", ROOT / "tools" / "simulator")
HOST_PATH = (ROOT / "tools" / "simulator" / "shim", *GUEST_PATH)

_FIRMWARE = ROOT / "firmware" / "picogammon"
# The files that numba compiles functions of.
COMPILED = (
    *sorted((ROOT / "tools" / "fast_engine").glob("*.py")),
    *sorted((ROOT / "tools" / "trainer").glob("*.py")),
    *sorted((ROOT / "tools" / "webassembly").glob("*.py")),
    *(
        _FIRMWARE / f"{name}.py"
        for name in (
            "engine/bearoff_kernel",
            "engine/cube",
            "engine/cubeful_kernel",
            "engine/handmade",
            "engine/net_twin",
            "engine/weights",
            "engine/numbers",
            "engine/race",
            "engine/search",
            "rules/movegen_kernel",
            "rules/plays",
            "rules/position",
        )
    ),
)


def sources():
    """Returns a word that changes with any file of COMPILED; numba looks at one file only."""
    seen = hashlib.sha256()
    for path in filter(Path.exists, COMPILED):  # a wheel of some tools has only some
        seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "numba" / sources()))
sys.path[:0] = [str(folder) for folder in HOST_PATH if str(folder) not in sys.path]


def _complain(kind, problem, trace, else_=sys.excepthook):
    """Prints an exception as usual, but nothing for Ctrl-C."""
    if not issubclass(kind, KeyboardInterrupt):
        else_(kind, problem, trace)


sys.excepthook = _complain
