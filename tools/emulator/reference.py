"""The reference board's image and data: what is emulated unless something else is wanted."""

import runpy
from types import SimpleNamespace

from tools import runtimes

IMAGE = runtimes.ROOT / "build" / "picogammon-pico.uf2"
BOARD = SimpleNamespace(**runpy.run_path(str(runtimes.ROOT / "boards/pico/board_config.py")))
