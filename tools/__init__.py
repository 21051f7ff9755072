"""What runs on a PC. Whoever imports any of it finds the firmware and the simulator too.

This is the one place that adds to the path: `python -m tools.…`, a test and a Dask worker far away
all come by here.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What MicroPython finds as well; CPython also needs a stand-in for `micropython`. That comes first:
# Adafruit's Blinka brings another.
GUEST_PATH = (ROOT / "firmware", ROOT / "tools" / "simulator")
HOST_PATH = (ROOT / "tools" / "simulator" / "shim", *GUEST_PATH)

sys.path[:0] = [str(folder) for folder in HOST_PATH if str(folder) not in sys.path]
