"""What GNU Backgammon thinks of positions, any number of plies ahead: the work is gnubg's.

Unlike its hints this needs no play that leads there: a position after a pass is one like any other.
"""

from pathlib import Path

import numpy as np

from tools.trainer import guests
from tools.trainer.records import CERTAIN, OUTPUTS

_GUEST = Path(__file__).with_name("outcomes_guest.py")


def judge(positions, plies):
    """The job: chances (uint16 [n, 5], 1/65535) as bytes, of positions (int8 [n, 26]) as bytes.

    Both are as the one who has just played sees them.
    """
    return guests.run(_GUEST, "OUTCOMES", {"PLIES": plies}, positions)


def of(data):
    """The chances that `judge` gave as bytes: [n, 5], 0 to 1."""
    return np.frombuffer(data, "<u2").reshape(-1, OUTPUTS) / CERTAIN


def chances(positions, plies):
    """The same at once, of an array of positions."""
    return of(judge(np.ascontiguousarray(positions, np.int8).tobytes(), plies))
