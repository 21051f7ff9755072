"""Fits a net to labels: the same seed and the same labels give the same net.

A fit has one thread, a fixed number of epochs, and a learning rate that falls along half a cosine
by the positions seen. It saves everything after each epoch, and can continue from there.
"""

import io
import json
from typing import NamedTuple

import numpy as np
from numba import njit

from tools.trainer import records

FLOOR = 0.01  # what the learning rate ends at, of what it begins with
_LONGEST = 64  # a step ends with a list, so it may be larger by less than this
_ORDER = 5  # the seed of the order of files


class Plan(NamedTuple):
    """The plan of a fit."""

    epochs: int
    rate: float  # the learning rate at the beginning
    batch: int  # positions in a step, or a few more: lists stay whole


@njit(cache=True)
def _step_ends(first, batch):
    ends = [0]
    i = 0
    while i < len(first):
        i = min(len(first), i + batch)
        while i < len(first) and first[i] == 0:
            i += 1
        ends.append(i)
    return np.array(ends)


def rate_at(fraction, highest):
    """Returns the learning rate at a fraction of the whole fit."""
    return highest * (FLOOR + (1 - FLOOR) * 0.5 * (1 + np.cos(np.pi * fraction)))


class Fit:
    """A fit in its course; `history` has a dict for each epoch that is done."""

    def __init__(self, net, plan):
        self.net = net
        self.history = []
        self._plan = plan

    @property
    def finished(self):
        """True if all epochs are done."""
        return len(self.history) == self._plan.epochs

    def epoch(self, labels, seen_more=lambda positions: None):
        """Goes once over all labels, Prepareds; returns the entry for `history`."""
        done = len(self.history)
        size = sum(len(part.count) for part in labels)
        whole = size * self._plan.epochs
        seen = done * size
        lost = np.zeros(2)
        for i in np.random.default_rng([_ORDER, done]).permutation(len(labels)):
            lost += self._file(labels[i], seen, whole, seen_more)
            seen += len(labels[i].count)
        error, order = 1000 * np.sqrt(lost / size)
        return {
            "epoch": done + 1,
            "positions": seen,
            "rate": float(rate_at(seen / whole, self._plan.rate)),
            "error": float(error),
            "order": float(order),
        }

    def _file(self, part, seen, whole, seen_more):
        ends = _step_ends(part.first, self._plan.batch)
        room = self.net.room_for(self._plan.batch + _LONGEST)
        lost = np.zeros(2)
        for step in np.random.default_rng(self.net.steps).permutation(len(ends) - 1):
            here = slice(ends[step], ends[step + 1])
            rate = rate_at(seen / whole, self._plan.rate)
            lost += self.net.learn(*(array[here] for array in part), rate, room)
            count = here.stop - here.start
            seen += count
            seen_more(count)
        return lost

    def save(self, path, made_of):
        """Saves everything; `made_of` names plan and labels."""
        file = io.BytesIO()
        history = json.dumps(self.history)
        np.savez(file, history=history, made_of=made_of, **self.net.state())
        records.write(path, file.getvalue())

    def resume(self, path, made_of):
        """Continues from a saved fit of the same plan and labels; returns False without one."""
        if not path.exists():
            return False
        with np.load(path) as kept:
            if str(kept["made_of"]) != made_of:
                return False
            self.history = json.loads(str(kept["history"]))
            self.net.restore(kept)
        return True
