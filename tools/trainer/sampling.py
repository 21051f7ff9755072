"""Which positions our own net judges, by looking ahead: those of which gnubg says nothing."""

import numpy as np

from tools.replies import ROOM, results_of
from tools.trainer import records


def after_pass(labelled, wanted, rng):
    """Positions of players who had to pass: gnubg, asked for plays, says nothing of them."""
    hit = labelled["pos"][labelled["pos"][:, 0] < 0]
    results = np.empty((ROOM, 26), np.int8)
    hashes = np.empty(ROOM, np.uint64)
    found = []
    for pos in hit[rng.permutation(len(hit))]:
        if len(found) == wanted:
            break
        turned = -pos[::-1]
        if results_of(turned, rng.integers(1, 7), rng.integers(1, 7), results, hashes) == 0:
            found.append(turned)
    positions = np.array(found, np.int8).reshape(-1, 26)
    return records.judged(positions, np.zeros((len(found), records.OUTPUTS)))
