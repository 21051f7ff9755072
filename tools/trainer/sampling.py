"""Which positions gnubg is asked about besides: its hints say nothing of rolls without a choice."""

import numpy as np
from numba import njit

from tools.replies import ROOM, WORK, results_of
from tools.trainer import records


def forced(labelled, wanted, rng):
    """Positions (int8 [n, 26], `wanted` at most) after a roll that left no choice: a pass, or the
    only play. They come from the plays that hit in records `labelled`, as who rolled sees them.
    """
    hit = labelled["pos"][labelled["pos"][:, 0] < 0]
    hit = hit[rng.permutation(len(hit))]
    dice = rng.integers(1, 7, (len(hit), 2))
    found = np.empty((wanted, records.POSITION), np.int8)
    return found[: _forced(np.ascontiguousarray(-hit[:, ::-1]), dice, found)]


@njit(cache=True)
def _forced(turned, dice, found):
    results = np.empty((ROOM, 26), np.int8)
    work = np.empty(WORK, np.uint8)
    count = 0
    for i in range(len(turned)):
        if count == len(found):
            break
        plays = results_of(turned[i], dice[i, 0], dice[i, 1], results, work)
        if plays < 2:
            found[count] = results[0] if plays else turned[i]
            count += 1
    return count
