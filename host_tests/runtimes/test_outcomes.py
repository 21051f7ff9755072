"""The whole net gives the same outcomes on MicroPython as by numpy, to the bit."""

import zlib
from pathlib import Path

import numpy as np
import pytest

from known_positions import known_positions
from tools import runtimes
from tools.trainer.bulk import BulkNet

_SAMPLE = Path(__file__).with_name("samples") / "outcomes.py"
_WEIGHTS = runtimes.ROOT / "firmware/picogammon/engine/weights.bin"


@pytest.fixture(scope="module")
def expected():
    positions = np.array([list(pos) for pos in known_positions()], np.int8)
    outcomes = BulkNet(_WEIGHTS.read_bytes()).outcomes(positions)
    return f"{len(positions)} {zlib.crc32(outcomes.astype('<i4').tobytes())}\n"


def test_on_the_unix_port(expected):
    assert runtimes.run_unix(_SAMPLE, heapsize="4m").stdout == expected


def test_on_webassembly(expected):
    assert runtimes.run_wasm(_SAMPLE).stdout == expected
