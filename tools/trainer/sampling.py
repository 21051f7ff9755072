"""Which of the labelled positions our own net judges anew, by looking ahead."""

import numpy as np

from tools.trainer import records
from tools.trainer.moves import ROOM, results_of
from tools.trainer.net import equity

_NEAR = 0.12  # points below the best play
_PLAYS = 4  # of a list, at most


def near_best(labelled, lists, rng):
    """Of so many lists the plays that are nearly as good as the best, if they are two or more."""
    worth = equity(labelled["chances"] / records.CERTAIN)
    begins, ends = records.spans(labelled["first"])
    chosen = []
    first = []
    for i in np.sort(rng.permutation(len(begins))[:lists]):
        plays = np.arange(begins[i], ends[i])
        plays = plays[worth[plays] > worth[plays].max() - _NEAR][:_PLAYS]
        if len(plays) > 1:
            chosen.extend(plays)
            first += [1] + [0] * (len(plays) - 1)
    near = labelled[chosen]
    near["first"] = first
    return near


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
