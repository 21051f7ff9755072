"""The reference board's image and data: what is emulated unless something else is wanted.

FIVE: the data of the board with five lights a point.
"""

import runpy
from types import SimpleNamespace

from tools import runtimes

IMAGE = runtimes.ROOT / "build" / "picogammon-pico.uf2"
BOARD = SimpleNamespace(**runpy.run_path(str(runtimes.ROOT / "boards/pico/board_config.py")))
FIVE = SimpleNamespace(**runpy.run_path(str(runtimes.ROOT / "boards/pico_five/board_config.py")))
