"""What GNU Backgammon says of positions: jobs that run a guest, a program inside of it.

Each raises gnubg.MissingError where a program is not here.
"""

from pathlib import Path

import numpy as np

from tools import gnubg
from tools.trainer.records import CERTAIN, OUTPUTS

_HERE = Path(__file__).parent


def label(seed, lists):
    """The job: so many labelled lists of its own games by this seed, as the bytes of records."""
    return gnubg.run_guest(_HERE / "labels_guest.py", "LABELS", {"SEED": seed, "LISTS": lists})


def judge(positions):
    """The job: chances (uint16 [n, 5], 1/65535) as bytes, of positions (int8 [n, 26]) as bytes,
    without look-ahead.

    Both are as the one who has just played sees them. Unlike gnubg's hints this needs no play that
    leads there: a position after a pass is one like any other.
    """
    return gnubg.run_guest(_HERE / "outcomes_guest.py", "OUTCOMES", {}, positions)


def chances_of(data):
    """The chances that `judge` gave as bytes: [n, 5], 0 to 1."""
    return np.frombuffer(data, "<u2").reshape(-1, OUTPUTS) / CERTAIN
