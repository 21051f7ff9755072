"""What runs on a PC. Whoever imports any of it finds the firmware and the simulator too.

This is the one place that adds to the path, says where numba keeps what it compiled, and lets
Ctrl-C end a tool without a traceback: `python -m tools.…`, a test and a Dask worker all come by
here.
"""

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
IN_REPOSITORY = (ROOT / "Makefile").exists()  # or in a wheel, with a part of it
# What MicroPython finds as well; CPython also needs a stand-in for `micropython`. That comes first:
# Adafruit's Blinka brings another.
GUEST_PATH = (ROOT / "firmware", ROOT / "tools" / "simulator")
HOST_PATH = (ROOT / "tools" / "simulator" / "shim", *GUEST_PATH)

_FIRMWARE = ROOT / "firmware" / "picogammon"
# What numba compiles, with all that it takes from elsewhere.
COMPILED = (
    ROOT / "tools" / "jitted.py",
    ROOT / "tools" / "replies.py",
    *sorted((ROOT / "tools" / "trainer").glob("*.py")),
    *sorted((ROOT / "tools" / "strength").glob("quick*.py")),
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
    """A number that changes with any of them: numba looks at the one file of a function only."""
    seen = hashlib.sha256()
    for path in filter(Path.exists, COMPILED):  # a wheel of some tools has only some
        seen.update(path.read_bytes())
    return seen.hexdigest()[:12]


os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / "build" / "numba" / sources()))
sys.path[:0] = [str(folder) for folder in HOST_PATH if str(folder) not in sys.path]


def _complain(kind, problem, trace, else_=sys.excepthook):
    """Ctrl-C, wherever it comes, is no fault: the process ends by it and says nothing."""
    if not issubclass(kind, KeyboardInterrupt):
        else_(kind, problem, trace)


sys.excepthook = _complain
